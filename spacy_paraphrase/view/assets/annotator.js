// Linking by clicks and keys: choices in the picture become actions for the server.

import { make } from "./filters.js";
import { SIDES, UNLABELLED, nodeName, parseNode, phrase } from "./model.js";

const LEVEL_KEYS = { words: "w", phrases: "p", chunks: "k" };
const ONE = { words: "word", phrases: "phrase", chunks: "chunk" };

/** The tools above the picture, and the chosen word or link. */
export class Annotator {
  /**
   * @param {HTMLElement} place The element for the tools.
   * @param {{relations: string[], levels: string[]}} state
   * @param {{act: (action: object, said: string) => Promise<boolean>, say: (text: string) => void}}
   *   page
   */
  constructor(place, state, page) {
    this.state = state;
    this.page = page;
    this.level = state.levels[0];
    this.relation = state.relations[0];
    this.start = null; // {side, indices}: the unit that waits for its partner
    this.link = null; // the key of the link that is chosen
    this.linking = Promise.resolve(); // what is pressed meanwhile is about the link to come
    this.makeTools(place);
  }

  makeTools(place) {
    const button = (id, text, key, act) => {
      const made = make("button", { type: "button", id }, text, " ", make("kbd", {}, key));
      made.addEventListener("click", act);
      return made;
    };
    const relations = ["", ...this.state.relations].map((name, k) => {
      const made = button(`relation-${k}`, name || UNLABELLED, String(k), () => this.label(name));
      made.classList.add("relation", name || UNLABELLED);
      made.dataset.relation = name;
      return made;
    });
    this.relations = [...relations.slice(1), relations[0]];
    this.levels = this.state.levels.map((level) => {
      const key = LEVEL_KEYS[level];
      const made = button(`level-${level}`, ONE[level], key, () => this.setLevel(level));
      made.dataset.level = level;
      return made;
    });
    this.conflictButton = button("conflict", "conflict", "c", () => this.toggleConflict());
    this.unlinkButton = button("unlink", "unlink", "u", () => this.unlink());
    this.sureButton = button("sure", "accept", "s", () => this.accept());
    this.undoButton = button("undo", "undo", "z", () => this.undo());
    this.redoButton = button("redo", "redo", "y", () => this.redo());
    this.acceptButton = button("accept", "accept all", "a", () => this.acceptAll());
    this.doneButton = button("done", "done", "d", () => this.toggleDone());
    const group = (label, ...buttons) =>
      make("div", { role: "group", "aria-label": label }, make("span", { class: "name" }, label), ...buttons);
    this.hint = make("p", { class: "hint" });
    place.append(
      group("Pair", this.acceptButton, this.doneButton, this.undoButton, this.redoButton),
      group("New links", ...this.levels),
      group("Relation", ...this.relations),
      group("Link", this.sureButton, this.conflictButton, this.unlinkButton),
      this.hint,
    );
    this.place = place;
  }

  /** Show the tools for a pair from the server. */
  show(viewer, pair, isNew) {
    this.viewer = viewer;
    this.pair = pair;
    this.place.hidden = false;
    if (isNew) this.start = this.link = null;
    const links = pair.model.links;
    if (!links.some((link) => link.key === this.link)) this.link = null;
    const open = links.filter((link) => link.proposed).map((link) => link.key);
    viewer.picture.mark("is-proposed", open, [viewer.picture.links]);
    this.mark();
  }

  chosen() {
    return this.pair?.model.links.find((link) => link.key === this.link);
  }

  /** Choose a word or a link; choosing words of both sides in turn creates a link. */
  choose(name, extend = false) {
    if (this.viewer.byKey.has(name)) {
      this.start = null;
      this.link = name === this.link ? null : name;
      this.mark();
      return;
    }
    const [side, index] = parseNode(name);
    this.link = null;
    if (this.start && this.start.side !== side) {
      this.linking = this.makeLink(side, index);
    } else if (this.start?.indices.includes(index)) {
      this.start.indices = this.start.indices.filter((i) => i !== index);
      if (!extend || !this.start.indices.length) this.start = null;
      this.mark();
    } else {
      const before = extend && this.start && this.level !== "phrases" ? this.start.indices : [];
      this.start = { side, indices: [...before, index].sort((a, b) => a - b) };
      this.mark();
    }
  }

  async makeLink(side, index) {
    const units = { [this.start.side]: this.start.indices, [side]: [index] };
    const [source, target] = SIDES.map((name) => units[name]);
    const [from, to] = SIDES.map((name) => phrase(this.pair.model[name], units[name]));
    const action = { kind: "link", level: this.level, source, target, relation: this.relation };
    const before = new Set(this.pair.model.links.map((link) => link.key));
    const key = [this.level, source.join("."), target.join(".")].join(":");
    this.start = null;
    this.link = key;
    const said = `Linked “${from}” with “${to}”: ${this.relation || UNLABELLED}`;
    if (!(await this.page.act(action, said))) return;
    const made = this.pair.model.links.find((link) => !before.has(link.key));
    this.link = made?.key ?? (this.viewer.byKey.has(key) ? key : null);
    this.mark();
  }

