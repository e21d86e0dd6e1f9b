"""More than two sentences."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError, fuse_many, pipe_pairs
from spacy_paraphrase.analysis.parsed_words import ParsedWords
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.generation import REFUSALS
from spacy_paraphrase.generation.checks.certainty import _is_moved
from tables import table

# Three to five sentences on one event each, with a sentence that says it all.
GROUPS = [
    json.loads(line)["sentences"]
    for line in (Path(__file__).parent / "groups.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def unions():
    """Return the pipeline that makes unions alone, of any score, and the union of each group."""
    settings = {"kinds": ["union"], "least_score": 0.0, "fallback": "longer"}
    nlp = spacy_paraphrase.load(tier="fast", sentence_fuser=settings)
    return nlp, [fuse_many(nlp, sentences) for sentences in GROUPS]


def test_every_sentence_is_taken_or_left_out_for_a_reason(unions):
    for sentences, made in zip(GROUPS, unions[1], strict=True):
        assert sorted([*made.order, *made.left_out]) == list(range(len(sentences)))
        assert all(reason.split(":")[0] in REFUSALS for reason in made.left_out.values())
        assert bool(made.text) == (len(made.order) > 1)
    assert sum(len(made.order) > 2 for made in unions[1]) >= 10


def test_every_word_of_many_knows_where_it_comes_from(unions):
    nlp, results = unions
    for sentences, made in zip(GROUPS, results, strict=True):
        docs = [nlp.make_doc(text) for text in sentences]
        assert "".join(word for word, _ in made.provenance) == made.text.replace(" ", "")
        said = set()
        for word, places in made.provenance:
            texts = {docs[number][token].lower_ for number, token in places}
            assert word.lower() in (texts or ADDED), (made.text, word, texts)
            said.update(places)
        assert {number for number, _ in said} == set(made.order)
        for number, words in made.unsaid.items():
            left = {token.text for token in docs[number] if (number, token.i) not in said}
            assert set(words) <= left
            assert 2 * len(words) <= sum(not token.is_stop for token in docs[number])


def test_a_sure_fusion_changes_no_setting_on_the_way():
    nlp = spacy_paraphrase.load(tier="fast", sentence_fuser={"kinds": ["union"]})
    seen = []

    @Language.component("noting_settings")
    def noting(doc):
        seen.append((nlp.get_pipe("sentence_fuser").least_score, [*nlp.disabled]))
        return doc

    nlp.add_pipe("noting_settings")
    assert fuse_many(nlp, ["A cat sleeps.", "A black cat sleeps."], sure=True).text
    assert seen == [(None, nlp.disabled)] * 3


def test_sides_are_not_parsed_once_more_as_one_text():
    nlp = spacy_paraphrase.load(tier="fast", sentence_fuser={"kinds": ["union"]})
    parsed = []

    @Language.component("noting_texts")
    def noting(doc):
        parsed.append(doc.text)
        return doc

    nlp.add_pipe("noting_texts", before="parser")
    assert fuse_many(nlp, ["A cat sleeps.", "A black cat sleeps.", "A cat sleeps here."]).text
    assert "A cat sleeps." in {text.strip() for text in parsed}
    assert [text for text in parsed if text.count("sleeps") > 1] == []


def test_a_pair_that_a_component_loses_is_told():
    nlp = spacy_paraphrase.load(tier="fast", sentence_fuser={"kinds": ["union"]})

    @Language.component("other_docs")
    def other_docs(doc):
        return Doc(doc.vocab, [token.text for token in doc])

    nlp.add_pipe("other_docs")
    with pytest.raises(ParaphraseError, match="P036"):
        fuse_many(nlp, ["A cat sleeps.", "A black cat sleeps."])


# What may stand in no sentence.
ADDED = {",", "and", "the", "a", "an", "who", "which"}


@pytest.mark.parametrize("number", range(0, len(GROUPS), 4))
def test_the_order_of_input_makes_no_difference(unions, number):
    nlp, results = unions
    sentences, made = GROUPS[number], results[number]
    for order in list(permutations(range(len(sentences))))[1::5]:
        again = fuse_many(nlp, [sentences[k] for k in order])
        assert again.text == made.text
        assert tuple(order[k] for k in again.order) == made.order


def test_what_most_agree_on_comes_first(unions):
    nlp, results = unions
    pipeline = [name for name in nlp.pipe_names if name != "sentence_fuser"]
    first = 0
    for sentences, made in zip(GROUPS, results, strict=True):
        pairs = [(a, b) for a in sentences for b in sentences if a != b]
        with nlp.select_pipes(enable=pipeline):
            overlaps = [doc._.overlap for doc in pipe_pairs(nlp, pairs)]
        rest = len(sentences) - 1
        means = [sum(overlaps[k * rest : (k + 1) * rest]) for k in range(len(sentences))]
        first += bool(made.order) and means[made.order[0]] == pytest.approx(max(means))
    assert first >= len(GROUPS) - 2  # of the others it can be fused with none


def test_the_next_begins_where_the_first_fits_no_other(fuser):
    made = fuse_many(
        fuser,
        [
            "A cat did not sleep on the sofa in the afternoon.",
            "A cat slept on the sofa.",
            "A cat slept in the afternoon.",
        ],
    )
    assert {"slept", "sofa", "afternoon"} <= {word for word, _ in made.provenance}
    assert made.order in ((1, 2), (2, 1))
    assert set(made.left_out) == {0}
    assert made.left_out[0].startswith("conflict")
    none = fuse_many(fuser, ["A cat sleeps.", "No cat sleeps.", "No cat ever sleeps here."])
    assert set(none.left_out) | set(none.order) == {0, 1, 2}


def test_many_sentences(fuser):
    sentences = [
        "A cat sleeps.",
        "A black cat sleeps on the sofa.",
        "Stocks did not fall on Monday.",
        "A cat sleeps in the afternoon.",
    ]
    result = fuse_many(fuser, sentences[:2] + sentences[3:])
    assert result.text == "A black cat sleeps in the afternoon on the sofa."
    assert sorted(result.order) == [0, 1, 2]
    assert result.left_out == {}
    docs = [fuser.make_doc(text) for text in sentences[:2] + sentences[3:]]
    for word, places in result.provenance:
        for number, token in places:
            assert docs[number][token].lower_ == word.lower()
    shared = fuse_many(fuser, sentences, "intersection")
    assert shared.text == "A cat sleeps."
    assert set(shared.left_out) == {2}


def test_what_is_not_said_of_a_sentence_that_is_in_is_told(fuser):
    sentences = ["A cat sleeps.", "A cat sleeps on the sofa.", "A black cat sleeps here."]
    shared = fuse_many(fuser, sentences, "intersection")
    assert shared.text == "A cat sleeps."
    assert sorted(shared.unsaid.values()) == [("black",), ("sofa",)]
    assert fuse_many(fuser, sentences[:2]).unsaid == {}


@pytest.mark.parametrize("row", table(__file__, "sure_unions"))
def test_what_is_not_surely_good_is_left_out(fuser, row):
    made = fuse_many(fuser, [row["source"], row["target"]], sure=True)
    assert made.text == row["expected"]
    if not made.text:
        assert set(made.left_out) == {0, 1}
        assert {reason.split(":")[0] for reason in made.left_out.values()} <= {*REFUSALS}


def test_what_hangs_elsewhere_than_in_its_sentence_is_moved(fuser):
    side = ParsedWords(Sentence(fuser("Asked for help, the firm praised the rescue.")[:]))
    read = ParsedWords(Sentence(fuser("The firm praised the rescue for help.")[:]))
    own = [tuple(k for k, word in enumerate(side.words) if word == text) for text in read.words]
    assert _is_moved(read, side, own, [()] * len(own))
    shared = [(0,) if word not in ("for", "help") else () for word in read.words]
    assert _is_moved(read, side, own, shared)
    assert not _is_moved(read, side, own, [(0,)] * len(own))


def test_many_sentences_need_a_fuser(fuser):
    with pytest.raises(ParaphraseError, match="P018"):
        fuse_many(spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"]), ["One.", "Two."])
    with pytest.raises(ParaphraseError, match="P018"):
        fuse_many(fuser, ["One."])
