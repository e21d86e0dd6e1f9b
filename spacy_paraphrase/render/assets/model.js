// The model of a picture as plain data: two trees, the links between them, and functions on them.

/**
 * @typedef {{words: string[], heads: number[], deps: string[], text: string}} Side
 * @typedef {{key: string, level: string, source: number[], target: number[],
 *   heads: [number, number], relation: string, score: number, conflict: boolean,
 *   verdict: string, gold_relation: string, error?: string}} Link
 * @typedef {{source: Side, target: Side, links: Link[]}} Model
 * @typedef {{relation: string, level: string, error: string, conflict: boolean,
 *   threshold: number, unaligned: boolean, search: string}} Filter
 */

export const SIDES = ["source", "target"];
export const UNLABELLED = "unlabelled";

/** @type {Filter} */
export const NO_FILTER = Object.freeze({
  relation: "any",
  level: "any",
  error: "any",
  conflict: false,
  threshold: 0,
  unaligned: false,
  search: "",
});

/** Return the name of a node in the picture: "source-3". */
export function nodeName(side, index) {
  return `${side}-${index}`;
}

/** Return side and index of a node. @returns {[string, number]} */
export function parseNode(name) {
  const cut = name.lastIndexOf("-");
  return [name.slice(0, cut), Number(name.slice(cut + 1))];
}

/** Return a token and all its descendants, in order. @param {Side} side */
export function yieldOf(side, index) {
  const found = new Set([index]);
  const isBelow = (i) => {
    const path = [];
    for (let k = i; ; k = side.heads[k]) {
      if (found.has(k)) {
        path.forEach((below) => found.add(below));
        return;
      }
      if (side.heads[k] === undefined || side.heads[k] === k || path.includes(k)) return;
      path.push(k);
    }
  };
  side.words.forEach((_, i) => isBelow(i));
  return [...found].sort((a, b) => a - b);
}

/** Return the links of a token: of words and chunks that contain it, of phrases with it as head. */
export function linksAt(model, side, index) {
  const head = SIDES.indexOf(side);
  return model.links.filter((link) =>
    link.level === "phrases" ? link.heads[head] === index : link[side].includes(index),
  );
}

/** Return whether a link passes the filter. */
export function passes(link, filter) {
  const relations = [link.relation || UNLABELLED, link.gold_relation];
  return (
    (filter.relation === "any" || relations.includes(filter.relation)) &&
    (filter.level === "any" || link.level === filter.level) &&
    (filter.error === "any" || link.error === filter.error || isWrong(link, filter)) &&
    (!filter.conflict || link.conflict) &&
    (link.verdict === "miss" || link.score >= filter.threshold)
  );
}

/** Return whether a filter selects all errors and the link has one. */
function isWrong(link, filter) {
  return filter.error === "differs" && Boolean(link.error) && link.error !== "right";
}

/** Return whether a filter selects links of a kind, so that pairs without such links are hidden. */
export function asksForLinks(filter) {
  return ["relation", "level", "error"].some((key) => filter[key] !== "any") || filter.conflict;
}

/** Return the nodes without a shown word link. @returns {string[]} */
export function unalignedNodes(model, filter) {
  const free = [];
  for (const side of SIDES) {
    const touched = new Set();
    for (const link of model.links) {
      const counts = link.level === "words" && link.verdict !== "miss";
      if (counts && link.score >= filter.threshold) link[side].forEach((i) => touched.add(i));
    }
    model[side].words.forEach((word, i) => {
      if (!touched.has(i) && !/^[␣⏎␍⇥]+$/u.test(word)) free.push(nodeName(side, i));
    });
  }
  return free;
}

/** Return the words of a unit as text; "…" marks a gap. */
export function phrase(side, unit) {
  const parts = unit.map((i, k) => (k && unit[k - 1] !== i - 1 ? "… " : "") + side.words[i]);
  return parts.join(" ");
}

/** Describe a link in one line. */
export function describeLink(model, link) {
  const units = SIDES.map((side) => `“${phrase(model[side], link[side])}”`);
  const told = [`${units.join(" – ")}: ${link.relation || UNLABELLED}`];
  told.push(`score ${link.score.toFixed(2)}`);
  if (link.conflict) told.push("conflict");
  if (link.verdict) told.push(link.verdict);
  if (link.gold_relation && link.gold_relation !== link.relation) {
    told.push(`gold ${link.gold_relation}`);
  }
  return `${told.join(", ")} (${link.level.replace(/s$/, "")})`;
}

/** Describe a token: its place in the tree, its yield, its links. */
export function describeNode(model, side, index) {
  const { words, heads, deps } = model[side];
  let told = `${side}: “${words[index]}”`;
  if (heads.length) {
    const head = heads[index];
    told += head === index ? `, ${deps[index] || "root"}` : `, ${deps[index]} of “${words[head]}”`;
    const below = yieldOf(model[side], index);
    if (below.length > 1) told += `; its yield: “${phrase(model[side], below)}”`;
  }
  const other = side === "source" ? "target" : "source";
  const partners = linksAt(model, side, index).map(
    (link) => `“${phrase(model[other], link[other])}” (${link.relation || UNLABELLED})`,
  );
  return `${told}; ${partners.length ? `linked with ${partners.join(", ")}` : "not linked"}`;
}