  /** Highlight the chosen word or link. */
  mark() {
    const units = this.start?.indices.map((i) => nodeName(this.start.side, i)) ?? [];
    const name = this.link ?? units[units.length - 1] ?? null;
    this.viewer.pin(name);
    this.viewer.picture.mark("is-pinned", this.link ? [this.link] : units);
    this.setTools();
  }

  /** Give the chosen link a relation; without one, new links will have it. */
  async label(relation) {
    await this.linking;
    this.relation = relation;
    const link = this.chosen();
    const name = relation || UNLABELLED;
    if (link) {
      this.page.act({ kind: "relabel", key: link.key, relation }, `Relation: ${name}`);
    } else {
      this.page.say(`New links: ${name}`);
      this.setTools();
    }
  }

  setLevel(level) {
    this.level = level;
    this.page.say(`New links: ${level}`);
    this.setTools();
  }

  async toggleConflict() {
    await this.linking;
    const link = this.chosen();
    if (!link) return this.page.say("Choose a link first");
    const value = !link.conflict;
    const said = value ? "Both cannot be true" : "No conflict";
    return this.page.act({ kind: "conflict", key: link.key, value }, said);
  }

  async unlink() {
    await this.linking;
    const link = this.chosen();
    if (!link) return this.page.say("Choose a link first");
    return this.page.act({ kind: "unlink", key: link.key }, "Link removed");
  }

  async accept() {
    await this.linking;
    const link = this.chosen();
    if (!link) return this.page.say("Choose a link first");
    return this.page.act({ kind: "accept", key: link.key }, "Accepted");
  }

  undo() {
    return this.page.act({ kind: "undo" }, "Undone");
  }

  redo() {
    return this.page.act({ kind: "redo" }, "Done again");
  }

  acceptAll() {
    return this.page.act({ kind: "accept" }, "All proposals accepted");
  }

  toggleDone() {
    const value = this.pair.annotation?.state !== "done";
    const left = this.pair.model.links.filter((link) => link.proposed).length;
    const done = left ? `Pair done, without ${left} proposals that were not accepted` : "Pair done";
    return this.page.act({ kind: "done", value }, value ? done : "Pair open again");
  }

  setTools() {
    const link = this.chosen();
    const relation = link ? link.relation : this.relation;
    const press = (button, on) => button.setAttribute("aria-pressed", String(on));
    for (const button of this.relations) press(button, button.dataset.relation === relation);
    for (const button of this.levels) press(button, button.dataset.level === this.level);
    press(this.conflictButton, Boolean(link?.conflict));
    this.conflictButton.disabled = this.unlinkButton.disabled = !link;
    this.sureButton.disabled = !link?.proposed;
    const now = this.pair?.annotation;
    press(this.doneButton, now?.state === "done");
    this.undoButton.disabled = !now?.can_undo;
    this.redoButton.disabled = !now?.can_redo;
    this.acceptButton.disabled = !this.pair?.model.links.some((each) => each.proposed);
    this.hint.textContent = this.tellNext(link);
  }

  /** Show a hint about the possible next actions. */
  tellNext(link) {
    if (link) return "Link chosen: 1 to 5 give it a relation, 0 takes it away, c marks a conflict.";
    if (this.start) {
      const other = this.start.side === "source" ? "target" : "source";
      const several = this.level === "phrases" ? "" : " Shift adds words to this one.";
      return `Now choose its partner in the ${other}.${several}`;
    }
    if (this.pair?.annotation?.state === "done") return "This pair is done; d opens it again.";
    const marks = "✓ both have it, ○ the first one alone, ✗ the second one alone. ";
    const faint = "Faint links are proposals: accept, change or remove them.";
    return `${this.state.consensus ? marks : ""}Choose a word, then its partner; or choose a link. ${faint}`;
  }

  /** Perform the action of a key; return whether it has one. */
  onKey(key) {
    const levels = Object.entries(LEVEL_KEYS).find(([, letter]) => letter === key);
    if (/^[0-5]$/.test(key)) this.label(key === "0" ? "" : this.state.relations[Number(key) - 1]);
    else if (levels && this.state.levels.includes(levels[0])) this.setLevel(levels[0]);
    else if (key === "c") this.toggleConflict();
    else if (key === "u" || key === "Delete" || key === "Backspace") this.unlink();
    else if (key === "s") this.accept();
    else if (key === "z") this.undo();
    else if (key === "y") this.redo();
    else if (key === "a") this.acceptAll();
    else if (key === "d") this.toggleDone();
    else if (key === "Escape" && (this.start || this.link)) {
      this.start = this.link = null;
      this.mark();
    } else return false;
    return true;
  }
}
