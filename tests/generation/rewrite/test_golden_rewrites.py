"""What 200 sentences of the sample become with each preset: a change shows as a diff in review.

`python tests/generation/rewrite/test_golden_rewrites.py` writes the file anew.
"""

import json
from pathlib import Path

import pytest

import spacy_paraphrase

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).with_name("golden.tsv")
PRESETS = ("compress", "simplify", "paraphrase")
EVERY = 17


def sources():
    """Every 17th source of the sample of fusions, 200 of them."""
    lines = (ROOT / "assets" / "sample" / "fusions.jsonl").read_text("utf8").splitlines()
    return [json.loads(line)["source"] for line in lines[::EVERY]][:200]


def made(preset):
    config = {"preset": preset}
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"], sentence_rewriter=config)
    for doc in nlp.pipe(sources()):
        yield [some[0] for some in doc._.rewrites]


def rows(preset):
    for number, found in enumerate(made(preset)):
        statuses = " ".join(each.status for each in found)
        relations = " ".join(each.relation for each in found)
        text = " ".join(each.text for each in found)
        yield "\t".join([preset, str(number), statuses, relations, text])


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_golden(preset):
    golden = GOLDEN.read_text("utf8").splitlines()
    assert list(rows(preset)) == [row for row in golden if row.startswith(f"{preset}\t")]


def test_every_preset_has_its_sentences():
    golden = [row.split("\t") for row in GOLDEN.read_text("utf8").splitlines()]
    for preset in PRESETS:
        assert [int(row[1]) for row in golden if row[0] == preset] == list(range(200))
    shortened = [row for row in golden if row[0] == "compress" and row[3] == "specifies"]
    assert len(shortened) > 150


if __name__ == "__main__":
    GOLDEN.write_text("".join(f"{row}\n" for name in PRESETS for row in rows(name)), "utf8")
