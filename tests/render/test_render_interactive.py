"""A page without a server, and the cells of a notebook, as a reader uses them in a browser."""

import json
import re
import shutil
import subprocess
from itertools import pairwise

import pytest
from playwright.sync_api import expect
from render.render_pairs import coffee, flat, link, pair

import browser
import spacy_paraphrase
from spacy_paraphrase import Alignment
from spacy_paraphrase.render import interactive, to_html


@pytest.fixture(scope="module")
def chromium():
    if browser.PATH is None:
        pytest.skip("there is no Chromium on this machine")
    with browser.browser() as one:
        yield one


@pytest.fixture
def show(chromium, tmp_path):
    """Open HTML as a page, and check in the end that it asked for nothing and nothing failed."""
    pages = []

    def open_page(html, **options):
        path = tmp_path / "page.html"
        path.write_text(html, encoding="utf-8")
        page = pages.append(browser.new_page(chromium, **options)) or pages[-1].__enter__()
        page.goto(path.as_uri())
        if options.get("java_script_enabled", True):
            expect(page.locator("[data-node][tabindex='0']").first).to_be_attached()
        pages[-1].page, pages[-1].address = page, path.as_uri()
        return page

    yield open_page
    for one in pages:
        assert one.page.requested == [one.address]
        one.__exit__(None, None, None)


def word(page, side, index):
    return page.locator(f'[data-node="{side}-{index}"]').first


def x_of(page, side, index):
    return float(word(page, side, index).get_attribute("x"))


def test_one_script_of_all_modules():
    """Names of modules do not clash in it, and all of them are there."""
    script = interactive.script()
    texts = [path.read_text(encoding="utf-8") for path in interactive.ASSETS.glob("*.js")]
    top = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.M)
    names = [name for text in texts for name in top.findall(text)]
    assert len(names) == len(set(names)) > 30
    assert all(re.search(rf"^(?:function|class|const) {name}\b", script, re.M) for name in names)
    assert not re.search(r"^(?:import|export) ", script, re.M)
    assert "]]>" not in script.removesuffix("//]]>")
    assert "</" not in script


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")
def test_modules_are_well_formed(tmp_path):
    package = interactive.ASSETS.parents[1]
    paths = [path for room in ("render", "view") for path in (package / room).rglob("*.js")]
    assert len(paths) > 10
    for path in paths:
        # As a module, whatever its suffix says.
        module = tmp_path / f"{path.stem}.mjs"
        module.write_bytes(path.read_bytes())
        subprocess.run(["node", "--check", module], check=True)


def test_the_model_names_what_the_picture_shows():
    page = to_html(coffee())
    [text] = re.findall(r'<script type="application/json">(.*?)</script>', page)
    model = json.loads(text)
    drawn = set(re.findall(r'data-link="([^"]*)"', page))
    assert {found["key"] for found in model["links"]} == drawn
    assert len(model["links"]) == len(coffee())
    assert model["source"]["heads"] == [1, 2, 2, 2, 3, 4, 5, 5, 2]


def test_a_word_shows_its_yield_and_its_links(show):
    page = show(to_html(coffee()))
    word(page, "source", 3).hover()
    told = page.locator(".sp-told")
    expect(told).to_contain_text("its yield: “risk on Alzheimer and Dementia”")
    below = page.locator("[data-node^='source'].is-yield")
    expect(below).to_have_text(["risk", "on", "Alzheimer", "and", "Dementia"], use_inner_text=False)
    expect(page.locator(".lines .is-linked")).to_have_count(1)
    word(page, "source", 1).click()
    page.mouse.move(2, 2)
    expect(told).to_contain_text("source: “coffee”")  # it stays
    word(page, "source", 1).click()
    page.mouse.move(2, 2)
    expect(told).to_contain_text("Point at a word")


def test_subtrees_are_folded_and_unfolded(show):
    page = show(to_html(coffee()))
    places = [x_of(page, "source", i) for i in range(9)]
    path = page.locator('.lines [data-link="words:7:11"] path').last
    line = path.get_attribute("d")
    word(page, "source", 3).dblclick()
    for i in (4, 5, 6, 7):
        expect(word(page, "source", i)).to_be_hidden()
    expect(word(page, "source", 3)).to_have_text("risk…")
    assert [x_of(page, "source", i) for i in range(4)] == pytest.approx(places[:4], abs=0.1)
    assert x_of(page, "source", 8) < places[8] - 150
    assert x_of(page, "source", 8) > x_of(page, "source", 3) + 20
    # The link of what is folded away begins at the head; its other end stays.
    begin, end = (re.findall(r"[\d.]+", d)[0::1] for d in (path.get_attribute("d"), line))
    assert float(begin[0]) == pytest.approx(places[3], abs=0.1)
    assert begin[-2:] == end[-2:]
    assert page.locator("path.is-away").count() == 4
    page.click(".sp-unfold")
    assert [x_of(page, "source", i) for i in range(9)] == pytest.approx(places, abs=0.1)
    numbers = [float(n) for n in re.findall(r"[\d.]+", path.get_attribute("d"))]
    assert numbers == pytest.approx([float(n) for n in re.findall(r"[\d.]+", line)], abs=0.1)


