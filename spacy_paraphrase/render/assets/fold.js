// Folding of subtrees: maps every x coordinate of a row, so that no second code draws the picture.
//
// Words below a folded head take no space, the head shows "…", and the words after it move up. The
// paths of arcs and links have the format of `render/svg.py`.

import { SIDES, nodeName, yieldOf } from "./model.js";

const MARK = 12; // room for "…"
const HALF_GAP = 6.5;
const NUMBERS = { M: "xy", L: "xy", V: "y", H: "x", Q: "xyxy", C: "xyxyxy", Z: "" };

/** Map the x coordinates of a path; `change` gets each coordinate and its number. */
export function mapPath(path, change) {
  let count = 0;
  return path.replace(/([MLVHQCZ])([^MLVHQCZ]*)/g, (_, command, rest) => {
    const numbers = rest.trim().split(/[\s,]+/).filter(Boolean).map(Number);
    const axes = NUMBERS[command];
    const moved = numbers.map((n, k) => (axes[k] === "x" ? change(n, count++) : n));
    return command + moved.map((n) => Math.round(n * 10) / 10).join(" ");
  });
}

/** Return the x coordinates of a path. */
function xsOf(path) {
  const xs = [];
  mapPath(path, (x) => (xs.push(x), x));
  return xs;
}

/** Return, for each token below folded tokens, the highest of these, else undefined. */
export function ownersOf(side, folded) {
  const owners = [];
  for (const head of folded) {
    for (const i of yieldOf(side, head)) {
      if (i !== head && !(owners[i] !== undefined && yieldOf(side, owners[i]).includes(head))) {
        owners[i] = head;
      }
    }
  }
  return owners;
}

/**
 * Return the positions of the words of a row after folding.
 *
 * @param {number[]} centres The initial positions of the words.
 * @param {number[]} widths The widths of the words.
 * @param {(number|undefined)[]} owners As `ownersOf`.
 * @param {Set<number>} folded The heads that show "…".
 * @returns {{at: number[], map: (x: number) => number}} The position of each word (of a hidden
 *   word: that of its owner), and the map of the whole row.
 */
export function foldRow(centres, widths, owners, folded) {
  const order = centres.map((_, i) => i).sort((a, b) => centres[a] - centres[b]);
  const edge = (i, sign) => centres[i] + (sign * widths[i]) / 2;
  const slots = order.map((i, k) => ({
    i,
    left: k ? (edge(order[k - 1], 1) + edge(i, -1)) / 2 : edge(i, -1) - HALF_GAP,
    right: k + 1 < order.length ? (edge(i, 1) + edge(order[k + 1], -1)) / 2 : edge(i, 1) + HALF_GAP,
  }));
  const at = [];
  let cursor = slots.length ? slots[0].left : 0;
  for (const slot of slots) {
    slot.start = cursor;
    slot.hidden = owners[slot.i] !== undefined;
    if (!slot.hidden) {
      at[slot.i] = cursor + centres[slot.i] - slot.left;
      cursor += slot.right - slot.left + (folded.has(slot.i) ? MARK : 0);
    }
  }
  owners.forEach((owner, i) => {
    if (owner !== undefined) at[i] = at[owner];
  });
  const map = (x) => {
    const slot = slots.find((each) => x <= each.right) ?? slots[slots.length - 1];
    if (!slot) return x;
    return slot.start + (slot.hidden ? 0 : Math.max(x - slot.left, slots[0] === slot ? -1e4 : 0));
  };
  return { at, map };
}

/** Folds and unfolds subtrees of one picture. */
export class Folder {
  /** @param {import("./picture.js").Picture} picture @param {import("./model.js").Model} model */
  constructor(picture, model) {
    this.picture = picture;
    this.model = model;
    this.original = new Map();
    this.shown = new Set();
    for (const element of picture.svg.querySelectorAll("[data-node],[data-arc],path")) {
      this.original.set(element, element.getAttribute(element.tagName === "path" ? "d" : "x"));
    }
  }

