import csv
from pathlib import Path

import pytest
import spacy
from spacy.tokens import DocBin

import spacy_paraphrase
from checks import PAIRS, state
from examples import coffee_pair
from public_corpora import corpus
from spacy_paraphrase import Alignment, Link, ParaphraseError, make_pair, pipe_pairs, sides, swap

CORPUS = corpus("relations/sick/SICK_train_trial.tsv")
OWN = Path(__file__).parents[1] / "relations" / "minimal_pairs.tsv"


@pytest.fixture(scope="module")
def nlp(composing):
    return composing


@pytest.fixture
def classifier(nlp):
    return nlp.get_pipe("relation_classifier")


def table(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def relations(links):
    return {(link.source.text, link.target.text): link.relation for link in links}


def linked(doc, level, *cells):
    """Store links between tokens, and return the Doc."""
    source, target = sides(doc)
    old = [link for link in doc._.alignment if link.level != level]
    new = [Link(level, source[i : i + 1], target[j : j + 1]) for i, j in cells]
    doc._.alignment = Alignment(doc, [*old, *new])
    return doc


def test_the_worked_example_of_the_paper(nlp, classifier):
    """Marsi and Krahmer 2010, section 2, with the links that it draws."""
    doc = coffee_pair(nlp)
    cells = [(0, 5), (1, 3), (2, 6), (3, 7), (4, 8), (6, 10), (7, 11), (8, 12)]
    doc = linked(doc, "words", *cells)
    doc = linked(doc, "phrases", (1, 1), (2, 6), (3, 7), (4, 8), (5, 9), (7, 11))
    doc = classifier(doc)
    words, phrases = relations(doc._.alignment.words), relations(doc._.alignment.phrases)
    assert words["coffee", "coffee"] == words["on", "on"] == words["and", "and"] == "equals"
    assert words["Dementia", "Dementia"] == phrases["Dementia", "Dementia"] == "equals"
    assert words["diminishes", "reduces"] == words["risk", "chance"] == "restates"
    assert phrases["coffee", "cups"] == "generalizes"
    assert phrases["Alzheimer", "Parkinson"] == "intersects"
    assert phrases["diminishes", "reduces"] == doc._.relation.label == "intersects"
    assert not any(link.conflict for link in doc._.alignment)


def test_the_worked_example_parsed(nlp):
    doc = nlp(
        make_pair(
            nlp,
            "Daily coffee diminishes risk on Alzheimer and Dementia.",
            "Three cups of coffee a day reduces chance on Parkinson and Dementia.",
        )
    )
    words, phrases = relations(doc._.alignment.words), relations(doc._.alignment.phrases)
    assert words["diminishes", "reduces"] == words["risk", "chance"] == "restates"
    assert phrases["coffee", "cups"] == "generalizes"
    assert phrases["Alzheimer", "Parkinson"] == doc._.relation.label == "intersects"


@pytest.mark.parametrize(
    ("source", "target", "reason", "level", "texts"),
    [
        ("12 were killed.", "10 were killed.", "number", None, None),
        ("Two men left.", "Three men left.", "number", "phrases", ("men", "men")),
        ("He paid $5 million.", "He paid $7 million.", "number", None, None),
        ("The price rose 5 percent.", "The price rose 7%.", "number", None, None),
        ("He died in 1931.", "He died in 1947.", "date", None, None),
        ("It opened on May 3, 2001.", "It opened on May 4, 2001.", "date", None, None),
        ("Anna met Peter in Rome.", "Anna met Peter in Paris.", "name", None, None),
        ("The door is open.", "The door is closed.", "antonym", None, None),
        ("A cold wind blew.", "A hot wind blew.", "antonym", "words", ("cold", "hot")),
        ("She left with him.", "She left without him.", "antonym", None, None),
        ("He denied that he stole the car.", "He stole the car.", "negation", None, None),
        ("She refused to sign the letter.", "She signed the letter.", "negation", None, None),
        ("Nobody was hurt.", "A child was hurt.", "negation", None, None),
        ("He can swim.", "He can't swim.", "modality", None, None),
        ("Brazil beat Germany.", "Brazil was beaten by Germany.", "roles", None, None),
    ],
)
def test_conflicts(nlp, source, target, reason, level, texts):
    doc = nlp(make_pair(nlp, source, target))
    assert doc._.relation.reasons == (reason,)
    assert doc._.relation.conflict
    assert doc._.relation.label == "intersects"
    flagged = [link for link in doc._.alignment if link.conflict]
    assert flagged
    assert {link.reason for link in flagged} == {reason}
    if level:
        found = [(link.source.text, link.target.text) for link in flagged if link.level == level]
        # The smallest one, and those around it.
        assert texts in found


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("12 were killed.", "More than 10 were killed."),
        ("At least 10 people came.", "12 people came."),
        ("Seven men left.", "7 men left."),
        ("He died on 15 September 2005.", "He died on Sept. 15."),
        ("He lives in Rome.", "He lives in Italy."),
        ("She may come.", "She may not come."),
        ("He did not fail to win.", "He won."),
        ("The road is not long.", "The road is short."),
        ("A man is running.", "A woman is not running."),
        ("A man without a hat is running.", "A man is running."),
        ("No man sings loudly.", "A man sings."),
        ("Anna met Peter.", "Peter met Anna."),
        ("Stocks rose and bonds fell.", "Bonds fell and stocks rose."),
    ],
)
def test_no_conflicts(nlp, source, target):
    doc = nlp(make_pair(nlp, source, target))
    assert not doc._.relation.conflict
    assert not any(link.conflict for link in doc._.alignment)


