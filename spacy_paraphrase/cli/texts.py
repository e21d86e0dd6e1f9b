"""`texts` and `support`: comparing two texts, and checking statements against a text.

The input is one pair of text files, or many pairs in JSON lines.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from ..errors import ParaphraseError, short_repr
from ..jobs.atomic import json_line, whole_file
from ..pairs.pair import SIDES
from ..pipeline import Tier, load
from ..readers.documents import paired_files, read_document
from ..readers.records import is_binary
from ..render.markup import clean
from ..texts.comparison import KINDS, SentenceGroup, TextComparison, compare_texts
from ..texts.components import STATEMENTS, make_texts, read_comparison, read_support, texts_of
from ..texts.sentences import TextPlace
from ..texts.support import VERDICTS, Support, check_support
from . import streams
from .jobs import PairJob
from .options import InBatches, Running
from .runner import Form, make_text
from .streams import MANY

FAILED = 1  # the exit status where something of --fail-on was found


def texts(
    old: str, new: str, model: str, tier: Tier | None, as_json: bool, html: str | None, fail: str
) -> int:
    """Compare two files, or the files of two folders by their names; return the exit status.

    Raises:
        ParaphraseError: P517 for an unknown kind, P514 for a file that holds no text.
        OSError: If a file cannot be read or written.
    """
    failing = _chosen(fail, KINDS)
    if old == new == streams.STANDARD:
        raise streams.misused("NEW", new, "a file beside OLD")
    folders = [path != streams.STANDARD and Path(path).is_dir() for path in (old, new)]
    if any(folders):
        if not all(folders):
            file = folders.index(False)
            option, got = ("OLD", "NEW")[file], (old, new)[file]
            raise streams.misused(option, got, "a folder, as the other one is")
        if html is not None:
            raise streams.misused("--html", old, "two files")
        return _folders(Path(old), Path(new), load(model, tier=tier), as_json, failing)
    one, other = read_document(old), read_document(new)
    found = compare_texts(one, other, load(model, tier=tier))
    if html is not None:
        with whole_file(Path(html)) as stream:
            stream.write(found.to_html(f"{old} and {new}").encode())
    if as_json:
        sys.stdout.write(f"{json.dumps(found.to_json(), ensure_ascii=False, indent=1)}\n")
    else:
        _write(report(found))
    return FAILED if any(group.kind in failing for group in found) else 0


def _folders(old: Path, new: Path, nlp: Language, as_json: bool, failing: list[str]) -> int:
    failed = False
    for name, *paths in paired_files(old, new):
        one, other = ("" if path is None else read_document(str(path)) for path in paths)
        found = compare_texts(one, other, nlp)
        failed |= any(group.kind in failing for group in found)
        if as_json:
            sys.stdout.buffer.write(json_line({"file": name, **found.to_json()}))
            continue
        alone = " (only in NEW)" if paths[0] is None else " (only in OLD)" if not paths[1] else ""
        _write([f"== {name}{alone}", *report(found)])
    return FAILED if failed else 0


def support(
    text: str, statements: str, model: str, tier: Tier | None, as_json: bool, fail: str
) -> int:
    """Check the sentences of a file against another one, and return the exit status.

    Raises:
        ParaphraseError: P517 for an unknown verdict, P508 for no statement, P514 for no text.
        OSError: If a file cannot be read.
    """
    failing = _chosen(fail, VERDICTS)
    if text == statements == streams.STANDARD:
        raise streams.misused("STATEMENTS", statements, "a file beside TEXT")
    found = check_support(read_document(text), read_document(statements), load(model, tier=tier))
    if not found:  # or a missing summary would count as a good one
        raise streams.misused("STATEMENTS", statements, "a file that has a sentence")
    for each in found:
        if as_json:
            sys.stdout.buffer.write(json_line(each.to_json()))
        else:
            _write(_support_lines(each))
    return FAILED if any(each.verdict in failing for each in found) else 0


def report(found: TextComparison) -> Iterator[str]:
    """Yield a comparison as lines: the kinds in the order of their weight."""
    for kind in KINDS:
        groups = [group for group in found if group.kind == kind]
        if kind == "same":
            groups = [group for group in groups if group.moved]
        for group in groups:
            yield from _lines(group)
    yield found.summary()


def _lines(group: SentenceGroup) -> Iterator[str]:
    yield group.kind if group.kind != "same" else "moved"
    yield from (f"  - {_flat(place)}" for place in group.source)
    yield from (f"  + {_flat(place)}" for place in group.target)
    if group.kind not in ("added", "dropped"):
        yield from (f"    {text}" for text in group.explain())
    yield ""


def _flat(place: TextPlace) -> str:
    return " ".join(place.text.split())


def _support_lines(each: Support) -> Iterator[str]:
    yield f"{each.verdict} ({each.score:.2f}): {each.statement}"
    if each.reason:
        yield f"    {each.reason}"
    elif each.missing:
        yield f"    not in the text: {', '.join(place.text for place in each.missing)}"
    yield from (f"    > {_flat(place)}" for place in each.evidence)


def _chosen(names: str, known: Sequence[str]) -> list[str]:
    """Return names that stand with commas between them."""
    found = [name.strip() for name in names.split(",") if name.strip()]
    for name in found:
        if name not in known:
            raise streams.unknown("--fail-on", name, known)
    return found


def _write(lines: Iterable[str]) -> None:
    sys.stdout.writelines(f"{clean(line)}\n" for line in lines)


# -- Many pairs of texts, in lines of JSON ---------------------------------------------------------


def are_many(first: str, second: str, alone: dict[str, Any], running: Running) -> bool:
    """Return whether the first file holds many pairs, and the second is to be written.

    Options `alone` are of one pair alone, those of `running` of many.

    Raises:
        ParaphraseError: P508 for an option that does not go with it, or with another file.
    """
    many = first.endswith(MANY)
    if many and not second.endswith((MANY, ".spacy")) and second != streams.STANDARD:
        raise streams.misused(first, second, f"a {MANY} file to write")
    refused = alone if many else {"--errors": running.errors, "--resume": running.resume}
    for option, value in refused.items():
        if value:
            raise streams.misused(option, first, "files of text" if many else f"a {MANY} file")
    return many


def many(
    component: str, input: str, output: str, running: Running, model: str, tier: Tier | None
) -> int:
    """Compare the texts of each line, or check its statements; see `PairJob.run`."""
    form, finish = _MANY[component]
    job = PairJob(input, output, InBatches(**vars(running)), form=form)
    return job.run(partial(_with, component, model, tier), finish)


def _with(component: str, model: str, tier: Tier | None) -> Language:
    nlp = load(model, tier=tier, exclude=["sentence_fuser"])
    nlp.add_pipe(component)
    return nlp


def _on_top(nlp: Language) -> dict[str, Any]:
    """Return the settings with which only the component on top reads a Doc of texts."""
    return {"disable": nlp.pipe_names[:-1]}


def _make_texts(nlp: Language, record: dict[str, Any]) -> Doc:
    """Return the Doc of a record with two texts."""
    for name in SIDES:
        text = record.get(name)
        if not isinstance(text, str) or not is_binary(text):
            raise ParaphraseError("P503", key=name, got=short_repr(text), expected="a string")
    return make_texts(nlp, record["source"], record["target"])


def _make_statements(nlp: Language, record: dict[str, Any]) -> Doc:
    """Return the Doc of a record with a text and statements."""
    doc = make_text(nlp, record)
    asked = record.get(STATEMENTS)
    every = asked if isinstance(asked, list) else [asked]
    if not all(isinstance(each, str) and is_binary(each) for each in every):
        expected = "a string, or a list of strings"
        raise ParaphraseError("P503", key=STATEMENTS, got=short_repr(asked), expected=expected)
    doc.user_data[STATEMENTS] = asked
    return doc


def _two_texts(doc: Doc) -> list[Any]:
    return [text.text for text in texts_of(doc) or ()]


def _text_and_statements(doc: Doc) -> list[Any]:
    return [doc.text, doc.user_data[STATEMENTS]]


TWO_TEXTS = Form(_make_texts, _on_top, SIDES, _two_texts)
CHECKED = Form(_make_statements, _on_top, ("text", STATEMENTS), _text_and_statements)


def to_comparison(doc: Doc, id: Any) -> dict[str, Any]:
    """Return two texts and what has changed as one output record."""
    found = read_comparison(doc) or TextComparison(())
    return {"id": id, **dict(zip(SIDES, _two_texts(doc), strict=True)), **found.to_json()}


def to_support(doc: Doc, id: Any) -> dict[str, Any]:
    """Return a text, statements and what it says of them as one output record."""
    results = [each.to_json() for each in read_support(doc) or []]
    identity = dict(zip(CHECKED.keys, _text_and_statements(doc), strict=True))
    return {"id": id, **identity, "support": results}


# By component, what lines are, and what is made of their Docs.
_MANY = {"text_comparison": (TWO_TEXTS, to_comparison), "support_checker": (CHECKED, to_support)}
