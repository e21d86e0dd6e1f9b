"""Train the weights of `paraphrase_similarity`, spacy_paraphrase/scoring/weights/en.similarity.

The teacher is the pair encoder of the package: the fast tier learns to tell of a pair what the
encoder tells, from what the alignment, the relation and the strings show. No graded similarity by
people is needed, so the pairs are those whose licence allows weights (docs/scoring.md): of SNLI,
premises and hypotheses, and premises beside others; of iSTS, pairs, and sentences beside others; of
Edinburgh++, its pairs. DATA is the folder of the public corpora.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import spacy_paraphrase
from spacy_paraphrase import pipe_pairs, sides
from spacy_paraphrase.jobs.arrays import write_file
from spacy_paraphrase.ml.encoder import PairEncoder
from spacy_paraphrase.pairs.pair import Side
from spacy_paraphrase.readers import read_ists, read_jacana
from spacy_paraphrase.scoring.graded_similarity import WEIGHTS

# How many pairs of SNLI, of its premises beside others, of sentences of iSTS beside others.
SNLI, PREMISES, SENTENCES = 2200, 500, 400
PARTS = ("headlines", "images", "answers-students")


def pairs(data: Path) -> Iterator[tuple[Side, Side]]:
    """Yield the pairs to learn from, the same ones each time."""
    rng = random.Random(0)
    rows = [
        tuple(line.split("\t")[1:3])
        for part in ("dev", "test")
        for line in (data / f"relations/snli/snli.{part}.tsv").read_text("utf8").splitlines()[1:]
    ]
    yield from rng.sample(rows, SNLI)  # type: ignore[misc]
    premises = sorted({premise for premise, _ in rows})
    for _ in range(PREMISES):
        one, other = rng.sample(premises, 2)
        yield one, other
    for record in read_jacana(data / "alignment/edinburgh/gold.train.sure.json"):
        yield list(record.source), list(record.target)
    records = [
        record
        for part in PARTS
        for record in read_ists(data / f"relations/ists2016/train.{part}.wa")
    ]
    sentences = [list(record.source) for record in records]
    for _ in range(SENTENCES):
        one_side, other_side = rng.sample(sentences, 2)
        yield one_side, other_side
    for record in records:
        yield list(record.source), list(record.target)


def main(
    data: Annotated[Path, "folder of the public corpora"], *, out: Path = WEIGHTS / "en.similarity"
) -> None:
    """Train and write the weights."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    encoder = PairEncoder()
    docs = list(pipe_pairs(nlp, pairs(data), batch_size=64))
    taught = [encoder.read(*[[t.text for t in side] for side in sides(doc)]) for doc in docs]
    similar = [min(max(reading.similarity, 0.0), 1.0) for reading in taught]
    families = ["strings", "ngrams", "lengths", "takelab", "aligned", "relation"]
    settings = {"features": families, "pretrained": False}
    component = nlp.create_pipe("paraphrase_similarity", config=settings)
    component.fit(docs, similar)
    assert component.model is not None
    out.parent.mkdir(exist_ok=True)
    write_file(out, zlib.compress(component.to_bytes(), 9))
    print(f"{len(docs)} pairs, penalty {component.model.alpha}, {out.stat().st_size} bytes")
