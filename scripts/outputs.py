"""The net under a change: store what the package says, and list every difference of two runs.

    python scripts/outputs.py store FOLDER [PART ...] [--data FOLDER] [--limit N]
    python scripts/outputs.py compare OLD NEW [--show 30] [--sheet FILE]

`store` writes a file for each part into FOLDER: `news-relations` (relation, links, explanation and
overlap of 3,000 pairs of news), `sick`, `rte` and `minimal-pairs` (the same of all pairs of SICK,
of RTE's development parts, and of tests/relations), `news-fusions` and `news-scores` (fusions,
similarity and edits of the 3,000), `rewrites` (of 300 sentences), `groups`, `dedupe` and
`summaries` (of 100 groups of sentences), `mined-pairs` and `mined-rows` (what miners find in these
groups, and in 300 pairs). Each is drawn with one seed, see `drawn.py`, and beside each stand the
processor time that it took and what it was made with. All parts take some minutes of one core;
where only links and relations change, `news-relations sick rte minimal-pairs` are enough. `compare`
counts the differences by kind, shows some of each, and exits with 1 if there is any; --sheet writes
those it shows as a table to be judged blind. The files hold text of the corpora, and stay outside
the repository.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import spacy
import srsly
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from differences import report
from drawn import (
    SEED,
    Item,
    documents,
    minimal_pairs,
    news,
    paraphrases,
    rte,
    sentences,
    sick,
    stream,
    topics,
)
from spacy_paraphrase.cli import main

DATA = Path(__file__).parents[1] / "assets"
PRESETS: dict[str, tuple[str, ...]] = {
    "tighten": (),
    "compress": ("--max-ratio", "0.7"),
    "simplify": (),
    "paraphrase": (),
}
CHUNKS = ("source_chunks", "target_chunks")
SOME_LINES_FAILED = 3
# Behind how many rows spaCy reads how many sentences, to tell how fast the machine is.
EVERY, YARDSTICK = 100, 20
Row = dict[str, Any]


def related(pairs: Sequence[Item], _: Path) -> Iterator[Row]:
    """Yield links, relation, explanation and overlap of pairs."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    for pair, doc in zip(pairs, read(nlp, pairs), strict=True):
        yield {"id": pair["id"], **relations_of(doc)}


def fused(pairs: Sequence[Item], _: Path) -> Iterator[Row]:
    """Yield the fusions of pairs."""
    for pair, doc in zip(pairs, read(spacy_paraphrase.load(tier="fast"), pairs), strict=True):
        source, target = ([token.text for token in side] for side in spacy_paraphrase.sides(doc))
        fusions = [fusion.to_json() for fusion in doc._.fusions]
        yield {"id": pair["id"], "source": source, "target": target, "fusions": fusions}


def relations_of(doc: Doc) -> Row:
    """Return words, links, relation, explanation and overlap of a pair."""
    return {
        **doc._.alignment.to_json(),
        "relation": doc._.relation.to_json(),
        "explanation": doc._.alignment.explain(),
        "overlap": round(doc._.overlap, 6),
    }


def read(nlp: Language, pairs: Iterable[Item]) -> Iterator[Doc]:
    """Yield the Docs of pairs, with what a pipeline says of them."""
    yield from nlp.pipe([to_doc(nlp, pair) for pair in pairs], batch_size=64)


def to_doc(nlp: Language, pair: Item) -> Doc:
    """Return a pair as the pipeline takes it, with its chunks if it has any."""
    doc = spacy_paraphrase.make_pair(nlp, pair["source"], pair["target"])
    chunks = [
        side[start:end]
        for key, side in zip(CHUNKS, spacy_paraphrase.sides(doc), strict=True)
        for start, end in pair.get(key, ())
    ]
    if chunks:
        doc.spans["chunk_units"] = chunks
    return doc


def asked(command: str, *options: str) -> Callable[[Sequence[Item], Path], Iterator[Row]]:
    """Return what yields the rows that a command writes of some items, and what it failed on.

    Args:
        command: Its name.
        *options: What stands behind its input and output.
    """

    def rows(items: Sequence[Item], folder: Path) -> Iterator[Row]:
        source, out, errors = (folder / f"{name}.jsonl" for name in ("in", "out", "errors"))
        srsly.write_jsonl(source, items)
        run(command, source, out, "--errors", errors, *options)
        for path in (out, errors):
            if path.exists():
                yield from srsly.read_jsonl(path)
                path.unlink()

    return rows


def run(command: str, *arguments: str | Path) -> None:
    """Run a command of the command line, in this process; one that ends with an error ends all."""
    status = main([*command.split(), *map(str, arguments), "--quiet"])
    if status not in (0, SOME_LINES_FAILED):
        sys.exit(f"{command} ended with {status}")


def rewritten(texts: Sequence[Item], folder: Path) -> Iterator[Row]:
    """Yield the rewrites of sentences by each preset."""
    for preset, options in PRESETS.items():
        for row in asked("rewrite", "--preset", preset, *options)(texts, folder):
            yield row | {"id": f"{preset}:{row['id']}"}


def mined_pairs(clusters: Sequence[Item], folder: Path) -> Iterator[Row]:
    """Yield the pairs that miners find in groups of sentences."""
    miners = {
        "headlines": asked("mine headlines"),
        "pairs": asked("mine pairs", "--method", "quasi-parallel"),
    }
    for miner, rows in miners.items():
        yield from ({"miner": miner, **row} for row in rows(clusters, folder))


