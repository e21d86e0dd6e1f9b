"""The net under a change: store what the package says of real pairs, and compare two such files.

    python scripts/outputs.py store FILE [--data FOLDER] [--pairs 3000]
    python scripts/outputs.py compare OLD NEW [--show 30]

`store` draws pairs evenly from every public corpus under the data folder (assets/, which
`python -m weasel run assets-all` fills, by default), seed 0, and writes a line for each: links of
words, phrases and, for the iSTS pairs, chunks; relation, explanation, overlap, fusions. It prints
how often the fuser and the relation disagree about conflicts. `compare` counts the pairs that
differ in each of these, shows a sample, and exits with 1 if there is any. The files hold text of
the corpora and stay outside the repository.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import warnings
from collections.abc import Iterator
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

import srsly
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from spacy_paraphrase.readers import PairRecord, read_ists, read_jacana, read_multimwa

DATA = Path(__file__).parents[1] / "assets"
SEED = 0
PARTS = ("words", "phrases", "chunks", "relation", "explanation", "overlap", "fusions")
# Tables of pairs: path, how it is written, and the columns of source and target.
TABLES: tuple[tuple[str, dict[str, Any], tuple[int, int]], ...] = (
    ("relations/sick/SICK_train_trial.tsv", {"delimiter": "\t", "quoting": csv.QUOTE_NONE}, (1, 2)),
    ("relations/snli/*.tsv", {"delimiter": "\t", "quoting": csv.QUOTE_NONE}, (1, 2)),
    ("relations/help/*.tsv", {"delimiter": "\t", "quoting": csv.QUOTE_NONE}, (8, 9)),
    ("paraphrase/msrp/*train.tsv", {"delimiter": "\t", "quoting": csv.QUOTE_NONE}, (3, 4)),
    ("paraphrase/stsb/*train.csv", {}, (0, 1)),
    ("fusion/sentence-union/train.csv", {}, (0, 1)),
)


def tables(data: Path) -> Iterator[list[Any]]:
    """Yield the pairs of texts of each table."""
    for pattern, form, columns in TABLES:
        rows: list[Any] = []
        for path in sorted(data.glob(pattern)):
            with path.open(encoding="utf-8-sig", newline="") as file:
                table = list(csv.reader(file, **form))[1:]
            whole = [row for row in table if len(row) > max(columns)]
            rows += [tuple(" ".join(row[k].split()) for k in columns) for row in whole]
        yield [pair for pair in rows if all(pair)]
    lines = [
        (data / f"paraphrase/pan/pan-train_s{k}.txt").read_text(encoding="utf-8").splitlines()
        for k in (1, 2)
    ]
    yield [(a.strip(), b.strip()) for a, b in zip(*lines, strict=True) if a.strip() and b.strip()]


def corpora(data: Path) -> Iterator[list[Any]]:
    """Yield the pairs of each corpus, of texts or as records."""
    yield from tables(data)
    alignment = data / "alignment"
    yield list(read_jacana(alignment / "msr-rte2" / "RTE2_dev_M.align.sure.json"))
    yield list(read_jacana(alignment / "edinburgh" / "gold.train.sure.json"))
    yield list(read_multimwa(alignment / "mtref" / "mtref-dev.tsv"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # chunks that differ by a token, see the reader
        for name in ("headlines", "images", "answers-students"):
            yield list(read_ists(data / "relations" / "ists2016" / f"train.{name}.wa"))


def draw(data: Path, pairs: int) -> list[Any]:
    """Return pairs of all corpora in turn, each corpus in a random order."""
    shuffled = []
    for some in corpora(data):
        random.Random(SEED).shuffle(some)
        shuffled.append(some)
    turns = (pair for turn in zip_longest(*shuffled) for pair in turn if pair is not None)
    return list(islice(turns, pairs))


def to_doc(nlp: Language, pair: Any) -> Doc:
    """Return a pair as the pipeline takes it, with its chunks if it has any."""
    if not isinstance(pair, PairRecord):
        return spacy_paraphrase.make_pair(nlp, *pair)
    doc = spacy_paraphrase.make_pair(nlp, list(pair.source), list(pair.target))
    chunks = []
    for side, some in zip(
        spacy_paraphrase.sides(doc), (pair.source_chunks, pair.target_chunks), strict=True
    ):
        chunks += [side[start:end] for start, end in some or ()]
    if chunks:
        doc.spans["chunk_units"] = chunks
    return doc


def outputs(doc: Doc) -> dict[str, Any]:
    """Return all that the package says of a pair."""
    source, target = spacy_paraphrase.sides(doc)
    return {
        "text": [source.text, target.text],
        **{k: v for k, v in doc._.alignment.to_json().items() if k in PARTS},
        "relation": doc._.relation.to_json(),
        "explanation": doc._.alignment.explain(),
        "overlap": round(doc._.overlap, 6),
        "fusions": [fusion.to_json() for fusion in doc._.fusions],
    }


def store(path: Path, data: Path, pairs: int) -> None:
    """Write what the default pipeline says of real pairs."""
    nlp = spacy_paraphrase.load()
    docs = [to_doc(nlp, pair) for pair in draw(data, pairs)]
    rows = [outputs(doc) for doc in nlp.pipe(docs, batch_size=64)]
    srsly.write_jsonl(path, rows)
    print(disagreement(rows))


def disagreement(rows: list[dict[str, Any]]) -> str:
    """Return in how many pairs the fuser and the relation disagree about a conflict: none."""
    said = [
        (row["relation"]["conflict"], {f["reason"].startswith("conflict:") for f in row["fusions"]})
        for row in rows
    ]
    alone = sum(not conflict and True in refused for conflict, refused in said)
    reverse = sum(conflict and False in refused for conflict, refused in said)
    return (
        f"conflict refusals without conflict of the relation: {alone}, the reverse: {reverse}, "
        f"of {len(rows)} pairs"
    )


def compare(old: Path, new: Path, show: int) -> int:
    """Print how many pairs differ in what, and a sample; return how many differ at all."""
    rows = list(zip(srsly.read_jsonl(old), srsly.read_jsonl(new), strict=True))
    changed = []
    counts = dict.fromkeys(PARTS, 0)
    for one, other in rows:
        if one["text"] != other["text"]:
            raise SystemExit(f"not the same pairs: {one['text']} / {other['text']}")
        parts = [part for part in PARTS if one.get(part) != other.get(part)]
        for part in parts:
            counts[part] += 1
        if parts:
            changed.append((one, other, parts))
    print(f"{len(rows)} pairs, {len(changed)} differ:", counts)
    for one, other, parts in random.Random(SEED).sample(changed, min(show, len(changed))):
        print("\n" + "\n".join(one["text"]))
        for part in parts:
            show_difference(part, one[part], other[part])
    return len(changed)


def show_difference(part: str, one: Any, other: Any) -> None:
    """Print what stands in one of two outputs only."""
    if not isinstance(one, list):
        print(f"  {part}: {one} -> {other}")
        return
    for sign, mine, theirs in (("-", one, other), ("+", other, one)):
        for item in mine:
            if item not in theirs:
                said = (
                    {k: v for k, v in item.items() if k != "provenance"}
                    if part == "fusions"
                    else item
                )
                print(f"  {sign} {part}: {said}")


def main() -> None:
    """Store outputs, or compare two files of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    storing = commands.add_parser("store", help="write the outputs for real pairs")
    storing.add_argument("file", type=Path)
    storing.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    storing.add_argument("--pairs", type=int, default=3000, help="number of pairs")
    comparing = commands.add_parser("compare", help="report every difference of two files")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--show", type=int, default=30, help="how many pairs to show")
    args = parser.parse_args()
    if args.command == "store":
        if not (args.data / "paraphrase").is_dir():
            sys.exit(f"{args.data} has no corpora: `python -m weasel run assets-all`, or --data.")
        store(args.file, args.data, args.pairs)
    else:
        sys.exit(min(1, compare(args.old, args.new, args.show)))


if __name__ == "__main__":
    main()
