import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.readers import LinkRecord, PairRecord, Place, record_from_json, word_links

PLACE = Place("gold.json", 7, id="x")


def record(**fields):
    return PairRecord(**{"id": "a", "source": ("a", "b", "c"), "target": ("d", "e")} | fields)


def code_of(**fields):
    with pytest.raises(ParaphraseError) as caught:
        record(place=PLACE, **fields)
    assert "gold.json, line 7" in str(caught.value)
    assert caught.value.values["place"].line == 7
    return caught.value.code


def test_duplicates_fold_and_the_sure_one_stays():
    links = word_links(sure=[(2, 1), (0, 0), (0, 0)], possible=[(2, 1), (1, 1), (1, 1)])
    gold = record(words=links)
    assert [(k.source, k.target, k.score) for k in gold.words] == [
        ((0,), (0,), 1.0),
        ((1,), (1,), 0.5),
        ((2,), (1,), 1.0),
    ]
    assert gold.sure == {(0, 0), (2, 1)}
    assert gold.possible == {(0, 0), (1, 1), (2, 1)}


def test_the_sure_one_stays_in_any_order():
    links = word_links(sure=[(0, 0)], possible=[(0, 0)])
    assert record(words=links) == record(words=links[::-1])


pairs = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)))


@given(pairs, pairs)
def test_sure_and_possible_are_the_sets_given(sure, possible):
    gold = record(words=word_links(sure, possible))
    assert gold.sure == set(sure)
    assert gold.possible == set(sure) | set(possible)
    assert len(gold.words) == len(gold.possible)


def test_a_word_link_of_several_words_is_one_link_for_any_two():
    gold = record(words=(LinkRecord((0, 2), (1, 0)),))
    assert gold.possible == {(0, 0), (0, 1), (2, 0), (2, 1)}


def test_not_annotated_is_not_the_same_as_no_links():
    assert record().words is None
    assert record(words=()).words == ()


@pytest.mark.parametrize("pair", [(3, 0), (0, 2), (-1, 0), (0, -1)])
def test_a_link_out_of_range(pair):
    assert code_of(words=word_links([pair])) == "P103"


def test_the_message_says_which_link_and_how_many_words():
    with pytest.raises(ParaphraseError, match=r"3-0 is out of range.* 3 words .* target 2"):
        record(words=word_links([(3, 0)]))


@pytest.mark.parametrize(
    "link",
    [
        LinkRecord((), (0,)),
        LinkRecord(("0",), (0,)),
        LinkRecord((True,), (0,)),
        LinkRecord((0,), (0,), relation="same"),
        LinkRecord((0,), (0,), relation=["equals"]),
        LinkRecord((0,), (0,), score=1.5),
        LinkRecord((0,), (0,), score=float("nan")),
        LinkRecord((0,), (0,), score=True),
        LinkRecord((0,), (0,), similarity="0.5"),
        LinkRecord((0,), (0,), conflict=1),
        LinkRecord((0,), (0,), source_head=0, target_head=0),
    ],
)
def test_an_unsound_word_link(link):
    assert code_of(words=(link,)) == "P102"


@pytest.mark.parametrize(
    "link",
    [
        LinkRecord((0,), (0,)),
        LinkRecord((0, 1), (0,), source_head=2, target_head=0),
        LinkRecord((0, 1), (0,), source_head=0),
    ],
)
def test_a_phrase_needs_a_head_inside(link):
    assert code_of(phrases=(link,)) == "P102"


def test_a_phrase_may_have_a_gap_and_a_chunk_may_not():
    link = LinkRecord((0, 2), (0,))
    assert code_of(chunks=(link,)) == "P102"
    phrase = LinkRecord((2, 0), (0,), source_head=0, target_head=0)
    assert record(phrases=(phrase,)).phrases[0].source == (0, 2)


def test_twins_that_differ_are_not_folded():
    links = (LinkRecord((0,), (0,), "equals"), LinkRecord((0,), (0,), "restates"))
    assert code_of(words=links) == "P102"


@pytest.mark.parametrize(
    "fields",
    [
        {"source": ()},
        {"source": "a b"},
        {"source": ("a", "")},
        {"source": ("a", 1)},
        {"target": (" ", "\n")},
        {"target": ("\ud800",)},
        {"id": {1, 2}},
        {"id": float("nan")},
        {"id": b"bytes"},
        {"question": 3},
        {"question": "\ud800"},
        {"source_chunks": "0-1"},
        {"source_chunks": [[0]]},
        {"source_chunks": [[0, "1"]]},
        {"source_chunks": [[0, 2], [1, 3]]},
    ],
)
def test_an_unsound_record(fields):
    assert code_of(**fields) == "P102"


@pytest.mark.parametrize("chunk", [[0, 3], [-1, 1], [1, 1]])
def test_a_chunk_out_of_range(chunk):
    assert code_of(target_chunks=[chunk]) == "P103"


def test_no_link_at_white_space():
    assert code_of(source=("a", "\u3000"), words=word_links([(1, 0)])) == "P102"


@pytest.mark.parametrize(
    "id", [None, "a", 3, 2**62, 2**70, "\ud800", 1.5, True, ["a", 1], {"a": None}]
)
def test_any_json_value_is_an_id(id):
    assert record(id=id).id == id


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (((1, "det"), (1, "ROOT"), (9, "punct")), "P103"),
        (((1, "det"), (1, "ROOT")), "P102"),
        (((1, "det"), (1, "ROOT"), (0, None)), "P102"),
        (((1, "det"), (1, "ROOT"), 1), "P102"),
        (((1, "det"), (0, "ROOT"), (1, "dep")), "P102"),
        (((1, "det"), (1, "ROOT"), (1, "\ud800")), "P102"),
        ("abc", "P102"),
        (None, "P102"),
    ],
    ids=["range", "short", "label", "arc", "cycle", "encoding", "text", "one side"],
)
def test_what_is_no_tree(source, code):
    target = ((1, "det"), (1, "ROOT"))
    assert code_of(source_tree=source, target_tree=target) == code


@pytest.mark.parametrize(
    "tokens",
    [
        {"lemmas": ("a", "b")},
        {"lemmas": ("a", "b", 1)},
        {"heads": ("a", "b", "c")},
        {"pos": ("NOUN", "noun", "VERB")},
        ["a", "b", "c"],
        {"tags": "abc"},
    ],
)
def test_what_is_not_known_of_words(tokens):
    assert code_of(source_tokens=tokens) == "P102"


def test_a_side_may_have_several_trees():
    arcs = ((0, "ROOT"), (1, "ROOT"), (1, "dep"))
    assert record(source_tree=list(arcs), target_tree=[(0, "ROOT"), (0, "dep")]).source_tree == arcs


@pytest.mark.parametrize("fusions", [1, 1.5, True, "x", {"kind": "union"}, [1]])
def test_fusions_that_are_no_list_of_objects(fusions):
    data = {"source": ["A"], "target": ["B"], "fusions": fusions}
    with pytest.raises(ParaphraseError, match="P102"):
        record_from_json(data)