  /** Show a picture with these nodes folded. @param {Set<string>} names */
  apply(names) {
    if (!this.picture.hasTrees || (!names.size && !this.shown.size)) return;
    this.shown = new Set(names);
    this.widths ??= this.measure();
    const away = [];
    const rows = {};
    for (const side of SIDES) {
      const model = this.model[side];
      const indices = model.words.map((_, i) => i);
      const folded = new Set(indices.filter((i) => names.has(nodeName(side, i))));
      const texts = this.texts(side);
      this.write(texts, folded);
      const centres = texts.map((text) => Number(this.original.get(text)));
      const owners = ownersOf(model, folded);
      const row = { centres, owners, ...foldRow(centres, this.widths[side], owners, folded) };
      rows[side] = row;
      texts.forEach((text, i) => text.setAttribute("x", row.at[i]));
      indices.forEach((i) => owners[i] !== undefined && away.push(nodeName(side, i)));
      this.moveArcs(side, row);
    }
    this.picture.mark("is-away", away, [this.picture.nodes, this.picture.arcs]);
    this.picture.mark("is-folded", names);
    for (const link of this.model.links) this.moveLink(link, rows);
  }

  /** Return the elements of the words of a side. */
  texts(side) {
    return this.model[side].words.map((_, i) => this.picture.main(nodeName(side, i)));
  }

  /** Return the widths of all words without "…". */
  measure() {
    const widths = (side) => this.texts(side).map((text) => text.getComputedTextLength());
    return Object.fromEntries(SIDES.map((side) => [side, widths(side)]));
  }

  /** Write "…" after folded heads. */
  write(texts, folded) {
    texts.forEach((text, i) => {
      const mark = text.querySelector("tspan");
      if (folded.has(i) && !mark) {
        const made = document.createElementNS(text.namespaceURI, "tspan");
        made.textContent = "…";
        text.append(made);
      } else if (!folded.has(i)) {
        mark?.remove();
      }
    });
  }

  moveArcs(side, { centres, at }) {
    const { heads } = this.model[side];
    heads.forEach((head, i) => {
      const [left, right] = centres[i] < centres[head] ? [i, head] : [head, i];
      const shift = [at[left] - centres[left], at[right] - centres[right]];
      for (const element of this.picture.arcs.get(nodeName(side, i)) ?? []) {
        if (element.tagName === "path") {
          element.setAttribute("d", moveArc(this.original.get(element), head === i, shift));
        } else {
          const x = Number(this.original.get(element)) + (shift[0] + shift[1]) / 2;
          element.setAttribute("x", x);
        }
      }
    });
  }

  moveLink(link, rows) {
    const ends = SIDES.map((side) => {
      const { owners, at, map } = rows[side];
      const hidden = link[side].every((i) => owners[i] !== undefined);
      return hidden ? () => at[link[side][0]] : map;
    });
    let shift = null;
    for (const element of this.picture.links.get(link.key) ?? []) {
      if (element.classList.contains("badge")) {
        element.setAttribute("transform", `translate(${badgeShift(element, shift)} 0)`);
        continue;
      }
      for (const path of element.querySelectorAll("path")) {
        const d = this.original.get(path);
        const bar = SIDES.indexOf(path.dataset.bar);
        if (bar >= 0) {
          path.setAttribute("d", mapPath(d, ends[bar]));
          continue;
        }
        // The line: two coordinates at the source, two at the target.
        path.setAttribute("d", mapPath(d, (x, k) => ends[k < 2 ? 0 : 1](x)));
        const xs = xsOf(d);
        shift = { from: [xs[0], xs[3]], to: [ends[0](xs[0]), ends[1](xs[3])] };
      }
    }
  }
}

/** Move both ends of an arc, and the gap for its label to the middle between them. */
function moveArc(path, isRoot, [left, right]) {
  if (isRoot) return mapPath(path, (x) => x + left);
  const xs = xsOf(path);
  const [first, last] = [xs[0], xs[xs.length - 4]];
  return mapPath(path, (x, k) => {
    if (k < 3) return x + left;
    if (k === 3) return Math.max(xs[2] + left, x + (left + right) / 2);
    if (k === 4) return Math.min(xs[5] + right, x + (left + right) / 2);
    if (k < 8) return x + right;
    return x + (Math.abs(x - first) < Math.abs(x - last) ? left : right); // the arrowhead
  });
}

/** Return the shift of the badge of a link. */
function badgeShift(badge, shift) {
  if (!shift) return 0;
  const x = Number(badge.querySelector("text").getAttribute("x"));
  const [a, b] = shift.from;
  const share = Math.abs(a - b) < 1 ? 0.5 : Math.min(1, Math.max(0, (x - b) / (a - b)));
  return share * (shift.to[0] - a) + (1 - share) * (shift.to[1] - b);
}
