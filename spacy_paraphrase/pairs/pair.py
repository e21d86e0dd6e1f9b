"""A pair of sentences as one Doc.

One Doc contains the source, a newline token and the target, and `doc.spans["pair"]` holds a span
for each side. So everything that spaCy does with Docs (batches, processes, DocBin, training) works
for pairs too.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from os import cpu_count
from typing import Any, Literal, TypeAlias, TypeVar, overload
from zlib import crc32

from spacy.language import Language
from spacy.pipeline import Sentencizer
from spacy.tokens import Doc, Span, SpanGroup, Token

from ..checked import checked
from ..errors import ParaphraseError, coded, not_that, short_repr, typed_repr
from ..jobs.limits import MAX_SIGNS, most_signs
from ..registry import by_sides, finds_sentences
from . import extensions
from .line_breaks import BREAKS, goes_on
from .packing import Packed, packed, unpacked

Side: TypeAlias = str | Sequence[str] | Doc
SideName: TypeAlias = Literal["source", "target"]
Context = TypeVar("Context")

PAIR = "pair"
# Two texts of one Doc, which are no pair (`texts.components`).
TEXTS = "texts"
WORDS = "word_alignment"
PHRASES = "phrase_alignment"
CHUNKS = "chunk_alignment"
UNITS = "chunk_units"
RELATION = "sentence_relation"
JUDGEMENT = "sentence_judgement"
FUSIONS = "fusions"
READING = "pair_reading"
EDITS = "paraphrase_edits"
HARVEST = "phrase_pairs"
# The label of what stands between the sides: as that of punctuation, it is none that spaCy scores.
BETWEEN = "punct"
# In the attributes of a pair: whether its sides have been analysed alone (see `analysis`).
ALONE = "alone"
# The attribute of the pair under which the components on top store their scores, by name.
SCORES = "scores"
OWN_KEYS = (PAIR, WORDS, PHRASES, CHUNKS, RELATION, JUDGEMENT, FUSIONS, READING, EDITS, HARVEST)
SOURCE = "SOURCE"
TARGET = "TARGET"
SIDES: tuple[SideName, SideName] = ("source", "target")

# Pairs of a batch, and processes, at most.
MOST = 1 << 20
# Token attributes that a Doc given as a side brings along.
_TOKEN_ATTRS = (
    *("ORTH", "NORM", "SPACY", "TAG", "POS", "MORPH", "LEMMA"),
    *("ENT_IOB", "ENT_TYPE", "ENT_KB_ID", "ENT_ID", "SENT_START"),
)
_BREAKS = frozenset(BREAKS)
_FINAL = frozenset(Sentencizer.default_punct_chars)
_CLOSING = frozenset("\"'”’»)]}") | {"''"}


# What nobody sees and no word is made of: zero-width space, word joiner, byte order mark, and the
# soft hyphen.
INVISIBLE = dict.fromkeys(map(ord, "\u200b\u2060\ufeff\u00ad"))


def visible(text: str) -> str:
    """Return a text without invisible characters."""
    return text.translate(INVISIBLE)


def make_pair(nlp: Language, source: Side, target: Side) -> Doc:
    """Make the Doc of a pair. It is not yet processed: run `nlp` on it.

    A string is tokenised by `nlp`, without leading and trailing white space. A list of words is
    kept as it is. A Doc keeps its tokens, their annotations (the parse only if both sides have one)
    and its span groups, but not its user data. Where sentence starts are unknown, a new sentence
    begins after final punctuation that is not followed by a lower-case word, and on a new line,
    unless the line before is only wrapped (`line_breaks.goes_on`). If the pipeline has a component
    that finds sentences (`sentencizer`, `senter`), that component finds them instead.

    Args:
        nlp: The pipeline, whose tokeniser and vocabulary are used.
        source: The first sentence: a string, a list of words, or a Doc.
        target: The second sentence, in the same forms.

    Raises:
        ParaphraseError: P001 for a side without words, P002 for a wrong type, P003 for text that
            cannot be encoded, P043 or P505 for a string that is too long, P029 if `nlp` is not a
            pipeline.

    Example:
        >>> import spacy
        >>> doc = make_pair(spacy.blank("en"), "A cat sleeps.", ["The", "cat", "naps"])
        >>> [span.text for span in doc.spans["pair"]]
        ['A cat sleeps.', 'The cat naps']
    """
    extensions.install()
    if not isinstance(nlp, Language):
        raise not_that("nlp", nlp, "a pipeline: a Language of spaCy")
    first = _side_doc(nlp, source, "source")
    second = _side_doc(nlp, target, "target")
    parsed = first.has_annotation("DEP") and second.has_annotation("DEP")
    attributes = (*_TOKEN_ATTRS, *(("HEAD", "DEP") if parsed else ()))
    doc = one_doc(first, second, attributes, ("user_data", "tensor"))
    n = len(first)
    if parsed:
        doc[n].head, doc[n].dep_ = doc[n - 1], BETWEEN
    else:
        likely: set[int] = set()
        if not finds_sentences(nlp):
            likely = _sentence_starts(first) | {n + 1 + i for i in _sentence_starts(second)}
        _write_sentence_starts(doc, (doc[:n], doc[n + 1 :]), likely)
    return doc


def one_doc(source: Doc, target: Doc, attributes: Sequence[str], exclude: Sequence[str]) -> Doc:
    """Return the Doc of a pair of two Docs, with some attributes of their tokens.

    Args:
        source: The source.
        target: The target.
        attributes: The attributes.
        exclude: What else is left out, as for `Doc.from_docs`.
    """
    newline = Doc(source.vocab, words=["\n"], spaces=[False])
    doc = Doc.from_docs(
        [source, newline, target],
        ensure_whitespace=False,
        attrs=list(attributes),
        exclude=exclude,  # type: ignore[call-arg]
    )
    mark_pair(doc, doc[: len(source)], doc[len(source) + 1 :])
    return doc


@overload
def pipe_pairs(
    nlp: Language,
    pairs: Iterable[Doc | tuple[Side, Side]],
    *,
    as_tuples: Literal[False] = False,
    batch_size: int | None = None,
    n_process: int = 1,
) -> Iterator[Doc]: ...
@overload
def pipe_pairs(
    nlp: Language,
    pairs: Iterable[tuple[Doc | tuple[Side, Side], Context]],
    *,
    as_tuples: Literal[True],
    batch_size: int | None = None,
    n_process: int = 1,
) -> Iterator[tuple[Doc, Context]]: ...
@checked("nlp", "pairs", "batch_size", "n_process")
def pipe_pairs(
    nlp: Language,
    pairs: Iterable[Any],
    *,
    as_tuples: bool = False,
    batch_size: int | None = None,
    n_process: int = 1,
) -> Iterator[Any]:
    """Process a stream of pairs, parsing each side as a text of its own.

    The components before those of this package process a repeated sentence only once
    (`registry.by_sides`), so comparing one sentence with many costs little more than the many.

    Args:
        nlp: The pipeline.
        pairs: `(source, target)` tuples, or Docs of pairs, for example from a DocBin; with
            `as_tuples`, `(pair, context)` tuples of these.
        as_tuples: Whether to yield `(doc, context)` instead of `doc`.
        batch_size: Pairs per batch; the pipeline's own if None.
        n_process: Number of processes.

    Yields:
        One Doc per pair, in order.

    Raises:
        ParaphraseError: As in `make_pair`, at the first bad pair; P030 for an item that is not a
            pair; P036 if a component has lost the pair; P511 if a process is killed.

    Example:
        >>> import spacy
        >>> [len(doc) for doc in pipe_pairs(spacy.blank("en"), [("A cat", "One cat sleeps")])]
        [6]
    """
    _check_number("batch_size", batch_size, 0)
    _check_number("n_process", n_process, -1)
    n_process = (cpu_count() or 1) if n_process == -1 else n_process
    numbered = enumerate(pairs, 1)
    if as_tuples:
        items = ((number, *_both(number, item)) for number, item in numbered)
        inputs = (((number, pair), context) for number, pair, context in items)
    else:
        inputs = ((item, None) for item in numbered)
    if n_process > 1:
        done = _in_processes(nlp, inputs, n_process, batch_size or nlp.batch_size)
    else:
        docs = ((_pair_doc(nlp, *item), context) for item, context in inputs)
        settings: dict[str, Any] = {"batch_size": batch_size, **by_sides(nlp)}
        piped = nlp.pipe(docs, as_tuples=True, **settings)
        done = ((still_a_pair(doc), context) for doc, context in piped)
    yield from done if as_tuples else (doc for doc, _ in done)


def _check_number(name: str, number: int | None, least: int) -> None:
    if number is not None and not least <= number <= MOST:
        raise not_that(name, number, f"a number up to {MOST}")


def _in_processes(
    nlp: Language, inputs: Iterable[tuple[Any, Any]], n_process: int, batch_size: int
) -> Iterator[tuple[Doc, Any]]:
    """Yield the Docs of pairs with their contexts, read in several processes."""
    from ..jobs.processes import spread

    fetch_data(nlp)
    # Docs travel between processes without a vocabulary; contexts stay in this one.
    contexts: deque[Any] = deque()

    def sent() -> Iterator[tuple[int, Any]]:
        for item, context in inputs:
            contexts.append(context)
            yield _sent(*item)

    for data in spread(partial(_piped, nlp), sent(), n_process, batch_size):
        context = contexts.popleft()
        if data is not None:
            yield unpacked(nlp.vocab, data), context


def still_a_pair(doc: Doc) -> Doc:
    """Return a processed Doc after checking that it still holds its pair.

    Raises:
        ParaphraseError: P036 if it does not.
    """
    if not is_pair(doc):
        raise ParaphraseError("P036", text=short_repr(doc.text))
    return doc


def fetch_data(nlp: Language) -> None:
    """Make the components of this package load the data that they need for their first pair.

    Processes that are forked later share these data and need not load them again.
    """
    for _, component in nlp.pipeline:
        if hasattr(component, "fetch_data"):
            component.fetch_data()


def _sent(number: int, pair: Any) -> tuple[int, Any]:
    """Return a pair as it goes to another process."""
    if isinstance(pair, Doc):
        return number, packed(pair)
    sides = _both(number, pair)
    return number, tuple(packed(side) if isinstance(side, Doc) else side for side in sides)


def _piped(nlp: Language, sent: list[tuple[int, Any]]) -> list[Packed | None]:
    """Return the pairs of a chunk as they are sent; None for what an error handler let go."""

    def received(item: Any) -> Any:
        return unpacked(nlp.vocab, item) if isinstance(item, dict) else item

    def docs() -> Iterator[tuple[Doc, int]]:
        for k, (number, item) in enumerate(sent):
            pair = tuple(map(received, item)) if isinstance(item, tuple) else received(item)
            yield _pair_doc(nlp, number, pair), k

    found: list[Packed | None] = [None] * len(sent)
    for doc, k in nlp.pipe(docs(), as_tuples=True, **by_sides(nlp)):
        found[k] = packed(still_a_pair(doc))
    return found


def _pair_doc(nlp: Language, number: int, pair: Any) -> Doc:
    return pair if isinstance(pair, Doc) else make_pair(nlp, *_both(number, pair))


def _both(number: int, item: Any) -> tuple[Any, Any]:
    """Return the two things that an item holds; the letters of a string are no two things."""
    holds = isinstance(item, Iterable) and not isinstance(item, str | bytes | Doc)
    found = tuple(item) if holds else ()
    if len(found) != 2:
        raise ParaphraseError("P030", number=number, got=typed_repr(item))
    return found[0], found[1]


def is_pair(doc: Doc) -> bool:
    """Return whether a Doc holds a pair (the getter of `doc._.is_pair`)."""
    return PAIR in doc.spans


def sides(doc: Doc) -> tuple[Span, Span]:
    """Return the source span and the target span of a pair.

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P005 if its pair is damaged or the Doc was
            retokenised since.
    """
    if not isinstance(doc, Doc):
        raise not_that("doc", doc, "the Doc of a pair")
    if PAIR not in doc.spans:
        raise ParaphraseError("P004", text=typed_repr(doc.text))
    group = doc.spans[PAIR]
    if group.attrs.get("length", len(doc)) != len(doc):
        got = f"a pair over {group.attrs['length']} tokens in a Doc of {len(doc)}"
        raise ParaphraseError("P005", got=got)
    if not isinstance(group.attrs.get("lang", ""), str):
        raise ParaphraseError("P005", got=f"of the language {typed_repr(group.attrs['lang'])}")
    spans = list(group)
    labels = [span.label_ for span in spans]
    if sorted(labels) not in (["", ""], [SOURCE, TARGET]):
        raise ParaphraseError("P005", got=f"{len(spans)} spans labelled {labels}")
    source, target = sorted(spans, key=lambda span: span.label_)
    if max(source.start, target.start) < min(source.end, target.end):
        raise ParaphraseError("P005", got="two spans that overlap")
    for name, span in zip(SIDES, (source, target), strict=True):
        if all(token.is_space for token in span):
            raise ParaphraseError("P001", side=name, got=repr(span.text))
    return source, target


def stamp(doc: Doc) -> dict[str, int]:
    """Return the values that show later whether a Doc was retokenised after results were stored."""
    lengths: Any = doc.to_array("LENGTH")
    return {"length": len(doc), "tokens": crc32(lengths.tobytes())}


def check_stamp(doc: Doc, key: str) -> None:
    """Check that a Doc still has the tokens for which a span group was made.

    Raises:
        ParaphraseError: P006 if it does not.
    """
    attrs, now = doc.spans[key].attrs, stamp(doc)
    if "length" not in attrs:
        got = "only their spans are left, as after Doc.from_docs or Doc.from_json"
    elif attrs["length"] != now["length"]:
        got = f"made over {attrs['length']} tokens, the Doc has {len(doc)}"
    elif attrs.get("tokens", now["tokens"]) != now["tokens"]:  # older Docs have no such number
        got = f"made over {len(doc)} other tokens"
    else:
        return
    raise ParaphraseError("P006", key=key, got=got)


class PairGroup(SpanGroup):
    """The span group of the sides; raises an error if retokenisation has destroyed them.

    spaCy reads all groups of a Doc to copy, store, pickle or send it, and reads this one first.
    """

    def __iter__(self) -> Iterator[Span]:
        try:
            yield from super().__iter__()
        except IndexError as error:
            got = f"a pair over {self.attrs['length']} tokens in a Doc of {len(self.doc)}"
            raise ParaphraseError("P005", got=got) from error

    def copy(self, doc: Doc | None = None) -> PairGroup:
        """Return a copy of the sides, for the same Doc or a copy of it."""
        copied = super().copy(doc)
        attrs, spans = copied.attrs, list(copied)
        return PairGroup(copied.doc, name=copied.name, attrs=attrs, spans=spans)


@contextmanager
def stored(doc: Doc, key: str) -> Iterator[SpanGroup]:
    """Context manager to read the attributes that are stored with a span group.

    Raises:
        ParaphraseError: P006 if the tokens have changed, or the attributes are damaged.
    """
    check_stamp(doc, key)
    with coded("P006", key=key):
        yield doc.spans[key]


def mark_pair(doc: Doc, source: Span, target: Span) -> None:
    """Write `doc.spans["pair"]`, the only place where a Doc stores its sides.

    The language is stored too, since a stored Doc may be read with another vocabulary.
    """
    spans = [
        Span(doc, side.start, side.end, label=label)
        for side, label in ((source, SOURCE), (target, TARGET))
    ]
    attrs = {"length": len(doc), "lang": language_of(doc)}
    doc.spans[PAIR] = PairGroup(doc, name=PAIR, attrs=attrs, spans=spans)


def language_of(doc: Doc) -> str:
    """Return the language of the pipeline for which a pair was made."""
    known: str = doc.spans[PAIR].attrs.get("lang", doc.lang_) if PAIR in doc.spans else doc.lang_
    return known


def resolve_pair(doc: Doc) -> Doc:
    """Find the two sides of a Doc and set its sentence starts, so that no parser changes them.

    The sides are those of `doc.spans["pair"]` if it is set; else the text before and after the only
    newline token; else the two sentences.

    Raises:
        ParaphraseError: P004 if there is no pair, P001 or P005 if the stored pair is damaged.
    """
    if not find_pair(doc):
        raise ParaphraseError("P004", text=typed_repr(doc.text))
    return doc


def find_pair(doc: Doc, *, guess: bool = True) -> bool:
    """Like `resolve_pair`, but return whether there is a pair; without one the Doc stays unchanged.

    Args:
        doc: The Doc.
        guess: Whether to guess sentence starts; if not, other components set them.

    Raises:
        ParaphraseError: P001 or P005 if the stored pair is damaged.
    """
    if TEXTS in doc.spans:
        return False
    found = sides(doc) if PAIR in doc.spans else _split(doc)
    if found is None:
        return False
    source, target = found
    mark_pair(doc, source, target)
    if not doc.has_annotation("DEP"):
        guess = guess and not doc.has_annotation("SENT_START")
        likely = [side.start + i for side in found for i in _sentence_starts(side) if guess]
        _write_sentence_starts(doc, found, set(likely))
    return True


def _write_sentence_starts(doc: Doc, pair: tuple[Span, Span], guess: set[int]) -> None:
    """Begin a sentence with each side of an unparsed Doc, and where others are likely to begin."""
    # Where there is no guess, what is known stays as it is.
    for token in doc:
        outside = all(not side.start <= token.i < side.end for side in pair)
        first = any(token.i == side.start for side in pair)
        if guess or outside or first:
            token.is_sent_start = first or token.i == 0 or token.i in guess


def _without_own(nlp: Language, side: Doc) -> Doc:
    """Return a Doc with the vocabulary of the pipeline, without what our components write."""
    with coded("P005"):  # what spaCy says of spans beyond the end
        doc = side if side.vocab is nlp.vocab else Doc(nlp.vocab).from_bytes(side.to_bytes())
        doc = doc.copy() if any(key in doc.spans for key in OWN_KEYS) else doc
    if doc is not side:
        for key in OWN_KEYS:
            doc.spans.pop(key, None)
    return doc


def _odd(side: Any) -> str:
    """Return what an error says of what is no side."""
    got = type(side).__name__
    if isinstance(side, Sequence):
        odd = next(word for word in side if not (isinstance(word, str) and word))
        got += f" with the item {typed_repr(odd)}"
    return got


def _side_doc(nlp: Language, side: Side, name: SideName) -> Doc:
    if isinstance(side, Doc):
        doc = _without_own(nlp, side)
    elif isinstance(side, str):
        check_length(nlp, side, name)
        _check_encoding(side, name)
        doc = nlp.make_doc(side.strip())
    elif isinstance(side, Sequence) and all(isinstance(word, str) and word for word in side):
        _check_encoding("".join(side), name)
        doc = Doc(
            nlp.vocab, words=list(side), spaces=[True] * (len(side) - 1) + [False] * bool(side)
        )
    else:
        raise ParaphraseError("P002", side=name, got=_odd(side))
    if all(token.is_space for token in doc):
        raise ParaphraseError("P001", side=name, got=repr(doc.text))
    return doc


def check_length(nlp: Language, text: str, name: str) -> None:
    """Check that a text is not too long to be tokenised in reasonable time.

    Raises:
        ParaphraseError: P505 if it is longer than `nlp.max_length`, P043 if it has more symbols in
            a row than `limits.MAX_SIGNS`.
    """
    if len(text) > nlp.max_length:
        raise ParaphraseError("P505", got=len(text), limit=nlp.max_length)
    if len(text) > MAX_SIGNS and (signs := most_signs(text)) > MAX_SIGNS:
        raise ParaphraseError("P043", side=name, got=signs, limit=MAX_SIGNS)


def _check_encoding(text: str, name: SideName) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        got = f"{error.object[error.start]!r} at character {error.start}"
        raise ParaphraseError("P003", side=name, got=got) from error


def _split(doc: Doc) -> tuple[Span, Span] | None:
    words = [token.i for token in doc if not token.is_space]
    if not words:
        return None
    first, last = words[0], words[-1]
    breaks = [t.i for t in doc[first:last] if t.is_space and t.text.count("\n") == 1]
    if len(breaks) == 1:
        return doc[first : breaks[0]], doc[breaks[0] + 1 : last + 1]
    inner = doc[first : last + 1]
    if doc.has_annotation("SENT_START"):
        starts = [token.i for token in inner if token.is_sent_start or token.i == first]
    else:
        starts = sorted(first + i for i in _starts_behind_marks(inner, {0}))
    if breaks or len(starts) != 2:
        return None
    return doc[first : starts[1]], doc[starts[1] : last + 1]


def _sentence_starts(side: Doc | Span) -> set[int]:
    """Return the sentence starts of a side, from its first token on: known ones, or a guess."""
    doc = side if isinstance(side, Doc) else side.doc
    if doc.has_annotation("SENT_START"):
        return {i for i, token in enumerate(side) if token.is_sent_start} | {0}
    return _starts_behind_marks(side, {0} | _line_starts(side))


def _starts_behind_marks(side: Doc | Span, known: set[int]) -> set[int]:
    """Return sentence starts: those that are known, and where one ends in final punctuation."""
    # It ends in it and in closing quotes or brackets that no lower-case word follows. A period
    # after a single letter ("J . Smith") ends none, nor does one after a number that begins a
    # sentence ("1. Read it."). A quote with a blank before and none behind opens the next sentence.
    starts = set(known)
    ended = False
    for i, token in enumerate(side):
        before = side[i - 1] if i else None
        if token.text in _FINAL:
            ended = before is not None and not _abbreviates_or_numbers(before, i - 1 in starts)
        elif token.is_space or not ended:
            continue
        elif token.text not in _CLOSING or (
            before and before.whitespace_ and not token.whitespace_
        ):
            if not token.is_lower:
                starts.add(i)
            ended = False
    return starts


def _abbreviates_or_numbers(token: Token, is_first: bool) -> bool:
    """Return whether a mark behind a word ends no sentence: of an initial, or of a numbering."""
    return (len(token) == 1 and token.is_alpha) or (token.is_digit and is_first)


def _line_starts(side: Doc | Span) -> set[int]:
    """Return the first words of lines that do not go on the sentence of the line before."""
    starts = set()
    breaks = [i for i, t in enumerate(side) if t.is_space and not _BREAKS.isdisjoint(t.text)]
    for before, i, after in zip([-1, *breaks], breaks, [*breaks[1:], len(side)], strict=False):
        line, following = side[before + 1 : i].text, side[i + 1 : after].text
        is_paragraph = len(f"{side[i].text}.".splitlines()) > 2
        if following and (is_paragraph or not goes_on(line, following)):
            starts.add(i + 1)
    return starts


# -- What JSON does not keep -----------------------------------------------------------------------


def read_pair_data(doc: Doc) -> dict[str, dict[str, Any]]:
    """Return the attributes of this package's span groups as plain data (`doc._.pair_data`).

    spaCy's JSON form of a Doc keeps the spans of a group, but not its attributes.

    Example:
        >>> import spacy, spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A cat sleeps.", "The cat naps.")
        >>> data = doc.to_json(underscore=["pair_data"])
        >>> Doc(doc.vocab).from_json(data)._.alignment == doc._.alignment
        True
    """
    return {
        key: {name: _plain(value) for name, value in doc.spans[key].attrs.items()}
        for key in OWN_KEYS
        if key in doc.spans
    }


def write_pair_data(doc: Doc, data: dict[str, dict[str, Any]]) -> None:
    """Restore the attributes returned by `read_pair_data` for the span groups of a Doc."""
    for key, attributes in data.items():
        group = doc.spans.get(key, ())
        plain = {name: _from_plain(value) for name, value in attributes.items()}
        doc.spans[key] = SpanGroup(doc, name=key, attrs=plain, spans=list(group))


def _plain(value: Any) -> Any:
    return {"base64": b64encode(value).decode("ascii")} if isinstance(value, bytes) else value


def _from_plain(value: Any) -> Any:
    is_bytes = isinstance(value, dict) and list(value) == ["base64"]
    return b64decode(value["base64"]) if is_bytes else value
