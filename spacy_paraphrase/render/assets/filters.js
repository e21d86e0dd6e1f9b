// The filter bar: controls by which a reader chooses the pairs and links to show.

import { NO_FILTER } from "./model.js";

/** Create an element with attributes and children; children may be texts. */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const CHOICES = [
  ["relation", "Relation"],
  ["level", "Level"],
  ["error", "Error"],
];

/**
 * Create a filter bar.
 *
 * @param {{relation: Object<string, string>, level: Object<string, string>,
 *   error?: Object<string, string>}} choices The values of each filter and their names.
 * @param {(filter: import("./model.js").Filter) => void} onChange
 * @returns {{element: HTMLElement, value: () => import("./model.js").Filter,
 *   set: (key: string, chosen: string) => void}}
 */
export function makeFilterBar(choices, onChange) {
  const value = { ...NO_FILTER };
  const bar = make("div", { class: "sp-filter", role: "search", "aria-label": "What is shown" });
  const changed = (key, chosen) => {
    value[key] = chosen;
    onChange({ ...value });
  };
  const search = make("input", { type: "search", class: "sp-search", placeholder: "words" });
  search.addEventListener("input", () => changed("search", search.value.trim().toLowerCase()));
  bar.append(make("label", {}, "Search ", search));
  for (const [key, title] of CHOICES) {
    if (!choices[key]) continue;
    const options = [["any", "any"], ...Object.entries(choices[key])];
    const select = make("select", { class: `sp-${key}` });
    select.append(...options.map(([name, text]) => make("option", { value: name }, text)));
    select.addEventListener("change", () => changed(key, select.value));
    bar.append(make("label", {}, `${title} `, select));
  }
  const slider = make("input", {
    type: "range", min: "0", max: "1", step: "0.05", value: "0", class: "sp-threshold",
  });
  const shown = make("output", {}, "0.00");
  slider.addEventListener("input", () => {
    shown.textContent = Number(slider.value).toFixed(2);
    changed("threshold", Number(slider.value));
  });
  bar.append(make("label", {}, "Score at least ", slider, " ", shown));
  for (const [key, title] of [["conflict", "Conflicts only"], ["unaligned", "Mark not aligned"]]) {
    const box = make("input", { type: "checkbox", class: `sp-${key}` });
    box.addEventListener("change", () => changed(key, box.checked));
    bar.append(make("label", {}, box, ` ${title}`));
  }
  /** Choose a value in the same way as a reader. */
  const set = (key, chosen) => {
    bar.querySelector(`.sp-${key}`).value = chosen;
    changed(key, chosen);
  };
  return { element: bar, value: () => ({ ...value }), set };
}
