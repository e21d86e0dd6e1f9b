"""The file of a language, read into typed fields."""

import dataclasses
from collections.abc import Mapping

import pytest

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lang.language_files import read_fields


@dataclasses.dataclass
class Fields:
    one: str = ""
    words: frozenset[str] = frozenset()
    pairs: frozenset[tuple[str, str]] = frozenset()
    phrases: tuple[tuple[str, ...], ...] = ()
    ranges: Mapping[str, tuple[float, float]] = dataclasses.field(default_factory=dict)
    bounds: Mapping[tuple[str, ...], str] = dataclasses.field(default_factory=dict)


@pytest.fixture
def read(tmp_path):
    def reading(text):
        path = tmp_path / "qq.toml"
        path.write_text(text, "utf-8")
        return read_fields(path, Fields)

    return reading


def test_tables_sort_fields_and_values_have_the_types_of_the_fields(read):
    found = read(
        """
        [first]
        one = "ne"
        words = ["ne", "pas"]
        [second]
        pairs = [["plutôt", "que"], "au lieu"]
        phrases = ["plus de", ["à", "peu", "près"]]
        [third.ranges]
        deux = [2, 2]
        plusieurs = [3, inf]
        """
    )
    assert found == {
        "one": "ne",
        "words": frozenset({"ne", "pas"}),
        "pairs": frozenset({("plutôt", "que"), ("au", "lieu")}),
        "phrases": (("plus", "de"), ("à", "peu", "près")),
        "ranges": {"deux": (2, 2), "plusieurs": (3, float("inf"))},
    }


def test_a_table_that_is_named_as_a_field_is_its_value(read):
    assert read("[ranges]\nun = [1, 1]") == {"ranges": {"un": (1, 1)}}


def test_a_mapping_may_be_an_array_of_pairs(read):
    table = read('[a.bounds]\n"plus de" = "more"\nenviron = "about"')
    assert table == read('[a]\nbounds = [["plus de", "more"], [["environ"], "about"]]')
    assert table["bounds"] == {("plus", "de"): "more", ("environ",): "about"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[a]\nwords = [", "qq.toml"),
        ("[a]\nverbs = []", "a field 'verbs' that there is not"),
        ("verbs = []", "a field 'verbs' that there is not"),
        ("[a]\none = 'x'\n[b]\none = 'x'", "a field 'one' twice"),
        ("[a]\none = 1", "1 in 'one'"),
        ("[a]\nwords = ['x', 2]", "2 in 'words'"),
        ("[a]\nwords = true", "True in 'words'"),
        ("[a]\npairs = [['x', 'y', 'z']]", "in 'pairs'"),
        ("[a]\nranges = { x = ['1', 2] }", "'1' in 'ranges'"),
        ("[a]\nranges = [['x']]", "in 'ranges'"),
    ],
)
def test_what_is_wrong_is_told(read, text, told):
    with pytest.raises(ParaphraseError, match="P035") as caught:
        read(text)
    assert told in str(caught.value)
    assert "qq.toml" in str(caught.value)


def test_a_file_that_is_no_text_is_told(tmp_path):
    path = tmp_path / "qq.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ParaphraseError, match="P035"):
        read_fields(path, Fields)
    with pytest.raises(ParaphraseError, match="P035"):
        read_fields(tmp_path / "none.toml", Fields)