def mined_rows(pairs: Sequence[Item], folder: Path) -> Iterator[Row]:
    """Yield the phrases and rules that miners find in pairs, which are aligned before."""
    aligned = folder / "aligned.spacy"
    srsly.write_jsonl(folder / "in.jsonl", pairs)
    run("align", folder / "in.jsonl", aligned)
    for miner, options in (("phrases", ()), ("rules", ("--min-count", "1"))):
        out = folder / f"{miner}.jsonl"
        run(f"mine {miner}", aligned, out, *options)
        yield from ({"miner": miner, **row} for row in srsly.read_jsonl(out))


class Part(NamedTuple):
    """One part of the outputs.

    Attributes:
        draw: From the folder of the corpora to what something is said of.
        tell: From that, and a folder for files, to rows of what the package says of it.
    """

    draw: Callable[[Path], list[Item]]
    tell: Callable[[Sequence[Item], Path], Iterator[Row]]


PARTS = {
    "news-relations": Part(news, related),
    "sick": Part(sick, related),
    "rte": Part(rte, related),
    "minimal-pairs": Part(minimal_pairs, related),
    "news-fusions": Part(news, fused),
    "news-scores": Part(news, asked("score")),
    "rewrites": Part(sentences, rewritten),
    "groups": Part(stream, asked("group", "--fuse")),
    "dedupe": Part(stream, asked("dedupe")),
    "summaries": Part(documents, asked("summarize", "--budget", "60", "--shortest", "5")),
    "mined-pairs": Part(topics, mined_pairs),
    "mined-rows": Part(paraphrases, mined_rows),
}


def store(folder: Path, parts: Sequence[str], data: Path, limit: int | None = None) -> None:
    """Write what the package says: rows of each part, and beside them how they were made."""
    folder.mkdir(parents=True, exist_ok=True)
    nlp = spacy_paraphrase.load(tier="fast")
    texts = [item["text"] for item in sentences(data)[:YARDSTICK]]
    for part in parts:
        told = folder / f"{part}.json"
        told.unlink(missing_ok=True)  # a part without it is not whole
        items = PARTS[part].draw(data)[:limit]
        with tempfile.TemporaryDirectory() as temporary:
            rows, times = timed(PARTS[part].tell(items, Path(temporary)), nlp, texts)
        srsly.write_jsonl(folder / f"{part}.jsonl", rows)
        srsly.write_json(told, {**signature(nlp), "rows": len(rows), **times})
        print(f"{part:16}{len(rows):7} rows {times['seconds']:8.1f} s", flush=True)


def signature(nlp: Language) -> dict[str, Any]:
    """Return with what outputs are made: versions, pipeline, seed."""
    return {
        "spacy-paraphrase": spacy_paraphrase.__version__,
        "pipeline": f"{nlp.lang}_{nlp.meta['name']} {nlp.meta['version']}",
        "spacy": spacy.__version__,
        "python": platform.python_version(),
        "seed": SEED,
    }


def timed(
    rows: Iterator[Row], nlp: Language, texts: Sequence[str]
) -> tuple[list[Row], dict[str, float]]:
    """Return rows, and the processor time that they took, in seconds.

    Beside it stands what spaCy alone took meanwhile to read some sentences, on average: now and
    then it reads them, since other work on a machine makes it slower for some moments.

    Args:
        rows: What makes them.
        nlp: The pipeline; of its components only those of spaCy are asked.
        texts: The sentences.
    """
    ours = [name for name, pipe in nlp.pipeline if "spacy_paraphrase" in type(pipe).__module__]

    def parsing() -> float:
        start = time.process_time()
        with nlp.select_pipes(disable=ours):
            for _ in nlp.pipe(texts):
                pass
        return time.process_time() - start

    found, seconds, yardstick = [], 0.0, [parsing()]
    start = time.process_time()
    for row in rows:
        found.append(row)
        if len(found) % EVERY == 0:
            seconds += time.process_time() - start
            yardstick.append(parsing())
            start = time.process_time()
    seconds += time.process_time() - start
    yardstick.append(parsing())
    times = {"seconds": seconds, "parsing": sum(yardstick) / len(yardstick)}
    return found, {name: round(value, 4) for name, value in times.items()}


def store_or_compare() -> None:
    """Store outputs, or compare two folders of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    storing = commands.add_parser("store", help="write what the package says")
    storing.add_argument("folder", type=Path)
    storing.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    storing.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
    storing.add_argument("--limit", type=int, help="how many items of each part, from its first")
    comparing = commands.add_parser("compare", help="list every difference of two folders")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--show", type=int, default=30, help="how many to show of each kind")
    comparing.add_argument("--sheet", type=Path, help="table of those shown, to be judged blind")
    args = parser.parse_args()
    if args.command == "compare":
        sys.exit(bool(report(args.old, args.new, args.show, args.sheet)))
    if unknown := set(args.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if not (args.data / "paraphrase").is_dir():
        sys.exit(f"{args.data} has no corpora: `python -m weasel run assets-all`, or --data.")
    store(args.folder, args.parts or list(PARTS), args.data, args.limit)


if __name__ == "__main__":
    store_or_compare()
