import io
import json
import multiprocessing
import os
import sys

import pytest
from spacy.language import Language

from checks import aligning
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import main


@Language.component("fails_on_boom")
def fails_on_boom(doc):
    if "boom" in doc.text:
        raise RuntimeError("no luck")
    if "coded" in doc.text:
        raise ParaphraseError("P001", side="source", got="''")
    if "key" in doc.text:
        raise KeyError("missing")
    return doc


@Language.component("in_a_circle")
def in_a_circle(doc):
    doc.user_data["itself"] = doc
    return doc


class StreamFails:
    """A component that ends the stream when it fails, as spaCy's parser does."""

    def __call__(self, doc):
        return fails_on_boom(doc)

    def pipe(self, docs, batch_size):
        for doc in docs:
            yield self(doc)


@Language.factory("stream_fails")
def stream_fails(nlp, name):
    return StreamFails()


class BatchFails(StreamFails):
    """A component that drops the batch in which it fails, as a trained one may."""

    def pipe(self, docs, batch_size):
        batch = list(docs)
        failing = ("boom", "coded", "key")
        if not any(word in doc.text for doc in batch for word in failing):
            yield from batch


@Language.factory("batch_fails")
def batch_fails(nlp, name):
    return BatchFails()


@Language.component("worker_dies")
def worker_dies(doc):
    if "die" in doc.text and multiprocessing.parent_process() is not None:
        os._exit(9)
    return doc


@pytest.fixture
def pipeline():
    """Makes an identity aligner without a parser, after the components named."""
    return aligning


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """Path of a small pipeline that aligns identical words."""
    path = tmp_path_factory.mktemp("model")
    aligning().to_disk(path)
    return path


@pytest.fixture
def jsonl(tmp_path):
    """Writes values, or raw bytes, as the lines of a file, and gives its path."""

    def write(name, *lines):
        path = tmp_path / name
        raw = (line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
        path.write_bytes(b"".join(line + b"\n" for line in raw))
        return path

    return write


@pytest.fixture
def command(monkeypatch):
    """Runs a command with these arguments and this standard input; gives the exit status."""

    def run(*args, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        return main([str(arg) for arg in args])

    return run


@pytest.fixture
def lines():
    """Reads the JSON values of a file's, or of a text's, lines."""

    def read(source):
        text = source if isinstance(source, str | bytes) else source.read_bytes()
        return [json.loads(line) for line in text.splitlines()]

    return read
