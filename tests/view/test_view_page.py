"""The page of the server, as a person uses it: in a browser, by mouse and by keyboard."""

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from render.render_pairs import coffee, flat, link, pair

import browser
from spacy_paraphrase import Alignment, load
from spacy_paraphrase.readers import doc_to_record, read_jsonl
from spacy_paraphrase.view.annotation_file import Store, id_key
from spacy_paraphrase.view.learning import Learning
from spacy_paraphrase.view.merged_annotations import consensus
from spacy_paraphrase.view.pairs import pair_of_doc, pair_of_record
from spacy_paraphrase.view.session import Session
from view_server import served

pytestmark = browser.needed


@pytest.fixture(scope="module")
def chromium():
    with browser.browser() as one:
        yield one


def opened(*alignments):
    docs = [alignment.store() for alignment in alignments]
    return [pair_of_doc(doc, doc_to_record(doc)) for doc in docs]


@pytest.fixture
def out(tmp_path):
    return tmp_path / "ann.jsonl"


@pytest.fixture
def page(chromium, out):
    """The page of an annotator with two pairs."""
    session = Session(opened(coffee(), flat()), store=Store(out, "Ann"))
    with served(session) as address, browser.new_page(chromium) as page:
        page.goto(address)
        is_open(page, 1)
        yield page
    session.store.close()


def intercept(page, handle):
    """Have actions go through a function; from the next load on all of them surely do."""
    page.route("**/actions", handle)
    page.reload()
    is_open(page, 1)


def is_open(page, number):
    expect(page.locator("#title")).to_have_text(re.compile(rf"^Pair {number}\b"))
    expect(page.locator("[data-node][tabindex='0']")).to_have_count(1)


def word(page, side, index):
    return page.locator(f'[data-node="{side}-{index}"]').first


def line(page, key):
    return page.locator(f'.lines [data-link="{key}"]')


def said(page, text):
    expect(page.locator("#said")).to_have_text(text)


def saved(path):
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]


def links(path, level="words"):
    """Return the links of the first saved pair by their units."""
    found = saved(path)[0].get(level, ())
    return {(tuple(k["source"]), tuple(k["target"])): k for k in found}


def test_a_pair_is_linked_labelled_undone_and_kept(page, out):
    word(page, "source", 0).click()
    expect(page.locator(".hint")).to_contain_text("its partner in the target")
    word(page, "target", 5).click()
    expect(line(page, "words:0:5")).to_have_class(re.compile(r"\bequals\b"))
    said(page, "Linked “Daily” with “day”: equals")
    page.keyboard.press("5")
    expect(line(page, "words:0:5")).to_have_class(re.compile(r"\bintersects\b"))
    page.click("#conflict")
    expect(page.locator("#conflict")).to_have_attribute("aria-pressed", "true")
    made = links(out)[(0,), (5,)]
    assert (made["relation"], made["conflict"]) == ("intersects", True)
    page.keyboard.press("z")
    page.keyboard.press("z")
    expect(line(page, "words:0:5")).to_have_class(re.compile(r"\bequals\b"))
    page.keyboard.press("z")
    expect(line(page, "words:0:5")).to_have_count(0)
    page.keyboard.press("y")
    expect(line(page, "words:0:5")).to_have_count(1)
    page.reload()
    is_open(page, 1)
    expect(line(page, "words:0:5")).to_have_count(1)
    assert links(out)[(0,), (5,)]["relation"] == "equals"


def test_levels_of_links(page, out):
    page.keyboard.press("p")
    word(page, "source", 3).click()
    word(page, "target", 7).click()
    expect(line(page, "phrases:3:7")).to_have_count(1)
    page.keyboard.press("k")
    word(page, "source", 0).click()
    word(page, "source", 1).click(modifiers=["Shift"])
    word(page, "target", 3).click()
    expect(line(page, "chunks:0.1:3")).to_have_count(1)
    assert ((3, 4, 5, 6, 7), (7, 8, 9, 10, 11)) in links(out, "phrases")
    assert ((0, 1), (3,)) in links(out, "chunks")


