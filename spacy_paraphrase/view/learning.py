"""Training on annotations with spaCy, and the gain from more pairs.

The aligner of a pipeline is trained further on a quarter, half and all of the pairs marked as done,
and evaluated on held-out pairs. The folder then contains everything needed to repeat this with
`spacy train`: the pairs, the base pipeline, and a config.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import spacy
from spacy.language import Language
from thinc.api import Config

from ..errors import ParaphraseError
from ..jobs.arrays import write_file
from ..jobs.atomic import json_line
from ..jobs.paths import make_folder
from ..pairs.alignment import LEVELS, Level
from ..readers import PairCorpus, PairRecord, record_to_json
from ..render.figures import chart
from .annotation_file import read_annotations

CONFIG = Path(__file__).with_name("learn.cfg")
MATCHER = "graph_matcher"
# Minimum number of pairs, including those that are held out.
LEAST = 10
# One pair in HELD_OUT is held out.
HELD_OUT = 5
SHARES = (0.25, 0.5, 1.0)
# Files and folders that learning creates.
MADE = ("train.jsonl", "dev.jsonl", "base", "config.cfg", "curve.json", "run", "pipeline")
# Escape sequences for colours in a terminal.
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
# Number of log lines that the page shows.
LOG_LINES = 30
# The scores of a pipeline that the learning curve shows, by level.
SCORES: dict[Level, str] = {level: f"{level}_align_f" for level in LEVELS}


def split(records: Sequence[PairRecord]) -> tuple[list[PairRecord], list[PairRecord]]:
    """Return the training pairs and the held-out pairs, both in the order of a hash.

    A hash of the source holds out one pair in five. Thus pairs hardly ever change their part when
    others are added, and pairs of one source are together. At least two, and a tenth, are held out.

    Raises:
        ParaphraseError: P715 if there are too few pairs.
    """
    if len(records) < LEAST:
        raise ParaphraseError("P715", got=len(records), expected=LEAST)

    # With few sources (one sentence may be compared with many), the hash includes the target.
    together = len({record.source for record in records}) >= LEAST

    def rank(record: PairRecord) -> int:
        words = record.source if together else (*record.source, "", *record.target)
        return int(sha256(" ".join(words).encode()).hexdigest(), 16)

    ordered = sorted(records, key=lambda record: (rank(record) % HELD_OUT > 0, rank(record)))
    # The pairs that the hash holds out, then others up to the required number.
    chosen = sum(rank(record) % HELD_OUT == 0 for record in ordered)
    ranks = {rank(record) for record in ordered[: max(chosen, 2, len(ordered) // 10)]}
    held = [record for record in ordered if rank(record) in ranks]
    return [record for record in ordered if rank(record) not in ranks], held


def default_folder(path: str | Path) -> Path:
    """Return the default output folder of learning from a file: a folder beside the file.

    Example:
        >>> default_folder("data/ann.jsonl").as_posix()
        'data/ann-learnt'
    """
    path = Path(path)
    return path.with_name(f"{path.stem}-learnt")


def learn(path: str | Path, folder: Path, load: Callable[[], Language]) -> dict[str, Any]:
    """Train on the pairs of an annotation file that are marked as done.

    Args:
        path: The file.
        folder: Output folder for the pairs, the config, the trained pipeline (`pipeline`), and
            `curve.json` with the return value, updated after every step.
        load: Function that returns the pipeline whose aligner is trained further.

    Returns:
        `points`: for each step, the number of `pairs`, and F of links on held-out pairs by level;
        `held_out`: number of held-out pairs; `path`: folder of the trained pipeline, "" at first.

    Raises:
        ParaphraseError: P715 if too few pairs are done, P516 if the folder has other contents;
            errors of readers.
        OSError: If the folder cannot be written.
    """
    from spacy.cli.train import train  # imported here, because the import is slow

    done = [record for record, line in read_annotations(path) if line.get("state") == "done"]
    taught, held = split(done)
    make_folder(folder, keep=True)
    for name, records in (("train", taught), ("dev", held)):
        lines = map(json_line, map(record_to_json, records))
        write_file(folder / f"{name}.jsonl", b"".join(lines))
    nlp = load()
    nlp.to_disk(folder / "base")
    levels = [level for level in LEVELS if any(r.links(level) for r in (*taught, *held))]
    config = make_config(nlp, folder, levels)
    config.to_disk(folder / "config.cfg")
    report: dict[str, Any] = {"points": [], "held_out": len(held), "path": ""}

    def tell(pairs: int, trained: Language) -> None:
        report["points"].append({"pairs": pairs, **scores(trained, folder / "dev.jsonl", levels)})
        write_file(folder / "curve.json", json_line(report))

    tell(0, nlp)
    for pairs in sorted({max(1, round(share * len(taught))) for share in SHARES}):
        run = folder / "run"
        train(folder / "config.cfg", run, overrides={"corpora.train.limit": pairs})
        tell(pairs, spacy.load(run / "model-best"))
    shutil.rmtree(folder / "pipeline", ignore_errors=True)
    shutil.move(folder / "run" / "model-best", folder / "pipeline")
    shutil.rmtree(folder / "run")
    report["path"] = str(folder / "pipeline")
    write_file(folder / "curve.json", json_line(report))
    return report


def make_config(nlp: Language, folder: Path, levels: Sequence[Level] = LEVELS) -> Config:
    """Return the config to train the aligner of the pipeline in `folder/base` further.

    The final score weights F of links equally over the annotated levels.
    """
    config = Config().from_disk(CONFIG, interpolate=False)
    paths = {"train": "train.jsonl", "dev": "dev.jsonl", "base": "base"}
    config["paths"] = {key: str((folder / name).resolve()) for key, name in paths.items()}
    config["nlp"]["lang"] = nlp.lang
    names = [name for name in nlp.pipe_names if name != "tree_aligner"]
    if MATCHER not in names:  # the package has no weights for this language
        names.insert(names.index("relation_classifier"), MATCHER)
    config["nlp"]["pipeline"] = names
    config["components"] = {name: {"source": "${paths.base}"} for name in names}
    if MATCHER not in nlp.pipe_names:
        config["components"][MATCHER] = {"factory": MATCHER}
    own = ("sentence_pair", MATCHER, "relation_classifier")
    config["training"]["frozen_components"] = [name for name in names if name not in own]
    factories = [nlp.pipe_factories.get(name, name) for name in names]
    metas = [nlp.get_factory_meta(name) for name in factories]
    score_names = [score for meta in metas for score in meta.default_score_weights or {}]
    weights = dict.fromkeys([*score_names, *SCORES.values()])
    config["training"]["score_weights"] = weights | {SCORES[k]: 1 / len(levels) for k in levels}
    return config


def scores(nlp: Language, path: Path, levels: Sequence[Level]) -> dict[str, float | None]:
    """Return F of the links of a pipeline for the pairs of a file, by level."""
    found = nlp.evaluate(list(PairCorpus(path)(nlp)))
    return {level: found.get(SCORES[level]) for level in levels}


def draw(report: dict[str, Any]) -> str | None:
    """Return the learning curve as a picture, or None without points.

    Example:
        >>> points = [{"pairs": 0, "words": 0.8}, {"pairs": 8, "words": 0.9}]
        >>> draw({"points": points}).count("<circle")
        2
    """
    lines: dict[str, list[tuple[float, float]]] = {}
    for level in SCORES:
        curve = [(p["pairs"], 100 * p[level]) for p in report["points"] if p.get(level) is not None]
        if curve:
            lines[level] = curve
    return chart(lines, "pairs learnt from", "F of links, held-out pairs, %") if lines else None


class Learning:
    """Learning in a separate process, so that the page still responds.

    Args:
        path: The file of annotations.
        model: Name or path of the pipeline whose aligner is trained further.
    """

    def __init__(self, path: Path, model: str) -> None:
        self.path = path
        self.folder = default_folder(path)
        self._command = [sys.executable, "-m", "spacy_paraphrase", "learn", str(path)]
        self._command += ["--model", model]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start learning unless it is already running.

        Raises:
            ParaphraseError: P715 if too few pairs are done.
            OSError: If the folder cannot be written.
        """
        if self._process is not None and self._process.poll() is None:
            return
        lines = read_annotations(self.path) if self.path.exists() else ()
        done = sum(line.get("state") == "done" for _, line in lines)
        if done < LEAST:
            raise ParaphraseError("P715", got=done, expected=LEAST)
        make_folder(self.folder, keep=True)
        (self.folder / "curve.json").unlink(missing_ok=True)
        with open(self.folder / "log.txt", "wb") as log:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "NO_COLOR": "1", "ANSI_COLORS_DISABLED": "1"},
            )

    def stop(self) -> None:
        """Stop learning if it is running."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()

    def to_json(self) -> dict[str, Any]:
        """Return the progress: `state` ("", "running", "done", "failed"), `curve`, `log`, `path`.

        `curve` is a picture, `log` the last lines of the log, `path` that of the trained pipeline.
        """
        code = None if self._process is None else self._process.poll()
        report = self._report()
        state = "done" if report.get("path") else ""
        if self._process is not None:
            state = "running" if code is None else "failed" if code else "done"
        return {
            "state": state,
            "curve": draw(report) if report else None,
            "log": self._log(),
            "path": report.get("path", ""),
        }

    def _report(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / "curve.json").read_bytes())
        except FileNotFoundError:
            return {}
        return dict(found)

    def _log(self) -> str:
        try:
            text = (self.folder / "log.txt").read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return ""
        return "\n".join(_ANSI.sub("", text).splitlines()[-LOG_LINES:])
