"""What several words of one side and of the other write in different forms."""

import pytest
from lexicon.expert_tools import make_tokens

from spacy_paraphrase.analysis.sentence import sentence_of
from spacy_paraphrase.lexicon.merged import merged_words


def merged(one, other):
    source, target = (sentence_of(make_tokens(text)) for text in (one, other))
    found = list(merged_words(source, target))
    turned = list(merged_words(target, source))
    assert sorted((b, a) for a, b in turned) == sorted(found)
    return [
        (" ".join(source.words[t] for t in a), " ".join(target.words[t] for t in b))
        for a, b in found
    ]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("an e - mail came", "an email came", ("e - mail", "email")),
        ("public health care", "public healthcare", ("health care", "healthcare")),
        ("their co - operation", "their cooperation", ("co - operation", "cooperation")),
        ("the web site", "the website", ("web site", "website")),
        ("on - line shops", "online shops", ("on - line", "online")),
        ("on 3/12/2012 it rained", "on 12 March 2012", ("3/12/2012", "12 march 2012")),
        ("half of them", "50 % of them", ("half", "50 %")),
        ("at half past two", "at 2:30", ("half past two", "2:30")),
    ],
)
def test_units_of_several_words(one, other, expected):
    assert merged(one, other) == [expected]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("today", "to day"),  # too short
        ("the cats .", "the cats ."),
        ("it ran .", "it ran ."),
        ("twenty", "20"),  # single words
        ("on 3 May 2012", "on May 3rd , 2012"),  # word by word
    ],
)
def test_what_is_no_unit(one, other):
    assert merged(one, other) == []
