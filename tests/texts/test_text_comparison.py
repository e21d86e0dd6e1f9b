"""Two texts compared."""

import json
import random

import pytest
from playwright.sync_api import expect

import browser
from spacy_paraphrase import compare_texts
from spacy_paraphrase.cli import main
from spacy_paraphrase.texts.comparison import KINDS

OLD = """Members may cancel within 10 days. Dogs are welcome in the garden.
The pool opens at nine and the sauna opens at ten. Towels can be rented at the desk.
The manager, Ruth Hale, handles complaints. The bar is closed on Mondays.
"""


def changed(nlp, one, other):
    """Return the kinds of groups and of changes of two texts."""
    found = compare_texts(one, other, nlp)
    return [group.kind for group in found], [change.kind for change in found.changes]


@pytest.mark.parametrize(
    ("one", "other", "change"),
    [
        ("Guests may park here.", "Guests must park here.", "modality"),
        ("Members may cancel within 10 days.", "Members may cancel within 14 days.", "deadline"),
        ("The ticket costs 20 euros.", "The ticket costs 25 euros.", "number"),
        ("The museum opens on Monday.", "The museum opens on Friday.", "date"),
        ("Dogs are allowed in the garden.", "Dogs are not allowed in the garden.", "negation"),
        ("You get a refund.", "You get a refund if you ask in time.", "condition"),
        ("Ruth Hale handles complaints.", "Omar Lund handles complaints.", "name"),
        ("The museum opens on 3 March.", "The museum opens on 10 March.", "date"),
        ("Members have to pay.", "Members may pay.", "modality"),
        ("The museum will open.", "The museum will not open.", "negation"),
        ("The board accepted the plan.", "The board rejected the plan.", "contradicts"),
        ("Dogs may stay.", "Dogs may stay as long as they are quiet.", "condition"),
        ("The tour ends if it rains.", "The tour ends if it snows.", "condition"),
        ("Sales rose by 9 percent.", "Sales rose by 6 percent.", "number"),
        ("Replace the filter within two weeks.", "Replace the filter immediately.", "deadline"),
        ("The pump saves most of the water.", "The pump saves all of the water.", "number"),
        ("Be here before Easter.", "Be here before Christmas.", "deadline"),
        ("The clerk sold the old bikes.", "The clerk sold the old bikes quickly.", "added"),
        ("The clerk sold the old bikes quickly.", "The clerk sold the old bikes.", "dropped"),
    ],
)
def test_kinds_of_change(nlp, one, other, change):
    _, changes = changed(nlp, one, other)
    assert change in changes


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Write to {}.", ("ann@example.org", "bob@example.org")),
        ("Read {} for details of the plan.", ("https://a.org/x", "https://a.org/y")),
        ("The value must be {} 5.", ("<=", ">=")),
        ("Great work {}", ("\U0001f600", "\U0001f620")),
        ("Great work! {}", ("\U0001f600", "\U0001f620")),
        ("Run {} first.", ("`pip install x`", "`pip install y`")),
        ("First of all call {} in the other file.", ('`load("a")`', '`load("b")`')),
        ("- {} Write the tests.", ("[ ]", "[x]")),
        ("| Price of a chair | {} |\n", ("5", "6")),
    ],
)
def test_what_has_no_synonyms_is_changed_and_quoted_whole(nlp, text, told):
    [group] = compare_texts(*map(text.format, told), nlp)
    assert group.kind in ("changed", "contradicts")
    [change] = group.changes
    assert (*change.source, *change.target) == tuple(
        (text.index("{"), text.index("{") + len(word), word) for word in told
    )
    assert change.text.endswith('"{}" becomes "{}"'.format(*told))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The ticket costs $5.", "The ticket costs 5 dollars."),
        ("Use the `fast` mode.", "Use the fast mode."),
    ],
)
def test_another_way_to_write_it_is_reworded(nlp, one, other):
    assert changed(nlp, one, other) == (["reworded"], ["reworded"])


def test_split_and_merged(nlp):
    one = "The pool opens at nine and the sauna opens at ten."
    two = "The pool opens at nine. The sauna opens at ten."
    assert changed(nlp, one, two)[0] == ["split"]
    assert changed(nlp, two, one)[0] == ["merged"]


def test_identical_texts_have_not_changed(nlp):
    found = compare_texts(OLD, OLD, nlp)
    assert {group.kind for group in found} == {"same"}
    assert found.changes == []
    assert found.summary() == "6 same"


def test_what_was_moved(nlp):
    sentences = [line for line in OLD.replace("\n", " ").split(". ") if line.strip()]
    turned = [*sentences[1:], sentences[0]]
    found = compare_texts(". ".join(sentences) + ".", ". ".join(turned) + ".", nlp)
    assert [group.moved for group in found].count(True) == 1
    assert {group.kind for group in found} == {"same"}


def test_strangers_are_dropped_and_added(nlp):
    kinds, _ = changed(nlp, "The bar is closed on Mondays.", "Bring your own towel, please.")
    assert sorted(kinds) == ["added", "dropped"]


def test_exchanged_texts_exchange_what_was_added_and_dropped(nlp):
    new = OLD.replace("Towels can be rented at the desk.", "") + "A locker costs two euros."
    one, other = compare_texts(OLD, new, nlp), compare_texts(new, OLD, nlp)
    kinds = [sorted(group.kind for group in found) for found in (one, other)]
    assert "added" in kinds[0]
    assert "dropped" in kinds[0]
    assert kinds[0] == kinds[1]


