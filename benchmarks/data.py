"""What the benchmarks read: the public corpora of project.yml, and the sample in assets/.

Every function takes the folder of the corpora, which is laid out as assets/ is.
"""

from __future__ import annotations

import csv
import random
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import networkx as nx
from spacy.language import Language

import spacy_paraphrase
from scripts.door import ROOT
from scripts.records import table
from spacy_paraphrase.components.word_pairs import WordExperts
from spacy_paraphrase.pipeline import FACTORIES
from spacy_paraphrase.readers import (
    IstsRecord,
    PairRecord,
    read_ists,
    read_jacana,
    read_jsonl,
    read_multimwa,
)

DATA = ROOT / "assets"
SAMPLE = DATA / "sample"
HEADLINES = SAMPLE / "headlines.jsonl"
SICK = "relations/sick/SICK_train_trial.tsv"
ISTS = ("headlines", "images", "answers-students")
WORD_ALIGNMENTS = {
    "RTE-2 dev": "alignment/msr-rte2/RTE2_dev_M.align.sure.json",
    "Edinburgh++ train": "alignment/edinburgh/gold.train.sure.json",
    "mt-reference dev": "alignment/mtref/mtref-dev.tsv",
}
Sides = tuple[str, str]
# Source and target of a pair, and what is known of it.
Row = tuple[str, str, str]


def shuffled(items: Iterable[Any], seed: int) -> list[Any]:
    """Return items in an order that chance gives."""
    some = [*items]
    random.Random(seed).shuffle(some)
    return some


def word_alignments(data: Path) -> Iterator[tuple[str, list[PairRecord]]]:
    """Yield the name and the pairs of each corpus of word alignments."""
    for name, path in WORD_ALIGNMENTS.items():
        read = read_jacana if path.endswith(".json") else read_multimwa
        yield name, list(read(data / path))


def edinburgh(data: Path) -> list[PairRecord]:
    """Return Edinburgh++ train with its sure links."""
    return list(read_jacana(data / WORD_ALIGNMENTS["Edinburgh++ train"]))


def ists(data: Path, name: str) -> list[IstsRecord]:
    """Return a set of SemEval-2016 task 2 train, one of `ISTS`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # chunks that differ by a token, see the reader
        return list(read_ists(data / "relations" / "ists2016" / f"train.{name}.wa"))


def sample(*parts: str) -> list[PairRecord]:
    """Return the pairs of some parts of the sample: "train", "dev", "test"."""
    return [record for part in parts for record in read_jsonl(SAMPLE / f"{part}.jsonl")]


def msrp(data: Path, part: str = "train") -> list[Row]:
    """Return "train" or "val" of the Microsoft paraphrase corpus; a paraphrase has "1"."""
    rows = table(data / f"paraphrase/msrp/msr-para-{part}.tsv")
    return [(row["#1 String"], row["#2 String"], row["Quality"]) for row in rows]


def paraphrases(data: Path, part: str = "train") -> tuple[list[Sides], list[bool]]:
    """Return the pairs of the same corpus, and whether they are paraphrases."""
    rows = msrp(data, part)
    return [(one, other) for one, other, _ in rows], [label == "1" for *_, label in rows]


def snli(data: Path, part: str = "dev") -> list[Row]:
    """Return a part of SNLI; known is what the first sentence says of the second."""
    rows = table(data / f"relations/snli/snli.{part}.tsv")
    return [(row["premise"], row["hypothesis"], row["label"]) for row in rows]


def sts(data: Path, part: str) -> tuple[list[Sides], list[float]]:
    """Return the pairs of a part of the STS benchmark, and their grades from 0 to 5."""
    with open(data / f"paraphrase/stsb/stsb-en-{part}.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return [(row[0], row[1]) for row in rows], [float(row[2]) for row in rows]


def unions(data: Path, part: str) -> list[Row]:
    """Return two sentences and their union, of "train" or "eval" (Hirsch and others 2023)."""
    path = data / "fusion" / "sentence-union" / f"{part}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [(row["sentence1Text"], row["sentence2Text"], row["mergedText"]) for row in rows]


def union_sentences(data: Path) -> Iterator[tuple[tuple[str, int, int], str]]:
    """Yield part, number and side of the sentences that have a union, and each of them."""
    for part in ("train", "eval"):
        for number, (*sides, _) in enumerate(unions(data, part)):
            for side, text in enumerate(sides, 1):
                yield (part, number, side), text


def wiki_split(data: Path, part: str) -> list[tuple[str, list[str]]]:
    """Return sentences of "tune" or "validation" of WikiSplit, and the two that say the same."""
    rows = (data / f"fusion/wiki-split/{part}.tsv").read_text("utf-8").splitlines()
    cells = [row.split("\t") for row in rows]
    return [(one, [each.strip() for each in two.split("<::::>")]) for one, two in cells]


def renderings(data: Path) -> list[list[str]]:
    """Return the sentences of mt-reference that annotated pairs connect, in order."""
    graph: Any = nx.Graph()
    for part in ("train", "dev"):
        for row in (data / f"alignment/mtref/mtref-{part}.tsv").read_text("utf-8").splitlines():
            _, source, _, target, *_ = row.split("\t")
            graph.add_nodes_from((source, target))
            graph.add_edge(source, target)
    return sorted(sorted(group) for group in nx.connected_components(graph))


def before_alignment() -> tuple[Language, WordExperts]:
    """Return the default pipeline as far as an aligner, and the default experts."""
    nlp = spacy_paraphrase.load(tree_aligner={})
    experts = nlp.get_pipe("tree_aligner").experts
    for name in [name for name in nlp.pipe_names if name in FACTORIES[1:]]:
        nlp.remove_pipe(name)
    return nlp, experts
