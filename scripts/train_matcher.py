"""Train the weights of `graph_matcher` that the package ships.

    python scripts/train_matcher.py ../shared/data --encoder FOLDER [--out FOLDER]

Words are learnt from Edinburgh++ train (sure links), whose licence allows it, from excerpts of
it: a clause or phrase of one side against the whole of the other, and, counted twice, from the
training part of the sample in assets/; chunks from the training part of iSTS (SemEval-2016 task 2).
The features of the encoder are left out at random in training, so that the weights serve pipelines
without one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import srsly
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.components.unit_links import unit_example
from spacy_paraphrase.components.word_pairs import WordPairReader
from spacy_paraphrase.lexicon.vectors import OnnxEncoder
from spacy_paraphrase.ml.networks import build_network
from spacy_paraphrase.ml.unit_learning import UnitExample, UnitLearner, UnitSettings, train
from spacy_paraphrase.ml.word_matcher import Targets, fit, targets_of_links
from spacy_paraphrase.readers import (
    PairRecord,
    read_ists,
    read_jacana,
    read_jsonl,
    record_to_doc,
    word_links,
)
from spacy_paraphrase.readers.ists_classes import gold_classes
from spacy_paraphrase.sentence import Sentence, sentences

WORDS = "alignment/edinburgh/gold.train.sure.json"
CHUNKS = tuple(
    f"relations/ists2016/train.{name}.wa" for name in ("headlines", "images", "answers-students")
)
SAMPLE = Path(__file__).parents[1] / "assets/sample/train.jsonl"
# Words of the shortest excerpt.
SHORTEST = 4
WEIGHTS = Path(spacy_paraphrase.__file__).parent / "ml" / "weights"


def excerpts(docs: list[Doc], records: list[PairRecord]) -> Iterator[PairRecord]:
    """Yield pairs of one whole side and one clause or phrase of the other.

    Both sides of the corpus are of one length; users' pairs often are not.
    """
    random = np.random.RandomState(0)
    for doc, record in zip(docs, records, strict=True):
        for side, swapped in zip(sides(doc), (True, False), strict=True):
            tree = Sentence(side).tree
            runs = [tree.subtree(node) for node in range(len(side))]
            runs = [r for r in runs if SHORTEST <= len(r) <= len(side) / 2 and is_run(r)]
            if not runs:
                continue
            run = runs[random.randint(len(runs))]
            start, end = run[0], run[-1] + 1
            if swapped:
                words = record.source[start:end]
                links = [(i - start, j) for i, j in record.sure if start <= i < end]
                yield PairRecord(None, words, record.target, words=word_links(links))
            else:
                words = record.target[start:end]
                links = [(i, j - start) for i, j in record.sure if start <= j < end]
                yield PairRecord(None, record.source, words, words=word_links(links))


def is_run(indices: list[int]) -> bool:
    """Tell whether sorted indices have no gap."""
    return indices[-1] - indices[0] + 1 == len(indices)


def main() -> None:
    """Read the corpora, train, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder of the corpora")
    parser.add_argument("--encoder", type=Path, required=True, help="folder of an encoder")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="folder for the weights")
    args = parser.parse_args()
    nlp = spacy_paraphrase.load(tree_aligner={"method": "words"})
    aligner = nlp.get_pipe("tree_aligner")
    for factory in ("tree_aligner", "relation_classifier", "sentence_fuser"):
        nlp.remove_pipe(factory)
    reader = WordPairReader(aligner.experts, OnnxEncoder(args.encoder))
    records = list(read_jacana(args.data / WORDS))
    rows, targets = [], []
    names: tuple[str, ...] = ()
    docs = list(nlp.pipe(make_pair(nlp, r.source, r.target) for r in records))
    more = [*excerpts(docs, records), *2 * list(read_jsonl(SAMPLE))]
    docs += nlp.pipe(make_pair(nlp, r.source, r.target) for r in more)
    records += more
    for doc, record in zip(docs, records, strict=True):
        reading = reader.read(*sentences(doc))
        names = reading.table.names
        known = targets_of_links(record.sure, reading.similarity)
        asked = np.flatnonzero(reading.candidates)
        rows.append(reading.table.columns(names, asked))
        targets.append(known.take(asked))
    network = fit(build_network([64, 32]), names, np.concatenate(rows), Targets.join(targets))
    chunks = list(chunk_examples(nlp, reader, args.data))
    learner = UnitLearner(UnitSettings())
    train(learner, chunks)
    matchers = {"chunks": learner.matcher.to_bytes()}
    message = {"model": network.to_bytes(), "matchers": matchers}
    args.out.mkdir(exist_ok=True, parents=True)
    path = args.out / "en"
    path.write_bytes(srsly.msgpack_dumps(message))
    print(f"{path.name}: {len(records)} pairs, {len(names)} features for words; ", end="")
    print(f"{len(chunks)} pairs for chunks; {path.stat().st_size} bytes")


def chunk_examples(nlp: Language, reader: WordPairReader, data: Path) -> Iterator[UnitExample]:
    """Yield what the pairs with chunks teach."""
    for name in CHUNKS:
        records = list(read_ists(data / name))
        docs = nlp.pipe(record_to_doc(record, nlp) for record in records)
        for record, doc in zip(records, docs, strict=True):
            reading = reader.read(*sentences(doc))
            units = (
                [list(range(*unit)) for unit in some]
                for some in (record.source_chunks or (), record.target_chunks or ())
            )
            yield unit_example("chunks", reading, tuple(units), gold_classes(record))


if __name__ == "__main__":
    main()
