"""What no mined row may lose: a denial, a number, a date, and who does what."""

from dataclasses import replace

import pytest

from spacy_paraphrase.acquire.loss_guard import LossGuard, lost
from spacy_paraphrase.acquire.phrases import mine_phrases
from spacy_paraphrase.lang import language_data
from spacy_paraphrase.readers import PairRecord, word_links

EN = language_data("en")


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("do n't think", "guess", "polarity"),
        ("without a hat", "with a hat", "polarity"),
        ("nobody came", "people came", "polarity"),
        ("47", "16", "number"),
        ("two men", "men", "number"),
        ("260 million", "0.25 billion", "number"),
        ("on Monday", "on Friday", "date"),
        ("May 3 2004", "May 4 2004", "date"),
        ("dog bites man", "man bites dog", "role"),
    ],
)
def test_what_one_side_loses_has_a_reason(source, target, reason):
    assert lost(source.split(), target.split(), EN) == reason
    assert lost(target.split(), source.split(), EN) == reason


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("did not succeed", "failed"),
        ("is not", "isn't"),
        ("three men", "3 men"),
        ("0.25 billion", "250 million"),
        ("Sept. 15 , 2005", "15.9.2005"),
        ("one", "someone"),
        ("may go", "could go"),
        ("bought", "acquired"),
    ],
)
def test_what_is_told_in_other_words_is_not_lost(source, target):
    assert lost(source.split(), target.split(), EN) is None


def parsed(id, source, target, links):
    """Return a pair of sentences of (word, lemma, part of speech, head, label)."""
    sides = [[line.split("/") for line in side.split()] for side in (source, target)]
    columns = [list(zip(*side, strict=True)) for side in sides]
    return PairRecord(
        id,
        *(tuple(words) for words, *_ in columns),
        words=word_links(links),
        source_tree=tuple(zip(map(int, columns[0][3]), columns[0][4], strict=True)),
        target_tree=tuple(zip(map(int, columns[1][3]), columns[1][4], strict=True)),
        source_tokens={"lemmas": columns[0][1], "pos": columns[0][2]},
        target_tokens={"lemmas": columns[1][1], "pos": columns[1][2]},
    )


KILLED = "dogs/dog/NOUN/1/nsubj killed/kill/VERB/1/ROOT cats/cat/NOUN/1/dobj"
DIED = "dogs/dog/NOUN/1/nsubj murdered/murder/VERB/1/ROOT cats/cat/NOUN/1/dobj"
TURNED = "cats/cat/NOUN/1/nsubj murdered/murder/VERB/1/ROOT dogs/dog/NOUN/1/dobj"
DENIED = (
    "dogs/dog/NOUN/3/nsubj did/do/AUX/3/aux n't/not/PART/3/neg murder/murder/VERB/3/ROOT "
    "cats/cat/NOUN/3/dobj"
)
PASSIVE = (
    "dogs/dog/NOUN/2/nsubjpass were/be/AUX/2/auxpass murdered/murder/VERB/2/ROOT "
    "by/by/ADP/2/agent cats/cat/NOUN/3/pobj"
)


@pytest.mark.parametrize(
    ("target", "links", "verb", "reason"),
    [
        (DIED, [(0, 0), (1, 1), (2, 2)], 1, None),
        (DENIED, [(0, 0), (1, 3), (2, 4)], 3, "polarity"),
        (TURNED, [(0, 2), (1, 1), (2, 0)], 1, "role"),
        (PASSIVE, [(0, 0), (1, 2), (2, 4)], 2, "role"),
    ],
)
def test_the_analysis_tells_what_stands_outside_of_a_phrase(target, links, verb, reason):
    record = parsed("p", KILLED, target, links)
    assert LossGuard(record).lost(range(1, 2), range(verb, verb + 1)) == reason
    mined = {(*row["source"], *row["target"]) for row in mine_phrases([record])}
    target_verb = record.target[verb]
    assert (("killed", target_verb) in mined) == (reason is None)


def test_trees_with_the_tokens_of_the_source_alone_are_enough():
    record = replace(parsed("p", KILLED, DIED, [(0, 0), (1, 1), (2, 2)]), target_tokens=None)
    mined = [(*row["source"], *row["target"]) for row in mine_phrases([record])]
    assert ("killed", "murdered") in mined


def test_a_numeral_is_whole_or_not_there():
    words = ["260", "million", "people"], ["260", "thousand", "people"]
    sides = [
        " ".join(
            f"{word}/{word}/{'NUM' if k < 2 else 'NOUN'}/2/{'ROOT' if k == 2 else 'nummod'}"
            for k, word in enumerate(side)
        )
        for side in words
    ]
    record = parsed("n", *sides, [(0, 0), (1, 1), (2, 2)])
    assert LossGuard(record).lost(range(0, 1), range(0, 1)) == "number"
    assert LossGuard(record).lost(range(2, 3), range(2, 3)) is None


def test_a_pair_without_a_tree_is_compared_by_words():
    record = PairRecord(
        "w", ("it", "rained"), ("it", "never", "rained"), words=word_links([(0, 0)])
    )
    assert LossGuard(record).lost(range(0, 2), range(0, 3)) == "polarity"
    assert LossGuard(record).lost(range(0, 1), range(0, 1)) is None
