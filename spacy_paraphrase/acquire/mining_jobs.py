"""Miners over files: their input, and chains of jobs.

A miner is a function that runs its jobs by calling `run`, which takes a job and records and returns
rows. In memory, `run` is `jobs.run_loop`; in this module it is a `Chain`, whose records are files.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import spacy

from .. import readers
from ..errors import ParaphraseError
from ..jobs import Job, Outcome, Row, run_job
from ..jobs.atomic import json_line, whole_file
from ..jobs.limits import MAX_WORDS
from ..jobs.parts import Part, Read, numbered, parts_of, read_json
from ..jobs.paths import make_folder, remove_folder
from ..jobs.run import MANIFEST, STEPS, beside
from ..pairs.pair import check_length, is_pair
from ..readers import doc_to_record, read_jacana, read_multimwa

# Readers of external word alignments; other files are JSON lines or DocBins.
_READERS = {".json": read_jacana, ".tsv": read_multimwa}


@dataclass(frozen=True)
class Files:
    """The input files of a job, and the function that reads a part of them.

    Iteration raises the error of a record that cannot be read.
    """

    paths: tuple[str | Path, ...]
    read: Read = read_json

    def __iter__(self) -> Iterator[Any]:
        for part in parts_of(self.paths):
            for _, record in self.read(part):
                if isinstance(record, Exception):
                    raise record
                yield record


@dataclass(frozen=True)
class Made:
    """The rows of a finished job; the next job reads its files."""

    outcome: Outcome

    def __iter__(self) -> Iterator[Row]:
        return self.outcome.rows()


class Chain:
    """Runs the jobs of a miner, each over files or over the rows of an earlier job.

    The last job writes to the output, the others write into a folder "steps" beside it, which is
    deleted at the end. The manifest and the error file cover all jobs.

    Args:
        out: A .jsonl file or a folder, as in `jobs.run_job`.
        last: Name of the last job.
        **options: Options of `run_job`.

    Attributes:
        done: The outcome of each job.
        last: The outcome of the last job; further jobs may follow, with other outputs.
    """

    def __init__(self, out: str | Path, last: str, **options: Any) -> None:
        self.out, self._last, self._options = Path(out), last, options
        self._errors = options.pop("errors", None)
        self.steps = beside(self.out, STEPS)
        make_folder(self.steps, keep=options.get("resume", False))
        self.done: list[Outcome] = []
        self.last: Outcome

    def __call__(self, job: Job, records: Any) -> Made:
        """Run a job over files, or over the rows of another job."""
        if isinstance(records, Made):
            records = Files(records.outcome.paths)
        options = {"read": records.read, **self._options}
        out = self.steps / f"{len(self.done)} {job.name}"
        if job.name == self._last:
            out, options["errors"] = self.out, self._errors
        done = run_job(job, records.paths, out, **options)
        if job.name == self._last:
            self.last = done
        self.done.append(done)
        return Made(done)

    def written(self, rows: Iterable[Row]) -> Files:
        """Write the rows of several jobs into a file, for the next job."""
        path = self.steps / "rows.jsonl"
        write_rows(path, rows)
        return Files((path,))

    def finish(self) -> Path | None:
        """Merge the errors and manifests of all jobs; return the error file, if there is one."""
        lines: dict[bytes, None] = {}
        for done in self.done:
            if done.errors.exists():
                lines |= dict.fromkeys(done.errors.read_bytes().splitlines(keepends=True))
        if lines:
            with whole_file(self.last.errors) as stream:
                stream.writelines(lines)
        steps = [done.manifest for done in self.done if done is not self.last]
        manifest = self.last.manifest | {"steps": steps}
        with whole_file(beside(self.out, MANIFEST)) as stream:
            stream.write(json.dumps(manifest, indent=2).encode() + b"\n")
        remove_folder(self.steps)
        return self.last.errors if lines else None


def write_rows(path: str | Path, rows: Iterable[Row]) -> None:
    """Write rows as lines of JSON."""
    with whole_file(path) as stream:
        stream.writelines(map(json_line, rows))


def read_docs(part: Part, language: str = "en") -> Iterator[tuple[int, Any]]:
    """Yield the Docs of a DocBin with their numbers; they share a new vocabulary.

    Args:
        part: A whole file.
        language: Language of the Docs, which a DocBin does not contain.

    Raises:
        ParaphraseError: P101 if the file is not a DocBin, or is damaged.
    """
    for place, doc in readers.read_docs(part.path, spacy.blank(language)):
        yield place.line, doc


def read_pairs(part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the aligned pairs of a part with their numbers, and errors in place of bad ones.

    JSON lines have the format of the command `align`, a .spacy file contains Docs of pairs, and
    .json and .tsv files are word alignments in the formats of jacana and MultiMWA.
    """
    suffix = Path(part.path).suffix
    if suffix == ".spacy":
        for number, doc in read_docs(part):
            try:
                yield number, doc_to_record(doc)
            except ParaphraseError as error:
                yield number, error
    elif suffix in _READERS:
        failures: list[ParaphraseError] = []
        for number, record in enumerate(_READERS[suffix](part.path, failures.append), 1):
            yield number, record
        yield from ((failure.values["place"].line, failure) for failure in failures)
    else:
        yield from read_json(part)


