"""The corpus reader for `spacy train`: pairs with gold links as Examples."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc, Span, SpanGroup
from spacy.training import Example
from spacy.util import registry

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.pair import UNITS, mark_pair, resolve_pair, sides
from spacy_paraphrase.readers.docs import read_docs, record_to_doc
from spacy_paraphrase.readers.files import at_place
from spacy_paraphrase.readers.jsonl import read_jsonl

# What is read of a folder.
SUFFIXES = (".spacy", ".jsonl")


@registry.readers("spacy-paraphrase.PairCorpus.v1")
class PairCorpus:
    """Pairs with gold links, from a DocBin (`.spacy`) or from JSON lines (any other suffix).

    Of a folder all `.spacy` and `.jsonl` files in it and below are read, by name: pairs of your own
    are a file beside those that are there.

    spaCy's own corpus rebuilds Docs without their span groups, so pairs need this one. In a config:

        [corpora.train]
        @readers = "spacy-paraphrase.PairCorpus.v1"
        path = ${paths.train}

    Args:
        path: The file or folder.
        limit: Largest number of pairs; 0 for all.

    Raises:
        ParaphraseError: P105 if there is no path or the limit is negative.

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

    def __init__(self, path: Path | None, limit: int = 0) -> None:
        if not path or not isinstance(path, str | Path):
            raise ParaphraseError("P105", setting="path", got=path, expected="a file or folder")
        if type(limit) is not int or limit < 0:
            expected = "a number of pairs, 0 for all"
            raise ParaphraseError("P105", setting="limit", got=limit, expected=expected)
        self.path = Path(path)
        self.limit = limit

    def __call__(self, nlp: Language) -> Iterator[Example]:
        """Yield an Example per pair: gold Doc as reference, the bare pair as prediction.

        Raises:
            ParaphraseError: P101 to P104 if the file or a pair in it cannot be read, P106 if
                there is none.
        """
        found = False
        for reference in islice(self._references(nlp), self.limit or None):
            found = True
            yield Example(_bare(nlp, reference), reference)
        if not found:
            raise ParaphraseError("P106", path=self.path)

    def _references(self, nlp: Language) -> Iterator[Doc]:
        for path in self._files():
            if path.suffix != ".spacy":
                for record in read_jsonl(path, nlp):
                    yield record_to_doc(record, nlp)
                continue
            for place, doc in read_docs(path, nlp):
                with at_place(place):
                    sides(doc)
                yield doc

    def _files(self) -> list[Path]:
        if not self.path.is_dir():
            return [self.path]
        return sorted(path for path in self.path.rglob("*") if path.suffix in SUFFIXES)


def _bare(nlp: Language, gold: Doc) -> Doc:
    """Return the pair without annotation: words, sides, and chunk units, which are input."""
    words = [token.text for token in gold]
    doc = Doc(nlp.vocab, words=words, spaces=[bool(token.whitespace_) for token in gold])
    source, target = sides(gold)
    mark_pair(doc, doc[source.start : source.end], doc[target.start : target.end])
    if UNITS in gold.spans:
        spans = [Span(doc, u.start, u.end, label=u.label) for u in gold.spans[UNITS]]
        doc.spans[UNITS] = SpanGroup(doc, name=UNITS, attrs={"length": len(doc)}, spans=spans)
    return resolve_pair(doc)
