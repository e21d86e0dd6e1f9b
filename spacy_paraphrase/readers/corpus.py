"""Gold Docs: conversion of records, DocBin files, and the corpus reader for `spacy train`.

A gold Doc is a pair with links in its span groups. The score of a link shows its kind: 1.0 for a
sure link, 0.5 for a possible link. Id and question of the pair are in `doc.user_data`, which a
DocBin saves if made with `store_user_data=True`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, cast

from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span, SpanGroup, Token
from spacy.training import Example
from spacy.util import registry
from spacy.vocab import Vocab

from ..errors import ParaphraseError, short_repr
from ..pairs.alignment import KEYS, LEVELS, Level, Link, Relation, read_links, write_links
from ..pairs.pair import (
    PAIR,
    SCORES,
    SIDES,
    UNITS,
    SideName,
    make_pair,
    mark_pair,
    resolve_pair,
    sides,
)
from ..pairs.results import (
    FUSION_KINDS,
    Fusion,
    Judgement,
    judgement_of,
    read_fusions,
    read_judgement,
    read_relation,
    write_fusions,
    write_judgement,
)
from .files import OnError, PathLike, at_place, build_records, coded
from .jsonl import read_jsonl
from .records import TOKEN_VALUES, Arc, LinkRecord, PairRecord, Place, is_binary, unfit

# What a treebank says of a token; heads need no sentence starts beside them.
_ANNOTATION: list[int | str] = ["TAG", "POS", "LEMMA", "HEAD", "DEP"]
# What is read of a folder.
SUFFIXES = (".spacy", ".jsonl")


@registry.readers("spacy-paraphrase.PairCorpus.v1")
class PairCorpus:
    """Pairs with gold links, from a DocBin (`.spacy`) or from JSON lines (any other suffix).

    From a folder, all `.spacy` and `.jsonl` files in it and below are read, in order of name; so
    you can add pairs of your own as another file.

    spaCy's own corpus reader rebuilds Docs without span groups, so pairs need this one. In a
    config:

        [corpora.train]
        @readers = "spacy-paraphrase.PairCorpus.v1"
        path = ${paths.train}

    Args:
        path: The file or folder.
        limit: Largest number of pairs; 0 for all.
        gold_trees: Whether predictions start with the trees, lemmas and tags of the reference, if
            it has any, instead of those from a pipeline: for treebanks, and for pipelines without a
            parser.

    Raises:
        ParaphraseError: P105 if there is no path, the limit is negative, or `gold_trees` is not a
            bool.

    Example:
        >>> import json, spacy, tempfile
        >>> path = Path(tempfile.mkdtemp()) / "gold.jsonl"
        >>> link = {"source": [1], "target": [0]}
        >>> line = {"source": ["A", "cat"], "target": ["cats"], "words": [link]}
        >>> _ = path.write_text(json.dumps(line))
        >>> [example] = PairCorpus(path)(spacy.blank("en"))
        >>> len(example.reference._.alignment), len(example.predicted._.alignment)
        (1, 0)
    """

    def __init__(self, path: Path | None, limit: int = 0, gold_trees: bool = False) -> None:
        if not path or not isinstance(path, str | Path):
            raise ParaphraseError("P105", setting="path", got=path, expected="a file or folder")
        if type(limit) is not int or limit < 0:
            expected = "a number of pairs, 0 for all"
            raise ParaphraseError("P105", setting="limit", got=limit, expected=expected)
        if not isinstance(gold_trees, bool):
            raise ParaphraseError("P105", setting="gold_trees", got=gold_trees, expected="a bool")
        self.path = Path(path)
        self.limit = limit
        self.gold_trees = gold_trees

    def __call__(self, nlp: Language) -> Iterator[Example]:
        """Yield an Example per pair: gold Doc as reference, the bare pair as prediction.

        Raises:
            ParaphraseError: P101 to P104 if the file or a pair in it cannot be read, P106 if
                there is none.
        """
        found = False
        for reference in islice(self._references(nlp), self.limit or None):
            found = True
            yield Example(_bare(nlp, reference, self.gold_trees), reference)
        if not found:
            raise ParaphraseError("P106", path=self.path)

    def _references(self, nlp: Language) -> Iterator[Doc]:
        files = [self.path]
        if self.path.is_dir():
            files = sorted(path for path in self.path.rglob("*") if path.suffix in SUFFIXES)
        for path in files:
            if path.suffix != ".spacy":
                for record in read_jsonl(path, nlp):
                    yield record_to_doc(record, nlp)
                continue
            for place, doc in read_docs(path, nlp):
                with at_place(place):
                    sides(doc)
                yield doc


def _bare(nlp: Language, gold: Doc, trees: bool) -> Doc:
    """Return the pair without links: words, sides, chunk units, which are input, and its trees."""
    words = [token.text for token in gold]
    doc = Doc(nlp.vocab, words=words, spaces=[bool(token.whitespace_) for token in gold])
    if trees:
        annotation: Any = gold.to_array(_ANNOTATION)
        doc.from_array(_ANNOTATION, annotation)
    if "domain" in gold.user_data:
        doc.user_data["domain"] = gold.user_data["domain"]
    source, target = sides(gold)
    mark_pair(doc, doc[source.start : source.end], doc[target.start : target.end])
    if UNITS in gold.spans:
        spans = [Span(doc, u.start, u.end, label=u.label) for u in gold.spans[UNITS]]
        doc.spans[UNITS] = SpanGroup(doc, name=UNITS, attrs={"length": len(doc)}, spans=spans)
    return resolve_pair(doc)


def record_to_doc(record: PairRecord, nlp: Language) -> Doc:
    """Return the gold Doc of a record, unprocessed.

    A phrase is stored by its head; its words follow from the parse of the Doc: the trees of the
    record, or those of a parser.

    Args:
        record: The pair.
        nlp: The pipeline whose vocabulary is used.

    Raises:
        ParaphraseError: P102 if a Doc cannot store its id, such as an integer above 64 bits.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase.readers import PairRecord, record_to_doc, word_links
        >>> record = PairRecord("a", ("A", "cat"), ("cats",), words=word_links([(1, 0)]))
        >>> doc = record_to_doc(record, spacy.blank("en"))
        >>> [(link.source.text, link.target.text) for link in doc._.alignment.words]
        [('cat', 'cats')]
    """
    doc = make_pair(nlp, *(_side(record, name, nlp) for name in SIDES))
    if not is_binary(record.id):
        got, expected = f"the id {short_repr(record.id)}", "one that a Doc can hold in binary form"
        raise unfit(record.place or "A pair", got, expected)
    doc.user_data["id"] = record.id
    for key in ("question", "domain"):
        if (text := getattr(record, key)) is not None:
            doc.user_data[key] = text
    starts = [side.start for side in sides(doc)]
    judgement = Judgement(record.entails, record.entailed, record.similarity, record.paraphrase)
    if judgement != Judgement():
        write_judgement(doc, judgement)
    for level in LEVELS:
        if (links := record.links(level)) is not None:
            write_links(doc, level, [_link(doc, level, link, starts) for link in links])
    _write_chunks(doc, record, starts)
    if record.fusions is not None:
        kinds = [kind for kind in FUSION_KINDS if kind in record.fusions]
        write_fusions(doc, [Fusion(kind, record.fusions[kind]) for kind in kinds])
    return doc


def _write_chunks(doc: Doc, record: PairRecord, starts: list[int]) -> None:
    units = [record.source_chunks, record.target_chunks]
    if any(chunks is not None for chunks in units):
        spans = [
            doc[offset + start : offset + end]
            for offset, chunks in zip(starts, units, strict=True)
            for start, end in chunks or ()
        ]
        doc.spans[UNITS] = SpanGroup(doc, name=UNITS, attrs={"length": len(doc)}, spans=spans)


def doc_to_record(doc: Doc, place: Place | None = None) -> PairRecord:
    """Return the pair and the stored links of a Doc as plain data.

    Args:
        doc: The pair.
        place: Where it comes from, for error messages.

    Raises:
        ParaphraseError: P004, P005 or P006 if the Doc holds no valid pair.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase import make_pair
        >>> from spacy_paraphrase.readers import doc_to_record
        >>> doc_to_record(make_pair(spacy.blank("en"), "A cat", "Cats")).source
        ('A', 'cat')
    """
    source, target = sides(doc)
    id = doc.user_data.get("id")
    values: dict[str, Any] = {level: _records(doc, level, source, target) for level in LEVELS}
    for name, side in zip(SIDES, (source, target), strict=True):
        values[name] = tuple(token.text for token in side)
        if UNITS in doc.spans:
            units = [u for u in doc.spans[UNITS] if side.start <= u.start and u.end <= side.end]
            pairs = sorted((u.start - side.start, u.end - side.start) for u in units)
            values[f"{name}_chunks"] = tuple(pairs)
        if doc.has_annotation("DEP"):
            values[f"{name}_tree"] = tuple(_arc(token, side) for token in side)
        values[f"{name}_tokens"] = _tokens(side)
    values |= {key: doc.user_data.get(key) for key in ("question", "domain")}
    values["fusions"] = {fusion.kind: fusion.text for fusion in read_fusions(doc)} or None
    return PairRecord(id, **values, **_judgement(doc), place=place and replace(place, id=id))


def read_docs(path: PathLike, nlp: Language) -> Iterator[tuple[Place, Doc]]:
    """Yield the Docs of a DocBin file with their numbers, from 1.

    Raises:
        ParaphraseError: P101 if the file cannot be read, is not a DocBin, or is damaged.
    """
    with coded(str(path)):
        try:
            docs = DocBin(store_user_data=True).from_disk(Path(path))
            for number, doc in enumerate(docs.get_docs(nlp.vocab), 1):
                for group in doc.spans.values():
                    list(group)  # a span that leads out of its Doc raises only here
                yield Place(str(path), number, unit="Doc"), doc
        except OSError:
            raise
        except Exception as error:  # what zlib, msgpack and spaCy say of bytes that are not theirs
            got = f"{type(error).__name__}: {error}"
            raise ParaphraseError("P101", path=path, got=got, expected="a DocBin file") from error


def read_docbin(
    path: PathLike, nlp: Language, on_error: OnError | None = None
) -> Iterator[PairRecord]:
    """Read the pairs of a DocBin file.

    Args:
        path: The file.
        nlp: The pipeline whose vocabulary is used.
        on_error: As in `read_jsonl`.

    Raises:
        ParaphraseError: P101 if the file cannot be read; P102 or P103 for a Doc, if there is no
            `on_error`.
    """
    return build_records(read_docs(path, nlp), _build, on_error)


def _build(place: Place, doc: Doc) -> PairRecord:
    with at_place(place):
        return doc_to_record(doc, place)


def _judgement(doc: Doc) -> dict[str, Any]:
    """Return what was judged, else what a component found."""
    relation = read_relation(doc)
    found = judgement_of(relation) if relation else Judgement()
    scores = doc.spans[PAIR].attrs.get(SCORES, {})
    if "paraphrase" in scores:
        found = replace(found, paraphrase=scores["paraphrase"] >= scores.get("threshold", 0.5))
    found = replace(found, similarity=scores.get("similarity"))
    return dict(vars(read_judgement(doc) or found))


def _side(record: PairRecord, name: SideName, nlp: Language) -> Doc | list[str]:
    if getattr(record, f"{name}_tree") is None and getattr(record, f"{name}_tokens") is None:
        return list(getattr(record, name))
    return side_doc(record, name, nlp.vocab)


def side_doc(record: PairRecord, name: SideName, vocab: Vocab) -> Doc:
    """Return one side of a record as a Doc of its own, with its tree and token values."""
    arcs = getattr(record, f"{name}_tree")
    tokens = getattr(record, f"{name}_tokens") or {}
    known: dict[str, Any] = {key: list(column) for key, column in tokens.items()}
    if arcs is not None:
        heads, labels = zip(*arcs, strict=True)
        known |= {"heads": list(heads), "deps": list(labels)}
    return Doc(vocab, words=list(getattr(record, name)), **known)


def _arc(token: Token, side: Span) -> Arc:
    """Return head and label of a token; one whose head is outside of its side is a root."""
    head = token.head if side.start <= token.head.i < side.end else token
    return head.i - side.start, token.dep_


def _tokens(side: Span) -> dict[str, tuple[str, ...]] | None:
    """Return lemmas and tags of the words, as far as there are some; None if there are none."""
    found = {
        name: tuple(getattr(token, kind) for token in side)
        for name, kind in zip(TOKEN_VALUES, ("lemma_", "tag_", "pos_"), strict=True)
    }
    return {name: column for name, column in found.items() if any(column)} or None


def _link(doc: Doc, level: Level, link: LinkRecord, starts: list[int]) -> Link:
    units = []
    for name, start in zip(SIDES, starts, strict=True):
        head, tokens = getattr(link, f"{name}_head"), getattr(link, name)
        first, last = (head, head) if level == "phrases" else (tokens[0], tokens[-1])
        units.append(doc[start + first : start + last + 1])
    source, target = units
    relation = cast(Relation, link.relation)
    return Link(level, source, target, relation, link.score, link.similarity, link.conflict)


def _records(doc: Doc, level: Level, source: Span, target: Span) -> tuple[LinkRecord, ...] | None:
    if KEYS[level] not in doc.spans:
        return None
    records = []
    for link in read_links(doc, level):
        heads: tuple[int | None, int | None] = (None, None)
        if level == "phrases":
            heads = (link.source.start - source.start, link.target.start - target.start)
        words = tuple(token.i - source.start for token in link.source_tokens)
        others = tuple(token.i - target.start for token in link.target_tokens)
        numbers = (link.score, link.similarity, link.conflict)
        records.append(LinkRecord(words, others, link.relation, *numbers, *heads))
    return tuple(records)
