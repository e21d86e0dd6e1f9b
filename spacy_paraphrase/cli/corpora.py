"""Two corpora of the same pairs, gold and predicted, brought to what the measures take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import spacy
from spacy.lang.en.stop_words import STOP_WORDS
from spacy.language import Language

from ..alignment import LEVELS, RELATIONS, Level
from ..errors import ParaphraseError
from ..metrics import (
    AlignmentMeasure,
    ChunkMeasure,
    Fused,
    FusionMeasure,
    GoldChunks,
    GoldLinks,
    LabelMeasure,
    Measure,
    PhraseMeasure,
    RelationMeasure,
    Result,
    evaluate,
    relation_of,
)
from ..metrics.alignment import Link, Reference
from ..pair import SIDES, SideName
from ..readers import (
    POSSIBLE,
    SURE,
    LinkRecord,
    PairRecord,
    chunk_links,
    is_sentence_table,
    read_daeso,
    read_docbin,
    read_ists,
    read_jacana,
    read_jsonl,
    read_multimwa,
    read_table,
)
from ..readers.files import OnError

Corpus: TypeAlias = Sequence[PairRecord]
Scored: TypeAlias = tuple[Measure[Any, Any], Result]


def blank(lang: str) -> Language:
    """Return a pipeline of a tokeniser alone.

    Raises:
        ParaphraseError: P108 for an unknown language.
    """
    try:
        return spacy.blank(lang)
    except ImportError as error:
        raise ParaphraseError("P108", got=lang, reason=str(error)) from error


def _read_sentences(path: str, on_error: OnError | None) -> Iterable[PairRecord]:
    return read_table(path, spacy.blank("en"), on_error)


def _read_tsv(path: str, on_error: OnError | None) -> Iterable[PairRecord]:
    if is_sentence_table(path):
        return _read_sentences(path, on_error)
    return read_multimwa(path, on_error)


def _read_lines(path: str, on_error: OnError | None) -> Iterable[PairRecord]:
    return read_jsonl(path, on_error=on_error)


def _read_chunks(path: str, on_error: OnError | None) -> Iterable[PairRecord]:
    return read_ists(path, on_error=on_error)


def _read_docs(path: str, on_error: OnError | None) -> Iterable[PairRecord]:
    return read_docbin(path, spacy.blank("xx"), on_error)


MEASURES = ("align", "phrase", "rel", "ists", "nli", "fusion")
KINDS: dict[str, tuple[str, Callable[[str, OnError | None], Iterable[PairRecord]]]] = {
    ".jsonl": ("as align writes it", _read_lines),
    ".spacy": ("DocBin", _read_docs),
    ".json": ("jacana", read_jacana),
    ".tsv": ("MultiMWA, or sentence pairs with a header", _read_tsv),
    ".csv": ("sentence pairs", _read_sentences),
    ".wa": ("iSTS", _read_chunks),
    ".pgc": ("DAESO", read_daeso),
}
_NEEDS = {
    "align": "links of words, phrases or chunks",
    "phrase": "links of words",
    "rel": "links with relations",
    "ists": "links of chunks",
    "nli": "what one sentence says of the other",
    "fusion": "fusions",
}


def read(path: str, on_error: OnError | None = None) -> list[PairRecord]:
    """Read the pairs of a file, whose suffix tells its kind.

    Args:
        path: The file.
        on_error: Called with the error of each pair that cannot be read; without it the first one
            raises.

    Raises:
        ParaphraseError: P523 for an unknown suffix, or what the reader raises.
    """
    _, reader = KINDS.get(Path(path).suffix, (None, None))
    if reader is None:
        raise ParaphraseError("P523", path=path, expected=kinds())
    return list(reader(path, on_error))


def kinds() -> str:
    """Return the suffixes of the files that `read` knows, and what they stand for."""
    return ", ".join(f"{suffix} ({kind})" for suffix, (kind, _) in KINDS.items())


def check_same_pairs(gold: Corpus, pred: Corpus, gold_path: str, pred_path: str) -> None:
    """Check that both corpora hold the same words in the same order.

    Raises:
        ParaphraseError: P521 if they do not.
    """
    got = None
    if len(gold) != len(pred):
        got = f"{len(pred)} pairs for {len(gold)}"
    else:
        for number, (ours, theirs) in enumerate(zip(gold, pred, strict=True), 1):
            if (ours.source, ours.target) != (theirs.source, theirs.target):
                got = f"the words of pair {number} differ (id {theirs.id!r} for {ours.id!r})"
                break
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

    Args:
        name: One of `MEASURES`.
        gold: The gold pairs.
        pred: The same pairs with predicted links.
        gold_path: The gold's file, for error messages.

    Returns:
        Measures and what came of them.

    Raises:
        ParaphraseError: P522 if the gold has nothing to measure.
    """
    results = list(_VARIANTS[name](gold, pred))
    if not results:
        raise ParaphraseError("P522", gold=gold_path, measure=name, expected=_NEEDS[name])
    return results


