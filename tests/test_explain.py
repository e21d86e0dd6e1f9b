import json
from pathlib import Path

import spacy

from spacy_paraphrase import Alignment, Link, make_pair, pipe_pairs, sides
from spacy_paraphrase.explain import statements

BLANK = spacy.blank("en")
GOLDEN = Path(__file__).parent / "golden" / "explain.json"


def pair(source, target, *links):
    doc = make_pair(BLANK, source, target)
    source, target = sides(doc)
    found = [Link("words", source[i : i + 1], target[j : j + 1], *rest) for i, j, *rest in links]
    return Alignment(doc, found)


def test_unlabelled_links():
    alignment = pair("A black cat sleeps", "The cat naps now", (2, 1), (3, 2, "", 0.5))
    assert alignment.explain() == [
        "both: cat",
        '"sleeps" stands for "naps" (0.50)',
        "only the source: black",
    ]


def test_relations():
    alignment = pair(
        *("cats eat mice daily", "animals eat rats often"),
        *((0, 0, "specifies"), (1, 1, "equals"), (2, 2, "intersects"), (3, 3, "generalizes")),
    )
    assert set(alignment.explain()) == {
        "both: eat",
        '"cats" is more specific than "animals"',
        '"mice" stands where the target has "rats"',
    }
    assert (
        '"dogs" means the same as "hounds"' in pair("dogs", "hounds", (0, 0, "restates")).explain()
    )


def test_nothing_aligned():
    assert pair("A black cat", "The dog").explain() == [
        "only the source: black cat",
        "only the target: dog",
    ]


def test_function_words_are_not_named():
    assert pair("it", "it", (0, 0)).explain() == []


def test_an_unknown_conflict():
    alignment = pair("hot soup", "cold soup", (0, 0, "intersects", 1.0, 0.0, True), (1, 1))
    assert alignment.explain() == ["conflict: hot / cold (both cannot be true)", "both: soup"]


def test_golden_file(nlp):
    """Forty pairs of four kinds: news, captions, answers, and a long beside a short sentence."""
    rows = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert len(rows) == 40
    pairs = [(row["source"], row["target"]) for row in rows]
    for doc, row in zip(pipe_pairs(nlp, pairs), rows, strict=True):
        found = doc._.relation
        assert doc._.alignment.explain() == row["explain"]
        assert (found.label, list(found.reasons)) == (row["relation"], row["conflict"])


def test_statements_point_to_what_they_are_about(nlp):
    rows = json.loads(GOLDEN.read_text(encoding="utf-8"))
    for doc in pipe_pairs(nlp, [(row["source"], row["target"]) for row in rows]):
        alignment = doc._.alignment
        starts = alignment.source.start, alignment.target.start
        found = statements(alignment)
        assert [s.text for s in found] == alignment.explain()
        assert len({s.text for s in found}) == len(found)
        for statement in found:
            data = statement.to_json(*starts)
            assert json.loads(json.dumps(data)) == data
            assert (statement.link is None) == (statement.kind in ("both", "only"))
            for name, side in (("source", alignment.source), ("target", alignment.target)):
                words = [side[i].text for i in data[name]]
                assert all(word in statement.text or name == "target" for word in words)
        # What only one side says has no counterpart, and is told once.
        alone = [t for s in found if s.kind == "only" for t in (*s.source, *s.target)]
        assert len(alone) == len(set(alone))
        assert not any(alignment[token] for token in alone)
