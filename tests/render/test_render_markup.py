import unicodedata
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.render.markup import (
    clean,
    display_width,
    esc,
    num,
    shorten,
    tag,
)

ANY = st.text(st.characters())


@given(ANY, ANY)
def test_any_text_makes_well_formed_xml(content, value):
    element = ET.fromstring(tag("a", esc(content), title=value))
    assert (element.text or "") == clean(content)
    assert element.get("title") == clean(value)


@given(ANY)
def test_clean_text_has_no_control_characters_and_stays_as_it_is(text):
    cleaned = clean(text)
    assert all(unicodedata.category(c) not in ("Cc", "Cs", "Zl", "Zp") for c in cleaned)
    assert not any(unicodedata.bidirectional(c) in _TURNING for c in cleaned)
    assert clean(cleaned) == cleaned
    assert bool(cleaned) == bool(text)


_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("\n", "⏎"),
        ("\t", "⇥"),
        (" ", "␣"),
        ("\u00a0", "␣"),
        ("a\x00b", "a␀b"),
        ("\x1b[31m", "␛[31m"),
        ("\x85", "\ufffd"),
        ("\ud800", "\ufffd"),
        ("\ufffe\U0001ffff", "\ufffd\ufffd"),
        ("\u202eevil", "\ufffdevil"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("می‌خواهم", "می‌خواهم"),
    ],
)
def test_what_is_invisible_becomes_visible(text, shown):
    assert clean(text) == shown


@given(st.floats(-1e6, 1e6))
def test_numbers_are_near_and_never_minus_zero(value):
    assert abs(float(num(value)) - value) <= 0.0501
    assert num(value) != "-0"


@given(ANY, st.integers(1, 30))
def test_shortened_text_fits(text, limit):
    short = shorten(text, limit)
    assert display_width(short) <= max(limit, 1)
    if display_width(text) <= limit:
        assert short == text
    else:
        head, tail = short.split("…", 1) if text.count("…") == 0 else ("", "")
        assert text.startswith(head)
        assert text.endswith(tail)