def test_what_holds_a_negation_is_not_the_same(nlp):
    doc = nlp(make_pair(nlp, "A dog sleeps.", "No dog sleeps."))
    assert relations(doc._.alignment.phrases)["dog", "dog"] == "intersects"
    # Links that hold the operator and what it denies are the ones in conflict.
    flagged = [link for link in doc._.alignment if link.conflict]
    assert [(link.level, link.source.text) for link in flagged] == [("phrases", "sleeps")]


def inverted(fast, classifier, pairs):
    """Relate pairs, and the same links with the sides exchanged."""
    with fast.select_pipes(disable="relation_classifier"):
        docs = [*pipe_pairs(fast, pairs)]
    for doc in docs:
        # Labels that the aligner gave are symmetric already.
        other = classifier(swap(doc))
        yield swap(classifier(doc)), other


def check_inverted(doc, other):
    assert doc._.alignment == other._.alignment
    one, two = doc._.relation, other._.relation
    assert (one.label, one.conflict, one.reasons) == (two.label, two.conflict, two.reasons)
    assert one.scores == pytest.approx(two.scores, abs=1e-6)


def test_swapping_the_sides_inverts_every_label(fast, classifier):
    rows = table(OWN)
    pairs = [(row["source"], row["target"]) for row in rows]
    for doc, other in inverted(fast, classifier, pairs):
        check_inverted(doc, other)


@pytest.mark.skipif(not CORPUS.is_file(), reason="the corpora are not on this machine")
def test_swapping_the_sides_inverts_every_label_of_real_pairs(fast, classifier):
    rows = table(CORPUS)
    pairs = [(row["sentence_A"], row["sentence_B"]) for row in rows[::27][:150]]
    assert len(pairs) == 150
    for doc, other in inverted(fast, classifier, pairs):
        check_inverted(doc, other)


def test_entailment_follows_from_the_label(nlp):
    rows = table(OWN)
    for doc in pipe_pairs(nlp, [(row["source"], row["target"]) for row in rows]):
        relation = doc._.relation
        both = (relation.entails, relation.entailed)
        assert both == {
            "equals": (True, True),
            "restates": (True, True),
            "specifies": (True, False),
            "generalizes": (False, True),
            "intersects": (False, False),
            "none": (False, False),
        }.get(relation.label)
        assert sum(relation.scores.values()) == pytest.approx(1)
        assert relation.scores[relation.label] == max(relation.scores.values())
        assert not (relation.conflict and any(both))


