"""What one version of a changed sentence says of the other."""

import random

import pytest

ENTAILS, NEUTRAL, CONTRADICTS = "entailment", "neutral", "contradiction"
TEXTS = (
    "A dog chases a cat.",
    "A man rides a horse.",
    "A tall woman opened the door.",
    "A young man rides a horse in the park.",
    "The company was founded in 1950.",
    "The museum opened on Monday.",
    "The road is wide.",
    "Three dogs chase a ball.",
    "Two women were painting a fence.",
)


@pytest.fixture(scope="module")
def lexicon(room):
    return room.wording.Words()


@pytest.fixture
def words(lexicon):
    """Words of which none has been used yet."""
    lexicon.used.clear()
    return lexicon


@pytest.fixture(scope="module")
def made(room, parse, lexicon):
    """What was made of the sentences: (source, target) to (entails, entailed), by kind."""
    docs, found = parse(*TEXTS), {}
    for seed in range(30):
        for kind, pairs in room.teach.candidates(docs, lexicon, random.Random(seed)).items():
            found.setdefault(kind, {}).update({pair[:2]: pair[2:4] for pair in pairs})
    return found


@pytest.mark.parametrize(
    ("kind", "source", "target", "labels"),
    [
        ("passive", TEXTS[0], "A cat is chased by a dog.", (ENTAILS, ENTAILS)),
        ("passive", TEXTS[0], "A dog is chased by a cat.", (NEUTRAL, NEUTRAL)),
        ("passive", TEXTS[2], "The door was opened by a tall woman.", (ENTAILS, ENTAILS)),
        ("passive", TEXTS[8], "A fence was being painted by two women.", (ENTAILS, ENTAILS)),
        ("roles", TEXTS[0], "A cat chases a dog.", (NEUTRAL, NEUTRAL)),
        ("negation", TEXTS[0], "A dog does not chase a cat.", (CONTRADICTS, CONTRADICTS)),
        ("negation", TEXTS[6], "The road isn't wide.", (CONTRADICTS, CONTRADICTS)),
        ("negation", TEXTS[0], "No dog chases a cat.", (CONTRADICTS, CONTRADICTS)),
        ("antonym", TEXTS[6], "The road is narrow.", (CONTRADICTS, CONTRADICTS)),
        ("antonym", TEXTS[2], "The woman is tall.", (ENTAILS, NEUTRAL)),
        ("antonym", TEXTS[3], "The man is old.", (CONTRADICTS, CONTRADICTS)),
        ("same-number", TEXTS[7], "3 dogs chase a ball.", (ENTAILS, ENTAILS)),
        ("bound", TEXTS[7], "At least two dogs chase a ball.", (ENTAILS, NEUTRAL)),
        ("deletion", TEXTS[2], "A woman opened the door.", (ENTAILS, NEUTRAL)),
        (
            "deletion",
            "No tall woman opened the door.",
            "No woman opened the door.",
            (NEUTRAL, ENTAILS),
        ),
        (
            "deletion",
            "Every tall woman opened the door.",
            "Every woman opened the door.",
            (NEUTRAL, ENTAILS),
        ),
        ("deletion", TEXTS[4], "The company was founded.", (ENTAILS, NEUTRAL)),
    ],
)
def test_a_change_has_its_label(made, kind, source, target, labels):
    assert made[kind][source, target] == labels


@pytest.mark.parametrize("kind", ["number", "name", "comparative"])
def test_what_was_exchanged_cannot_both_be(made, kind):
    assert len(made[kind]) > 3
    assert set(made[kind].values()) == {(CONTRADICTS, CONTRADICTS)}


def test_days_years_and_numbers_are_exchanged(made):
    changed = {source for source, _ in made["number"]}
    assert changed == {TEXTS[4], TEXTS[5], TEXTS[7], TEXTS[8]}


def test_bounds_hold_of_what_is_counted(room, made):
    order = ("one", *room.wording.NUMBERS)
    for (source, target), labels in made["bound"].items():
        number = order.index(source.split()[0].lower())
        fits = order.index(target.split()[2]) <= number
        assert labels == ((ENTAILS, NEUTRAL) if fits else (CONTRADICTS, CONTRADICTS))


# How far entailment goes from the specific to the general (1) or back (-1), in the subject.
SUBJECT = {"A": 1, "Some": 1, "At least three": 1, "Every": -1, "Each": -1, "All": -1, "No": -1}
SUBJECT |= {"Not every": 1, "Not all": 1, "At most five": -1, "Most": 0, "Few": 0}


