// Panels: the agreement of two annotations, and learning from corrected pairs.

import { make } from "./filters.js";
import { server } from "./server.js";

const POLL = 1500; // milliseconds
const FIGURES = ["first", "second", "both", "precision", "recall", "f", "kappa"];
const COUNTS = new Set(["first", "second", "both", "pairs"]);
const HEADS = ["", "first", "second", "both", "P", "R", "F", "kappa"];
const STATES = { "": "Not begun.", running: "Training…", done: "Trained.", failed: "Failed." };

/** Return a number as text: counts as integers, shares with two decimals. */
function shown(key, value) {
  if (value === null || value === undefined) return "–";
  return COUNTS.has(key) ? String(value) : value.toFixed(2).replace(/^(-?)0\./, "$1.");
}

/** Return a table; the first cell of a row is its header. */
function table(caption, heads, rows) {
  const row = (cells, name) => make("tr", {}, ...cells.map((cell) => make(name, {}, cell)));
  const parts = [make("caption", {}, caption), row(heads, "th"), ...rows.map((r) => row(r, "td"))];
  return make("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": caption },
    make("table", {}, ...parts));
}

/** Create a part of the page that is filled whenever it is opened. */
function panel(title, fill) {
  const body = make("div");
  const details = make("details", { class: "panel" }, make("summary", {}, title), body);
  details.addEventListener("toggle", () => details.open && fill(body, details));
  return details;
}

/** Fill a place with the server's answer, or with the error. */
async function filled(place, ask) {
  try {
    place.replaceChildren(...(await ask()));
  } catch (error) {
    place.replaceChildren(make("p", { class: "refused", role: "alert" }, error.message));
  }
}

/**
 * Create the report of the agreement of two annotations.
 *
 * @param {(id: unknown) => void} open Opens the pair with an id.
 */
export function agreementPanel(open) {
  return panel("Agreement", (body) =>
    filled(body, async () => tellAgreement(await server.agreement(), open)),
  );
}

function tellAgreement(report, open) {
  const parts = [make("p", {}, `${report.pairs} pairs that both annotated.`)];
  const cells = (name, figures) => [name, ...FIGURES.map((key) => shown(key, figures[key]))];
  for (const [level, found] of Object.entries(report.levels)) {
    const rows = [cells("links", { ...found.links, kappa: found.kappa })];
    rows.push(...Object.entries(found.relations).map(([name, figures]) => cells(name, figures)));
    if (found.conflicts.first || found.conflicts.second) rows.push(cells("conflict", found.conflicts));
    parts.push(table(level, HEADS, rows));
  }
  const heads = ["pairs", "agreement", "kappa"];
  const rows = Object.entries(report.sentences)
    .filter(([, found]) => found.pairs)
    .map(([name, found]) => [name, ...heads.map((key) => shown(key, found[key]))]);
  if (rows.length) parts.push(table("sentences", ["", ...heads], rows));
  const items = report.different.map(({ id, differences }) => {
    const button = make("button", { type: "button" }, `${id}: ${differences.length}`);
    button.addEventListener("click", () => open(id));
    return make("li", {}, button);
  });
  if (items.length) {
    parts.push(make("p", {}, "Pairs with differences, and how many:"));
    parts.push(make("ul", { class: "different" }, ...items));
  }
  return parts;
}

/** Create the part that starts learning and shows its progress. */
export function learningPanel() {
  return panel("Train on what I corrected", (body, details) => {
    const start = make("button", { type: "button", id: "learn" }, "Train");
    const told = make("div", { "aria-live": "polite" });
    body.replaceChildren(start, told);
    const look = async () => {
      await filled(told, async () => {
        const learning = await server.learning();
        start.disabled = learning.state === "running";
        if (start.disabled && details.open) setTimeout(look, POLL);
        return tellLearning(learning);
      });
    };
    start.addEventListener("click", async () => {
      await filled(told, async () => tellLearning(await server.learn()));
      if (!told.querySelector(".refused")) look();
    });
    look();
  });
}

function tellLearning({ state, curve, log, path }) {
  const parts = [make("p", {}, make("b", {}, STATES[state] ?? state))];
  if (path) parts.push(make("p", {}, "The pipeline: ", make("code", {}, path)));
  if (curve) {
    const picture = make("div", { class: "scrolls", tabindex: "0" });
    picture.innerHTML = curve; // a drawing of the server's
    parts.push(picture);
  }
  if (log) parts.push(make("details", {}, make("summary", {}, "Log"), make("pre", {}, log)));
  return parts;
}