def test_equals_is_for_the_same_words_only(nlp):
    doc = nlp(make_pair(nlp, "THE cat  sleeps.", "The cat sleeps."))
    assert doc._.relation.label == "equals"
    assert doc._.relation.scores["equals"] == 1
    for doc in pipe_pairs(nlp, PAIRS):
        for link in doc._.alignment:
            same = [t.lower_ for t in link.source_tokens] == [t.lower_ for t in link.target_tokens]
            assert (link.relation == "equals") == same


def test_labels_of_the_aligner_are_kept_unless_told_otherwise(nlp, classifier):
    doc = make_pair(nlp, "A poodle sleeps", "A dog sleeps")
    source, target = sides(doc)
    links = [
        Link("words", source[1:2], target[1:2], "restates", conflict=True),
        Link("words", source[2:3], target[2:3]),
    ]
    doc._.alignment = Alignment(doc, links)
    kept = classifier(doc.copy())
    assert [link.relation for link in kept._.alignment] == ["restates", "equals"]
    assert kept._.alignment.links[0].conflict
    assert kept._.relation.label == "restates"
    config = {"overwrite": True, "judge": None}
    again = spacy_paraphrase.load(tier="fast", relation_classifier=config)
    new = again.get_pipe("relation_classifier")(doc.copy())
    assert [link.relation for link in new._.alignment] == ["specifies", "equals"]
    assert not new._.alignment.links[0].conflict
    assert new._.relation.label == "specifies"


def test_chunks_and_links_over_several_words(nlp, classifier):
    doc = make_pair(nlp, "a black cat sleeps", "the cat naps")
    source, target = sides(doc)
    links = [
        Link("words", source[2:3], target[1:2]),
        Link("words", source[3:4], target[2:3]),
        Link("chunks", source[0:3], target[0:2]),
        Link("chunks", source[3:4], target[2:3]),
    ]
    doc._.alignment = Alignment(doc, links)
    doc = classifier(doc)
    found = [link.relation for link in doc._.alignment.chunks]
    assert found == ["specifies", doc._.alignment.words[1].relation]


def test_a_trained_aligner_before_it(whole):
    doc = whole(make_pair(whole, "A poodle is sleeping.", "No dog is sleeping."))
    assert doc._.relation.reasons == ("negation",)
    assert all(link.relation for link in doc._.alignment)


def test_nothing_shared(nlp):
    doc = nlp(make_pair(nlp, "Bananas are yellow.", "Parliament adjourned early."))
    assert doc._.relation.label == "none"
    assert doc._.relation.scores["none"] > 0.5


def test_pairs_without_links_are_refused():
    nlp = spacy.blank("en")
    nlp.add_pipe("relation_classifier")
    with pytest.raises(ParaphraseError, match="P017.*relation_classifier"):
        nlp(make_pair(nlp, "a", "b"))


def test_without_a_parse():
    nlp = spacy.blank("en")
    nlp.add_pipe("tree_aligner", config={"method": "identity"})
    nlp.add_pipe("relation_classifier")
    doc = nlp(make_pair(nlp, "a black cat", "a cat"))
    assert [link.relation for link in doc._.alignment.words] == ["equals", "equals"]
    assert doc._.relation is not None


@pytest.mark.parametrize(
    "config", [{"overwrite": "yes"}, {"lexicon": {"@misc": "spacy-paraphrase.Lemma.v1"}}]
)
def test_settings_that_make_no_sense(config):
    nlp = spacy.blank("en")
    with pytest.raises(ParaphraseError, match="P008"):
        nlp.add_pipe("relation_classifier", config=config)


def test_the_relation_survives_a_docbin(nlp):
    doc = nlp(make_pair(nlp, "A poodle sleeps.", "No dog sleeps."))
    data = DocBin(docs=[doc]).to_bytes()
    (again,) = DocBin().from_bytes(data).get_docs(nlp.vocab)
    assert again._.relation == doc._.relation
    assert state(again) == state(doc)


@pytest.mark.parametrize(("source", "target"), [("!!!", "???"), ("😀", "😢")])
def test_nothing_is_said_of_sides_without_words(nlp, source, target):
    relation = nlp(make_pair(nlp, source, target))._.relation
    assert relation.abstains
    assert not relation.entails
    assert nlp(make_pair(nlp, source, source))._.relation.label == "equals"
