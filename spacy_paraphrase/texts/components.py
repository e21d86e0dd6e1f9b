"""The components that compare two texts of one Doc, and check statements against a text.

`doc.spans["texts"]` has two spans, labelled SOURCE and TARGET (`make_texts`). Results are stored as
plain data in the attributes of span groups, which a DocBin keeps.
"""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc, Span, SpanGroup

from ..checked import checked
from ..errors import ParaphraseError, short_repr
from ..pairs import extensions
from ..pairs.pair import SOURCE, TARGET, TEXTS, check_length, stamp, stored
from ..readers.records import is_binary
from .comparison import TextComparison, compare_texts
from .sentences import TextPlace
from .support import Support, check_support

COMPARISON, SUPPORT = "text_comparison", "text_support"
# In the user data of a Doc: statements to be checked against its text.
STATEMENTS = "statements"


@checked("nlp")
def make_texts(nlp: Language, source: str, target: str) -> Doc:
    """Make the Doc of two texts. It is not yet processed: run `nlp` on it.

    Args:
        nlp: The pipeline whose tokenizer is used.
        source: The first text, such as the old version, or the text to check statements against.
        target: The second text, such as the new version, or the statements.

    Raises:
        ParaphraseError: P040 for a side that is not a text, P505 if both together are longer than
            `nlp.max_length`.

    Example:
        >>> import spacy
        >>> doc = make_texts(spacy.blank("en"), "Dogs are welcome.", "Dogs are not welcome.")
        >>> [span.text for span in doc.spans["texts"]]
        ['Dogs are welcome.', 'Dogs are not welcome.']
    """
    extensions.install()
    for text in (source, target):
        if not isinstance(text, str) or not is_binary(text):
            raise ParaphraseError("P040", got=short_repr(text))
    if len(source) + len(target) > nlp.max_length:
        raise ParaphraseError("P505", got=len(source) + len(target), limit=nlp.max_length)
    for text in (source, target):
        check_length(nlp, text, "text")
    first, second = nlp.make_doc(source), nlp.make_doc(target)
    between = Doc(nlp.vocab, words=["\n\n"], spaces=[False])
    doc = Doc.from_docs([first, between, second], ensure_whitespace=False)
    n = len(first)
    spans = [Span(doc, 0, n, label=SOURCE), Span(doc, n + 1, len(doc), label=TARGET)]
    doc.spans[TEXTS] = SpanGroup(doc, name=TEXTS, spans=spans)
    return doc


def texts_of(doc: Doc) -> tuple[Span, Span] | None:
    """Return the two texts of a Doc; None if the Doc has no such texts.

    Raises:
        ParaphraseError: P005 if the group of texts is damaged.
    """
    if TEXTS not in doc.spans:
        return None
    spans = sorted(doc.spans[TEXTS], key=lambda span: span.label_)
    labels = [span.label_ for span in spans]
    if labels != [SOURCE, TARGET]:
        raise ParaphraseError("P005", got=f"{len(spans)} spans labelled {labels}")
    return spans[0], spans[1]


def _spans(doc: Doc, text: Span, places: tuple[TextPlace, ...], label: str) -> list[Span]:
    start = text.start_char
    found = (
        doc.char_span(
            start + place.start_char, start + place.end_char, label, alignment_mode="expand"
        )
        for place in places
    )
    return [span for span in found if span is not None]


class TextComparer(Pipe):
    """Compare the two texts of a Doc (`compare_texts`); other Docs stay unchanged.

    `doc._.text_comparison` is the `TextComparison`, with character offsets within each text;
    `doc.spans["text_comparison"]` has the words of every change, labelled with its kind.

    Args:
        nlp: The pipeline that relates the sentences.
        name: Name of this instance.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load()
        >>> _ = nlp.add_pipe("text_comparison")
        >>> old, new = "Dogs are welcome. Entry is free.", "Dogs are not welcome. Entry is free."
        >>> nlp(spacy_paraphrase.make_texts(nlp, old, new))._.text_comparison
        TextComparison(1 contradicts, 1 same)
    """

    def __init__(self, nlp: Language, name: str = COMPARISON) -> None:
        extensions.install()
        self.nlp, self.vocab, self.name = nlp, nlp.vocab, name

    def __call__(self, doc: Doc) -> Doc:
        """Write what has changed."""
        both = texts_of(doc)
        if both is None:
            return doc
        found = compare_texts(both[0].text, both[1].text, self.nlp)
        spans = [
            span
            for change in found.changes
            for text, places in zip(both, (change.source, change.target), strict=True)
            for span in _spans(doc, text, places, change.kind)
        ]
        attrs: dict[str, Any] = stamp(doc) | found.to_json()
        doc.spans[COMPARISON] = SpanGroup(doc, name=COMPARISON, attrs=attrs, spans=spans)
        return doc


class SupportChecker(Pipe):
    """Check statements against a text (`check_support`); other Docs stay unchanged.

    In a Doc of two texts (`make_texts`), the first is the text and each sentence of the second is a
    statement; otherwise the Doc is the text, and `doc.user_data["statements"]` a list of
    statements.

    `doc._.support` is the list of `Support`; `doc.spans["text_support"]` has the sentences of the
    text that are evidence for a verdict, labelled with the verdict.

    Args:
        nlp: The pipeline that relates the sentences.
        name: Name of this instance.

    Example:
        >>> import spacy_paraphrase
        >>> nlp = spacy_paraphrase.load()
        >>> _ = nlp.add_pipe("support_checker")
        >>> doc = nlp.make_doc("The mill closed in May. All forty workers were dismissed.")
        >>> doc.user_data["statements"] = ["The mill closed.", "Nobody was dismissed."]
        >>> [each.verdict for each in nlp(doc)._.support]
        ['supported', 'contradicted']
    """

    def __init__(self, nlp: Language, name: str = "support_checker") -> None:
        extensions.install()
        self.nlp, self.vocab, self.name = nlp, nlp.vocab, name

    def __call__(self, doc: Doc) -> Doc:
        """Write what the text says of the statements."""
        both = texts_of(doc)
        if both is None and STATEMENTS not in doc.user_data:
            return doc
        text = both[0] if both else doc[:]
        asked = both[1].text if both else doc.user_data[STATEMENTS]
        found = check_support(text.text, asked, self.nlp)
        spans = [span for each in found for span in _spans(doc, text, each.evidence, each.verdict)]
        attrs: dict[str, Any] = stamp(doc) | {"support": [each.stored() for each in found]}
        doc.spans[SUPPORT] = SpanGroup(doc, name=SUPPORT, attrs=attrs, spans=spans)
        return doc


def read_comparison(doc: Doc) -> TextComparison | None:
    """Return the stored result of `text_comparison`; None without one.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised since.
    """
    if COMPARISON not in doc.spans:
        return None
    with stored(doc, COMPARISON) as group:
        return TextComparison.from_json(group.attrs)


def read_support(doc: Doc) -> list[Support] | None:
    """Return the stored result of `support_checker`; None without one.

    Raises:
        ParaphraseError: P006 if the Doc was retokenised since.
    """
    if SUPPORT not in doc.spans:
        return None
    with stored(doc, SUPPORT) as group:
        return [Support.from_json(each) for each in group.attrs["support"]]
