import pickle

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import registry

from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.components.scorers import link_sets, make_alignment_scorer, score_alignments
from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.pairs.alignment import Link, write_links
from spacy_paraphrase.pairs.pair import resolve_pair
from spacy_paraphrase.readers import LinkRecord, PairRecord, record_to_doc, word_links

NLP = spacy.blank("en")
WORDS = (("a", "b", "c"), ("d", "e", "f"))


def doc_of(sure, possible=(), words=WORDS):
    return record_to_doc(PairRecord(0, *words, words=word_links(sure, possible)), NLP)


def example_of(predicted, sure, possible=()):
    return Example(doc_of(predicted), doc_of(sure, possible))


def rounded(scores, level="words"):
    return {
        key.removeprefix(f"{level}_align_"): value if value is None else round(value, 4)
        for key, value in scores.items()
        if key.startswith(level)
    }


def test_macro_figures_of_three_pairs():
    examples = [
        example_of([(0, 0), (1, 2)], [(0, 0), (1, 1)]),
        example_of([(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 1), (2, 2)]),
        example_of([], [(0, 0)]),
    ]
    expected = {"p": 0.5, "r": 0.5, "f": 0.5, "exact": 0.3333, "unmappable": 0}
    assert rounded(score_alignments(examples)) == expected


def test_none_only_without_gold_anywhere():
    bare = make_pair(NLP, *map(list, WORDS))
    scores = score_alignments([Example(doc_of([(0, 0)]), bare)])
    assert set(scores.values()) == {None}
    assert list(scores) == [
        f"{level}_align_{key}"
        for level in ("words", "phrases", "chunks")
        for key in ("p", "r", "f", "exact", "unmappable")
    ]


def test_gold_without_prediction_is_zero():
    bare = make_pair(NLP, *map(list, WORDS))
    scores = rounded(score_alignments([Example(bare, doc_of([(0, 0)]))]))
    assert scores == {"p": 0.0, "r": 0.0, "f": 0.0, "exact": 0.0, "unmappable": 0}


def test_a_pair_without_links_counts_if_annotated():
    scores = rounded(score_alignments([example_of([], [])]))
    assert (scores["f"], scores["exact"]) == (1.0, 1.0)


def test_pairs_without_gold_do_not_count():
    bare = make_pair(NLP, *map(list, WORDS))
    examples = [example_of([(0, 0)], [(0, 0)]), Example(doc_of([(1, 1)]), bare)]
    assert score_alignments(examples)["words_align_f"] == 1.0


def test_possible_links():
    examples = [example_of([(0, 0), (1, 1)], [(0, 0)], [(1, 1)])]
    by_reference = {
        reference: make_alignment_scorer(reference)(examples)["words_align_p"]
        for reference in ("sure", "sure+possible", "possible")
    }
    assert by_reference == {"sure": 0.5, "sure+possible": 1.0, "possible": 1.0}


pairs = st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)))


@given(pairs, pairs)
def test_precision_and_recall_change_places(first, second):
    one = rounded(score_alignments([example_of(first, second)]))
    other = rounded(score_alignments([example_of(second, first)]))
    assert (one["p"], one["r"], one["f"]) == (other["r"], other["p"], other["f"])


@given(pairs, pairs)
def test_link_sets_have_the_sizes_of_the_sets(predicted, sure):
    found, gold, unmappable = link_sets(example_of(predicted, sure), "words")
    assert len(found) == len(predicted)
    assert len(gold.sure) == len(sure)
    assert len(found & gold.sure) == len(predicted & sure)
    assert unmappable == 0


def retokenised(words, spaces, links):
    """Return the pair of doc_of([...]) with other words."""
    doc = resolve_pair(Doc(NLP.vocab, words=words, spaces=spaces))
    write_links(doc, "words", [Link("words", doc[i : i + 1], doc[j : j + 1]) for i, j in links])
    return doc


def test_gold_links_that_do_not_map_are_missed_and_counted():
    words = (("do", "n't", "go"), ("stay", "here"))
    gold = doc_of([(0, 0), (2, 0), (2, 1)], words=words)
    # "do n't" is one token here; "go" moves from index 2 to 1.
    predicted = retokenised(
        ["do n't", "go", "\n", "stay", "here"], [True, False, False, True, False], [(0, 3), (1, 3)]
    )
    assert predicted.text == gold.text
    scores = rounded(score_alignments([Example(predicted, gold)]))
    assert scores == {"p": 0.5, "r": 0.3333, "f": 0.4, "exact": 0.0, "unmappable": 1}


