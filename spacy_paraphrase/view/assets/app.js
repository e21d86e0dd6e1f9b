// The page of a server: one pair at a time, with its results and the tools to annotate it.

import { Annotator } from "./annotator.js";
import { make, makeFilterBar } from "./filters.js";
import { fillHelp } from "./help.js";
import { PairList } from "./pairlist.js";
import { agreementPanel, learningPanel } from "./panels.js";
import { server } from "./server.js";
import { Sidebar } from "./sidebar.js";
import { Viewer } from "./viewer.js";

const state = JSON.parse(document.getElementById("state").textContent);
const at = (id) => document.getElementById(id);
const page = { pair: null, viewer: null, busy: Promise.resolve() };

/** Show a message, also for screen readers. */
function say(text, failed = false) {
  const said = at("said");
  said.textContent = text;
  said.classList.toggle("failed", failed);
  said.classList.remove("fades");
  void said.offsetWidth; // begins to fade anew
  said.classList.add("fades");
}

/** Run a task after the earlier ones, and show its error; return whether it succeeded. */
function inTurn(work) {
  const working = at("working");
  working.hidden = false;
  const done = page.busy.then(work).then(
    () => true,
    (error) => {
      say(error.message, true);
      return false;
    },
  );
  page.busy = done;
  done.then(() => {
    if (page.busy === done) working.hidden = true;
  });
  return done;
}

/** Change the annotation of the open pair. */
function act(action, said) {
  const { number } = page.pair;
  return inTurn(async () => {
    const pair = await server.act(number, action);
    if (page.pair.number === number) show(pair, false);
    say(said);
    updateRow(pair);
  });
}

function updateRow(pair) {
  const row = list.pairs.get(pair.number);
  if (row && pair.annotation) list.update({ ...row, state: pair.annotation.state });
}

const list = new PairList(
  {
    list: at("pair-list"),
    search: at("pair-search"),
    filter: at("pair-filter"),
    order: at("pair-order"),
    count: at("count"),
  },
  state.annotate,
  (number) => go(number),
);
const sidebar = new Sidebar(document.querySelector("aside"), state.annotate, act);
const annotator = state.annotate ? new Annotator(at("work"), state, { act, say }) : null;
const bar = makeFilterBar(JSON.parse(at("filters").dataset.choices), (filter) =>
  page.viewer?.applyFilter(filter),
);
at("filters").append(bar.element);

/** Show a pair. */
function show(pair, isNew) {
  page.pair = pair;
  const picture = at("picture");
  const frame = picture.querySelector(".sp-picture");
  const place = isNew ? 0 : frame.scrollLeft;
  const focused = isNew ? null : page.viewer?.picture.nameOf(document.activeElement);
  if (isNew && page.viewer) {
    page.viewer.folded.clear();
    page.viewer.pinned = null;
  }
  frame.innerHTML = pair.picture; // escaped by the server; the page's policy runs no scripts in it
  if (page.viewer) {
    page.viewer.show(pair.model);
  } else {
    const onChoose = annotator ? (name, extend) => annotator.choose(name, extend) : undefined;
    page.viewer = new Viewer(picture, pair.model, { onChoose });
  }
  frame.scrollLeft = place;
  page.viewer.applyFilter(bar.value());
  const compared = pair.model.links.some((link) => link.error);
  at("filters").querySelector(".sp-error").closest("label").hidden = !compared;
  annotator?.show(page.viewer, pair, isNew);
  sidebar.show(pair);
  if (focused && page.viewer.picture.main(focused)) page.viewer.focus(focused);
  const named = pair.id === null || pair.id === pair.number ? "" : ` (id ${pair.id})`;
  at("title").textContent = `Pair ${pair.number}${named}`;
  list.mark(pair.number);
  at("previous").disabled = list.beside(-1) === null;
  at("next").disabled = list.beside(1) === null;
}

/** Go to a pair; the address contains its number. */
function go(number) {
  if (number === null) return;
  if (location.hash === `#${number}`) openPair();
  else location.hash = String(number);
}

/** Open the pair whose number is in the address. */
function openPair() {
  const number = Number(location.hash.slice(1));
  if (!Number.isInteger(number) || number < 1) return;
  sidebar.flush();
  inTurn(async () => show(await server.pair(number), true));
}

/** Open the pair with an id. */
function openId(id) {
  const found = [...list.pairs.values()].find((pair) => pair.id === id);
  if (found) go(found.number);
  else say(`The pair ${id} is not among those open here`);
}

function step(by) {
  sidebar.flush().then(() => go(list.beside(by)));
}

function onKey(event) {
  const typing = event.target.closest("input:not([type=checkbox],[type=range]),textarea,select");
  if (event.key === "Escape" && typing) typing.blur();
  if (typing || document.querySelector("dialog[open]") || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    const undoes = { z: event.shiftKey ? "y" : "z", Z: "y", y: "y" }[event.key];
    if (!annotator || !undoes) return;
    annotator.onKey(undoes);
  } else if (event.key === "?") at("help").showModal();
  else if (event.key === "/") at("pair-search").focus();
  else if (event.key === "n") step(1);
  else if (event.key === "b") step(-1);
  else if (event.key === "ArrowRight" && event.target.type !== "range") step(1);
  else if (event.key === "ArrowLeft" && event.target.type !== "range") step(-1);
  else if (!(page.pair && annotator?.onKey(event.key))) return;
  event.preventDefault();
}

function compareTyped(event) {
  event.preventDefault();
  const [source, target] = [at("typed-source").value, at("typed-target").value];
  inTurn(async () => {
    const pair = await server.compare(source, target);
    list.show(await server.pairs());
    say("Compared");
    go(pair.number);
  });
}

async function start() {
  fillHelp(at("help"), state.annotate);
  at("open-help").addEventListener("click", () => at("help").showModal());
  at("previous").addEventListener("click", () => step(-1));
  at("next").addEventListener("click", () => step(1));
  at("typed").addEventListener("submit", compareTyped);
  at("typed").hidden = !state.can_parse;
  if (state.annotate) {
    at("who").textContent = `${state.annotator || "no name"}${state.consensus ? ": consensus" : ""}`;
    document.querySelector("main").append(agreementPanel(openId), learningPanel());
  }
  if (matchMedia("(max-width: 60rem)").matches) at("pairs").open = at("filters").open = false;
  if (state.consensus) bar.set("error", "differs");
  at("pair-order").checked = state.order === "uncertain";
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", openPair);
  list.show(await server.pairs());
  if (location.hash.length > 1) openPair();
  else if (list.shown.length) go(list.shown[0]);
  else at("title").textContent = state.can_parse ? "Type two sentences" : "No pairs";
}

inTurn(start);
