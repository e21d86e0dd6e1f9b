import itertools

import pytest

from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.index import DATA, UPOS, groups, sides
from spacy_paraphrase.lexicon.relations import LEXICAL_RELATIONS, relation, relation_matrix

TAGS = {letter: tag for tag, letter in UPOS.items() if tag in ("NOUN", "VERB", "ADJ", "ADV")}


def lines(name):
    text = (DATA / name).read_text(encoding="utf8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")]


LINES, OPPOSITES = lines("en.synonyms"), lines("en.opposites")


def test_every_group_has_several_words_once_and_adds_something():
    index = default_lexicon("en")
    for pos, text in LINES:
        words = text.split(", ")
        assert len(words) == len(set(words)) > 1, text
        pairs = itertools.combinations(words, 2)
        said = {relation(index, a, TAGS[pos], b, TAGS[pos], max_senses=3) for a, b in pairs}
        assert "near-synonym" in said, text
        assert not said & {"none", "sister", "antonym"}, text


def test_wordnet_goes_first():
    index = default_lexicon("en")
    together = groups("en")
    assert relation(index, "company", "NOUN", "firm", "NOUN") == "near-synonym"
    # What WordNet holds for more special stays so, though it stands in one group.
    assert not together["firm", "n"].isdisjoint(together["business", "n"])
    assert relation(index, "firm", "NOUN", "business", "NOUN") == "hyponym-of"


def test_a_matrix_says_what_single_lookups_say():
    index = default_lexicon("en")
    words = [(word, TAGS[pos]) for pos, text in LINES[::12] for word in text.split(", ")]
    matrix = relation_matrix(index, words, words, max_senses=3).relations
    for (i, one), (j, other) in itertools.product(enumerate(words), repeat=2):
        assert LEXICAL_RELATIONS[matrix[i, j]] == relation(index, *one, *other, max_senses=3)


@pytest.mark.parametrize(("pos", "one", "other"), OPPOSITES)
def test_opposites(pos, one, other):
    index = default_lexicon("en")
    both = one.split(", "), other.split(", ")
    assert set(both[0]).isdisjoint(both[1])
    words = [[(word, TAGS[pos]) for word in side] for side in both]
    matrix = relation_matrix(index, *words).relations
    for (i, a), (j, b) in itertools.product(enumerate(words[0]), enumerate(words[1])):
        found = relation(index, *a, *b)
        assert found == relation(index, *b, *a) == LEXICAL_RELATIONS[matrix[i, j]], (a, b)
        assert found == "antonym", (a, b)


def test_other_languages_have_none():
    assert groups("xx") == sides("xx") == {}
