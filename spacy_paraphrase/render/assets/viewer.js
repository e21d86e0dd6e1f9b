// The viewer of one pair: describes words and links, filters links, and folds subtrees.

import { make } from "./filters.js";
import { Folder } from "./fold.js";
import {
  NO_FILTER,
  SIDES,
  describeLink,
  describeNode,
  linksAt,
  nodeName,
  parseNode,
  passes,
  unalignedNodes,
  yieldOf,
} from "./model.js";
import { Picture } from "./picture.js";

const NOTHING = "Point at a word or a link, or walk through them with Tab and the arrow keys.";

/** An interactive picture. */
export class Viewer {
  /**
   * @param {HTMLElement} root Contains an element `.sp-picture` with the SVG.
   * @param {import("./model.js").Model} model
   * @param {{onChoose?: (name: string, extend: boolean) => void}} options `onChoose` is called for
   *   words and links that are clicked or entered; `extend` is true with the key Shift.
   */
  constructor(root, model, options = {}) {
    this.root = root;
    this.options = options;
    this.filter = NO_FILTER;
    this.folded = new Set();
    this.pinned = null;
    this.frame = root.querySelector(".sp-picture");
    this.told = make("p", { class: "sp-told" }, NOTHING);
    this.tools = this.makeTools();
    this.frame.after(this.tools, this.told);
    this.listen();
    this.show(model);
  }

  /** Show a model whose picture is in the frame. */
  show(model) {
    const focused = this.picture?.nameOf(document.activeElement);
    this.model = model;
    this.byKey = new Map(model.links.map((link) => [link.key, link]));
    this.picture = new Picture(this.frame.querySelector("svg"));
    this.picture.label((name) => this.describe(name));
    this.order = this.picture.linksInOrder(model);
    this.folder = new Folder(this.picture, model);
    const known = (name) => this.picture.elements(name).length > 0;
    this.folded = new Set([...this.folded].filter(known));
    this.folder.apply(this.folded);
    if (this.pinned && !known(this.pinned)) this.pinned = null;
    this.foldButton.hidden = this.unfoldButton.hidden = !this.picture.hasTrees;
    this.applyFilter(this.filter);
    this.point(this.pinned);
    if (focused && known(focused)) this.focus(focused);
  }

  /** Describe a word or a link. */
  describe(name) {
    const link = this.byKey.get(name);
    return link ? describeLink(this.model, link) : describeNode(this.model, ...parseNode(name));
  }

  /** Highlight a word with its yield and its links, a link with its words; nothing for null. */
  point(name) {
    const link = this.byKey.get(name);
    const nodes = [];
    let links = [];
    if (link) {
      links = [link];
      for (const side of SIDES) nodes.push(...link[side].map((i) => nodeName(side, i)));
    } else if (name) {
      const [side, index] = parseNode(name);
      const other = side === "source" ? "target" : "source";
      links = linksAt(this.model, side, index);
      nodes.push(...yieldOf(this.model[side], index).map((i) => nodeName(side, i)));
      for (const each of links) nodes.push(...each[other].map((i) => nodeName(other, i)));
    }
    const { nodes: words, links: lines, arcs } = this.picture;
    this.root.classList.toggle("is-pointing", Boolean(name));
    this.picture.mark("is-at", name ? [name] : []);
    this.picture.mark("is-yield", nodes, [words]);
    this.picture.mark("is-linked", links.map((each) => each.key), [lines]);
    this.picture.mark("is-below", link ? [] : nodes.filter((each) => each !== name), [arcs]);
    const told = name ? this.describe(name) : NOTHING;
    if (this.told.textContent !== told) this.told.textContent = told;
    this.setTools();
  }

  /** Keep a word or a link highlighted. */
  pin(name) {
    this.pinned = name;
    this.point(name);
    this.picture.mark("is-pinned", name ? [name] : []);
    if (name) this.picture.enter(name);
  }

  /** Put the focus on a word or a link. */
  focus(name) {
    this.picture.enter(name);
    this.picture.main(name)?.focus({ preventScroll: false });
  }

  /** Show links that pass, and dim others. @param {import("./model.js").Filter} filter */
  applyFilter(filter) {
    this.filter = filter;
    const failing = this.model.links.filter((link) => !passes(link, filter));
    this.picture.mark("is-out", failing.map((link) => link.key), [this.picture.links]);
    const free = filter.unaligned ? unalignedNodes(this.model, filter) : [];
    this.picture.mark("is-free", free);
    const found = [];
    for (const side of filter.search ? SIDES : []) {
      this.model[side].words.forEach((word, i) => {
        if (word.toLowerCase().includes(filter.search)) found.push(nodeName(side, i));
      });
    }
    this.picture.mark("is-found", found);
  }

