// The list of pairs: search, filter, order.

import { make } from "./filters.js";

const MARKS = { "": "", started: "◐", done: "●" };
const STATES = { "": "not begun", started: "begun", done: "done" };

/** The list of pairs beside the picture. */
export class PairList {
  /**
   * @param {{list: HTMLElement, search: HTMLInputElement, filter: HTMLSelectElement,
   *   order: HTMLInputElement, count: HTMLElement}} parts
   * @param {boolean} annotated Whether pairs have states.
   * @param {(number: number) => void} open
   */
  constructor(parts, annotated, open) {
    this.parts = parts;
    this.annotated = annotated;
    this.items = new Map();
    this.current = null;
    parts.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) open(Number(button.dataset.number));
    });
    parts.search.addEventListener("input", () => this.choose());
    parts.filter.addEventListener("change", () => this.choose());
    parts.order.addEventListener("change", () => this.choose());
  }

  /** Show the pairs from the server. */
  show({ pairs, order }) {
    this.pairs = new Map(pairs.map((pair) => [pair.number, pair]));
    this.leastSure = order;
    const known = (pair) => pair.uncertainty !== null;
    this.parts.order.closest("label").hidden = !pairs.some(known);
    this.items.clear();
    for (const pair of pairs) this.items.set(pair.number, this.makeItem(pair));
    this.fillFilter();
    this.choose();
  }

  /** Update the data of one pair. */
  update(pair) {
    this.pairs.set(pair.number, pair);
    const made = this.makeItem(pair);
    this.items.get(pair.number)?.replaceWith(made);
    this.items.set(pair.number, made);
    this.mark(this.current);
    this.tellCount();
  }

  makeItem(pair) {
    const relation = pair.relation + (pair.conflict ? " !" : "");
    const button = make("button", { type: "button", "data-number": String(pair.number) });
    const state = make("span", { class: "state", "aria-hidden": "true" }, MARKS[pair.state]);
    const label = make("span", { class: `label ${pair.conflict ? "conflict" : ""}` }, relation);
    button.append(
      make("span", { class: "line" }, make("b", {}, `${pair.number} `), state, label),
      make("span", { class: "text", dir: "auto" }, pair.source),
      make("span", { class: "text", dir: "auto" }, pair.target),
    );
    if (this.annotated) {
      button.append(make("span", { class: "for-readers" }, STATES[pair.state]));
    }
    return make("li", {}, button);
  }

  fillFilter() {
    const relations = new Set([...this.pairs.values()].map((pair) => pair.relation));
    const choices = [["", "all"]];
    if (this.annotated) choices.push(["state:", "not begun"], ["state:started", "begun"], ["state:done", "done"]);
    for (const relation of [...relations].filter(Boolean).sort()) {
      choices.push([`relation:${relation}`, relation]);
    }
    choices.push(["conflict", "conflicts"]);
    const { filter } = this.parts;
    filter.replaceChildren(...choices.map(([value, text]) => make("option", { value }, text)));
  }

  /** Show the pairs that match search and filter, in the chosen order. */
  choose() {
    const text = this.parts.search.value.trim().toLowerCase();
    const wanted = this.parts.filter.value;
    const passes = (pair) => {
      const [kind, value] = [wanted.split(":")[0], wanted.slice(wanted.indexOf(":") + 1)];
      if (kind === "conflict" ? !pair.conflict : kind && pair[kind] !== value) return false;
      return !text || `${pair.source}\n${pair.target}\n${pair.id}`.toLowerCase().includes(text);
    };
    const numbers = this.parts.order.checked ? this.leastSure : [...this.pairs.keys()];
    this.shown = numbers.filter((number) => passes(this.pairs.get(number)));
    this.parts.list.replaceChildren(...this.shown.map((number) => this.items.get(number)));
    this.tellCount();
  }

  tellCount() {
    const done = [...this.pairs.values()].filter((pair) => pair.state === "done").length;
    const shown = this.shown.length;
    const all = this.pairs.size;
    let text = shown === all ? `${all}` : `${shown} of ${all}`;
    if (this.annotated) text += `, ${done} done`;
    this.parts.count.textContent = `(${text})`;
  }

  /** Mark the pair that is open. */
  mark(number) {
    this.items.get(this.current)?.firstChild.removeAttribute("aria-current");
    this.current = number;
    const button = this.items.get(number)?.firstChild;
    button?.setAttribute("aria-current", "true");
    button?.scrollIntoView?.({ block: "nearest" });
  }

  /** Return the number of the pair at a distance from the open one in the list, or null. */
  beside(step) {
    const at = this.shown.indexOf(this.current);
    return this.shown[at < 0 ? 0 : at + step] ?? null;
  }
}
