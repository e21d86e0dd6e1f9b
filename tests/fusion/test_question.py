"""Fusions that answer a question."""

import pytest

from spacy_paraphrase import ParaphraseError, make_pair


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
    ("text", "lemmas", "asked", "defining"),
    [
        ("Who discovered radium?", {"discover", "radium"}, "who", False),
        ("Whose car was stolen?", {"car", "steal"}, "who", False),
        ("How many people died?", {"people", "die"}, "many", False),
        ("What is PTSD?", {"ptsd"}, "what", True),
        ("Did it rain?", {"rain"}, "", False),
    ],
)
def test_what_a_question_asks_for(fuser, text, lemmas, asked, defining):
    doc = make_pair(fuser, "A cat sleeps.", "A cat sleeps.")
    doc.user_data["question"] = text
    question = fuser.get_pipe("sentence_fuser")._question(doc)
    assert question == (lemmas, asked, defining)
