"""Candidates and groups of many sentences (spec 07 §4.1 and 4.2)."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.many.blocking import Candidates, StemIndex, candidates, cosines, coverages
from spacy_paraphrase.many.grouping import METHODS, partition
from spacy_paraphrase.many.groups import Grouping, competing, find_groups, map_columns, pieces
from spacy_paraphrase.many.redundancy import cosine

TOPIC = Grouping(topic=True)
ABC = Candidates(np.array([0, 1, 0]), np.array([1, 2, 2]), np.array([0.9, 0.6, 0.1]))


def scored(pairs):
    rows = sorted(pairs)
    first, second = (np.array([row[k] for row in rows], np.int64) for k in (0, 1))
    return Candidates(first, second, np.array([pairs[row] for row in rows], float))


def test_12_a_wrong_link_chains_components_alone():
    assert partition(3, ABC, 0.5, "components") == [[0, 1, 2]]
    assert partition(3, ABC, 0.5, "average") == [[0, 1], [2]]
    assert partition(3, ABC, 0.5, "complete") == [[0, 1], [2]]
    assert partition(3, ABC, 0.35, "average") == [[0, 1, 2]]
    assert partition(3, ABC, 0.35, "complete") == [[0, 1], [2]]
    assert partition(3, ABC, 0.5, "star") == [[0, 1, 2]]


def test_a_method_that_there_is_not():
    with pytest.raises(ParaphraseError, match="P950.*'best'.*average, complete"):
        partition(3, ABC, 0.5, "best")


tables = st.dictionaries(
    st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1]),
    st.sampled_from([0.1, 0.3, 0.5, 0.7, 0.9]),
)


def naive(size, pairs, threshold):
    """Average linkage as it is defined: the two groups that are closest on average become one."""
    groups = [[k] for k in range(size)]

    def mean(one, other):
        cross = [pairs.get((min(i, j), max(i, j)), 0.0) for i in one for j in other]
        return sum(cross) / len(cross)

    while len(groups) > 1:
        one, other = max(combinations(groups, 2), key=lambda two: mean(*two))
        if mean(one, other) < threshold - 1e-9:
            break
        groups.remove(other)
        one += other
    return sorted(tuple(sorted(members)) for members in groups)


# Powers of .89: no two means of a few of them are the same.
different = st.sets(
    st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda pair: pair[0] < pair[1])
).map(lambda pairs: {pair: 0.97 * 0.89**k for k, pair in enumerate(sorted(pairs))})


@given(st.one_of(tables, different), st.sampled_from([0.2, 0.4, 0.5, 0.6]))
def test_15_groups_are_a_partition_and_those_of_the_definition(pairs, threshold):
    for method in METHODS:
        groups = partition(8, scored(pairs), threshold, method)
        assert sorted(k for group in groups for k in group) == list(range(8))
        if method == "complete":
            for group in groups:
                assert all(pairs.get(pair, 0) >= threshold for pair in combinations(group, 2))
        if method == "average" and len({*pairs.values()}) == len(pairs):  # no ties
            assert [tuple(group) for group in groups] == naive(8, pairs, threshold)


@given(tables)
def test_15_a_higher_threshold_never_accepts_more(pairs):
    best = np.ones(8)
    found = competing(scored(pairs), best)
    accepted = [{*np.flatnonzero(found.scores >= t).tolist()} for t in (0.1, 0.3, 0.5)]
    assert accepted[0] >= accepted[1] >= accepted[2]


WORDS = ["storm", "bank", "rates", "museum", "Lisbon", "killed", "ten", "people", "opens", "north"]
texts = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), min_size=1, max_size=12
)


@settings(deadline=None, max_examples=30)
@given(texts, st.randoms())
def test_15_the_order_of_records_makes_no_difference(texts, chance):
    records = [{"id": k, "text": text} for k, text in enumerate(texts)]
    found = find_groups(records, TOPIC)
    chance.shuffle(records)
    assert find_groups(records, TOPIC) == found
    assert sorted(id for group in found for id in group.members) == list(range(len(texts)))


def terms_of(rows):
    return [row.split() for row in rows]


def test_candidates_share_two_rare_stems_or_one_where_they_are_short():
    rows = terms_of(["a b c d e", "a b x y z", "a q r s t", "u v w", "u l m n o"])
    index = StemIndex.of(rows, [len(row) for row in rows])
    [found] = candidates(index)
    pairs = {*zip(found.first.tolist(), found.second.tolist(), strict=True)}
    assert pairs == {(0, 1), (1, 0), (3, 4), (4, 3)}
    frequent = StemIndex.of(rows, [9] * 5, rare=2)
    assert not sum(len(part.first) for part in candidates(frequent))
    [all_pairs] = candidates(index, shared=None)
    assert len(all_pairs.first) == 5 * 4


def test_scores_by_hand():
    rows = terms_of(["a b", "a c", "d d e"])
    index = StemIndex.of(rows, [2, 2, 3])
    first, second = np.array([0, 0]), np.array([1, 2])
    a, rare = np.log(3 / 2), np.log(3)
    expected = cosine({"a": a, "b": rare}, {"a": a, "c": rare})
    assert cosines(index, first, second) == pytest.approx([expected, 0])
    a, rare = np.log(4 / 2), np.log(4)
    assert coverages(index, first, second) == pytest.approx([a / (a + rare), 0])
    synonyms = StemIndex.of(rows, [2, 2, 3], senses={"b": {1}, "c": {1, 2}})
    expected = (a + 0.7 * rare) / (a + rare)
    assert coverages(synonyms, first, second) == pytest.approx([expected, 0])


def test_a_sentence_without_words_is_alone_and_has_no_similarity():
    """Spec 07 §11: similarity 0, never NaN."""
    rows = terms_of(["", "a", ""])
    index = StemIndex.of(rows, [0, 1, 0])
    [found] = candidates(index, shared=None)
    assert found.scores.tolist() == [0.0] * 6
    groups = find_groups(
        [{"id": 1, "text": "..."}, {"id": 2, "text": "?!"}, {"id": 3, "text": "of"}], TOPIC
    )
    assert [group.members for group in groups] == [(1,), (2,), (3,)]


def test_a_stem_in_every_text_joins_nothing():
    """Spec 07 §11: above the limit there is no posting, and its idf is 0."""
    rows = terms_of([f"the of w{k} v{k}" for k in range(201)])
    index = StemIndex.of(rows, [9] * 201)
    assert not sum(len(part.first) for part in candidates(index))
    assert cosines(index, np.array([0]), np.array([1])) == [0.0]


def test_what_a_closer_partner_is_worth():
    pairs = scored({(0, 1): 0.8, (1, 2): 0.4, (2, 3): 0.2})
    best = np.array([0.8, 0.8, 0.4, 0.2])
    assert competing(pairs, best).scores == pytest.approx([0.8, 0.4, 0.2])
    best = np.array([0.8, 0.8, 0.9, 0.9])
    assert competing(pairs, best).scores == pytest.approx([0.8, 0.2, 0.2**2 / 0.9])


def test_large_pieces_fall_apart_at_higher_thresholds(caplog):
    chain = {(k, k + 1): 0.9 if k % 2 == 0 else 0.5 for k in range(9)}
    found = list(pieces(10, scored(chain), 0.48, largest=4))
    assert [(rows.tolist(), round(least, 2)) for rows, least in found] == [([*range(10)], 0.53)]
    assert "10 sentences hang together" in caplog.text
    assert map_columns([]) is not None
    assert [len(rows) for rows, _ in pieces(10, scored(chain), 0.48)] == [10]


@pytest.mark.parametrize("given", [{"threshold": 1.5}, {"similarity": "best"}])
def test_settings_out_of_range(given):
    with pytest.raises(ParaphraseError, match="P950"):
        Grouping(**given)
