// Agreement with another annotator, and learning from what was corrected.

import { make } from "./filters.js";
import { server } from "./server.js";

const POLL = 1500; // milliseconds

/** Return a number as it is read, anything else as text. */
function shown(value) {
  if (value === null || value === undefined) return "–";
  return typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : String(value);
}

/** Return a table of objects with the same keys. */
function table(rows) {
  const heads = Object.keys(rows[0] ?? {});
  const head = make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, name)));
  const lines = rows.map((row) => make("tr", {}, ...heads.map((key) => make("td", {}, shown(row[key])))));
  return make("div", { class: "scrolls", tabindex: "0" }, make("table", {}, head, ...lines));
}

/** Return what an object says, as tables and lists. */
function tell(data) {
  if (Array.isArray(data) && data.every((row) => row && typeof row === "object")) return [table(data)];
  if (!data || typeof data !== "object") return [make("p", {}, shown(data))];
  return Object.entries(data).flatMap(([key, value]) => {
    const nested = value && typeof value === "object";
    return nested
      ? [make("h3", {}, key), ...tell(value)]
      : [make("p", {}, make("b", {}, `${key}: `), shown(value))];
  });
}

/** Make a part of the page that is filled when it is opened. */
function panel(title, fill) {
  const body = make("div");
  const details = make("details", { class: "panel" }, make("summary", {}, title), body);
  details.addEventListener("toggle", () => details.open && fill(body, details));
  return details;
}

/** Show an error where its answer would stand. */
async function filled(body, ask) {
  try {
    body.replaceChildren(...(await ask()));
  } catch (error) {
    body.replaceChildren(make("p", { class: "refused", role: "alert" }, error.message));
  }
}

export function agreementPanel() {
  return panel("Agreement", (body) => filled(body, async () => tell(await server.agreement())));
}

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
      look();
    });
    look();
  });
}

function tellLearning({ state, curve, log, path, error }) {
  const parts = [make("p", {}, make("b", {}, state || "not begun"), path ? `: ${path}` : "")];
  if (error) parts.push(make("p", { class: "refused" }, shown(error)));
  if (curve) {
    const picture = make("div", { class: "scrolls" });
    picture.innerHTML = curve; // a drawing of the server's
    parts.push(picture);
  }
  const lines = Array.isArray(log) ? log.map((l) => (typeof l === "string" ? l : JSON.stringify(l))) : log;
  if (lines?.length) parts.push(make("pre", {}, Array.isArray(lines) ? lines.join("\n") : lines));
  return parts;
}