def _links(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    for level in LEVELS:
        if any(record.links(level) is not None for record in gold):
            preds, golds = _link_sets(level, gold, pred)
            for reference in _references(golds):
                for identical in (True, False):
                    yield _scored(AlignmentMeasure(level, reference, identical), preds, golds)


def _phrases(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    if any(record.words is not None for record in gold):
        preds, golds = _link_sets("words", gold, pred)
        for reference in _references(golds):
            yield _scored(PhraseMeasure(reference), preds, golds)


def _relations(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    for level in LEVELS:
        if any(link.relation for record in gold for link in record.links(level) or ()):
            both = [_indexed(level, *pair)[0] for pair in zip(gold, pred, strict=True)]
            golds, preds = (
                [{link: record.relation for link, record in links.items()} for links in corpus]
                for corpus in zip(*both, strict=True)
            )
            yield _scored(RelationMeasure(level), preds, golds)


def _ists(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    if any(record.chunks is not None for record in gold):
        golds = [GoldChunks(chunk_links(r), r.source, r.target) for r in gold]
        yield _scored(ChunkMeasure(), [chunk_links(record) for record in pred], golds)


def _sentences(gold: Corpus, pred: Corpus) -> Iterator[Scored]:
    """Yield what each side says of the other, and the relation where the gold has both."""
    for name in ("entails", "entailed"):
        golds = [getattr(record, name) for record in gold]
        if any(label is not None for label in golds):
            preds = [getattr(record, name) or "neutral" for record in pred]
            yield _scored(LabelMeasure(name), preds, golds)
    if any(None not in (record.entails, record.entailed) for record in gold):
        preds, golds = ([_relation(record) for record in corpus] for corpus in (pred, gold))
        preds = [label or RELATIONS[-1] for label in preds]
        yield _scored(LabelMeasure("relation", RELATIONS), preds, golds)


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
            yield _scored(FusionMeasure(STOP_WORDS, kind), preds, golds)


def _fused(record: PairRecord, kind: str) -> Fused:
    inputs = (" ".join(record.source), " ".join(record.target))
    text = (record.fusions or {}).get(kind, "")
    return Fused(text or max(inputs, key=len), inputs, not text)


def _relation(record: PairRecord) -> str | None:
    """Return the relation of two sentences, None where a direction is not known."""
    if record.entails is None or record.entailed is None:
        return None
    words = ([word.lower() for word in side] for side in (record.source, record.target))
    first, second = words
    return relation_of(record.entails, record.entailed, first == second)


def _scored(measure: Any, preds: Sequence[Any], golds: Sequence[Any]) -> Scored:
    return measure, evaluate(measure, preds, golds)


def _references(golds: Sequence[GoldLinks]) -> list[Reference]:
    marked = any(links.possible > links.sure for links in golds)
    return ["sure", "sure+possible"] if marked else ["sure"]


def _link_sets(
    level: Level, gold: Corpus, pred: Corpus
) -> tuple[list[GoldLinks | set[Link]], list[GoldLinks]]:
    """Return the predicted and the gold links of every pair."""
    marked = is_annotation(pred)
    preds: list[GoldLinks | set[Link]] = []
    golds = []
    for pair in zip(gold, pred, strict=True):
        (ours, theirs), texts = _indexed(level, *pair)
        golds.append(GoldLinks(_sure(ours), set(ours), *texts))
        preds.append(GoldLinks(_sure(theirs), set(theirs)) if marked else set(theirs))
    return preds, golds


def _sure(links: dict[Link, LinkRecord]) -> set[Link]:
    return {link for link, record in links.items() if record.score > POSSIBLE}


def _indexed(
    level: Level, gold: PairRecord, pred: PairRecord
) -> tuple[list[dict[Link, LinkRecord]], list[list[str]]]:
    """Return gold and predicted links by the indices of their units, and the units' texts.

    A word's index is its place. Phrases and chunks are counted as they come, those of the gold
    first; a phrase is known by its head, a chunk by its words.
    """
    records = (gold.links(level) or (), pred.links(level) or ())
    places, texts = [], []
    for name in SIDES:
        words = getattr(gold, name)
        units: dict[Any, str] = dict(enumerate(words)) if level == "words" else {}
        for link in (*records[0], *records[1]):
            text = " ".join(words[i] for i in getattr(link, name))
            units.setdefault(_unit(level, link, name), text)
        places.append({unit: k for k, unit in enumerate(units)})
        texts.append(list(units.values()))
    source, target = places
    links = [
        {
            (source[_unit(level, link, "source")], target[_unit(level, link, "target")]): link
            for link in side
        }
        for side in records
    ]
    return links, texts


def _unit(level: Level, link: LinkRecord, name: SideName) -> Any:
    if level == "phrases":
        return getattr(link, f"{name}_head")
    tokens: tuple[int, ...] = getattr(link, name)
    return tokens[0] if level == "words" else tokens


_VARIANTS = {
    "align": _links,
    "phrase": _phrases,
    "rel": _relations,
    "ists": _ists,
    "nli": _sentences,
    "fusion": _fusions,
}
