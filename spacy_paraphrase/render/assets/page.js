// A page without a server: each pair has a viewer, and all pairs share one filter bar.

import { make, makeFilterBar } from "./filters.js";
import { NO_FILTER, SIDES, asksForLinks, passes } from "./model.js";
import { Viewer } from "./viewer.js";

/** A pair of the page, which is set up when it is first visible or searched. */
class Pair {
  constructor(view) {
    this.view = view;
    this.section = view.closest(".pair");
    this.filter = NO_FILTER;
  }

  get model() {
    const data = () => this.view.querySelector("script[type='application/json']");
    this.read ??= JSON.parse(data().textContent);
    return this.read;
  }

  open() {
    this.viewer ??= new Viewer(this.view, this.model);
    this.viewer.applyFilter(this.filter);
  }

  /** Apply a filter; return whether the pair is still shown. */
  apply(filter) {
    this.filter = filter;
    this.viewer?.applyFilter(filter);
    const { links } = this.model;
    const passing = new Set(links.filter((link) => passes(link, filter)).map((link) => link.key));
    for (const row of this.view.querySelectorAll("tr[data-link]")) {
      row.hidden = !passing.has(row.dataset.link);
    }
    const text = SIDES.map((side) => this.model[side].text.toLowerCase()).join("\n");
    const wanted = (passing.size || !asksForLinks(filter)) && text.includes(filter.search);
    if (this.section) this.section.hidden = !wanted;
    return wanted;
  }
}

/** Set up new pairs: all pairs of a page, or those of a notebook cell. */
function start() {
  const views = [...document.querySelectorAll(".sp-view:not([data-alive])")];
  if (!views.length) return;
  const pairs = new Map(views.map((view) => [view, new Pair(view)]));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        seen.unobserve(target);
        pairs.get(target).open();
      }
    }
  }, { rootMargin: "300px" });
  for (const view of views) {
    view.dataset.alive = "";
    seen.observe(view);
  }
  const place = document.querySelector("main [data-filters]");
  if (place) {
    addFilters(place, JSON.parse(place.dataset.filters), [...pairs.values()], true);
  } else {
    for (const [view, pair] of pairs) {
      addFilters(view, JSON.parse(view.dataset.choices), [pair], false);
    }
  }
}

/** Insert a filter bar before the pairs. */
function addFilters(place, choices, pairs, counted) {
  const count = make("p", { class: "sp-count", role: "status" });
  const tell = (shown) => {
    count.textContent = `${shown} of ${pairs.length} pair${pairs.length === 1 ? "" : "s"}`;
  };
  const bar = makeFilterBar(choices, (filter) => {
    tell(pairs.filter((pair) => pair.apply(filter)).length);
  });
  place.prepend(bar.element);
  if (counted) bar.element.after(count);
  tell(pairs.length);
}

start();