def test_two_predictions_at_one_gold_token_are_two_errors():
    gold = doc_of([(0, 0)], words=(("don't",), ("stay",)))
    predicted = retokenised(["do", "n't", "\n", "stay"], [False] * 4, [(0, 3), (1, 3)])
    found, links, unmappable = link_sets(Example(predicted, gold), "words")
    assert (len(found), len(links.sure), unmappable) == (2, 1, 1)
    assert not found & links.sure


def chunked(words, links):
    chunks = tuple(LinkRecord(*link) for link in links)
    return record_to_doc(PairRecord(0, *words, chunks=chunks), NLP)


def test_chunks_match_by_their_text():
    gold = chunked((("do", "n't", "go"), ("stay",)), [((0, 1, 2), (0,)), ((0, 1), (0,))])
    doc = resolve_pair(Doc(NLP.vocab, words=["do n't", "go", "\n", "stay"], spaces=[1, 0, 0, 0]))
    source, target = sides(doc)
    links = [Link("chunks", source[:2], target[:]), Link("chunks", source[1:2], target[:])]
    write_links(doc, "chunks", links)
    scores = rounded(score_alignments([Example(doc, gold)]), "chunks")
    assert scores == {"p": 0.5, "r": 0.5, "f": 0.5, "exact": 0.0, "unmappable": 0}


def test_phrases_count_by_their_heads():
    def phrases(*links):
        records = tuple(LinkRecord((i,), (j,), source_head=i, target_head=j) for i, j in links)
        return record_to_doc(PairRecord(0, *WORDS, phrases=records), NLP)

    scores = score_alignments([Example(phrases((0, 0), (1, 1)), phrases((0, 0)))])
    assert rounded(scores, "phrases")["p"] == 0.5
    assert scores["words_align_f"] is None


def test_registered_and_fit_for_worker_processes():
    config = {"scorer": {"@scorers": "spacy-paraphrase.AlignmentScorer.v1"}}
    scorer = registry.resolve(config)["scorer"]
    examples = [example_of([(0, 0)], [(0, 0)])]
    assert pickle.loads(pickle.dumps(scorer))(examples)["words_align_f"] == 1.0


def test_an_unknown_reference():
    with pytest.raises(ParaphraseError, match="P207"):
        make_alignment_scorer("all")


def test_a_stale_alignment_raises():
    gold = doc_of([(0, 0)])
    predicted = doc_of([(0, 0)])
    with predicted.retokenize() as retokenizer:
        retokenizer.merge(predicted[0:2])
    with pytest.raises(ParaphraseError, match="P006"):
        score_alignments([Example(predicted, gold)])


class Aligner:
    """A component that links the first words and is scored."""

    def __init__(self):
        self.scorer = make_alignment_scorer()

    def __call__(self, doc):
        source, target = sides(doc)
        write_links(doc, "words", [Link("words", source[:1], target[:1])])
        return doc

    def score(self, examples, **options):
        return self.scorer(examples, **options)


def test_inside_evaluate():
    @Language.factory("scorer_test_aligner")
    def create(nlp, name):
        return Aligner()

    nlp = spacy.blank("en")
    nlp.add_pipe("scorer_test_aligner")
    gold = doc_of([(0, 0), (1, 1)])
    scores = nlp.evaluate([Example(make_pair(nlp, *map(list, WORDS)), gold)])
    assert (scores["words_align_p"], scores["words_align_r"]) == (1.0, 0.5)


def test_only_what_was_measured_stays_in_the_meta_data():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentence_pair")
    weights = {"tag_acc": None, "words_align_f": 1.0, "relation_acc": None}
    nlp.config["training"]["score_weights"] = weights
    nlp.meta["performance"] = {"tag_acc": 0.0, "words_align_f": 0.0, "relation_acc": 0.4}
    keep = registry.callbacks.get("spacy-paraphrase.OwnScores.v1")()
    assert keep(nlp) is nlp
    assert nlp.meta["performance"] == {"words_align_f": 0.0, "relation_acc": 0.4}
