"""`evaluate`: how well predicted alignments and fusions agree with gold ones, and how sure that is.

The report keeps the statistics of every pair, so that another system can be compared later without
the predictions of this one.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from .. import __version__
from ..errors import ParaphraseError
from ..metrics import bootstrap, paired_randomisations
from ..metrics.base import stats_matrix, sum_stats
from ..readers import record_to_json
from ..render.figures import columns, signatures
from . import corpora, streams
from .corpora import MEASURES, Corpus, Scored

HELP = "Measure predicted alignments against gold ones."
EXAMPLE = "spacy-paraphrase evaluate gold.json predicted.jsonl --measures align,phrase --ci"

StatsBySignature: TypeAlias = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `evaluate`."""
    parser.epilog = f"example: {EXAMPLE}"
    parser.add_argument("gold", metavar="GOLD", help=f"gold alignments: {corpora.kinds()}")
    parser.add_argument("pred", metavar="PRED", help="predicted alignments of the same pairs")
    parser.add_argument(
        "--measures",
        type=_measures,
        default=["align"],
        metavar="LIST",
        help="align (links), phrase (phrase pairs that follow from word links), rel (relations), "
        "ists (chunks with type and score), nli (what one sentence says of the other), fusion "
        "(English sentences made of both, the longer input where there is none); "
        "several with commas between them (default: align)",
    )
    parser.add_argument("--ci", action="store_true", help="95%% bootstrap intervals")
    parser.add_argument(
        "--compare",
        metavar="OTHER",
        help="predictions of another system, or the report on them: differences, and p by paired "
        "approximate randomisation",
    )
    parser.add_argument("--out", metavar="FILE", help="JSON report with the statistics per pair")


def run(args: argparse.Namespace) -> int:
    """Print a table of scores, and write the report if there is `args.out`.

    Raises:
        ParaphraseError: P521 if the corpora differ, P522 if there is nothing to measure, P523 or
            P524 for a file that does not fit, or what a reader raises.
        OSError: If the report cannot be written.
    """
    for name, path in (("GOLD", args.gold), ("PRED", args.pred), ("--compare", args.compare)):
        streams.check_different(**{name: path, "--out": args.out})
    gold = corpora.read(args.gold)
    digest = _digest(gold)
    scored = _score(args, args.pred, gold)
    other: StatsBySignature = {}
    if args.compare:
        other = _reported(args.compare, digest) or {
            result.signature: result.stats for _, result in _score(args, args.compare, gold)
        }
    report = {
        "version": __version__,
        "gold": args.gold,
        "gold_digest": digest,
        "pred": args.pred,
        "compare": args.compare,
        "ids": [record.id for record in gold],
        "measures": [_entry(*each, args.ci, args.compare, other) for each in scored],
    }
    sys.stdout.write("".join(f"{line}\n" for line in _table(report)))
    if args.out:
        with streams.jsonl_writer(args.out) as write:
            write(report)
    return 0


def _score(args: argparse.Namespace, path: str, gold: Corpus) -> list[Scored]:
    pred = corpora.read(path)
    corpora.check_same_pairs(gold, pred, args.gold, path)
    return [each for name in args.measures for each in corpora.measure(name, gold, pred, args.gold)]


def _entry(
    measure: Any, result: Any, ci: bool, other_path: str | None, other: StatsBySignature
) -> dict[str, Any]:
    """Return what the report says of one measure; scores are fractions."""
    entry: dict[str, Any] = {
        "name": result.name,
        "signature": result.signature,
        "scores": result.scores,
    }
    if ci:
        intervals = bootstrap(result.stats, measure.score)
        entry["intervals"] = {key: found and found._asdict() for key, found in intervals.items()}
    if other_path:
        if result.signature not in other:
            got = f"nothing in it is measured by {result.signature}"
            raise ParaphraseError("P524", path=other_path, got=got)
        entry["compare"] = dict(_compared(measure, result, other[result.signature]))
    return entry | {"stats": result.stats.tolist()}


def _compared(measure: Any, result: Any, other: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield how each score compares that is defined for both systems."""
    scores = measure.score(sum_stats(stats_matrix(other)))
    for key, found in paired_randomisations(result.stats, other, measure.score).items():
        yield key, {"score": scores[key], **found._asdict()}


def _digest(gold: Corpus) -> str:
    """Return what tells this gold from any other."""
    digest = hashlib.sha256()
    for record in gold:
        digest.update(streams.to_line(record_to_json(record)))
    return digest.hexdigest()


def _reported(path: str, digest: str) -> StatsBySignature:
    """Return the statistics that a report holds; nothing if the file is no report.

    Raises:
        ParaphraseError: P524 if the report was made with another gold, or is damaged.
    """
    if Path(path).suffix != ".json":
        return {}
    try:
        report = json.loads(Path(path).read_bytes())
        if not isinstance(report, dict):
            return {}
        if report["gold_digest"] != digest:
            got = f"it was made with other gold pairs, from {report['gold']}"
            raise ParaphraseError("P524", path=path, got=got)
        return {entry["signature"]: entry["stats"] for entry in report["measures"]}
    except (KeyError, TypeError, UnicodeDecodeError, json.JSONDecodeError) as error:
        got = f"{type(error).__name__}: {error}"
        raise ParaphraseError("P524", path=path, got=got) from error


def _table(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the table, in percent; every block bears the signature of its figures."""
    yield f"{len(report['ids'])} pairs, scores in percent"
    for entry in report["measures"]:
        yield ""
        yield f"{entry['name']} {'|'.join(signatures(entry))}"
        table = columns(entry)
        widths = [max(map(len, [head, *cells])) for head, cells in table.items()]
        for first, *rest in zip(*([head, *cells] for head, cells in table.items()), strict=True):
            cells = [f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True)]
            yield "  ".join([f"  {first:<{widths[0]}}", *cells]).rstrip()


def _measures(text: str) -> list[str]:
    names = list(dict.fromkeys(text.split(",")))
    for name in names:
        if name not in MEASURES:
            expected = ", ".join(MEASURES)
            raise argparse.ArgumentTypeError(f"{name!r} is none of the measures {expected}")
    return names
