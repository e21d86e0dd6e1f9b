"""The net under a change: store what the package says, and list every difference of two runs.

    python scripts/outputs.py store FOLDER [PART ...] [--data FOLDER] [--limit N]
    python scripts/outputs.py compare OLD NEW [--show 30] [--sheet FILE]

`store` writes a file for each part into FOLDER: `news-relations` (relation, links, explanation and
overlap of 3,000 pairs of news), `sick` and `rte` (the same of all pairs of SICK, and of RTE's
development parts), `news-fusions` and `news-scores` (fusions, similarity and edits of the 3,000),
`rewrites` (of 300 sentences), `groups`, `dedupe` and `summaries` (of 100 groups of sentences) and
`mined` (pairs, phrases and rules of a small draw). Each is drawn with one seed, see `drawn.py`, and
beside each stand the processor time that it took and what it was made with. All parts take some
minutes of one core; `news-relations sick rte` are enough where only links and relations change.
`compare` counts the differences by kind, shows some of each, and exits with 1 if there is any;
--sheet writes those it shows as a table to be judged blind. The files hold text of the corpora, and
stay outside the repository.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import spacy
import srsly
from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from differences import report
from drawn import SEED, Item, documents, news, paraphrases, rte, sentences, sick, stream, topics

DATA = Path(__file__).parents[1] / "assets"
PACKAGE = Path(spacy_paraphrase.__file__).parent
PRESETS: dict[str, tuple[str, ...]] = {
    "tighten": (),
    "compress": ("--max-ratio", "0.7"),
    "simplify": (),
    "paraphrase": (),
}
CHUNKS = ("source_chunks", "target_chunks")
SOME_LINES_FAILED = 3
Row = dict[str, Any]


def related(pairs: Sequence[Item]) -> Iterator[Row]:
    """Yield links, relation, explanation and overlap of pairs."""
    nlp = spacy_paraphrase.load(exclude=["sentence_fuser"])
    for pair, doc in zip(pairs, read(nlp, pairs), strict=True):
        yield {"id": pair["id"], **relations_of(doc)}


def fused(pairs: Sequence[Item]) -> Iterator[Row]:
    """Yield the fusions of pairs."""
    for pair, doc in zip(pairs, read(spacy_paraphrase.load(), pairs), strict=True):
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


def asked(folder: Path, command: str, items: Iterable[Item], *options: str) -> Iterator[Row]:
    """Yield what a command of the command line writes of some items, and what it failed on.

    Args:
        folder: Where its files are written.
        command: Its name.
        items: The lines of its input.
        *options: What stands behind its input and output.
    """
    srsly.write_jsonl(folder / "in.jsonl", items)
    run(folder, command, "in.jsonl", "out.jsonl", "--errors", "errors.jsonl", *options)
    for name in ("out.jsonl", "errors.jsonl"):
        if (folder / name).exists():
            yield from srsly.read_jsonl(folder / name)
            (folder / name).unlink()


def run(folder: Path, command: str, *arguments: str) -> None:
    """Run a command of the command line in a folder, by the package that is imported here."""
    words = [sys.executable, "-m", "spacy_paraphrase", *command.split(), *arguments, "--quiet"]
    environment = os.environ | {"PYTHONPATH": str(PACKAGE.parent)}
    status = subprocess.run(words, cwd=folder, env=environment, check=False).returncode
    if status not in (0, SOME_LINES_FAILED):
        sys.exit(f"{command} ended with {status}")


def rewritten(folder: Path, texts: Sequence[Item]) -> Iterator[Row]:
    """Yield the rewrites of sentences by each preset."""
    for preset, options in PRESETS.items():
        for row in asked(folder, "rewrite", texts, "--preset", preset, *options):
            yield row | {"id": f"{preset}:{row['id']}"}


def mined(folder: Path, data: Path) -> Iterator[Row]:
    """Yield the rows that miners find: pairs in groups of sentences, phrases and rules in pairs."""
    found = {
        "headlines": asked(folder, "mine headlines", topics(data)),
        "pairs": asked(folder, "mine pairs", topics(data), "--method", "quasi-parallel"),
        "phrases": mined_of_pairs(folder, "mine phrases", paraphrases(data)),
        "rules": mined_of_pairs(folder, "mine rules", paraphrases(data), "--min-count", "1"),
    }
    for miner, rows in found.items():
        yield from ({"miner": miner, **row} for row in rows)


def mined_of_pairs(folder: Path, command: str, pairs: list[Item], *options: str) -> Iterator[Row]:
    """Yield the rows that a miner finds in pairs, which are aligned before."""
    srsly.write_jsonl(folder / "pairs.jsonl", pairs)
    run(folder, "align", "pairs.jsonl", "aligned.spacy")
    run(folder, command, "aligned.spacy", "rows.jsonl", *options)
    yield from srsly.read_jsonl(folder / "rows.jsonl")


# How the rows of each part are made: of the folder of the corpora, and of one for files.
PARTS: dict[str, Callable[[Path, Path], Iterator[Row]]] = {
    "news-relations": lambda data, _: related(news(data)),
    "sick": lambda data, _: related(sick(data)),
    "rte": lambda data, _: related(rte(data)),
    "news-fusions": lambda data, _: fused(news(data)),
    "news-scores": lambda data, folder: asked(folder, "score", news(data)),
    "rewrites": lambda data, folder: rewritten(folder, sentences(data)),
    "groups": lambda data, folder: asked(folder, "group", stream(data), "--fuse"),
    "dedupe": lambda data, folder: asked(folder, "dedupe", stream(data)),
    "summaries": lambda data, folder: asked(
        folder, "summarize", documents(data), "--budget", "60", "--shortest", "5"
    ),
    "mined": lambda data, folder: mined(folder, data),
}


def store(folder: Path, parts: Sequence[str], data: Path) -> None:
    """Write what the package says: rows of each part, and beside them how they were made."""
    folder.mkdir(parents=True, exist_ok=True)
    nlp = spacy_paraphrase.load()
    texts = [item["text"] for item in sentences(data)]
    for part in parts:
        told = folder / f"{part}.json"
        told.unlink(missing_ok=True)  # a part without it is not whole
        parsing = parsing_time(nlp, texts)
        start = processor_time()
        with tempfile.TemporaryDirectory() as temporary:
            rows = list(PARTS[part](data, Path(temporary)))
        seconds = processor_time() - start
        parsing = (parsing + parsing_time(nlp, texts)) / 2
        srsly.write_jsonl(folder / f"{part}.jsonl", rows)
        times = {"seconds": round(seconds, 2), "parsing": round(parsing, 3)}
        srsly.write_json(told, {**signature(nlp), "rows": len(rows), **times})
        print(f"{part:16}{len(rows):7} rows {seconds:8.1f} s", flush=True)


def signature(nlp: Language) -> dict[str, Any]:
    """Return with what outputs are made: versions, pipeline, seed."""
    return {
        "spacy-paraphrase": spacy_paraphrase.__version__,
        "pipeline": f"{nlp.lang}_{nlp.meta['name']} {nlp.meta['version']}",
        "spacy": spacy.__version__,
        "python": platform.python_version(),
        "seed": SEED,
    }


def processor_time() -> float:
    """Return the processor time of this process and of those that it has run, in seconds."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def parsing_time(nlp: Language, texts: Iterable[str]) -> float:
    """Return the processor time in which spaCy alone reads some sentences, in seconds.

    It tells a machine that is slower for the moment from a package that is.
    """
    ours = [name for name, pipe in nlp.pipeline if "spacy_paraphrase" in type(pipe).__module__]
    with nlp.select_pipes(disable=ours):
        start = time.process_time()
        for _ in nlp.pipe(texts):
            pass
    return time.process_time() - start


def main() -> None:
    """Store outputs, or compare two folders of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    storing = commands.add_parser("store", help="write what the package says")
    storing.add_argument("folder", type=Path)
    storing.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    storing.add_argument("--data", type=Path, default=DATA, help="folder of the corpora")
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
    store(args.folder, args.parts or list(PARTS), args.data)


if __name__ == "__main__":
    main()
