import pytest
import spacy

from spacy_paraphrase import Link, compare, make_pair, sides, swap
from spacy_paraphrase.lexicon import default_weights
from spacy_paraphrase.lexicon.overlap import FUNCTION
from spacy_paraphrase.pairs.alignment import write_links


def pair(language, source, target, *links):
    doc = make_pair(spacy.blank(language), source, target)
    source, target = sides(doc)
    found = [Link("words", source[i : i + 1], target[j : j + 1], *rest) for i, j, *rest in links]
    write_links(doc, "words", found)
    return doc


def test_share_of_the_weight_of_the_side_that_is_covered_less():
    doc = pair("en", "the black cat sleeps .", "the cat .", (0, 0), (2, 1), (4, 2))
    weights = default_weights("en")
    the = FUNCTION * weights("the")
    total = the + sum(map(weights, "black cat sleeps".split()))
    assert doc._.overlap == pytest.approx((the + weights("cat")) / total)
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


def test_a_link_counts_by_the_similarity_of_its_words():
    links = [("intersects", 1.0, similarity) for similarity in (0.0, 0.5, 1.0)]
    found = [pair("en", "cats eat", "cats run", (0, 0), (1, 1, *link))._.overlap for link in links]
    assert found == sorted(set(found))
    assert found[-1] == 1
    assert pair("en", "eat", "run", (0, 0, *links[0]))._.overlap == 0


def test_a_link_without_similarity_counts_more_in_a_context_that_is_shared():
    common = "firms from several countries reported falling profits after rising prices in"
    links = [(i, i) for i in range(len(common.split()))]
    last = (len(links), len(links), "intersects", 1.0, 0.0)
    doc = pair("en", f"{common} spring", f"{common} April", *links, last)
    unlinked = pair("en", f"{common} spring", f"{common} April", *links)
    assert unlinked._.overlap < doc._.overlap < 1


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("A man is taking a bath.", "A man is riding a horse."),
        ("The cat is under the sofa.", "The train is at the station."),
        ("She is reading a letter.", "He is painting a fence."),
        ("Two boys are eating pizza.", "Three planes are landing."),
        ("There is a book on the shelf.", "There is a snake in the grass."),
    ],
)
def test_a_frame_of_function_words_is_no_similarity(source, target):
    assert compare(source, target)._.overlap < 0.5
    assert compare(source, source)._.overlap == 1
