"""Words that say the same, as far as an encoder has read that in the pair."""

import numpy as np
import pytest

from spacy_paraphrase import make_pair
from spacy_paraphrase.pairs.results import EncoderOutput, EntailmentScores, write_encoder_output


@pytest.fixture(scope="module")
def nlp(fast):
    return fast


def judged(nlp, one, other, aligned, restates):
    """Return a pair of which an encoder has read how probably words are aligned, or the same."""
    doc = make_pair(nlp, one, other)
    n, m = map(len, doc.spans["pair"])
    scores = EntailmentScores(0.5, 0.49, 0.01)
    vectors = np.zeros((n, 2), np.float32), np.zeros((m, 2), np.float32)
    supports = np.full(n, 0.5, np.float32), np.full(m, 0.5, np.float32)
    tables = (np.full((n, m), value, np.float32) for value in (aligned, restates))
    write_encoder_output(doc, EncoderOutput(scores, scores, 0.5, 1, *tables, *vectors, *supports))
    return nlp(doc)


@pytest.mark.parametrize(
    ("one", "other", "word"),
    [
        ("It is too early to discuss this.", "It is too soon to discuss this.", "early"),
        ("There are no real explosives.", "There are no actual explosives.", "real"),
        ("The rally drove prices up.", "The rally pushed prices up.", "drove"),
        ("It rose in recent days.", "It rose in past days.", "recent"),
        ("The queen visits the prince.", "The queen meets the prince.", "visits"),
    ],
)
def test_words_that_say_the_same_in_context(nlp, one, other, word):
    labels = []
    for aligned, likely in ((0.9, 0.0), (0.0, 0.9), (0.9, 0.9)):
        doc = judged(nlp, one, other, aligned, likely)
        labels += [k.relation for k in doc._.alignment.words if k.source.text == word]
    assert labels[0] == labels[1] != "restates"
    assert labels[2] == "restates"