  /** Fold the subtree of a word, or unfold it. */
  fold(name) {
    const [side, index] = parseNode(name ?? "");
    if (!this.model[side]?.heads.length || yieldOf(this.model[side], index).length < 2) return;
    if (!this.folded.delete(name)) this.folded.add(name);
    this.folder.apply(this.folded);
    this.order = this.picture.linksInOrder(this.model);
    this.setTools();
  }

  unfold() {
    this.folded.clear();
    this.folder.apply(this.folded);
    this.setTools();
  }

  makeTools() {
    const button = (text, key, act) => {
      const made = make("button", { type: "button", class: `sp-${key}` }, text);
      made.addEventListener("click", act);
      return made;
    };
    this.foldButton = button("Fold", "fold", () => this.fold(this.pinned));
    this.unfoldButton = button("Unfold all", "unfold", () => this.unfold());
    const size = button("Full size", "size", () => {
      const full = this.frame.classList.toggle("is-full");
      size.setAttribute("aria-pressed", String(full));
    });
    const group = { class: "sp-tools", role: "group", "aria-label": "The picture" };
    return make("div", group, this.foldButton, this.unfoldButton, size);
  }

  setTools() {
    const [side, index] = parseNode(this.pinned ?? "");
    const tree = this.model[side];
    const foldable = Boolean(tree?.heads.length) && yieldOf(tree, index).length > 1;
    this.foldButton.disabled = !foldable;
    const text = this.folded.has(this.pinned) ? "Unfold" : "Fold";
    this.foldButton.textContent = foldable ? `${text} “${tree.words[index]}” (f)` : "Fold (f)";
    this.unfoldButton.disabled = !this.folded.size;
  }

  listen() {
    const at = (event) => this.picture.nameOf(event.target);
    const shown = () => {
      const focused = document.activeElement;
      return (focused?.matches(":focus-visible") && this.picture.nameOf(focused)) || this.pinned;
    };
    this.frame.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch") this.point(at(event) ?? shown());
    });
    this.frame.addEventListener("pointerleave", () => this.point(shown()));
    this.frame.addEventListener("focusin", (event) => this.point(at(event) ?? this.pinned));
    this.frame.addEventListener("focusout", () => this.point(this.pinned));
    this.frame.addEventListener("click", (event) => this.choose(at(event), event.shiftKey));
    this.frame.addEventListener("dblclick", (event) => this.fold(at(event)));
    this.frame.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Keep a clicked or entered element highlighted, or release it if it was; call `onChoose`. */
  choose(name, extend) {
    if (this.options.onChoose) {
      if (name) this.options.onChoose(name, extend);
      return;
    }
    this.pin(name === this.pinned ? null : name);
  }

  onKey(event) {
    const name = this.picture.nameOf(event.target);
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.choose(name, event.shiftKey);
    else if (event.key === "f") {
      this.fold(name);
      this.focus(name);
    } else if (event.key === "Escape" && this.pinned && !this.options.onChoose) this.pin(null);
    else if (event.key.startsWith("Arrow")) this.walk(name, event.key.slice(5));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Move the focus: along a row of words or links, or between the rows. */
  walk(name, way) {
    const link = this.byKey.get(name);
    const visible = (each) => !this.picture.main(each).matches(".is-away,.is-out");
    let goal;
    if (way === "Left" || way === "Right") {
      const row = link ? this.order.map((each) => each.key) : this.row(name);
      const shown = row.filter((each) => each === name || visible(each));
      goal = shown[shown.indexOf(name) + (way === "Left" ? -1 : 1)];
    } else if (link) {
      const k = way === "Up" ? 0 : 1;
      goal = nodeName(SIDES[k], link.heads[k]);
    } else {
      const [side, index] = parseNode(name);
      const towards = (side === "source") === (way === "Down");
      const first = linksAt(this.model, side, index).find(
        (each) => this.picture.links.has(each.key) && visible(each.key),
      );
      if (towards) goal = first ? first.key : this.across(side, name);
    }
    if (goal && this.picture.elements(goal).length) this.focus(goal);
  }

  /** Return the words in the row of a word, from left to right. */
  row(name) {
    const [side] = parseNode(name);
    const centres = this.picture.centres(side, this.model[side].words.length);
    const order = centres.map((_, i) => i);
    if (this.picture.hasTrees) order.sort((a, b) => centres[a] - centres[b]);
    return order.map((i) => nodeName(side, i));
  }

  /** Return the nearest word of the other side. */
  across(side, name) {
    const other = side === "source" ? "target" : "source";
    const x = Number(this.picture.main(name).getAttribute("x"));
    const centres = this.picture.centres(other, this.model[other].words.length);
    const far = centres.map((centre) => Math.abs(centre - x));
    return nodeName(other, far.indexOf(Math.min(...far)));
  }
}
