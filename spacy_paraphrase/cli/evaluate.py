"""`evaluate`: scores of predictions against gold data, with confidence intervals.

Two corpora of the same pairs or texts are converted to the input of the measures. The report keeps
the statistics of every pair, so that another system can be compared later without them.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeAlias

from spacy.lang.en.stop_words import STOP_WORDS

from .. import __version__, metrics
from ..errors import ParaphraseError
from ..jobs.atomic import json_line
from ..metrics.link_measures import Link, Reference
from ..metrics.measures import stats_matrix, sum_stats
from ..pairs.alignment import LEVELS, RELATIONS, Level
from ..pairs.results import FUSION_KINDS
from ..readers import (
    POSSIBLE,
    SURE,
    LinkRecord,
    PairRecord,
    RewriteRecord,
    chunk_links,
    record_to_json,
)
from ..readers.records import links_by_index
from ..render.figures import columns, signatures
from . import formats, streams

Corpus: TypeAlias = Sequence[PairRecord]
Scored: TypeAlias = tuple[metrics.Measure[Any, Any], metrics.Result]
StatsBySignature: TypeAlias = dict[str, Any]
# The measure of texts, not of pairs.
REWRITE = "rewrite"


def _scores_of(
    measures: Sequence[str], golds: Sequence[Any], gold: str, read: Callable[[str], Any], path: str
) -> list[Scored]:
    preds = read(path)
    _check_same_pairs(golds, preds, gold, path)
    return [each for name in measures for each in measure(name, golds, preds, gold)]


def evaluate(
    gold: str, pred: str, measures: Sequence[str], ci: bool, compare: str | None, out: str | None
) -> int:
    """Print a table of scores; return the exit status.

    Raises:
        ParaphraseError: P508 for measures that do not go together, P521 if the corpora differ, P522
            if there is nothing to measure, P523 or P524 for a file that does not fit, or what a
            reader raises.
        OSError: If the report cannot be written.
    """
    if REWRITE in measures and len(measures) > 1:
        got, expected = ",".join(measures), f"{REWRITE} alone, whose files hold no pairs"
        raise ParaphraseError("P508", option="--measures", got=got, expected=expected)
    read: Callable[[str], Any] = formats.read_texts if REWRITE in measures else formats.read
    golds = read(gold)
    score = partial(_scores_of, measures, golds, gold, read)
    lines = b"".join(json_line(_as_json(record)) for record in golds)
    digest = hashlib.sha256(lines).hexdigest()  # tells this gold from any other
    scored = score(pred)
    other: StatsBySignature = {}
    if compare:
        of_text = _reported(compare, digest)
        other = of_text or {result.signature: result.stats for _, result in score(compare)}
    report: dict[str, Any] = {
        "version": __version__,
        "versions": f"spacy-paraphrase {__version__}, spaCy {version('spacy')}",
        "date": datetime.now(timezone.utc).date().isoformat(),
        "gold": gold,
        "gold_digest": digest,
        "pred": pred,
        "compare": compare,
        "ids": [record.id for record in golds],
        "measures": [_entry(*each, ci, compare, other) for each in scored],
    }
    if compare and REWRITE in measures:
        report["fixed_rate"] = _at_fixed_rate(dict(scored), other)
    sys.stdout.write("".join(f"{line}\n" for line in _lines(report)))
    if out:
        with streams.jsonl_writer(out) as write:
            write(report)
    return 0


def _entry(
    measure: Any, result: Any, ci: bool, other_path: str | None, other: StatsBySignature
) -> dict[str, Any]:
    entry = {key: getattr(result, key) for key in ("name", "signature", "scores")}
    if ci:
        intervals = metrics.bootstrap(result.stats, measure.score)
        entry["intervals"] = {key: found and found._asdict() for key, found in intervals.items()}
    if other_path:
        if result.signature not in other:
            got = f"nothing in it is measured by {result.signature}"
            raise ParaphraseError("P524", path=other_path, got=got)
        stats = other[result.signature]
        scores = measure.score(sum_stats(stats_matrix(stats)))
        compared = metrics.paired_randomisations(result.stats, stats, measure.score)
        entry["compare"] = {k: {"score": scores[k], **v._asdict()} for k, v in compared.items()}
    return entry | {"stats": result.stats.tolist()}


def _reported(path: str, digest: str) -> StatsBySignature:
    """Return the statistics that a report holds; nothing if the file is no report."""
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


def _lines(report: Mapping[str, Any]) -> Iterator[str]:
    """Yield the report as text, in percent; every block bears the signature of its figures."""
    yield f"{len(report['ids'])} pairs, scores in percent"
    for entry in report["measures"]:
        yield ""
        yield f"{entry['name']} {'|'.join(signatures(entry))}"
        cells = columns(entry)
        yield from streams.table_lines([list(cells), *zip(*cells.values(), strict=True)])
    if found := report.get("fixed_rate"):
        yield ""
        yield (
            f"at the same rate (within {100 * metrics.SAME_RATE:g} points of characters): "
            f"{found['kept']} texts, {found['dropped']} left out; SARI is higher for "
            f"{found['wins']}, lower for {found['losses']}, p {found['p']:.4f} (sign test)"
        )


def _as_json(record: PairRecord | RewriteRecord) -> Any:
    if isinstance(record, PairRecord):
        return record_to_json(record)
    return {"id": record.id, "text": record.text, "references": list(record.texts)}


def _read_of(record: PairRecord | RewriteRecord) -> Any:
    return (record.source, record.target) if isinstance(record, PairRecord) else record.text


def _check_same_pairs(
    gold: Sequence[PairRecord | RewriteRecord],
    pred: Sequence[PairRecord | RewriteRecord],
    gold_path: str,
    pred_path: str,
) -> None:
    got = f"{len(pred)} pairs for {len(gold)}" if len(gold) != len(pred) else ""
    for number, (ours, theirs) in enumerate(zip(gold, pred, strict=False), 1):
        if not got and _read_of(ours) != _read_of(theirs):
            got = f"the words of pair {number} differ (id {theirs.id!r} for {ours.id!r})"
    if got:
        raise ParaphraseError("P521", pred=pred_path, gold=gold_path, got=got)


def is_annotation(corpus: Corpus) -> bool:
    """Return whether the links of a corpus are sure (score 1) and possible (score 0.5) ones.

    A prediction may be a second annotation, and then tells sure from possible links as the gold
    does. Output of the aligners has links of phrases beside those of words, and is never taken for
    an annotation, whatever its scores.
    """
    scores = {link.score for record in corpus for link in record.words or ()}
    words_only = all(record.phrases is None and record.chunks is None for record in corpus)
    return words_only and scores <= {SURE, POSSIBLE}


def measure(name: str, gold: Corpus, pred: Corpus, gold_path: str) -> list[Scored]:
    """Apply a measure at every level and in every variant that the gold allows.

    Links and phrase pairs are scored by sure links and, where the gold has links that are only
    possible, by sure and possible ones too; links with identical words and without.

    Raises:
        ParaphraseError: P522 if the gold has nothing to measure.
    """
    variants, needs = _VARIANTS[name]
    results = list(variants(gold, pred))
    if not results:
        raise ParaphraseError("P522", gold=gold_path, measure=name, expected=needs)
    return results


def _links(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    for level in LEVELS:
        if any(record.links(level) is not None for record in gold):
            preds, golds = _link_sets(level, gold, pred)
            for reference in _references(golds):
                for identical in (True, False):
                    links = metrics.AlignmentMeasure(level, reference, identical)
                    yield _scored(links, preds, golds)


def _phrases(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    if any(record.words is not None for record in gold):
        preds, golds = _link_sets("words", gold, pred)
        for reference in _references(golds):
            yield _scored(metrics.PhraseMeasure(reference), preds, golds)


def _parametric(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    if any(record.words is not None for record in gold):
        yield _scored(metrics.ParaMetric(), *_link_sets("words", gold, pred))


def _relations(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    for level in LEVELS:
        if any(link.relation for record in gold for link in record.links(level) or ()):
            both = [links_by_index(level, *pair)[0] for pair in zip(gold, pred, strict=True)]
            golds, preds = (
                [{link: record.relation for link, record in links.items()} for links in corpus]
                for corpus in zip(*both, strict=True)
            )
            yield _scored(metrics.RelationMeasure(level), preds, golds)


def _ists(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    if any(record.chunks is not None for record in gold):
        golds = [metrics.GoldChunks(chunk_links(r), r.source, r.target) for r in gold]
        yield _scored(metrics.ChunkMeasure(), [chunk_links(record) for record in pred], golds)


def _sentences(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    """Yield what each side says of the other, and the relation where the gold has both."""
    for name in ("entails", "entailed"):
        yield from _judged(metrics.LabelMeasure(name), name, "neutral", gold, pred)
    golds = [_relation(record) for record in gold]
    if any(golds):
        preds = [_relation(record) or RELATIONS[-1] for record in pred]
        yield _scored(metrics.LabelMeasure("relation", RELATIONS), preds, golds)


def _judged(measure: Any, name: str, missing: Any, gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    """Yield how good a judgement is, if the gold has it; `missing` stands in for one lacking."""
    golds = [getattr(record, name) for record in gold]
    if any(value is not None for value in golds):
        preds = [getattr(record, name) or missing for record in pred]
        yield _scored(measure, preds, golds)


def _fusions(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    """Yield how good the fusions of each kind are; the longer side stands in for a refused one."""
    for kind in FUSION_KINDS:
        both = [
            (_fused(theirs, kind), ours.fusions[kind])
            for ours, theirs in zip(gold, pred, strict=True)
            if ours.fusions and ours.fusions.get(kind)
        ]
        if both:
            preds, golds = zip(*both, strict=True)
            yield _scored(metrics.FusionMeasure(STOP_WORDS, kind), preds, golds)


def _rewritten(gold: Any, pred: Any) -> Iterator[Scored]:
    """Yield how good rewritten texts are; the text itself stands in for one that there is not."""
    if not any(record.texts for record in gold):
        return
    preds = [metrics.Rewritten(r.text, (r.texts or (r.text,))[0], not r.texts) for r in pred]
    golds = [record.texts for record in gold]
    for make in (metrics.RewritingMeasure, metrics.CompressionMeasure, metrics.ReadabilityMeasure):
        yield _scored(make(split=_split, split_by="spacy-en"), preds, golds)


def _split(text: str) -> list[str]:
    return [token.text for token in _tokenizer()(text) if not token.is_space]


@cache
def _tokenizer() -> Any:
    return formats.blank("en").tokenizer


def _at_fixed_rate(scored: Mapping[Any, metrics.Result], other: StatsBySignature) -> dict[str, Any]:
    """Return how both systems compare on the texts that both made as short, by SARI."""
    by_name = {measure.name: (measure, result) for measure, result in scored.items()}
    (rewriting, ours), (compression, rates) = by_name["rewrite"], by_name["compression"]

    def rated(quality: Any, length: Any) -> list[metrics.Rated]:
        shares = (compression.score(row)["rate_chars"] for row in stats_matrix(length).tolist())
        saris = (rewriting.score(row)["sari"] for row in stats_matrix(quality).tolist())
        pairs = zip(shares, saris, strict=True)
        return [metrics.Rated(share or 0.0, sari) for share, sari in pairs]

    theirs = rated(other[ours.signature], other[rates.signature])
    found = metrics.compare_at_rate(rated(ours.stats, rates.stats), theirs)
    return dict(vars(found))


def _fused(record: PairRecord, kind: str) -> metrics.Fused:
    inputs = (" ".join(record.source), " ".join(record.target))
    text = (record.fusions or {}).get(kind, "")
    return metrics.Fused(text or max(inputs, key=len), inputs, not text)


def _relation(record: PairRecord) -> str | None:
    """Return the relation of two sentences, None where a direction is not known."""
    if record.entails is None or record.entailed is None:
        return None
    first, second = ([word.lower() for word in side] for side in (record.source, record.target))
    return metrics.relation_of(record.entails, record.entailed, first == second)


def _scored(measure: Any, preds: Sequence[Any], golds: Sequence[Any]) -> Scored:
    return measure, metrics.evaluate(measure, preds, golds)


def _references(golds: Sequence[metrics.GoldLinks]) -> list[Reference]:
    marked = any(links.possible > links.sure for links in golds)
    return ["sure", "sure+possible"] if marked else ["sure"]


def _link_sets(
    level: Level, gold: Corpus, pred: Corpus
) -> tuple[list[metrics.GoldLinks | set[Link]], list[metrics.GoldLinks]]:
    marked = is_annotation(pred)
    preds: list[metrics.GoldLinks | set[Link]] = []
    golds = []
    for pair in zip(gold, pred, strict=True):
        (ours, theirs), texts = links_by_index(level, *pair)
        golds.append(metrics.GoldLinks(_sure(ours), set(ours), *texts))
        preds.append(metrics.GoldLinks(_sure(theirs), set(theirs)) if marked else set(theirs))
    return preds, golds


def _sure(links: dict[Link, LinkRecord]) -> set[Link]:
    return {link for link, record in links.items() if record.score > POSSIBLE}


# How each measure is applied, and what it needs.
_VARIANTS: dict[str, tuple[Callable[[Corpus, Corpus], Iterator[Scored]], str]] = {
    "align": (_links, "links of words, phrases or chunks"),
    "phrase": (_phrases, "links of words"),
    "parametric": (_parametric, "links of words"),
    "rel": (_relations, "links with relations"),
    "ists": (_ists, "links of chunks"),
    "nli": (_sentences, "what one sentence says of the other"),
    "fusion": (_fusions, "fusions"),
    "sts": (partial(_judged, metrics.SimilarityMeasure(), "similarity", 0.0), "graded similarity"),
    "paraphrase": (
        partial(_judged, metrics.ParaphraseMeasure(), "paraphrase", False),
        "whether sentences are paraphrases",
    ),
    REWRITE: (_rewritten, "texts with references"),
}
MEASURES = tuple(_VARIANTS)