def test_words_never_overlap_however_they_are_folded(show):
    doc = spacy_paraphrase.compare(
        "The old man who lives in the house on the hill sold his extraordinarily valuable stamps.",
        "An old man sold his valuable stamps, which he had collected for more than forty years.",
    )
    page = show(to_html(doc, picture="svg"))
    boxes = """side => [...document.querySelectorAll(`[data-node^="${side}"]`)]
        .filter(e => e.checkVisibility()).map(e => e.getBBox()).map(b => [b.x, b.x + b.width])
        .sort((a, b) => a[0] - b[0])"""
    for side, head in (("source", 2), ("target", 6), ("source", 4), ("source", 2)):
        word(page, side, head).focus()
        page.keyboard.press("f")
        for row in ("source", "target"):
            spans = page.evaluate(boxes, row)
            gaps = [b[0] - a[1] for a, b in pairwise(spans)]
            assert min(gaps) > 2


def test_a_wide_picture_is_shown_at_full_size(show):
    words = [f"word{k}" for k in range(40)]
    page = show(to_html(Alignment(pair(words, words)), picture="svg"))
    width = "document.querySelector('svg').getBoundingClientRect().width"
    small = page.evaluate(width)
    page.click(".sp-size")
    assert page.evaluate(width) > 1.5 * small
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_by_touch(show):
    page = show(to_html(coffee()), has_touch=True, viewport={"width": 400, "height": 800})
    word(page, "source", 3).tap()
    expect(page.locator(".sp-told")).to_contain_text("its yield: “risk on Alzheimer and Dementia”")
    page.locator(".sp-fold").tap()
    expect(word(page, "source", 4)).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_every_filter(show):
    page = show(to_html([coffee(), flat()], gold=[[(1, 3)], flat()]))
    shown = page.locator(".pair:visible")
    page.select_option(".sp-level", "chunks")
    expect(shown).to_have_count(1)
    page.select_option(".sp-level", "any")
    page.check(".sp-conflict")
    expect(page.locator(".pair:visible h2")).to_have_text(["Pair 1"])
    page.uncheck(".sp-conflict")
    page.fill(".sp-search", "picked")
    expect(page.locator(".pair:visible h2")).to_have_text(["Pair 2"])
    expect(page.locator(".sp-count")).to_have_text("1 of 2 pairs")
    expect(page.locator(".is-found").first).to_have_text("picked")
    page.fill(".sp-search", "")
    page.select_option(".sp-error", "differs")
    expect(page.locator(".pair:visible h2")).to_have_text(["Pair 1"])


def test_without_scripts_everything_is_shown(show):
    page = show(to_html([coffee(), flat()]), java_script_enabled=False)
    expect(page.locator(".pair:visible")).to_have_count(2)
    expect(page.locator("svg:visible")).to_have_count(2)
    expect(page.locator("button")).to_have_count(0)
    expect(page.locator(".sp-filter")).to_have_count(0)


EVIL = "</script><img src=x onerror=window.ran=1><script>window.ran=1</script>]]>\"'&"


def test_nothing_that_pairs_hold_is_run(show):
    doc = pair([EVIL, "a"], [EVIL, "b"], ([0, 0], [0, 0]), ([EVIL, "x"], [EVIL, "x"]))
    alignment = Alignment(doc, [link(doc, 0, 0, "equals")])
    page = show(to_html([alignment, alignment], gold=[[(0, 0)], alignment]))
    word(page, "source", 0).hover()
    expect(page.locator(".sp-told").first).to_contain_text("onerror")
    assert page.evaluate("window.ran") is None
    assert page.locator("img").count() == 0


def test_cells_of_a_notebook_do_not_disturb_each_other(show):
    cells = [alignment._repr_html_() for alignment in (coffee(), flat(), coffee())]
    page = show("<!DOCTYPE html><meta charset='utf-8'><p id='mine'>A page</p>" + "".join(cells))
    views = page.locator(".sp-view")
    expect(views).to_have_count(3)
    expect(views.locator(".sp-filter")).to_have_count(3)
    first, third = views.nth(0), views.nth(2)
    first.locator(".sp-conflict").check()
    expect(first.locator(".lines .is-out")).not_to_have_count(0)
    third.scroll_into_view_if_needed()
    expect(third.locator("[data-node][tabindex='0']")).to_have_count(1)
    expect(third.locator(".is-out")).to_have_count(0)
    third.locator('[data-node="source-3"]').dblclick()
    expect(third.locator('[data-node="source-5"]')).to_be_hidden()
    expect(first.locator('[data-node="source-5"]')).to_be_visible()
    assert page.evaluate("getComputedStyle(document.getElementById('mine')).fontSize") == "16px"
    names = "Object.keys(window).filter(name => /^(viewer|picture|pair)$/i.test(name))"
    assert page.evaluate(names) == []


def test_a_grid_answers_too(show):
    page = show(to_html(coffee(), picture="matrix"))
    word(page, "source", 3).hover()
    expect(page.locator(".sp-told")).to_contain_text("“risk on Alzheimer and Dementia”")
    expect(page.locator(".sp-fold")).to_be_hidden()
    word(page, "source", 3).focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-link]:focus")).to_have_count(1)