def test_accept_all_and_done(page, out):
    expect(page.locator(".lines .is-proposed")).not_to_have_count(0)
    page.click("#accept")
    expect(page.locator(".is-proposed")).to_have_count(0)
    page.keyboard.press("d")
    expect(page.locator("#done")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#count")).to_have_text("(2, 1 done)")
    [first] = saved(out)
    assert first["state"] == "done"
    assert len(first["words"]) == 7
    assert {k["score"] for k in first["words"]} == {1.0}
    [record] = read_jsonl(out)
    assert len(record.words) == 7


def test_keys_do_not_wait_for_the_server(page, out):
    """What is pressed while a link is being saved is about that link."""
    intercept(page, lambda route: (page.wait_for_timeout(300), route.continue_()))
    word(page, "source", 0).click()
    word(page, "target", 5).click()
    page.keyboard.press("4")
    page.keyboard.press("c")
    expect(page.locator("#conflict")).to_have_attribute("aria-pressed", "true")
    made = links(out)[(0,), (5,)]
    assert (made["relation"], made["conflict"]) == ("generalizes", True)


def test_removing_a_link_and_accepting_one(page, out):
    # Beside the thin line, below its letter.
    box = "line => line.getBoundingClientRect().toJSON()"
    at = line(page, "words:2:6").locator(".is-twin").evaluate(box)
    page.mouse.click(at["x"] + 4, at["y"] + 30)
    page.keyboard.press("u")
    expect(line(page, "words:2:6")).to_have_count(0)
    page.locator('.badge[data-link="words:3:7"]').click()
    page.keyboard.press("s")
    said(page, "Accepted")
    assert set(links(out)) == {((3,), (7,))}


def test_texts_and_judgements_are_saved(page, out):
    page.select_option("#entails", "neutral")
    said(page, "The source says of the target: neutral")
    page.fill("#note", "is this <b>right</b>?")
    page.fill("#fusion", "Coffee reduces risk.")
    page.click("#next")
    is_open(page, 2)
    expect(page.locator("#note")).to_have_value("")
    page.go_back()
    is_open(page, 1)
    expect(page.locator("#note")).to_have_value("is this <b>right</b>?")
    [first] = saved(out)
    assert first["note"] == "is this <b>right</b>?"
    assert [(f["kind"], f["text"]) for f in first["fusions"]] == [("union", "Coffee reduces risk.")]
    assert first["relation"]["entails"] == "neutral"


def test_by_keyboard_alone(page, out):
    """Into the picture, along the words, a partner chosen, a relation, the next pair, help."""
    page.keyboard.press("Tab")
    for _ in range(60):
        if page.evaluate("document.activeElement.dataset.node"):
            break
        page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.node || document.activeElement.dataset.link"
    assert page.evaluate(focused) == "source-0"
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused).startswith("target-")
    while page.evaluate(focused) != "target-5":
        page.keyboard.press("ArrowRight" if page.evaluate(focused) < "target-5" else "ArrowLeft")
    page.keyboard.press("Enter")
    expect(line(page, "words:0:5")).to_have_count(1)
    expect(word(page, "target", 5)).to_be_focused()
    page.keyboard.press("3")
    said(page, "Relation: specifies")
    assert links(out)[(0,), (5,)]["relation"] == "specifies"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == "words:0:5"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused) == "source-0"
    page.keyboard.press("f")  # nothing below it
    page.keyboard.press("ArrowRight")
    page.keyboard.press("f")
    expect(word(page, "source", 0)).to_be_hidden()
    expect(word(page, "source", 1)).to_contain_text("…")
    page.keyboard.press("f")
    expect(word(page, "source", 0)).to_be_visible()
    page.keyboard.press("n")
    is_open(page, 2)
    page.keyboard.press("b")
    is_open(page, 1)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("lock")
    expect(page.locator("#pair-list button")).to_have_count(1)


def test_what_a_screen_reader_is_told(page):
    label = word(page, "source", 1).get_attribute("aria-label")
    assert label == (
        "source: “coffee”, nsubj of “diminishes”; its yield: “Daily coffee”; "
        "linked with “coffee” (equals), “Three cups of coffee a day” (generalizes)"
    )
    assert line(page, "words:3:7").get_attribute("aria-label").startswith("“risk” – “chance”")
    expect(page.locator("#said")).to_have_attribute("aria-live", "polite")
    nameless = """[...document.querySelectorAll('button,select,input,textarea')].filter(e =>
        !(e.textContent.trim() || e.ariaLabel || e.labels?.[0]?.textContent.trim()))"""
    assert page.evaluate(f"{nameless}.map(e => e.outerHTML)") == []


def test_what_is_refused_is_told(page):
    intercept(page, lambda route: route.abort())
    page.keyboard.press("a")
    expect(page.locator("#said")).to_have_text(re.compile("does not answer"))
    page.errors.clear()  # the browser tells of it as well
    page.unroute("**/actions")
    page.keyboard.press("a")
    said(page, "All proposals accepted")


def test_filters_mark_without_removing(page):
    lines = page.locator(".lines .link")
    every = lines.count()
    page.locator(".sp-threshold").fill("0.85")
    expect(page.locator(".lines .link.is-out")).to_have_count(5)
    assert lines.count() == every
    page.check(".sp-unaligned")
    # "risk" is linked at 0.8 only.
    expect(word(page, "source", 3)).to_have_class(re.compile("is-free"))
    page.locator(".sp-threshold").fill("0")
    expect(word(page, "source", 3)).not_to_have_class(re.compile("is-free"))
    page.check(".sp-conflict")
    expect(page.locator(".lines .link:not(.is-out)")).to_have_count(1)
    page.fill(".sp-search", "on")
    expect(page.locator(".is-found")).to_have_text(["on", "on", "Parkinson"])


