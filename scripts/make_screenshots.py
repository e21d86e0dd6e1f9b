"""Photograph the viewer for the documents: `python scripts/make_screenshots.py [FOLDER]`.

Needs the extras `dev` and `en` and a Chromium (`apt-get install chromium`). The pictures go to
docs/images, with few colours, so that they stay small. Look at them.
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import srsly
from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT))

from benchmarks.texts import versions_by_hand  # noqa: E402
from benchmarks.viewer import open_page, serving  # noqa: E402

IMAGES = ROOT / "docs" / "images"
LARGEST = 120_000  # bytes of a picture
PAIRS = [
    (
        "Daily coffee diminishes risk on Alzheimer and Dementia.",
        "Three cups of coffee a day reduces chance on Parkinson and Dementia.",
    ),
    ("A girl in red feeds a squirrel.", "A child is feeding a squirrel."),
    (
        "The storm killed 12 people in the north of the country on Monday.",
        "Officials said that the storm killed ten people.",
    ),
    ("Uploading pictures from my phone makes the app crash.", "The app crashes on every upload."),
    ("The painter died at her home on Sunday.", "The Lisbon-born painter died on Sunday."),
]
PHRASES = [
    ("man", "person", 0.8),
    ("man", "guy", 0.7),
    ("man", "woman", 0.5),
    ("man", "human being", 0.45),
    ("fellow", "man", 0.6),
    ("soldier", "man", 0.3),
]
TICKETS = [
    "The app crashes when I open the settings.",
    "Since the update, the app crashes when I open the settings.",
    "The refund took three weeks.",
    "The refund took two weeks.",
    "How can I change my password?",
]
LEASE = "The association leases garden 14 to Mrs Yilmaz."
WIDE = ViewportSize(width=1440, height=900)
NARROW = ViewportSize(width=400, height=900)


def save(page: Page, path: Path) -> None:
    """Save what is seen, with as many colours as the size allows."""
    page.wait_for_timeout(400)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    for colours in (128, 64, 32):
        reduced = image.quantize(
            colours, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
        )
        reduced.save(path, optimize=True)
        if path.stat().st_size < LARGEST:
            break
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


def word(page: Page, side: str, index: int) -> Any:
    """Return the element of a word."""
    return page.locator(f'[data-node="{side}-{index}"]').first


def annotate(page: Page) -> None:
    """Link two words and give the link a relation."""
    word(page, "source", 5).click()
    word(page, "target", 9).click()
    page.keyboard.press("5")
    page.wait_for_selector('.lines [data-link="words:5:9"].intersects', state="attached")
    page.mouse.move(700, 880)
    page.keyboard.press("a")
    page.wait_for_selector("#accept:disabled")


def photograph(browser: Any, folder: Path, work: Path) -> None:
    """Make all pictures."""
    pairs, page_file = work / "pairs.jsonl", work / "page.html"
    fused = work / "fused.spacy"
    rows = [{"id": k, "source": a, "target": b} for k, (a, b) in enumerate(PAIRS, 1)]
    srsly.write_jsonl(pairs, rows)
    for command in (("fuse", pairs, fused), ("render", fused, page_file)):
        run = [sys.executable, "-m", "spacy_paraphrase", *map(str, command)]
        subprocess.run(run, check=True)
    looks: dict[str, dict[str, Any]] = {
        "wide-light": {"viewport": WIDE},
        "wide-dark": {"viewport": WIDE, "color_scheme": "dark"},
        "narrow-light": {"viewport": NARROW},
        "narrow-dark": {"viewport": NARROW, "color_scheme": "dark"},
    }
    for name, look in looks.items():
        out = work / f"{name}.jsonl"
        with serving(str(fused), "--annotate", str(out), "--annotator", "Ann") as address:
            page = browser.new_page(**look)
            open_page(page, address)
            annotate(page)
            if "narrow" in name:
                page.locator("#work").scroll_into_view_if_needed()
            save(page, folder / f"view-{name}.png")
            page.close()
    page = browser.new_page(viewport=ViewportSize(width=1200, height=800))
    open_page(page, page_file.as_uri())
    word(page, "source", 3).dblclick()
    page.locator("#pair-1").evaluate("heading => heading.scrollIntoView()")
    page.mouse.wheel(0, -60)
    word(page, "target", 7).hover()
    save(page, folder / "page-folded.png")
    page.close()


def photograph_table(browser: Any, folder: Path, work: Path) -> None:
    """Make the picture of a table of phrases."""
    table, rows, index = work / "table.tsv", work / "rows.jsonl", work / "good.sqlite"
    table.write_text("".join(f"{one}\t{other}\t{score}\n" for one, other, score in PHRASES))
    for command in (("import", table, rows, "--origin", "my list"), ("index", rows, index)):
        run = [sys.executable, "-m", "spacy_paraphrase", "table", *map(str, command)]
        subprocess.run(run, check=True)
    with serving(str(index)) as address:
        page = browser.new_page(viewport=ViewportSize(width=900, height=560))
        page.goto(f"{address}#man")
        page.wait_for_selector("#picture svg")
        save(page, folder / "view-phrases.png")
        page.close()


def photograph_texts(browser: Any, folder: Path, work: Path) -> None:
    """Make the picture of two versions of a text, of the made ones that may be looked at."""
    versions = versions_by_hand(ROOT / "assets" / "versions" / "develop.txt")
    one = next(each for each in versions if each.old[0] == LEASE)
    files = work / "old.md", work / "new.md", work / "changes.html"
    for path, sentences in zip(files, (one.old, one.new), strict=False):
        path.write_text("\n".join(f"- {sentence}" for sentence in sentences), encoding="utf-8")
    run = [sys.executable, "-m", "spacy_paraphrase", "texts", *files[:2], "--html", files[2]]
    subprocess.run(list(map(str, run)), check=True)
    page = browser.new_page(viewport=ViewportSize(width=1200, height=780))
    page.goto(files[2].as_uri())
    page.locator("mark").nth(6).focus()
    save(page, folder / "texts.png")
    page.close()


def photograph_groups(browser: Any, folder: Path, work: Path) -> None:
    """Make the picture of groups of tickets."""
    tickets, rows, drawn = work / "tickets.jsonl", work / "groups.jsonl", work / "groups.html"
    srsly.write_jsonl(tickets, [{"id": k, "text": text} for k, text in enumerate(TICKETS, 1)])
    run = [sys.executable, "-m", "spacy_paraphrase", "group", tickets, rows, "--topic"]
    subprocess.run([*map(str, run), "--page", str(drawn)], check=True)
    page = browser.new_page(viewport=ViewportSize(width=1000, height=620))
    page.goto(drawn.as_uri())
    save(page, folder / "groups.png")
    page.close()


def main() -> None:
    """Make the pictures, and say how large they are."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else IMAGES
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        sys.exit("There is no Chromium here: apt-get install chromium")
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        photograph(browser, folder, Path(work))
        photograph_table(browser, folder, Path(work))
        photograph_texts(browser, folder, Path(work))
        photograph_groups(browser, folder, Path(work))
        browser.close()


if __name__ == "__main__":
    main()
