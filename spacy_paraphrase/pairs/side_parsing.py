"""Parsing of the sides of a pair, each as a text of its own.

The tagger, parser and entity recogniser of a pipeline use the context of a word. Over a whole pair,
words at the end of one side would be analysed in the context of the other. So these components run
over each side as a Doc of its own, once for each distinct sentence, and their annotations are
copied into the Doc of the pair. The analysis of a sentence depends neither on its partner nor on
its side.

`sentence_pair` separates the sides. With the settings of `registry.by_sides`, used by `pipe_pairs`,
it has them parsed at once, and the parsing components are skipped after it. Otherwise, for example
in `nlp(doc)`, these run over the pair too, and the first pair component of this package replaces
their annotations by those of the separate sides.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise, takewhile
from typing import Any, cast
from weakref import WeakKeyDictionary, WeakSet

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from thinc.util import get_array_module

from ..errors import warning
from ..jobs.arrays import IntArray
from ..lang import language_data
from ..registry import SIDES_FINDER, finds_sentences, side_components
from .pair import ALONE, BETWEEN, PAIR, find_pair, is_pair, one_doc, sides, visible

# Sentences whose analysis is kept while a stream lasts.
CACHE_SIZE = 2000
# What makes the tokens, and what else they may have from the start.
_FORM = ("ORTH", "NORM", "SPACY")
_SAID = ("TAG", "POS", "MORPH", "LEMMA", "ENT_IOB", "ENT_TYPE", "ENT_KB_ID", "ENT_ID")

# ENT_IOB of a token that is in no name.
OUTSIDE = 2

# Analysed sentences by what they are: words, norms, white space and what was known of them before.
Known = dict[bytes, Doc]
# The sides of pairs that are still to be read alone.
_waiting: WeakKeyDictionary[Doc, tuple[Doc, Doc]] = WeakKeyDictionary()
# Docs in which `sentence_pair` has found no pair.
_no_pairs: WeakSet[Doc] = WeakSet()


def find_sides(nlp: Language, doc: Doc) -> bool:
    """Find the pair of a Doc like `pair.find_pair`, and prepare its sides for `read_sides`."""
    found = find_pair(doc, guess=not finds_sentences(nlp))
    if not found:
        _no_pairs.add(doc)
    elif side_components(nlp):
        cut_sides(doc)
    return found


def find_lost_sides(nlp: Language, name: str, docs: Iterable[Doc]) -> None:
    """Find the pairs of Docs that `sentence_pair` has not seen, as a component made new Docs.

    Args:
        nlp: The pipeline.
        name: Name of the pair component that gets these Docs.
        docs: The Docs.

    Warns:
        ParaphraseWarning: W005 for a Doc in which no pair is found.
    """
    unseen = [doc for doc in docs if not is_pair(doc) and doc not in _no_pairs]
    if unseen and SIDES_FINDER in (
        nlp.get_pipe_meta(n).factory for n in takewhile(lambda other: other != name, nlp.pipe_names)
    ):
        for doc in unseen:
            if not find_sides(nlp, doc):
                warnings.warn(warning("W005", name=name), stacklevel=2)


def cut_sides(doc: Doc) -> None:
    """Store the sides of a pair as separate Docs, to be parsed by `read_sides`.

    They keep the annotations of their words, unless they were parsed: then they are parsed again.
    """
    attributes = (*_FORM, "SENT_START", *(() if doc.has_annotation("DEP") else _SAID))
    every = doc.to_array(list(attributes))
    first, second = (_cut(side, attributes, every[side.start : side.end]) for side in sides(doc))
    _waiting[doc] = first, second


def _cut(side: Span, attributes: Sequence[str], array: Any) -> Doc:
    spaces = [bool(token.whitespace_) for token in side]
    spaces[-1] = False
    doc = Doc(side.doc.vocab, words=[token.text for token in side], spaces=spaces)
    array[-1, attributes.index("SPACY")] = 0
    doc.from_array(list(attributes), array)
    return doc


def read_sides(
    nlp: Language, docs: Sequence[Doc], known: Known | None = None, *, at_once: bool = False
) -> list[Doc | None]:
    """Return the Docs, with both sides of pairs parsed separately if that is not yet done.

    The Doc of a pair is changed in place, except if a component has retokenised a side. Annotations
    of a Doc as a whole (`_says_of_doc`) are made for the pair, not for its sides.

    Args:
        nlp: The pipeline, whose `registry.side_components` are run.
        docs: The Docs; those that are not pairs stay unchanged.
        known: Cache of sentences that the same pipeline has parsed; new ones are added, and the
            oldest ones beyond `CACHE_SIZE` are dropped.
        at_once: Whether these components are skipped after `sentence_pair`, so that none of them
            has processed the pair as a whole.

    Returns:
        Each Doc, or None if a component failed on a side and its error handler did not raise.

    Raises:
        ParaphraseError: P001 or P005 for a damaged pair.
    """
    known = {} if known is None else known
    unseen = [at_once or doc not in _waiting for doc in docs]
    cuts = ((k, _taken(nlp, doc)) for k, doc in enumerate(docs))
    todo = {k: cut for k, cut in cuts if cut is not None}
    keys = {k: list(map(_key, cut)) for k, cut in todo.items()}
    _read_new(nlp, zip(chain(*keys.values()), chain(*todo.values()), strict=True), known)
    read = {k: [known[key] for key in pair if key in known] for k, pair in keys.items()}
    whole = [k for k in read if unseen[k] and any(map(_says_of_doc, read[k]))]
    found: list[Doc | None] = list(docs)
    _read_whole(nlp, found, whole)
    for k, both in read.items():
        found[k] = _with_sides(found[k], both, docs[k])
    _forget_oldest(known)
    return found


def _forget_oldest(known: Known) -> None:
    for key in list(known)[:-CACHE_SIZE]:
        del known[key]


def _read_whole(nlp: Language, docs: list[Doc | None], places: list[int]) -> None:
    """Have pairs read as a whole by the components that read each side."""
    given = [cast(Doc, docs[k]) for k in places]
    for k, doc in zip(places, run(nlp, side_components(nlp), given), strict=True):
        docs[k] = doc


def _read_new(nlp: Language, sides: Iterable[tuple[Any, Doc]], known: Known) -> None:
    """Read the sides whose keys are not known yet, each once; those that failed stay unknown."""
    new: dict[Any, Doc] = {}
    for key, side in sides:
        if key in known:
            known[key] = known.pop(key)  # the oldest go first
        else:
            new[key] = side
    for key, read in zip(new, _read(nlp, list(new.values())), strict=True):
        if read is not None:
            known[key] = read


def _with_sides(doc: Doc | None, sides: Sequence[Doc], given: Doc) -> Doc | None:
    """Return the Doc of a pair with both sides read; None if a component failed in one."""
    joined = None if doc is None or len(sides) != 2 else _join(doc, *sides)
    if joined is not None:  # what `nlp.pipe(as_tuples=True)` gives back with the Doc
        joined._context = given._context
    return joined


def read_pairs(
    nlp: Language, docs: Sequence[Doc], known: Known, *, at_once: bool = False
) -> list[Doc]:
    """Return the Docs from `read_sides` that are not None."""
    return [doc for doc in read_sides(nlp, docs, known, at_once=at_once) if doc is not None]


def _taken(nlp: Language, doc: Doc) -> tuple[Doc, Doc] | None:
    if not is_pair(doc):
        return None
    if doc not in _waiting:
        read = doc.spans[PAIR].attrs.get(ALONE) or doc.has_annotation("DEP")
        if read or not side_components(nlp):
            return None
        cut_sides(doc)
    return _waiting.pop(doc)


def _says_of_doc(doc: Doc) -> bool:
    """Return whether a component has annotated a Doc as a whole."""
    values = (value for key, value in doc.user_data.items() if _is_of_doc(key))
    return bool(doc.cats or doc.user_hooks or any(value is not None for value in values))


def _is_of_doc(key: Any) -> bool:
    """Return whether user data belong to a Doc as a whole, not to a token or a span."""
    return not (isinstance(key, tuple) and len(key) == 4 and key[2] is not None)


def _key(side: Doc) -> bytes:
    data: bytes = side.to_array([*_FORM, "SENT_START", *_SAID]).tobytes()
    return data


def _read(nlp: Language, given: Sequence[Doc]) -> list[Doc | None]:
    """Return sides as a pipeline reads them alone; None for one that did not come back."""
    # Parsers do not know an auxiliary with its negation in one word, as a word list may have it:
    # "didn't". They read it as the two words that the tokeniser makes of it.
    names = side_components(nlp)
    cut = [_with_words_cut(nlp, side) for side in given]
    found = run(nlp, names, [doc for doc, _ in cut])
    for k, (read, (_, starts)) in enumerate(zip(found, cut, strict=True)):
        if starts is not None and read is not None:
            whole = len(read) == starts[-1]  # else a component has cut the words otherwise
            found[k] = _joined(given[k], read, starts) if whole else run(nlp, names, [given[k]])[0]
    return found


def _cut_words(nlp: Language, side: Doc) -> dict[int, Any]:
    """Return the words that are not read as they are, by index, as what they are read as."""
    known = language_data(side.lang_).negated_spellings
    parts: dict[int, Any] = {}
    for i, token in enumerate(side):
        if form := known.get(token.lower_):
            cut = max(nlp.tokenizer(token.text), nlp.tokenizer(form), key=len)
            parts |= {i: cut} if len(cut) > 1 else {}
        elif (seen := visible(token.text)) != token.text:
            parts[i] = [side.vocab[seen or " "]]
    return parts


def _with_words_cut(nlp: Language, side: Doc) -> tuple[Doc, IntArray | None]:
    """Return a side as its words are read, and where each of them begins."""
    # Negated auxiliaries are two words each, and words are read without what nobody sees in them.
    # The last number is that of all words; None where all words are read as they are.
    parts = _cut_words(nlp, side)
    if not parts:
        return side, None
    sizes = [len(parts.get(i, ".")) for i in range(len(side))]
    words = [part for i, token in enumerate(side) for part in parts.get(i, (token,))]
    last = [k + 1 == size for size in sizes for k in range(size)]
    owners = [i for i, size in enumerate(sizes) for _ in range(size)]
    spaces = [end and bool(side[i].whitespace_) for end, i in zip(last, owners, strict=True)]
    doc = Doc(side.vocab, words=[word.text for word in words], spaces=spaces)
    names: list[int | str] = ["SENT_START", *_SAID]
    array: Any = side.to_array(names)[owners]
    inner = [k for k, (i, j) in enumerate(pairwise(owners), 1) if i == j]
    array[inner, 0] = np.int64(-1).astype(np.uint64)
    doc.from_array(names, array)
    for token, word in zip(doc, words, strict=True):
        token.norm_ = word.norm_
    return doc, np.concatenate([[0], np.cumsum(sizes)])


def _joined(side: Doc, read: Doc, starts: IntArray) -> Doc:
    """Write what is said of words that were cut into a side; of the parts the first one counts."""
    firsts = starts[:-1]
    owners = np.repeat(np.arange(len(side)), np.diff(starts))
    names: list[str | int] = [*_SAID]
    array: Any = read.to_array(names)[firsts]
    if read.has_annotation("DEP"):
        names += ["HEAD", "DEP"]
        heads = owners[np.arange(len(read)) + read.to_array("HEAD").astype(np.int64)]
        # The part that depends on another word, or on none.
        spans = enumerate(pairwise(starts.tolist()))
        tops = [next((k for k in range(*s) if heads[k] != i), s[0]) for i, s in spans]
        above = (heads[tops] - np.arange(len(side))).astype(np.uint64)
        array = np.column_stack([array, above, read.to_array("DEP")[tops]])
    side.from_array(names, array)
    if read.tensor is not None and len(read.tensor) == len(read):
        side.tensor = read.tensor[firsts]
    side.user_data.update(read.user_data)
    for key, group in read.spans.items():
        places = [(owners[span.start], owners[span.end - 1] + 1, span) for span in group]
        side.spans[key] = [
            Span(side, start, end, label=span.label, kb_id=span.kb_id, span_id=span.id)
            for start, end, span in places
        ]
    return side


def run(nlp: Language, names: Sequence[str], docs: Sequence[Doc]) -> list[Doc | None]:
    """Return the Docs processed by some components of a pipeline; None for a Doc that got lost.

    Args:
        nlp: The pipeline; its error handler decides what happens if a component fails.
        names: The components, in their order.
        docs: The Docs, which are changed in place.
    """
    found = list(_stream(nlp, names, docs))
    if len(found) == len(docs):
        return list(found)
    return [next(iter(_stream(nlp, names, [doc.copy()])), None) for doc in docs]


def _stream(nlp: Language, names: Sequence[str], docs: Iterable[Doc]) -> Iterable[Doc]:
    for name in names:
        component: Any = nlp.get_pipe(name)
        if hasattr(component, "pipe"):
            docs = component.pipe(docs, batch_size=nlp.batch_size)
        else:
            docs = _each(nlp, name, docs)
    return docs


def _each(nlp: Language, name: str, docs: Iterable[Doc]) -> Iterator[Doc]:
    """Run a component that is a mere function, as `nlp.pipe` does."""
    component = nlp.get_pipe(name)
    for doc in docs:
        try:
            yield component(doc)
        except Exception as error:  # spaCy's contract: the handler decides
            nlp.default_error_handler(name, component, [doc], error)


# -- Both sides in one Doc -------------------------------------------------------------------------


def _join(doc: Doc, source: Doc, target: Doc) -> Doc:
    """Write what is said of the sides into their pair."""
    # Else it was retokenised as a whole, or a component has returned a new Doc.
    known = is_pair(doc) and doc.spans[PAIR].attrs["length"] == len(doc)
    if not known or [len(side) for side in sides(doc)] != [len(source), len(target)]:
        doc = _with_other_words(doc, source, target)
    parts = list(zip(sides(doc), (source, target), strict=True))
    _write_tokens(doc, parts)
    groups: dict[str, list[Span]] = {}
    for span, side in parts:
        for key in side.spans:
            moved = (_moved(span, each) for each in side.spans[key])
            groups.setdefault(key, []).extend(moved)
        shift = doc[span.start].idx
        own: dict[Any, Any] = doc.user_data  # whose keys are said to be strings
        for place, value in dict[Any, Any](side.user_data).items():
            # What an extension says of a token or a span, by its characters.
            if not _is_of_doc(place):
                kind, name, start, end = place
                end = end if end is None else end + shift
                own[kind, name, start + shift, end] = value
    doc.spans.update(groups)
    doc.spans[PAIR].attrs[ALONE] = True
    return doc


def _with_other_words(doc: Doc, source: Doc, target: Doc) -> Doc:
    """Return the Doc of a pair of whose sides a component has merged or split words."""
    # What is said of it as a whole comes along.
    whole = one_doc(source, target, _FORM, ("user_data", "tensor", "spans"))
    whole.user_data = {k: v for k, v in doc.user_data.items() if _is_of_doc(k)}
    whole.cats, whole.user_hooks = doc.cats, doc.user_hooks
    return whole


def _write_tokens(doc: Doc, parts: Sequence[tuple[Span, Doc]]) -> None:
    """Write what is said of the words, and the vectors of words in context."""
    parsed = all(side.has_annotation("DEP") for _, side in parts)
    names: list[str | int] = [*_SAID, *(("HEAD", "DEP") if parsed else ("SENT_START",))]
    array: Any = doc.to_array(names)
    outside = np.ones(len(doc), bool)
    for span, side in parts:
        outside[span.start : span.end] = False
        array[span.start : span.end] = side.to_array(names)
        if not parsed:
            array[span.start, names.index("SENT_START")] = 1
    for i in np.flatnonzero(outside).tolist():
        _write_outside(doc, i, array, names)
    doc.from_array(names, array)
    tensors = [side.tensor for _, side in parts]
    sized = zip(tensors, parts, strict=True)  # `doc_cleaner` takes tensors away
    if all(tensor is not None and len(tensor) == len(side) for tensor, (_, side) in sized):
        xp = get_array_module(tensors[0])
        whole = xp.zeros((len(doc), tensors[0].shape[1]), dtype=tensors[0].dtype)
        for tensor, (span, _) in zip(tensors, parts, strict=True):
            whole[span.start : span.end] = tensor
        doc.tensor = whole


def _write_outside(doc: Doc, i: int, array: Any, names: Sequence[str | int]) -> None:
    """Write what is said of a token in no side; as spaCy does, it depends on the one before it."""
    if doc[i].is_space:
        strings = doc.vocab.strings
        said = {"TAG": "_SP", "POS": "SPACE", "LEMMA": doc[i].text, "MORPH": "_"}
        for name, value in said.items():
            column = array[:, names.index(name)]
            column[i] = strings.add(value) if column.any() else 0
        entities = array[:, names.index("ENT_IOB")]
        entities[i] = OUTSIDE if entities.any() else 0
    if "HEAD" in names:
        array[i, names.index("HEAD")] = np.int64(-1 if i else 1).astype(np.uint64)
        array[i, names.index("DEP")] = doc.vocab.strings.add(BETWEEN)


def _moved(side: Span, span: Span) -> Span:
    """Return a span of a side alone where it stands in the pair."""
    place = span.start + side.start, span.end + side.start
    return Span(side.doc, *place, label=span.label, kb_id=span.kb_id, span_id=span.id)
