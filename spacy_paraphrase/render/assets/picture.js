// The picture of a pair in the page: maps words, arcs and links to their elements.

import { SIDES, nodeName } from "./model.js";

/** Collect elements by the value of one of their attributes. */
function gather(svg, attribute) {
  const found = new Map();
  for (const element of svg.querySelectorAll(`[data-${attribute}]`)) {
    const name = element.dataset[attribute];
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(element);
  }
  return found;
}

/** Give each line a wide invisible copy, since a thin line is hard to click. */
function widen(svg) {
  for (const line of svg.querySelectorAll(".lines [data-link] > path:not([data-bar])")) {
    const twin = line.cloneNode();
    twin.classList.add("is-twin");
    line.before(twin);
  }
}

/** A picture; its elements are found by their names in the model. */
export class Picture {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.nodes = gather(svg, "node");
    this.arcs = gather(svg, "arc");
    this.links = gather(svg, "link");
    this.marked = new Map();
    widen(svg);
    // With elements that are reachable by keyboard, the picture no longer has the role of an image.
    svg.setAttribute("role", "group");
    svg.removeAttribute("aria-labelledby");
    svg.setAttribute("aria-label", "Two sentences and the links between them");
  }

  /** Whether there are trees, which can be folded. */
  get hasTrees() {
    return this.arcs.size > 0;
  }

  /** Return the elements of a word or a link. */
  elements(name) {
    return this.nodes.get(name) ?? this.links.get(name) ?? [];
  }

  /** Return the element of a word or link that takes the focus. */
  main(name) {
    return this.elements(name)[0];
  }

  /** Return the name of the word or link to which an element belongs, or null. */
  nameOf(element) {
    const owner = element?.closest?.("[data-node],[data-link]");
    return owner && this.svg.contains(owner) ? (owner.dataset.node ?? owner.dataset.link) : null;
  }

  /** Give a class to exactly the elements with these names. */
  mark(className, names, maps = [this.nodes, this.links]) {
    for (const element of this.marked.get(className) ?? []) element.classList.remove(className);
    const elements = [];
    for (const name of names) {
      for (const map of maps) elements.push(...(map.get(name) ?? []));
    }
    for (const element of elements) element.classList.add(className);
    this.marked.set(className, elements);
  }

  /** Return the positions of the words of a side, by index; null if there is no such word. */
  centres(side, count) {
    return Array.from({ length: count }, (_, i) => {
      const element = this.main(nodeName(side, i));
      return element ? Number(element.getAttribute("x")) : null;
    });
  }

  /** Make words and links reachable by Tab (one of them) and arrows (the others). */
  label(describe) {
    for (const [name, elements] of [...this.nodes, ...this.links]) {
      elements.forEach((element, k) => {
        if (k) {
          element.setAttribute("aria-hidden", "true");
          return;
        }
        element.setAttribute("tabindex", "-1");
        element.setAttribute("role", "button");
        element.setAttribute("aria-label", describe(name));
      });
    }
    this.enter(nodeName(SIDES[0], 0));
  }

  /** Let Tab enter the picture at a word or link. */
  enter(name) {
    const next = this.main(name);
    if (!next) return;
    this.entrance?.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    this.entrance = next;
  }

  /** Return the names of the links from left to right. */
  linksInOrder(model) {
    const at = new Map(SIDES.map((side) => [side, this.centres(side, model[side].words.length)]));
    const x = (link) => SIDES.reduce((sum, side, k) => sum + (at.get(side)[link.heads[k]] ?? 0), 0);
    const shown = model.links.filter((link) => this.links.has(link.key));
    return shown.sort((a, b) => x(a) - x(b) || a.level.localeCompare(b.level));
  }
}