def read_parsed(part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the Docs of a DocBin with their numbers; a missing "id" is made of file and number."""
    for number, doc in read_docs(part):
        doc.user_data.setdefault("id", f"{Path(part.path).stem}:{number}")
        yield number, doc


def read_sentences(part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the sentences of a part with their numbers: objects with `id`, `words`, `entities`.

    A line of a .txt file is one sentence, and so is an object with `words` or `text`. A .spacy file
    gives all sentences of its Docs, or the sides of pairs, with their entities. A text that is too
    long is replaced by its error: P505, P043 or, for too many words between spaces, P503.
    """
    suffix = Path(part.path).suffix
    if suffix == ".spacy":
        yield from _parsed_sentences(part)
        return
    nlp = spacy.blank("en")
    for number, record in _texts(part) if suffix == ".txt" else read_json(part):
        if isinstance(record, dict) and "words" not in record and "text" in record:
            text = str(record["text"])
            try:
                check_length(nlp, text, "text")
                check_number(len(text.split()))  # tokenising a longer text takes seconds
            except ParaphraseError as error:
                yield number, error
                continue
            words = [token.text for token in nlp.tokenizer(text) if not token.is_space]
            record = {"id": record.get("id", number), "words": words}
        yield number, record


def check_number(words: int) -> None:
    """Check that a sentence does not have too many words.

    Raises:
        ParaphraseError: P503 if it has more than `MAX_WORDS` words.
    """
    if words > MAX_WORDS:
        got, expected = f"a list of {words} words", f"those of a sentence, at most {MAX_WORDS}"
        raise ParaphraseError("P503", key="words", got=got, expected=expected)


def _parsed_sentences(part: Part) -> Iterator[tuple[int, Any]]:
    """Yield the sentences of the Docs of a DocBin, with their entities."""
    for number, doc in read_docs(part):
        known = doc.has_annotation("SENT_START")
        id = doc.user_data.get("id", number) if is_pair(doc) else number
        for k, span in enumerate(doc.sents if known else [doc[:]], 1):
            words = [token for token in span if not token.is_space]
            place = {token.i: at for at, token in enumerate(words)}
            ents = [[place[e.start], place[e.end - 1] + 1, e.label_] for e in span.ents]
            texts = [token.text for token in words]
            yield number, {"id": f"{id}:{k}", "words": texts, "entities": ents}


def _texts(part: Part) -> Iterator[tuple[int, Any]]:
    for number, line in numbered(part):
        yield number, {"text": line.decode("utf-8", "replace"), "id": number}
