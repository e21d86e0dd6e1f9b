// The page of a phrase table: draws the phrase in the address; every phrase on the page is a link.

import { server } from "./server.js";

const EVERYTHING = "*";
const at = (id) => document.getElementById(id);

/** Return the address of a phrase on this page. */
const addressOf = (phrase) => `#${encodeURIComponent(phrase)}`;

function make(name, content) {
  const element = document.createElement(name);
  element.append(content);
  return element;
}

function linkTo(phrase) {
  const link = make("a", phrase);
  link.href = addressOf(phrase);
  return link;
}

function show({ phrase, picture, heads, rows }) {
  const many = phrase.includes(EVERYTHING);
  at("phrase").value = phrase === EVERYTHING ? "" : phrase;
  at("title").textContent = phrase === EVERYTHING ? "The best rows" : phrase;
  at("picture").innerHTML = picture; // escaped by the server; the page's policy runs no scripts in it
  const lines = rows.map(([source, target, ...rest]) => {
    const line = make("tr", "");
    line.append(...[linkTo(source), linkTo(target), ...rest].map((cell) => make("td", cell)));
    return line;
  });
  const head = make("tr", "");
  head.append(...heads.map((name) => make("th", name)));
  at("rows").replaceChildren(...(rows.length ? [head, ...lines] : []));
  const none = many ? "No rows fit this." : "No rows. With * you find phrases by their beginning: put*";
  at("told").textContent = rows.length ? "" : none;
}

let asked = 0;

/** Show the phrase in the address; of several simultaneous requests, only the last counts. */
async function follow() {
  const turn = ++asked;
  try {
    const phrase = decodeURIComponent(location.hash.slice(1)) || EVERYTHING;
    const told = await server.phrases(phrase);
    if (turn === asked) show(told);
  } catch (error) {
    at("told").textContent = error.message;
  }
}

at("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const address = addressOf(at("phrase").value.trim());
  if (location.hash === address) follow();
  else location.hash = address;
});
at("picture").addEventListener("click", ({ target }) => {
  const { phrase } = target.closest("[data-phrase]")?.dataset ?? {};
  if (phrase !== undefined) location.hash = addressOf(phrase);
});
addEventListener("hashchange", follow);
follow();
