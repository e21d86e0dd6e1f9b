// The keys, in a dialog.

import { make } from "./filters.js";

const LOOKING = [
  ["n, b", "next pair, pair before (outside of the picture also → and ←)"],
  ["/", "search the pairs"],
  ["Tab, arrows", "into the picture; along words or links, between the rows"],
  ["Enter", "choose a word or a link"],
  ["f", "fold or unfold the subtree of a word"],
  ["Esc", "choose nothing"],
  ["?", "this help"],
];
const ANNOTATING = [
  ["1 to 5, 0", "equals, restates, specifies, generalizes, intersects; no relation"],
  ["c", "both sides of the link cannot be true"],
  ["u, Delete", "remove the link"],
  ["s", "accept the proposed link"],
  ["w, p, k", "new links are between words, phrases, chunks"],
  ["Shift+Enter, Shift+click", "add a word to the unit that is to be linked"],
  ["z, y", "undo, redo"],
  ["a", "accept all proposals of the pair"],
  ["d", "the pair is done"],
];

/** Fill a dialog with the keys. */
export function fillHelp(dialog, annotated) {
  const rows = (keys) =>
    keys.flatMap(([key, meaning]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)]);
  const close = make("button", { type: "button", autofocus: "" }, "Close");
  close.addEventListener("click", () => dialog.close());
  const keys = annotated ? [...LOOKING.slice(0, -2), ...ANNOTATING, ...LOOKING.slice(-2)] : LOOKING;
  dialog.append(make("h2", { id: "help-title" }, "Keys"), make("dl", {}, ...rows(keys)), close);
}