def test_every_sentence_is_in_one_group(nlp):
    rng = random.Random(0)
    lines = [f"The {a} {b} on {c}." for a in ("cat", "bank", "crew") for b in ("slept", "left")
             for c in ("Monday", "Friday")]  # fmt: skip
    for _ in range(5):
        old, new = rng.sample(lines, 8), rng.sample(lines, 8)
        found = compare_texts("\n".join(old), "\n".join(new), nlp)
        assert sorted(p.text for group in found for p in group.source) == sorted(old)
        assert sorted(p.text for group in found for p in group.target) == sorted(new)


def test_places_are_those_of_the_texts(nlp):
    new = OLD.replace("10 days", "two\nweeks").replace("closed", "open")
    found = compare_texts(OLD, new, nlp)
    assert found.changes
    for change in found.changes:
        for text, places in ((OLD, change.source), (new, change.target)):
            assert all(text[p.start_char : p.end_char] == p.text for p in places)


def test_json_and_pages(nlp):
    found = compare_texts("Guests may <b>park</b> here.", "Guests must <b>park</b> here.", nlp)
    data = found.to_json()
    assert json.loads(json.dumps(data)) == data
    assert sum(data["counts"].values()) == len(found) == 1
    assert list(data["counts"]) == list(KINDS)
    page = found.to_html("a & b")
    assert page.startswith("<!DOCTYPE html>")
    assert "a &amp; b" in page
    assert "<b>park" not in page
    assert "&lt;b&gt;park" in page
    assert "<mark" in found._repr_html_()


def test_what_modifies_an_exchanged_word_is_exchanged_with_it(nlp):
    old, new = "The finance director opened the shop.", "The chairman opened the shop."
    change, *more = compare_texts(old, new, nlp).changes
    assert not more
    assert change.source[0].text == "finance director"
    assert change.target[0].text == "chairman"


def test_words_are_read_as_what_they_stand_for(nlp):
    old = "Norell reported its figures. The company said that profit rose. It will build a plant."
    new = "Norell reported its figures. Norell said that profit rose. Norell will build a plant."
    found = compare_texts(old, new, nlp)
    assert [group.kind for group in found] == ["same", "reworded", "reworded"]
    told = [(change.text, change.source[0].text) for change in found.changes]
    assert told == [
        ('"The company" is read as "Norell"', "The company"),
        ('"It" is read as "Norell"', "It"),
    ]
    swapped = compare_texts(new, old, nlp)
    assert [change.target[0].text for change in swapped.changes] == ["The company", "It"]


def test_a_name_is_not_read_where_the_other_text_has_another(nlp):
    old = "Ruth Hale praised the staff. She left in May."
    found = compare_texts(old, "Ruth Hale praised the staff. Omar Lund left in May.", nlp)
    assert not any("read as" in change.text for change in found.changes)
    assert "Omar Lund" in [place.text for c in found.changes for place in c.target]


@browser.needed
def test_a_page_shows_why_by_keyboard_and_hides_kinds(nlp, tmp_path):
    path = tmp_path / "page.html"
    new = OLD.replace("Towels can be rented at the desk.", "").replace("10 days", "14 days")
    path.write_text(compare_texts(OLD, new, nlp).to_html(), encoding="utf-8")
    with browser.opened(path, java_script_enabled=False) as page:
        first = page.locator("mark").first
        first.focus()
        why = "e => getComputedStyle(e, '::after').content"
        expect(first).to_be_focused()
        assert json.loads(first.evaluate(why)) == first.get_attribute("data-why")
        row = page.locator("tr[data-kind=dropped]")
        expect(row).to_be_visible()
        page.get_by_label("dropped").uncheck()
        expect(row).to_be_hidden()
        page.get_by_label("dropped").check()
        page.locator("summary").last.click()
        page.locator(".kinds details[open] a").first.click()
        assert "#group-" in page.url
        page.emulate_media(media="print")
        expect(page.locator(".filters")).to_be_hidden()


def test_blank_texts(nlp):
    assert len(compare_texts("", "", nlp)) == 0
    assert [g.kind for g in compare_texts("", "It rained.", nlp)] == ["added"]
    assert compare_texts("", "", nlp).summary() == "no sentences"


def test_command(tmp_path, capsys):
    old, new, page = (tmp_path / name for name in ("old.md", "new.md", "page.html"))
    old.write_text("# Terms\n\nGuests may park here. Dogs are welcome.\n", encoding="utf-8")
    new.write_bytes("# Terms\n\nGuests must park here.\n".encode("utf-16"))
    args = ["texts", str(old), str(new), "--tier", "fast"]
    assert main([*args, "--html", str(page), "--fail-on", "contradicts"]) == 0
    told = capsys.readouterr().out
    assert 'modality: "may" becomes "must"' in told
    assert "dropped\n  - Dogs are welcome." in told
    assert "<mark" in page.read_text(encoding="utf-8")
    assert main([*args, "--json", "--fail-on", "dropped,contradicts"]) == 1
    assert json.loads(capsys.readouterr().out)["counts"]["dropped"] == 1


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["{new}"], "P514"),
        (["{missing}"], "P507"),
        (["{old}", "--fail-on", "nonsense"], "P517"),
        (["{old}", "--html", "{old}"], "P510"),
    ],
)
def test_command_with_bad_input(tmp_path, capsys, more, code):
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("It rained.", encoding="utf-8")
    new.write_bytes(b"\x00\x01\xff binary")
    paths = {"old": old, "new": new, "missing": tmp_path / "missing.txt"}
    assert main(["texts", str(old), *(each.format(**paths) for each in more)]) == 1 + (
        code == "P517"
    )
    assert code in capsys.readouterr().err
    assert old.read_text(encoding="utf-8") == "It rained."
