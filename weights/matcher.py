"""Train the weights of `graph_matcher` that the package ships.

Words are learnt from Edinburgh++ train (sure links), whose licence allows it, from excerpts of
it: a clause or phrase of one side against the whole of the other, and, counted twice, from the
training part of the sample in assets/; chunks from the training part of iSTS (SemEval-2016 task 2).
Without --halves these are the weights of the fast tier, "en". With it they are those of the
accurate tier, "en-accurate": what a pair encoder reads of the pairs comes from two encoders
(`encoder.train --half`), neither of which was taught the links of the pairs that it reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import srsly
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from scripts.door import Data, EncoderPair
from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.analysis.sentence import Sentence, sentences
from spacy_paraphrase.components.unit_links import unit_example
from spacy_paraphrase.components.word_pairs import WordPairReader
from spacy_paraphrase.ml.encoder import PairEncoder
from spacy_paraphrase.ml.networks import build_network
from spacy_paraphrase.ml.unit_learning import UnitExample, UnitLearner, UnitSettings, train
from spacy_paraphrase.ml.word_matcher import Targets, fit, targets_of_links
from spacy_paraphrase.pairs.results import write_encoder_output
from spacy_paraphrase.readers import (
    PairRecord,
    read_ists,
    read_jacana,
    read_jsonl,
    record_to_doc,
    word_links,
)
from spacy_paraphrase.readers.ists_classes import gold_classes
from weights.encoder.taught_examples import half_of

WORDS = "alignment/edinburgh/gold.train.sure.json"
CHUNKS = tuple(
    f"relations/ists2016/train.{name}.wa" for name in ("headlines", "images", "answers-students")
)
SAMPLE = Path(__file__).parents[1] / "assets/sample/train.jsonl"
# Words of the shortest excerpt.
SHORTEST = 4
Words = Sequence[str]
Halves = tuple[PairEncoder, PairEncoder]
WEIGHTS = Path(spacy_paraphrase.__file__).parent / "ml" / "weights"


def read_halves(folders: tuple[Path, Path] | None) -> Halves | None:
    """Return the encoders that two folders hold."""
    return (PairEncoder(folders[0]), PairEncoder(folders[1])) if folders else None


def excerpts(docs: list[Doc], records: list[PairRecord]) -> Iterator[tuple[PairRecord, PairRecord]]:
    """Yield pairs of one whole side and one clause or phrase of the other, each with its whole.

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
                texts = record.source[start:end], record.target
                links = [(i - start, j) for i, j in record.sure if start <= i < end]
            else:
                texts = record.source, record.target[start:end]
                links = [(i, j - start) for i, j in record.sure if start <= j < end]
            yield PairRecord(None, *texts, words=word_links(links)), record


def is_run(indices: list[int]) -> bool:
    """Tell whether sorted indices have no gap."""
    return indices[-1] - indices[0] + 1 == len(indices)


def with_readings(
    docs: Iterable[Doc], sources: Iterable[Words], halves: Halves | None
) -> Iterator[Doc]:
    """Yield Docs with what the encoder reads that was not taught the links of the pair.

    Args:
        docs: The pairs.
        sources: The source of the pair of the corpus that each is or is part of.
        halves: The encoders that were taught the first and the second half; None for none.
    """
    for doc, source in zip(docs, sources, strict=True):
        if halves is not None:
            words = ([token.text for token in side] for side in sides(doc))
            write_encoder_output(doc, halves[1 - half_of(source)].read(*words))
        yield doc


def main(
    data: Data,
    *,
    halves: EncoderPair = None,
    out: Annotated[Path, "folder for the weights"] = WEIGHTS,
) -> None:
    """Read the corpora, train, write."""
    nlp = spacy_paraphrase.load(tree_aligner={"method": "words"})
    aligner = nlp.get_pipe("tree_aligner")
    for factory in ("tree_aligner", "relation_classifier", "sentence_fuser"):
        nlp.remove_pipe(factory)
    reader = WordPairReader(aligner.experts, None)
    readers = read_halves(halves)
    whole = list(read_jacana(data / WORDS))
    parsed = list(nlp.pipe(make_pair(nlp, r.source, r.target) for r in whole))
    parts = list(excerpts(parsed, whole))
    sample = 2 * list(read_jsonl(SAMPLE))
    records = [*whole, *(part for part, _ in parts), *sample]
    sources = [record.source for record in (*whole, *(of for _, of in parts), *sample)]
    docs = nlp.pipe(make_pair(nlp, r.source, r.target) for r in records)
    rows, targets = [], []
    names: tuple[str, ...] = ()
    docs = with_readings(docs, sources, readers)
    for doc, record in zip(docs, records, strict=True):
        reading = reader.read(*sentences(doc))
        names = reading.table.names
        known = targets_of_links(record.sure, reading.similarity)
        asked = np.flatnonzero(reading.candidates)
        rows.append(reading.table.columns(names, asked))
        targets.append(known.take(asked))
    network = fit(build_network([64, 32]), names, np.concatenate(rows), Targets.join(targets))
    chunks = list(chunk_examples(nlp, reader, data, readers))
    learner = UnitLearner(UnitSettings())
    train(learner, chunks)
    matchers = {"chunks": learner.matcher.to_bytes()}
    message = {"model": network.to_bytes(), "matchers": matchers}
    out.mkdir(exist_ok=True, parents=True)
    path = out / ("en-accurate" if halves else "en")
    path.write_bytes(srsly.msgpack_dumps(message))
    print(f"{path.name}: {len(records)} pairs, {len(names)} features for words; ", end="")
    print(f"{len(chunks)} pairs for chunks; {path.stat().st_size} bytes")


def chunk_examples(
    nlp: Language, reader: WordPairReader, data: Path, halves: Halves | None
) -> Iterator[UnitExample]:
    """Yield what the pairs with chunks teach."""
    for name in CHUNKS:
        records = list(read_ists(data / name))
        docs = nlp.pipe(record_to_doc(record, nlp) for record in records)
        docs = with_readings(docs, (record.source for record in records), halves)
        for record, doc in zip(records, docs, strict=True):
            reading = reader.read(*sentences(doc))
            units = (
                [list(range(*unit)) for unit in some]
                for some in (record.source_chunks or (), record.target_chunks or ())
            )
            yield unit_example("chunks", reading, tuple(units), gold_classes(record))
