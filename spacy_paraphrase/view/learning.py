"""Learning from what was annotated: the training of spaCy, and how much more pairs gave.

The aligner of a pipeline learns further from the pairs that are done, a quarter of them, half of
them and all, and is measured on pairs that it never sees. All that this takes stands in a folder
then: the pairs, the base pipeline, and a config, so that `spacy train` does the same.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import spacy
from spacy.cli.train import train
from spacy.language import Language
from thinc.api import Config

from ..errors import ParaphraseError
from ..readers import PairCorpus, PairRecord, record_to_json
from ..readers.files import json_line
from ..render.figures import chart
from .store import read_annotations, replace_file

CONFIG = Path(__file__).with_name("learn.cfg")
MATCHER = "graph_matcher"
# Least number of pairs to learn from, those that are held out among them.
LEAST = 10
# One pair in so many is held out.
HELD_OUT = 5
SHARES = (0.25, 0.5, 1.0)
# What the curve shows of the scores of a pipeline.
SCORES = {"words": "words_align_f", "phrases": "phrases_align_f"}


def split(records: Sequence[PairRecord]) -> tuple[list[PairRecord], list[PairRecord]]:
    """Return the pairs to learn from and those that are held out, in an order of chance.

    A pair stays on its side when others are added; pairs of one source are on the same side.

    Raises:
        ParaphraseError: P715 if there are too few.
    """
    if len(records) < LEAST:
        raise ParaphraseError("P715", got=len(records), expected=LEAST)

    def rank(record: PairRecord) -> str:
        return sha256(" ".join(record.source).encode()).hexdigest()

    ordered = sorted(records, key=rank)
    held = [record for record in ordered if int(rank(record), 16) % HELD_OUT == 0] or ordered[:2]
    sources = {record.source for record in held}
    return [record for record in ordered if record.source not in sources], held


def learn(path: str | Path, folder: Path, load: Callable[[], Language]) -> dict[str, Any]:
    """Train on the pairs of a file of annotations that are done.

    Args:
        path: The file.
        folder: Where everything goes: the pairs, the config, the trained pipeline (`pipeline`),
            and `curve.json`, what is returned, written after every step.
        load: Gives the pipeline whose aligner learns further.

    Returns:
        `points`, each with the number of `pairs`, and F of links on the pairs that are held out by
        level; `held_out`, their number; `path`, the folder of the pipeline, "" until it is there.

    Raises:
        ParaphraseError: P715 if too few pairs are done; what a reader raises.
        OSError: If the folder cannot be written.
    """
    done = [record for record, line in read_annotations(path) if line.get("state") == "done"]
    taught, held = split(done)
    folder.mkdir(parents=True, exist_ok=True)
    for name, records in (("train", taught), ("dev", held)):
        replace_file(folder / f"{name}.jsonl", [json_line(record_to_json(r)) for r in records])
    nlp = load()
    nlp.to_disk(folder / "base")
    config = make_config(nlp, folder)
    config.to_disk(folder / "config.cfg")
    report: dict[str, Any] = {"points": [], "held_out": len(held), "path": ""}

    def tell(pairs: int, trained: Language) -> None:
        report["points"].append({"pairs": pairs, **scores(trained, folder / "dev.jsonl")})
        replace_file(folder / "curve.json", [json_line(report)])

    tell(0, nlp)
    for pairs in sorted({max(1, round(share * len(taught))) for share in SHARES}):
        run = folder / "run"
        train(folder / "config.cfg", run, overrides={"corpora.train.limit": pairs})
        tell(pairs, spacy.load(run / "model-best"))
    shutil.rmtree(folder / "pipeline", ignore_errors=True)
    shutil.move(folder / "run" / "model-best", folder / "pipeline")
    shutil.rmtree(folder / "run")
    report["path"] = str(folder / "pipeline")
    replace_file(folder / "curve.json", [json_line(report)])
    return report


def make_config(nlp: Language, folder: Path) -> Config:
    """Return the config by which the aligner of a pipeline in `folder/base` learns further."""
    config = Config().from_disk(CONFIG, interpolate=False)
    paths = {"train": "train.jsonl", "dev": "dev.jsonl", "base": "base"}
    config["paths"] = {key: str((folder / name).resolve()) for key, name in paths.items()}
    config["nlp"]["lang"] = nlp.lang
    names = [name for name in nlp.pipe_names if name != "tree_aligner"]
    if MATCHER not in names:  # a language for which the package has no weights
        names.insert(names.index("relation_classifier"), MATCHER)
    config["nlp"]["pipeline"] = names
    config["components"] = {name: {"source": "${paths.base}"} for name in names}
    if MATCHER not in nlp.pipe_names:
        config["components"][MATCHER] = {"factory": MATCHER}
    own = ("sentence_pair", MATCHER, "relation_classifier")
    config["training"]["frozen_components"] = [name for name in names if name not in own]
    return config


def scores(nlp: Language, path: Path) -> dict[str, float | None]:
    """Return F of the links that a pipeline finds in the pairs of a file, by level."""
    found = nlp.evaluate(list(PairCorpus(path)(nlp)))
    return {level: found.get(key) for level, key in SCORES.items()}


def draw(report: dict[str, Any]) -> str | None:
    """Return the learning curve as a picture; None without any point.

    Example:
        >>> points = [{"pairs": 0, "words": 0.8}, {"pairs": 8, "words": 0.9}]
        >>> draw({"points": points}).count("<circle")
        2
    """
    lines = {}
    for level in SCORES:
        told = [(p["pairs"], 100 * p[level]) for p in report["points"] if p.get(level) is not None]
        if told:
            lines[level] = told
    return chart(lines, "pairs learnt from", "F of links, held-out pairs, %") if lines else None
