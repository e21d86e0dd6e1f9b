"""Shortened and changed sentences, what they say of the original, and what is marked."""

import gzip
import json
import random

import pytest

WORKED = (
    # Source, target, kind, whether it follows, what is marked of the target or of the source.
    ("The mayor opened the old bridge in May 1990.", "The mayor opened the old bridge in 1990.",
     "date less exact", True, ""),
    ("The army attacked the town in 1990.", "The army attacked the town.",
     "adjunct dropped", True, ""),
    ("The army attacked the town in 1990.", "In 1990, the army attacked the town.",
     "fronted", True, ""),
    ("The army attacked the town in 1990.", "The town was attacked by the army in 1990.",
     "passive", True, ""),
    ("The army attacked the town in 1990.", "The army was attacked by the town in 1990.",
     "passive with wrong roles", False, "The army|the town"),
    ("The army attacked the town in 1990.", "The town attacked the army in 1990.",
     "roles exchanged", False, "The town|the army"),
    ("The town was attacked by the army.", "The town will be attacked by the army.",
     "tense changed", False, "will be attacked"),
    ("The town was attacked by the army.", "The army attacked the town.", "active", True, ""),
    ("Ana Ruiz, the mayor of the town, opened the bridge.", "Ana Ruiz opened the bridge.",
     "apposition dropped", True, ""),
    ("Ana Ruiz, the mayor of the town, opened the bridge.", "Ana Ruiz was the mayor of the town.",
     "apposition told", True, ""),
    ("The teacher did not sell the house.", "The teacher sold the house.",
     "negation left out", False, "sold"),
    ("The bank may sell the house.", "The bank sells the house.",
     "modality left out", False, "sells"),
    ("Maria failed to win the race.", "Maria did not win the race.", "failure told", True, ""),
    ("Maria failed to win the race.", "Maria won the race.",
     "intention told as done", False, "won"),
    ("Maria managed to win the race.", "Maria won the race.", "success told", True, ""),
    ("Peter claimed that the king had died in London.", "The king had died in London.",
     "attribution left out", False, "had died"),
    ("The broker sold the house to the bank.", "The bank bought the house from the broker.",
     "converse verb", True, ""),
    ("The broker sold the house to the bank.", "The bank sold the house to the broker.",
     "wrong converse verb", False, "The bank|the broker"),
    ("If the bank closes, the workers will leave the town.", "The workers will leave the town.",
     "condition left out", False, "will leave"),
    ("Some workers left the town.", "All workers left the town.",
     "quantity strengthened", False, "All"),
    ("Three workers left the town.", "More than two workers left the town.",
     "quantity weakened", True, ""),
    ("The family moved from Spain to France.", "The family moved from France to Spain.",
     "from and to exchanged", False, "France|Spain"),
    ("Dogs and cats live in the old house.", "Cats and dogs live in the old house.",
     "coordination reordered", True, ""),
    ("In Spain, the family bought a house or a farm.", "In Spain, the family bought a house.",
     "alternative kept", False, "house"),
)  # fmt: skip


@pytest.fixture(scope="module")
def made(judge, parse):
    """What is made of the sentences, by source and target."""
    lexicon, found = judge.editing.Words(), {}
    for doc in parse(*dict.fromkeys(row[0] for row in WORKED)):
        statement = judge.editing.Statement(doc, lexicon)
        for seed in range(25):
            for row in judge.made_pairs.rows_of(statement, random.Random(seed)):
                found[row["source"], row["target"], row["kind"]] = row
    return found


def cut(text, spans):
    return "|".join(text[start:end] for start, end in spans)


@pytest.mark.parametrize(("source", "target", "kind", "entails", "marked"), WORKED)
def test_worked_examples(made, source, target, kind, entails, marked):
    assert (source, target, kind) in made
    row = made[source, target, kind]
    assert row["entails"] is entails
    assert cut(target, row["unsupported"]) == marked


def test_what_decides_is_told(made):
    row = made[
        "The teacher did not sell the house.", "The teacher sold the house.", "negation left out"
    ]
    assert cut(row["source"], row["missing"]) == "not"
    assert row["conflict"] is True


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("The river runs from the hills to the lake.", "from and to exchanged"),
        ("The king was asked if the bank had sold the house.", "condition left out"),
        ("If you like, the teacher will sell the house.", "condition left out"),
        ("The team beat the record in the last year.", "converse verb"),
        ("William Boyd played the role of Buck Peters, the owner of the farm.", "apposition told"),
        ("The bank needs a worker who sells old houses.", "relative clause told"),
    ],
)
def test_what_is_not_said_is_not_made(judge, parse, source, kind):
    statement = judge.editing.Statement(parse(source)[0], judge.editing.Words())
    rows = [r for k in range(9) for r in judge.made_pairs.rows_of(statement, random.Random(k))]
    assert kind not in {row["kind"] for row in rows}


def test_marks_lie_within_the_text(made):
    assert len(made) > 200
    for row in made.values():
        assert row["target"] != row["source"]
        for text, spans in ((row["target"], row["unsupported"]), (row["source"], row["missing"])):
            assert all(0 <= start < end <= len(text) for start, end in spans)
            assert [*spans] == sorted(spans)
        assert bool(row["unsupported"]) != row["entails"]


def test_no_trace_in_how_it_is_written(made):
    for row in made.values():
        assert row["target"][0].isupper()
        assert row["target"][-1] == "."
        assert "  " not in row["target"]
        assert " ," not in row["target"]


def test_the_same_seed_gives_the_same_file(judge, nlp, tmp_path):
    texts = [*dict.fromkeys(row[0] for row in WORKED)][:6]
    files = []
    for name in ("one", "other"):
        with nlp.select_pipes(disable=["sentence_pair", "graph_matcher", "relation_classifier"]):
            rows = list(judge.made_pairs.made(texts, nlp, seed=3))
        chosen = judge.made_pairs.balanced(rows, 40, random.Random(3))
        path = tmp_path / f"{name}.jsonl.gz"
        judge.made_pairs.save(chosen, path)
        files.append(path.read_bytes())
    assert files[0] == files[1]
    with gzip.open(tmp_path / "one.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    assert sum(row["entails"] for row in rows) * 2 == len(rows) > 0


def test_what_is_held_out_is_left_out(judge, nlp):
    texts = [WORKED[1][0]]
    target = "The army attacked the town."
    with nlp.select_pipes(disable=["sentence_pair", "graph_matcher", "relation_classifier"]):
        made = judge.made_pairs.made
        held = frozenset([judge.made_pairs.key_of(target)])
        free = {row["target"] for row in made(texts, nlp, 0)}
        kept = {row["target"] for row in made(texts, nlp, 0, held)}
    assert target in free
    assert target not in kept


def test_sentences_are_written_as_usual(judge):
    cleaned = judge.made_pairs.cleaned
    tokens = "Ana , the mayor ( since 1990 ) , does n't `` like '' it ."
    assert cleaned(tokens) == 'Ana, the mayor (since 1990), doesn\'t "like" it.'
    assert cleaned("uh i do n't know") == ""