def annotated(alignment):
    return replace(doc_to_record(alignment.store()), id=1)


def test_consensus_shows_what_differs(chromium, tmp_path):
    ours = coffee()
    theirs = Alignment(ours.doc, [k for k in ours if k.source.text != "diminishes"])
    theirs = Alignment(ours.doc, [*theirs, link(ours.doc, 0, 5, "restates")])
    ours_record, theirs_record = annotated(ours), annotated(theirs)
    disputes, agreed = consensus([ours_record], [theirs_record])
    assert not agreed
    out = tmp_path / "all.jsonl"
    by_id = {id_key(d.pair.record.id): d for d in disputes}
    store, both = Store(out, "Eve"), (ours_record, theirs_record)
    session = Session(
        [d.pair for d in disputes],
        store=store,
        disputes=by_id,
        learning=Learning(out, "en"),
        compared=lambda: ([both[0]], [both[1]]),
    )
    with served(session) as address, browser.new_page(chromium) as page:
        page.goto(address)
        is_open(page, 1)
        expect(page.locator("#who")).to_have_text("Eve: consensus")
        shown = page.locator(".lines .link:not(.is-out)")
        keys = shown.evaluate_all("links => links.map(link => link.dataset.link)")
        assert sorted(keys) == ["phrases:2:6", "words:0:5", "words:2:6"]
        expect(page.locator(".lines .is-proposed")).to_have_count(3)
        page.select_option(".sp-error", "any")
        expect(page.locator(".lines .is-out")).to_have_count(0)
        page.click("text=Agreement")
        rows = page.locator("table").first.locator("tr")
        expect(rows.nth(1)).to_have_text("links776.86.86.86" + "1.00")
        expect(page.locator(".different button")).to_have_text("1: 3")
        page.click("text=Train on what I corrected")
        page.click("#learn")
        expect(page.locator(".refused")).to_contain_text("0 pairs are marked as done. Expected at")
        page.errors.clear()  # the browser tells of the refusal as well
    session.store.close()


def test_what_takes_a_while_is_told_until_it_is_done(page):
    held = []
    page.route("**/pairs/2", lambda route: held.append(route))
    page.click("#next")
    expect(page.locator("#working")).to_be_visible()
    expect(page.locator("#title")).to_have_text(re.compile("^Pair 1"))
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    is_open(page, 2)
    expect(page.locator("#working")).to_be_hidden()


def test_typed_sentences(chromium):
    nlp = load()
    with served(Session([], lambda: nlp)) as address, browser.new_page(chromium) as page:
        page.goto(address)
        page.fill("#typed-source", "A girl in red feeds a squirrel.")
        page.fill("#typed-target", "A child is feeding a <i>squirrel</i>.")
        page.click("#typed button")
        is_open(page, 1)
        expect(page.locator("aside")).to_contain_text("only the source: in red")
        expect(page.locator("#work")).to_be_hidden()
        word(page, "source", 1).click()
        expect(page.locator(".sp-told")).to_contain_text("its yield: “A girl in red”")


EVIL = "<img src=x onerror=window.ran=1></script><script>window.ran=1</script>\"'&{{7*7}}"


def test_nothing_that_pairs_hold_is_run(chromium, tmp_path):
    """In tokens, labels of trees, ids, notes, fusions, relations and names."""
    heads, deps = ([0, 0], [0, 0]), ([EVIL, "ROOT"], [EVIL, "ROOT"])
    doc = pair([EVIL, "a"], [EVIL, "b"], heads, deps)
    record = doc_to_record(Alignment(doc, [link(doc, 0, 0, "equals")]).store())
    record = replace(record, id=EVIL, fusions={"union": EVIL})
    out = tmp_path / "evil.jsonl"
    session = Session([pair_of_record(record)], store=Store(out, EVIL))
    with served(session) as address, browser.new_page(chromium) as page:
        page.goto(address)
        is_open(page, 1)
        page.fill("#note", EVIL)
        page.fill("#fusion", EVIL)
        page.keyboard.press("Tab")
        word(page, "source", 0).click()
        expect(page.locator(".sp-told")).to_contain_text("onerror")
        page.reload()
        is_open(page, 1)
        expect(page.locator("#note")).to_have_value(EVIL)
        assert page.evaluate("window.ran") is None
        assert page.locator("img").count() == 0
        assert all(url.startswith(address) for url in page.requested if url != "data:,")
    session.store.close()


@pytest.mark.parametrize(("width", "scheme"), [(400, "light"), (1300, "dark")])
def test_the_page_fits_its_screen(chromium, width, scheme):
    session = Session(opened(coffee(), flat()))
    size = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with served(session) as address, browser.new_page(chromium, **size) as page:
        page.goto(address)
        is_open(page, 1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == {"light": "rgb(255, 255, 255)", "dark": "rgb(22, 24, 28)"}[scheme]
