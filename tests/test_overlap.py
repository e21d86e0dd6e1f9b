import pytest
import spacy

from spacy_paraphrase import Link, make_pair, sides, swap
from spacy_paraphrase.alignment import write_links
from spacy_paraphrase.lexicon import default_weights


def pair(language, source, target, *links):
    doc = make_pair(spacy.blank(language), source, target)
    source, target = sides(doc)
    write_links(
        doc, "words", [Link("words", source[i : i + 1], target[j : j + 1]) for i, j in links]
    )
    return doc


def test_share_of_the_weight_of_the_longer_side():
    doc = pair("en", "the black cat sleeps .", "the cat .", (0, 0), (2, 1), (4, 2))
    weights = default_weights("en")
    total = sum(map(weights, "the black cat sleeps".split()))
    assert doc._.overlap == pytest.approx((weights("the") + weights("cat")) / total)
    assert swap(doc)._.overlap == doc._.overlap


def test_without_word_weights_content_words_count():
    doc = pair("nl", "de zwarte kat slaapt", "de kat", (0, 0), (2, 1))
    assert doc._.overlap == pytest.approx(1 / 3)
    assert pair("nl", "de het", "de", (0, 0))._.overlap == 0.5


def test_bounds():
    assert pair("en", "a b", "c d")._.overlap == 0
    assert pair("en", "cats sleep", "cats sleep", (0, 0), (1, 1))._.overlap == 1
    assert pair("en", "!", "?")._.overlap == 0
    assert pair("en", "!", "!", (0, 0))._.overlap == 1


def test_of_two_sides_of_one_length_the_less_covered_counts():
    doc = pair("en", "the elephant", "the the", (0, 0))
    assert doc._.overlap == pytest.approx(min(0.5, doc._.overlap))
