"""Fusions that answer a question."""

import json
from pathlib import Path

import pytest

from spacy_paraphrase import ParaphraseError, make_pair
from spacy_paraphrase.generation.draft import draft_of
from spacy_paraphrase.generation.proposers.question import answer, answer_alone, answers
from spacy_paraphrase.generation.realisation import realise

# Two sentences, a question, and its answer as it stands in one of them.
QUESTIONS = [
    json.loads(line)
    for line in (Path(__file__).parent / "questions.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def read(fuser):
    """Return a function that reads a question."""

    def run(text):
        doc = fuser.make_doc("")
        doc.user_data["question"] = text
        return fuser.get_pipe("sentence_fuser")._question(doc)

    return run


def test_an_empty_question_is_none(read):
    assert read("") is read(" ") is read(None) is None


def test_no_fusion_loses_the_answer(fuse_leniently):
    made = []
    for row in QUESTIONS:
        for fusion in fuse_leniently(
            row["source"], row["target"], question=row["question"]
        ).values():
            if fusion and fusion.kind in ("union", "intersection"):
                assert row["answer"].lower() in fusion.text.lower(), (row["question"], fusion.text)
                made.append(fusion.kind)
    assert made.count("union") >= 18


@pytest.mark.parametrize("row", QUESTIONS, ids=lambda row: row["question"])
def test_the_side_that_answers_stands_alone(graph, read, row):
    asked = read(row["question"])
    texts = []
    for pair in (graph(row["source"], row["target"]), graph(row["target"], row["source"])):
        drafts = answer_alone(pair, asked)
        texts.append([realise(pair, draft).text for draft in drafts])
    assert texts[0] == texts[1]
    shorter, whole = texts[0][0], texts[0][-1]
    assert row["answer"].lower() in shorter.lower()
    assert whole in (row["source"], row["target"])


ANSWERS = [
    # a name, a word or a clause that says when
    ("When did the store close?", "The store closed after the owner died.", "after the owner died"),
    ("When does the fair open?", "The fair in Lyon opens at noon on Friday.", "at noon on friday"),
    ("When was the law passed?", "A law that was passed in 1994 bans it.", "in 1994"),
    # where something happens, and not when
    ("Where did the ship sink?", "On Monday the ship sank off Crete.", ""),
    ("Where did the ship sink?", "On Monday the ship sank near Crete.", "near crete"),
    ("Where was the child found?", "The child was found in a shed on Sunday.", "in a shed"),
    ("Where do the birds nest?", "The birds nest under old bridges.", "under old bridges"),
    # who does it, in the active and in the passive, and to whom
    ("Who wrote the play?", "The play was written by a young nurse.", "a young nurse"),
    ("Who wrote the play?", "A young nurse wrote the play in a week.", "a young nurse"),
    ("Whom did the queen meet?", "The queen met a farmer in May.", "a farmer"),
    ("Who stole the car?", "A thief, who stole the car, was caught.", "a thief"),
    # reasons
    (
        "Why was the road closed?",
        "The road was closed because it had snowed.",
        "because it had snowed",
    ),
    ("Why did the singer cancel?", "The singer canceled due to a cold.", "due to a cold"),
    ("Why did the man go home?", "The man went home to feed the cat.", "to feed the cat"),
    # numbers and what is counted
    ("How many ships sank?", "Six ships sank and two men drowned.", "six ships"),
    ("How many men drowned?", "Six ships sank and two men drowned.", "two men"),
    ("How much did the boat cost?", "The boat cost $40,000 in May.", "$40,000"),
    # measures; nothing where the kind of answer is unknown
    ("How long did the rain last?", "On Monday the rain lasted two days.", "two days"),
    ("How long was he ill?", "He was ill in bed on Monday.", ""),
    ("How deep is the well?", "The well, which dried up in 1990, is 30 metres deep.", "30 metres"),
    ("How often do ferries run?", "Ferries run from 5 a.m. to midnight.", ""),
    # who somebody is
    ("Who is Ann Berg?", "Ann Berg, a nurse, resigned.", "nurse"),
    ("Who is Ann Berg?", "Berg resigned on Monday.", ""),
    # things
    ("What did the boy eat?", "The boy ate a green apple at school.", "a green apple"),
    ("What damaged the roof?", "A falling tree damaged the roof.", "a falling tree"),
    ("Which team won the cup?", "The team from Oslo won the cup.", "the team from oslo"),
]


@pytest.mark.parametrize(("question", "text", "expected"), ANSWERS)
def test_what_answers(graph, read, question, text, expected):
    pair = graph(text, "It rained.")
    found = answers(pair, read(question))
    best = "".join(pair[t].text_with_ws for t in found[0].tokens) if found else ""
    assert best.strip().lower() == expected


def test_a_draft_without_the_answer_does_not_answer(graph, read):
    pair = graph("The ship sank near Crete.", "The ship sank on Monday.")
    near, late = (draft_of(pair, side) for side in pair.sides)
    where, when = read("Where did the ship sink?"), read("When did the ship sink?")
    assert answer(pair, near, where) == near
    assert answer(pair, late, where) is None
    assert answer(pair, near, when) is None
    assert answer(pair, late, when) == late
    assert answer(pair, late, read("Who captained the ship?")) is None


def test_measures_stay_with_what_they_measure(graph, read):
    pair = graph("The tomb near Luxor is about 300 years old.", "It rained.")
    asked = read("How old is the tomb?")
    short = answer(pair, draft_of(pair, pair.source), asked)
    assert realise(pair, short).text == "The tomb is about 300 years old."


def test_what_opens_a_clause_stays(graph, read):
    text = "Many workers lost their jobs when the factory closed because orders had fallen."
    pair = graph(text, "It rained.")
    short = answer(pair, draft_of(pair, pair.source), read("Why did the factory close?"))
    assert realise(pair, short).text == text


@pytest.mark.parametrize("asked", ["How often did it snow?", "Who is the mayor?"])
def test_a_draft_answers_or_is_none(graph, read, asked):
    pair = graph("The mayor said that it snowed in Bonn.", "The mayor, Ann, has no faith in it.")
    assert answer(pair, draft_of(pair, pair.source), read(asked)) is None
    told = answer(pair, draft_of(pair, pair.target), read("Who is Ann?"))
    assert realise(pair, told).text == "The mayor, Ann, has no faith in it."


def test_questions(fuse):
    pair = (
        "Bettie Page, whose photos made her a star, died Thursday night at a hospital in the city.",
        "Legendary queen Bettie Page died of pneumonia in a hospital Thursday.",
    )
    when = fuse(*pair, question="When did Bettie Page die?")["union"].text
    why = fuse(*pair, question="Why did Page die?")["union"].text
    assert "Thursday night" in when
    assert "pneumonia" not in when
    assert "pneumonia" in why
    assert "Thursday" not in why
    assert fuse(*pair, question="Who discovered radium?")["union"].reason == "no_answer"


def test_a_question_is_text(fuser):
    doc = make_pair(fuser, "A cat sleeps.", "A cat sleeps.")
    doc.user_data["question"] = 3
    with pytest.raises(ParaphraseError, match="P019"):
        fuser(doc)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who discovered radium?", ({"discover", "radium"}, "who", False, "discover", None, 0)),
        ("Whose car was stolen?", ({"car", "steal"}, "who", False, "steal", None, 1)),
        ("How many people died?", ({"people", "die"}, "many", False, "die", "people", 0)),
        ("How often do buses run?", ({"often", "bus", "run"}, "often", False, "run", "", -1)),
        ("Which car did she buy?", ({"car", "buy"}, "which", False, "buy", None, 1)),
        ("What is PTSD?", ({"ptsd"}, "what", True, "", None, -1)),
        ("Did it rain?", ({"rain"}, "", False, "rain", None, -1)),
    ],
)
def test_what_a_question_asks_for(fuser, text, expected):
    doc = make_pair(fuser, "A cat sleeps.", "A cat sleeps.")
    doc.user_data["question"] = text
    question = fuser.get_pipe("sentence_fuser")._question(doc)
    assert question == expected
