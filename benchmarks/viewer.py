"""How fast the viewer is, measured in a browser.

Needs the extras `dev` and `en` and a Chromium (`apt-get install chromium`). Opens a page of many
pairs, the annotated sample over and over, of a server and of a file without one, and draws a pair
of long sentences; every time is from the key or click to the frame that shows what it does, the
median over runs.
"""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import srsly
from playwright.sync_api import Browser, Page, sync_playwright

import spacy_paraphrase
from benchmarks.data import SAMPLE
from scripts.door import Pairs, Runs
from spacy_paraphrase.readers import doc_to_record, record_to_json

CLAUSES = (
    "the minister of finance said that the old bridge over the river will be closed on Monday",
    "a spokesman of the company told two reporters that nobody was hurt in the accident",
    "heavy rain in the north of the country flooded hundreds of houses near the coast",
    "the police arrested three men who had tried to sell a stolen painting to a museum",
    "the team from the capital won the last game of the season by a single point",
    "engineers of the railway will repair the damaged tracks before the end of the week",
)
PATIENCE = 120_000  # milliseconds
# Runs an action, waits for a condition, and then for the frame that shows it.
TIMED = """async ([act, ready]) => {
    const wait = () => new Promise(requestAnimationFrame);
    const [start, done] = [performance.now(), new Function(`return ${ready}`)];
    new Function(act)();
    while (!done()) await wait();
    await wait();
    window.shown = performance.now();
    return window.shown - start;
}"""
PRESS = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '%s', bubbles: true}))"


@contextmanager
def serving(*arguments: str) -> Iterator[str]:
    """Give the address of a server of the command line."""
    command = [sys.executable, "-m", "spacy_paraphrase", "view", *arguments, "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        try:
            yield found[0]
        finally:
            process.terminate()


def long_pair(words: int) -> tuple[str, str]:
    """Return two sentences of so many words, with the same clauses in another order."""
    sides = []
    for turn in (0, 1):
        clauses = [*CLAUSES[turn:], *CLAUSES[:turn]]
        text = " , and ".join(clauses).split()
        sides.append(" ".join((text * (1 + words // len(text)))[: words - 1]) + " .")
    return sides[0], sides[1]


def opened(browser: Browser, address: str, runs: int) -> list[float]:
    """Return how long it takes to open a page, in milliseconds, until its first pair answers."""
    times = []
    for _ in range(runs):
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        open_page(page, address)
        page.evaluate("new Promise(requestAnimationFrame)")
        # The clock of a page starts with the navigation.
        times.append(page.evaluate("performance.now()"))
        context.close()
    return times


def open_page(page: Page, address: str) -> None:
    """Open a page, and wait until its picture answers."""
    page.goto(address)
    page.wait_for_selector("[data-node][tabindex='0']")


def timed(page: Page, runs: int, act: str, ready: str) -> list[float]:
    """Return how long it takes from an action to the frame that shows it, in milliseconds."""
    return [page.evaluate(TIMED, [act, ready]) for _ in range(runs)]


def redrawn(page: Page, runs: int) -> dict[str, list[float]]:
    """Return how long each change of the picture takes."""
    # The subtree of the word that most others hang from.
    page.evaluate(
        "() => {const folds = e => {e.dispatchEvent(new MouseEvent('dblclick', {bubbles: true}));"
        "return document.querySelectorAll('.is-away').length};"
        "window.best = [...document.querySelectorAll('[data-node^=source]')].map(e => {"
        "const n = folds(e); folds(e); return [n, e];}).sort((a, b) => b[0] - a[0])[0][1]}"
    )
    fold = "window.best.dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))"
    hover = "[...document.querySelectorAll('[data-node]')].find(e => !e.matches('.is-at'))"
    slide = "const s = document.querySelector('.sp-threshold');"
    slide += "s.value = s.value === '0.8' ? 0 : 0.8; s.dispatchEvent(new Event('input'));"
    changes = {
        "a subtree is folded or unfolded": (fold, "true"),
        "a yield and its links are shown": (
            f"{hover}.dispatchEvent(new PointerEvent('pointerover', {{bubbles: true}}))",
            "true",
        ),
        "the threshold is moved": (slide, "true"),
    }
    return {name: timed(page, 2 * (runs // 2), *change) for name, change in changes.items()}


def acted(page: Page, runs: int) -> tuple[list[float], list[float]]:
    """Return how long an action of an annotator takes: in all, and from the server's answer on."""
    page.locator(".badge").first.dispatch_event("click")
    page.evaluate(
        "() => {const ask = window.fetch; window.fetch = async (...what) => {"
        "const answer = await ask(...what); window.answered = performance.now(); return answer}}"
    )
    mark = "document.querySelector('.sp-picture svg').dataset.old = 1;"
    ready = "!document.querySelector('.sp-picture svg').dataset.old"
    whole, drawn = [], []
    for k in range(runs):
        whole += timed(page, 1, mark + PRESS % (1 + k % 5), ready)
        drawn.append(page.evaluate("window.shown - window.answered"))
    return whole, drawn


def report(name: str, times: list[float]) -> None:
    """Print a line."""
    print(f"{name:48} {statistics.median(times):7.0f} ms   (most: {max(times):.0f})")


def main(
    *,
    pairs: Pairs = 1000,
    words: Annotated[int, "words of each long sentence"] = 100,
    runs: Runs = 9,
) -> None:
    """Measure, and print."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    pairs_of_sample = list(srsly.read_jsonl(SAMPLE / "train.jsonl"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        many, long, page_file = (
            Path(folder) / n for n in ("many.jsonl", "long.jsonl", "many.html")
        )
        rows = [{**pairs_of_sample[k % len(pairs_of_sample)], "id": k + 1} for k in range(pairs)]
        srsly.write_jsonl(many, rows)
        doc = spacy_paraphrase.compare(*long_pair(words))
        srsly.write_jsonl(long, [record_to_json(doc_to_record(doc))])
        render = [sys.executable, "-m", "spacy_paraphrase", "render", str(many), str(page_file)]
        subprocess.run(render, check=True)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        with serving(str(many)) as address:
            report(f"{pairs} pairs are opened, of a server", opened(browser, address, runs))
        size = f"{page_file.stat().st_size / 1e6:.1f} MB"
        times = opened(browser, page_file.as_uri(), runs)
        report(f"{pairs} pairs are opened, as a file of {size}", times)
        kept = ("--annotate", str(Path(folder) / "kept.jsonl"), "--annotator", "one")
        with serving(str(long), *kept) as address:
            report(f"{words} words a side are opened", opened(browser, address, runs))
            page = browser.new_page()
            open_page(page, address)
            for name, times in redrawn(page, runs).items():
                report(name, times)
            whole, drawn = acted(page, runs)
            report("a link gets a relation, saved and redrawn", whole)
            report("  of that, redrawn from the answer on", drawn)
        browser.close()
