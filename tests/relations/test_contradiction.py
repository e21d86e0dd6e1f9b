"""The judge of contradiction: reason, tokens and certainty, read from either side."""

import pytest

import spacy_paraphrase
from spacy_paraphrase import sides
from spacy_paraphrase.analysis.sentence import sentences
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.pairs.alignment import read_links
from spacy_paraphrase.relations.contradiction import contradictions, summary
from spacy_paraphrase.relations.side_comparison import compare, linked_tokens

CERTAIN, UNCERTAIN = True, False
# Three unrelated pairs or more for each rule that is not one of a single list of words.
CASES = [
    # what stands right behind a number that counts by itself is said of so many
    ("Six killed in bomb attack", "Five dead in bomb attack", "number", "six", "five", CERTAIN),
    ("9 arrested after raid in Oslo", "4 arrested in Oslo raid", "number", "9", "4", CERTAIN),
    ("Two injured in hotel fire", "Seven hurt in hotel fire", "number", "two", "seven", CERTAIN),
    # who gets something, and from whom
    ("John gave Mary a book.", "Mary gave John a book.", "roles", "john", "mary", CERTAIN),
    ("Anna sent Peter a letter.", "Peter sent Anna a letter.", "roles", "anna", "peter", CERTAIN),
    (
        "Tom sold Ben a car.",
        "Ben sold Tom a car.",
        "roles",
        "tom",
        "ben",
        CERTAIN,
    ),
    # a predicate that is denied, whatever else is said
    ("He is a doctor.", "He is not a lawyer.", "negation", "is", "is", UNCERTAIN),
    ("A cow eats grass.", "A cow does not eat hay.", "negation", "eats", "eat", UNCERTAIN),
    ("The bag is red.", "The bag is not heavy.", "negation", "is", "is", UNCERTAIN),
    # what there is none of, and what another one of its kind does
    ("A girl sings.", "There is no girl on the beach.", "negation", "girl", "girl", UNCERTAIN),
    ("A cat sleeps here.", "There is no cat outside.", "negation", "cat", "cat", UNCERTAIN),
    ("The boys ran.", "There are no boys in the gym.", "negation", "boys", "boys", UNCERTAIN),
    # names that fill one place and may be right both
    ("It took place in Lyon.", "It took place in France.", "name", "lyon", "france", UNCERTAIN),
    ("She plays Hamlet.", "She plays Othello.", "name", "hamlet", "othello", UNCERTAIN),
    # opposites of which there may be others
    ("A man dances.", "A woman dances.", "antonym", "man", "woman", UNCERTAIN),
    ("A boy is singing.", "A girl is singing.", "antonym", "boy", "girl", UNCERTAIN),
]
NONE = [
    ("He left without a coat.", "He left early."),
    ("He is not fit for work.", "He is unfit for work."),
    ("No boys sang.", "The boys did not sing."),
    ("He spoke but did not name them.", "He spoke without naming them."),
    ("It rose from 76 in June to 152 in May.", "It went up from 76 in June to 152 in May."),
    ("Six killed in bomb attack", "Five trapped in coal mine"),
    ("Two people were hurt.", "Two persons were injured."),
    ("More than 1,000 inmates escaped from prison.", "1,000 prisoners escaped from prison."),
]


@pytest.fixture(scope="module")
def aligner(fast):
    with fast.select_pipes(disable="relation_classifier"):
        yield fast


def judged(nlp, source, target):
    """Return what the judge says of a pair, and both sides."""
    doc = nlp(spacy_paraphrase.make_pair(nlp, source, target))
    starts = tuple(span.start for span in sides(doc))
    links = linked_tokens(read_links(doc, "words"), starts)
    both, index = sentences(doc), default_lexicon("en")
    found = contradictions(compare(*both, links, index), index)
    words = [
        ([both[0].words[i] for i in c.source], [both[1].words[i] for i in c.target]) for c in found
    ]
    return found, words


@pytest.mark.parametrize(("source", "target", "reason", "one", "other", "certain"), CASES)
def test_where_two_sides_contradict(aligner, source, target, reason, one, other, certain):
    found, words = judged(aligner, source, target)
    said = [
        (c.reason, c.certain)
        for c, (left, right) in zip(found, words, strict=True)
        if c.reason == reason and one in left and other in right
    ]
    assert (reason, certain) in said, (found, words)
    assert any(c.certain for c in found) == certain
    assert summary(found) == (((reason,), ()) if certain else ((), (reason,)))


@pytest.mark.parametrize(("source", "target", "reason", "one", "other", "certain"), CASES)
def test_the_other_way_round(aligner, source, target, reason, one, other, certain):
    assert summary(judged(aligner, target, source)[0]) == (
        ((reason,), ()) if certain else ((), (reason,))
    )


@pytest.mark.parametrize(("source", "target"), NONE)
def test_where_they_do_not(aligner, source, target):
    assert summary(judged(aligner, source, target)[0]) == ((), ())


def test_the_agent_of_a_passive_is_no_other_party(composing):
    """Opposites are converses where the parties change places, which a passive does not do."""
    doc = spacy_paraphrase.compare(
        "The maintainers accepted my pull request.",
        "My pull request was rejected by the maintainers.",
        composing,
    )
    assert doc._.relation.conflict
    assert doc._.relation.reasons == ("antonym",)
    doc = spacy_paraphrase.compare(
        "The bank lent Ana the money.", "Ana borrowed the money from the bank.", composing
    )
    assert not doc._.relation.conflict