def quantifier(text):
    """Return the quantifier of the subject, "" for others."""
    return max((name for name in SUBJECT if text.startswith(f"{name} ")), key=len, default="")


def test_quantifiers_turn_entailment_of_words(room, parse, words):
    """Where a subject is exchanged, the source is the more specific side."""
    docs, seen = parse("A dog sleeps.", "Two dogs slept."), set()
    for seed in range(60):
        chance = random.Random(seed)
        for doc in docs:
            for pair in room.changes.substitutions(doc, words, chance):
                name = quantifier(pair.source)
                if pair.kind == "substitution" and name:
                    seen.add(name)
                    assert pair[2:4] == room.changes.reading(SUBJECT[name]), pair
    assert len(seen) > 8


def test_quantifiers_turn_entailment_of_deletions(room, parse):
    texts = "A tall woman opened the door.", "Two tall women opened the door."
    docs, seen = parse(*texts), set()
    for seed in range(60):
        chance = random.Random(seed)
        for pair in (pair for doc in docs for pair in room.changes.deletions(doc, chance)):
            assert pair.target.replace("wom", "tall wom") == pair.source
            name = quantifier(pair.source)
            seen.add(name)
            assert not name or pair[2:4] == room.changes.reading(SUBJECT[name]), pair
    assert len(seen) > 8


def test_what_is_embedded_is_vouched_for_or_not(room, parse):
    [doc] = parse("A man rides a horse.")
    found = {}
    for seed in range(200):
        pair, *_ = room.changes.embeddings(doc, None, random.Random(seed))
        frame = pair.source.replace("a man rides a horse", "{s}")
        for name in room.changes.MEN + room.changes.WOMEN:
            frame = frame.replace(name, "{name}")
        assert pair.target == "A man rides a horse."
        found[frame.rstrip(".")] = pair.entails, pair.entailed
    assert found == room.changes.FRAMES
    assert found["{name} believes that {s}"] == (NEUTRAL, NEUTRAL)
    assert found["{name} realised that {s}"] == (ENTAILS, NEUTRAL)
    assert found["It is not true that {s}"] == (CONTRADICTS, CONTRADICTS)


def test_verbs_that_govern_another(room, parse, words):
    [doc] = parse("A woman painted a fence.")
    found = {}
    for seed in range(200):
        for pair in room.changes.embeddings(doc, words, random.Random(seed)):
            if pair.kind == "control":
                found[pair.source] = pair[1:4]
    past = "A woman painted a fence."
    assert found["A woman managed to paint a fence."] == (past, ENTAILS, NEUTRAL)
    assert found["A woman failed to paint a fence."] == (past, CONTRADICTS, CONTRADICTS)
    assert found["A woman wanted to paint a fence."] == (past, NEUTRAL, NEUTRAL)


def test_no_sentence_with_an_operator_is_changed(room, parse, words):
    texts = "Every dog sleeps.", "A dog may sleep.", "Sleep well!", "No, dogs never sleep."
    assert not room.teach.candidates(parse(*texts), words, random.Random(0))


def test_mirrored_exchanges_both_sides(room):
    pair = room.changes.Pair("a", "b", ENTAILS, NEUTRAL, "deletion")
    assert room.changes.mirrored(pair) == ("b", "a", NEUTRAL, ENTAILS, "deletion")
    assert room.changes.mirrored(room.changes.mirrored(pair)) == pair


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("a  animal runs , .", "An animal runs."),
        ("an horse and a hour", "A horse and an hour."),
        ("A university , a uncle", "A university, an uncle."),
    ],
)
def test_changed_sentences_are_tidied(room, text, tidied):
    assert room.wording.tidy(text) == tidied


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("It is n't a dog 's bone .", "It isn't a dog's bone."),
        ("He paid ( about ) $ 5 , twice .", "He paid (about) $5, twice."),
        ("a well - known man", "a well-known man"),
    ],
)
def test_tokens_are_put_together(room, text, whole):
    assert room.wording.detokenise(text) == whole


def test_sentences_are_read_once(room):
    texts = ["a man walks his dog .", "A man walks his dog .", "Is it ?", "Too short ."]
    found = room.teach.sentences(iter(texts), random.Random(0))
    assert set(found) == {"A man walks his dog."}
