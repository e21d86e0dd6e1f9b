// The column beside the picture: results for a pair, and texts of the annotator.

import { make } from "./filters.js";

const JUDGEMENTS = ["entailment", "neutral", "contradiction"];
const PAUSE = 900; // milliseconds without a key after which a text is saved

/** Return a section with a heading, to be filled. */
function section(title, ...content) {
  return make("section", {}, make("h2", {}, title), ...content);
}

/** The column of texts. */
export class Sidebar {
  /**
   * @param {HTMLElement} place
   * @param {boolean} annotated
   * @param {(action: object, said: string) => Promise<boolean>} act
   */
  constructor(place, annotated, act) {
    this.place = place;
    this.act = act;
    this.waiting = new Map();
    this.told = make("div");
    this.form = annotated ? this.makeForm() : null;
    place.append(...(this.form ? [this.form] : []), this.told);
  }

  makeForm() {
    const select = (key, label) => {
      const options = ["", ...JUDGEMENTS].map((name) => make("option", { value: name }, name || "–"));
      const made = make("select", { id: key }, ...options);
      made.addEventListener("change", () => {
        this.act({ kind: "judge", [key]: made.value }, `${label}: ${made.value || "not said"}`);
      });
      return [made, make("label", {}, label, " ", made)];
    };
    const text = (kind, label, rows) => {
      const made = make("textarea", { id: kind, rows: String(rows), dir: "auto" });
      const save = () => this.save(kind);
      made.addEventListener("change", save);
      made.addEventListener("input", () => {
        clearTimeout(this.waiting.get(kind));
        this.waiting.set(kind, setTimeout(save, PAUSE));
      });
      return [made, make("label", {}, label, made)];
    };
    const [entails, one] = select("entails", "The source says of the target");
    const [entailed, other] = select("entailed", "The target says of the source");
    const [fusion, fused] = text("fusion", "One sentence made of both", 3);
    const [note, noted] = text("note", "Note", 2);
    this.fields = { entails, entailed, fusion, note };
    return section("Annotation", one, other, fused, noted);
  }

  /** Send a text to the server if it has changed. */
  async save(kind) {
    clearTimeout(this.waiting.get(kind));
    this.waiting.delete(kind);
    const text = this.fields[kind].value;
    if (text !== this.saved[kind]) {
      this.saved[kind] = text;
      await this.act({ kind, text }, kind === "note" ? "Note saved" : "Fusion saved");
    }
  }

  /** Save texts that are still being written. */
  flush() {
    // All at the same time, because another pair may be open afterwards.
    return Promise.all([...this.waiting.keys()].map((kind) => this.save(kind)));
  }

  /** Show a pair from the server. */
  show(pair) {
    if (this.form && pair.annotation) this.fill(pair.annotation);
    const parts = [];
    if (pair.relation) parts.push(tellRelation(pair.relation));
    if (pair.explanation.length) {
      const lines = pair.explanation.map((line) => make("li", { dir: "auto" }, line));
      parts.push(section("Explanation", make("ul", {}, ...lines)));
    }
    if (pair.fusions.length) parts.push(tellFusions(pair.fusions));
    this.told.replaceChildren(...parts);
  }

  fill(annotation) {
    this.saved = { fusion: annotation.fusion ?? "", note: annotation.note ?? "" };
    for (const [key, field] of Object.entries(this.fields)) {
      // A text that is being written is not replaced.
      if (!this.waiting.has(key)) field.value = annotation[key] ?? "";
    }
  }
}

function tellRelation({ label, scores, conflict, reasons }) {
  const told = make("p", {}, make("b", {}, label || "not known"));
  if (conflict) told.append("; both cannot be true");
  if (conflict && reasons.length) told.append(` (${reasons.join(", ")})`);
  const rows = Object.entries(scores ?? {})
    .filter(([, score]) => score >= 0.05)
    .sort((a, b) => b[1] - a[1])
    .map(([name, score]) =>
      make(
        "div",
        { class: "bar" },
        make("span", {}, name),
        make("meter", { min: "0", max: "1", value: String(score), "aria-label": name }),
        make("span", {}, `${Math.round(100 * score)} %`),
      ),
    );
  return section("Relation of the sentences", told, ...rows);
}

function tellFusions(fusions) {
  const made = make("div", { class: "fusions" });
  for (const fusion of fusions) {
    const one = make("div");
    one.innerHTML = fusion.html; // escaped by the server; the page's policy runs no scripts in it
    if (made.childElementCount) one.querySelector(".origins")?.remove();
    made.append(one);
  }
  return section("Fusions", made);
}
