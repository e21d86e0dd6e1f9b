import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.metrics import AlignmentMeasure, GoldLinks, evaluate
from spacy_paraphrase.trees import greedy

WORDS = ("the", "a", "cat", "The", "dog")
REFERENCES = ("sure", "sure+possible", "possible")

link_sets = st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8)
words = st.lists(st.sampled_from(WORDS), min_size=5, max_size=5)
measures = st.builds(
    AlignmentMeasure,
    level=st.sampled_from(["words", "phrases", "chunks"]),
    reference=st.sampled_from(REFERENCES),
    identical=st.booleans(),
)


def identical(source, target):
    """The greedy baseline: identical words, case ignored."""
    return set(greedy([w.lower() for w in source], [w.lower() for w in target]))


@st.composite
def pairs(draw):
    """Two link records over the same words."""
    source, target = draw(words), draw(words)
    return tuple(GoldLinks(draw(link_sets), draw(link_sets), source, target) for _ in range(2))


corpora = st.lists(pairs(), min_size=1, max_size=6)


def run(measure, corpus):
    return evaluate(measure, [a for a, _ in corpus], [b for _, b in corpus])


def test_sure_links_are_possible():
    gold = GoldLinks({(0, 0)}, {(1, 1)})
    assert gold.possible == {(0, 0), (1, 1)}
    assert gold.sure == {(0, 0)}
    assert hash(gold) == hash(GoldLinks([(0, 0)], [(0, 0), (1, 1)]))


def test_sure_and_possible_without_identical_words(ccl08):
    measure = AlignmentMeasure(reference="sure+possible", identical=False)
    stats = measure.stats(*ccl08)
    assert stats[:4] == (5, 4, 4, 4)  # |B_S|, |A_S|, |A_S & B_P|, |A_P & B_S|
    scores = measure.score(stats)
    found = [scores[f"micro_{key}"] for key in ("precision", "recall", "f")]
    assert found == pytest.approx([1, 0.8, 0.8889], abs=5e-5)
    assert measure.signature() == (
        "links:words|ref:sure+possible|nonident:yes|avg:macro+micro|case:lower|v:1"
    )


def test_identical_words_count_unless_left_out(ccl08):
    stats = AlignmentMeasure(reference="sure+possible").stats(*ccl08)
    assert stats[:4] == (9, 8, 8, 8)
    assert AlignmentMeasure(reference="sure").stats(*ccl08)[:4] == (9, 8, 7, 7)
    assert AlignmentMeasure(reference="possible").stats(*ccl08)[:4] == (14, 15, 12, 12)


def test_alignment_error_rate():
    gold = GoldLinks({(0, 0), (1, 1)}, {(2, 2)})
    measure = AlignmentMeasure(reference="sure+possible")
    assert measure.score(measure.stats({(0, 0), (2, 2), (3, 3)}, gold))["aer"] == pytest.approx(0.4)


def test_greedy_baseline_takes_the_first_unused_word():
    found = identical(["A", "b", "a", "a"], ["b", "a", "A"])
    assert found == {(0, 1), (1, 0), (2, 2)}
    assert identical([], ["a"]) == identical(["a"], []) == set()


def test_greedy_baseline_on_edinburgh(edinburgh):
    golds = edinburgh("gold.train.sure.json")
    preds = [identical(gold.source, gold.target) for gold in golds]
    result = evaluate(AlignmentMeasure(), preds, golds)
    assert len(golds) == 714
    assert result.stats[:, :3].sum(axis=0).tolist() == [13_314, 10_323, 9_094]
    expected = {
        "macro_precision": 0.8929,
        "macro_recall": 0.7205,
        "macro_f": 0.7975,
        "exact": 0.1022,
        "micro_precision": 0.8809,
        "micro_recall": 0.6830,
        "micro_f": 0.7695,
    }
    assert {key: result.scores[key] for key in expected} == pytest.approx(expected, abs=5e-5)
    assert evaluate(AlignmentMeasure(identical=False), preds, golds).scores["micro_f"] == 0


@given(corpora, measures)
def test_precision_and_recall_swap_with_the_sides(corpus, measure):
    there = run(measure, corpus).scores
    back = run(measure, [(b, a) for a, b in corpus]).scores
    for average in ("micro", "macro"):
        assert there[f"{average}_precision"] == back[f"{average}_recall"]
        assert there[f"{average}_recall"] == back[f"{average}_precision"]
        assert there[f"{average}_f"] == pytest.approx(back[f"{average}_f"])
    assert there["exact"] == back["exact"]


@given(corpora, measures)
def test_corpus_scores_are_scores_of_summed_statistics(corpus, measure):
    stats = [measure.stats(a, b) for a, b in corpus]
    summed = measure.score([sum(column) for column in zip(*stats, strict=True)])
    assert run(measure, corpus).scores == pytest.approx(summed)


@given(pairs(), measures, st.data())
def test_a_correct_link_never_lowers_recall(pair, measure, data):
    pred, gold = pair[0].sure, pair[1]
    correct = gold.possible if measure.reference != "sure" else gold.sure
    assume(correct)
    link = data.draw(st.sampled_from(sorted(correct)))
    before = run(measure, [(pred, gold)]).scores
    after = run(measure, [(pred | {link}, gold)]).scores
    for key in ("micro_recall", "macro_recall"):
        assert (after[key] or 0) >= (before[key] or 0)


@given(pairs(), measures)
def test_a_side_agrees_with_itself(pair, measure):
    scores = run(measure, [(pair[0], pair[0])]).scores
    assert scores["macro_f"] == scores["exact"] == 1
    assert scores["aer"] == 0


@given(pairs())
def test_leaving_out_identical_words_is_counting_on_filtered_links(pair):
    gold = pair[1]
    kept = [
        {(i, j) for i, j in side.sure if gold.source[i].lower() != gold.target[j].lower()}
        for side in pair
    ]
    assert AlignmentMeasure(identical=False).stats(*pair) == AlignmentMeasure().stats(*kept)


@pytest.mark.parametrize("link", [(0, -1), (-1, 0), (0.0, 1), ("0", "1"), (0,), (0, 1, 2), "01", 7])
def test_malformed_links(link):
    for bad in (
        lambda: GoldLinks([link]),
        lambda: GoldLinks([(0, 0)], [link]),
        lambda: AlignmentMeasure().stats([link], {(0, 0)}),
        lambda: AlignmentMeasure().stats({(0, 0)}, [link]),
    ):
        with pytest.raises(ParaphraseError, match="P201"):
            bad()


def test_links_beyond_the_words():
    with pytest.raises(ParaphraseError, match=r"P205.*source index 2.*1 words"):
        GoldLinks({(2, 0)}, source=["a"], target=["b"])
    gold = GoldLinks({(0, 0)}, source=["a"], target=["b"])
    with pytest.raises(ParaphraseError, match=r"P205.*target index 1"):
        AlignmentMeasure().stats({(0, 1)}, gold)


def test_leaving_out_identical_words_needs_words():
    with pytest.raises(ParaphraseError, match="P206"):
        AlignmentMeasure(identical=False).stats({(0, 0)}, {(0, 0)})


@pytest.mark.parametrize("setting", [{"level": "letters"}, {"reference": "maybe"}])
def test_unknown_settings(setting):
    with pytest.raises(ParaphraseError, match="P207"):
        AlignmentMeasure(**setting)
