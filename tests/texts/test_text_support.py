"""Statements checked against a text."""

import json

import pytest

from spacy_paraphrase import ParaphraseError, check_support, covers, load
from spacy_paraphrase.cli import main
from spacy_paraphrase.texts.support import VERDICTS, Support

TEXT = """# Mill news

The mill in Hallow closed in May after 80 years. All forty workers were dismissed.
The owner, Ruth Hale, said that she had tried to find a buyer.

- The site will be sold to the town.
- Guests may visit the museum until June.
"""


@pytest.fixture(scope="module")
def nlp():
    return load(tier="accurate", exclude=["sentence_fuser"])


@pytest.mark.parametrize(
    ("statement", "verdicts"),
    [
        ("The mill closed in May.", ["supported"]),
        ("The workers were dismissed.", ["supported"]),
        ("The mill did not close.", ["contradicted"]),
        ("The workers were not dismissed.", ["contradicted"]),
        ("Bees produce honey in spring.", ["not said"]),
        ("The mill closed in May because of a fire.", ["partly", "not said"]),
    ],
)
def test_verdicts(nlp, statement, verdicts):
    found = covers(TEXT, statement, nlp)
    assert found.verdict in verdicts
    assert 0 <= found.score <= 1
    assert (found.score >= 0.5) == (found.verdict == "supported")
    assert not found.reason
    assert bool(found.missing) != (found.verdict == "supported")


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Yes, the shop opens at nine. OK, it closes at five.", "Yes."),
        ("Yes, the shop opens at nine. OK, it closes at five.", "OK!"),
        ("The plan is at https://example.org/b for all to read.", "https://example.org/b"),
        ("Write to ann@example.org if it rains.", "ann@example.org"),
        ("The plan is that it is so.", "It is so."),
    ],
)
def test_what_says_nothing_is_not_said(nlp, text, statement):
    found = covers(text, statement, nlp)
    assert (found.verdict, found.score, found.evidence) == ("not said", 0.0, ())
    assert "nothing" in found.to_json()["reason"]
    assert Support.from_json(found.stored()) == found


BRIDGE = (
    "The bridge, built in 1931, is the longest of all. It cost 1.2 million dollars and took long."
)


@pytest.mark.parametrize(
    ("text", "statement", "supported"),
    [
        (BRIDGE, "The bridge was built in 1913.", False),
        (BRIDGE, "The bridge was built in 1931.", True),
        (BRIDGE, "It cost 1.2 billion dollars.", False),
        ("The club opened in 1931. It had 35 members.", "The club had 53 members.", False),
        ("Seven men and five women died in the fire.", "Twelve people died in the fire.", True),
        ("The firm earned 1,200,000 dollars in May.", "The firm earned $1.2 million.", True),
    ],
)
def test_a_figure_is_supported_by_the_same_one(nlp, text, statement, supported):
    found = covers(text, statement, nlp)
    assert (found.verdict == "supported") == (found.score >= 0.5) == supported


def test_evidence_and_missing_words(nlp):
    found = covers(TEXT, "The mill in Hallow closed in May after a fire.", nlp)
    assert "fire" in " ".join(place.text for place in found.missing)
    good = covers(TEXT, "The mill closed in May.", nlp)
    assert good.evidence[0].text == "The mill in Hallow closed in May after 80 years."
    for place in (*good.evidence, *found.evidence):
        assert TEXT[place.start_char : place.end_char] == place.text
    for place in found.missing:
        assert found.statement[place.start_char : place.end_char] == place.text


def test_a_text_supports_its_own_sentences(nlp):
    found = check_support(TEXT, TEXT, nlp)
    assert len(found) == 6
    assert {each.verdict for each in found} == {"supported"}


def test_statements_stay_in_order(nlp):
    statements = ["The mill closed.", "", "Bees produce honey.", "The  workers were\ndismissed."]
    found = check_support(TEXT, statements, nlp)
    assert [each.statement for each in found] == [" ".join(each.split()) for each in statements]
    assert found[1].verdict == "not said"


def test_docs_and_blank_texts(nlp):
    assert covers(nlp("The mill closed in May."), "The mill closed.", nlp).verdict == "supported"
    assert [each.verdict for each in check_support("", ["It rained."], nlp)] == ["not said"]
    assert check_support(TEXT, "", nlp) == []
    assert check_support(TEXT, [], nlp) == []


def test_json(nlp):
    found = covers(TEXT, "The mill in Hallow closed in May after a fire.", nlp)
    data = found.to_json()
    assert json.loads(json.dumps(data)) == data
    assert data["verdict"] in VERDICTS
    assert set(data) == {"statement", "verdict", "score", "evidence", "missing"}
    assert found.verdict in repr(found)


@pytest.mark.parametrize("statements", [None, 5, [1], [None]])
def test_what_are_no_statements(nlp, statements):
    with pytest.raises(ParaphraseError, match="P041"):
        check_support(TEXT, statements, nlp)


def test_what_is_no_text(nlp):
    with pytest.raises(ParaphraseError, match="P040"):
        check_support(None, ["It rained."], nlp)


def test_command(tmp_path, capsys):
    text, summary = tmp_path / "article.txt", tmp_path / "summary.txt"
    text.write_text(TEXT, encoding="utf-8")
    summary.write_text("The mill closed in May. Bees produce honey.", encoding="utf-8")
    args = ["support", str(text), str(summary), "--tier", "fast"]
    assert main(args) == 0
    told = capsys.readouterr().out
    assert "supported" in told
    assert "not said" in told
    assert main([*args, "--json", "--fail-on", "contradicted,not said"]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["verdict"] for row in rows] == ["supported", "not said"]
    assert main(["support", str(tmp_path / "missing"), str(summary)]) == 1
    assert "P507" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "statement", "missing"),
    [
        ("The mill closed in May.", "The mill closed before May.", "before"),
        ("Tests start on Monday.", "Tests start only on Monday.", "only"),
        ("Some workers were dismissed.", "All workers were dismissed.", "All workers"),
        ("The key is under the mat.", "The key is on the mat.", "on"),
        ("The engine runs on diesel.", "The engine runs on petrol.", "petrol"),
    ],
)
def test_where_one_word_differs_it_is_named(text, statement, missing):
    (found,) = check_support(text, [statement])
    assert found.verdict != "supported"
    assert [place.text for place in found.missing] == [missing]


def test_a_statement_of_which_nothing_is_said_is_named_whole():
    (found,) = check_support("The mill closed in May.", ["Rivers flood valleys."])
    assert [place.text for place in found.missing] == ["Rivers flood valleys"]
