"""Word vectors: the static vectors of the pipeline, and the contextual vectors of an encoder.

An encoder maps each sentence, a list of n words, to a float32 matrix of shape (n, d). `OnnxEncoder`
runs any ONNX export of a sentence-transformers model (Reimers and Gurevych 2019, "Sentence-BERT",
EMNLP) on the CPU. Other encoders need only a method `encode`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..analysis.dates import calendar_name
from ..analysis.numerals import read_word
from ..analysis.sentence import sentence_of
from ..errors import ParaphraseError
from ..jobs.arrays import Float32Array, FloatArray
from ..lang import LanguageData
from ..trees.word_alignment import CONTENT
from .spelling import Tokens, cosines


def vectors(source: Tokens, target: Tokens, least: float) -> FloatArray:
    """Return the cosines of the word vectors (see `close`); all 0 if the pipeline has none."""
    if not source or not target or not source[0].vocab.vectors_length:
        return np.zeros((len(source), len(target)))
    rows, columns = (np.array([t.vector for t in side], np.float32) for side in (source, target))
    return close(source, target, rows, columns, least)


def close(
    source: Tokens,
    target: Tokens,
    source_rows: npt.NDArray[np.float32],
    target_rows: npt.NDArray[np.float32],
    least: float,
) -> FloatArray:
    """Return the cosines of content words; shape (n, m).

    Names, and numbers, have close vectors because they occur in the same contexts, not because they
    mean the same. Thus the similarity of two names, numbers or months is 0. So is that of function
    words.

    Args:
        source: n tokens.
        target: m tokens.
        source_rows: The vectors of the source tokens, shape (n, d).
        target_rows: The vectors of the target tokens, shape (m, d).
        least: Similarities below this value become 0.
    """
    similar = np.minimum(cosines(source_rows, target_rows), 1.0)
    sides = sentence_of(source), sentence_of(target)
    content = [side.kinds == CONTENT for side in sides]
    exact = [
        np.array([_is_exact(word, side.lang) for word in side.texts], dtype=np.bool_)
        | np.array(side.proper, dtype=np.bool_)
        for side in sides
    ]
    ok = np.logical_and.outer(*content) & ~np.logical_and.outer(*exact) & (similar >= least)
    return np.where(ok, similar, 0.0)


def _is_exact(text: str, lang: LanguageData) -> bool:
    """Return whether a word is a number, month or weekday: other ones differ in meaning."""
    return read_word(text.lower(), lang) is not None or calendar_name(text, lang) is not None


# Vectors of words in context.

# The number of position embeddings of these models.
MAX_PIECES = 512
# The names of the models' inputs, and the tokeniser's name for each.
_FEEDS = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}


class Encoder(Protocol):
    """An object that maps the words of sentences to vectors."""

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[Float32Array]:
        """Return a matrix of shape (n, d) for each sentence of n words."""


def optional_package(name: str, path: str) -> Any:
    """Return a package that an encoder needs.

    Args:
        name: The module to import.
        path: The path of the encoder, for the error message.

    Raises:
        ParaphraseError: P350 if the package is not installed.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise ParaphraseError("P350", path=path, reason=error) from error


def session(model: str | bytes, path: str) -> Any:
    """Return an ONNX session for a model (a file or its bytes) that runs on one core.

    Raises:
        ParaphraseError: P350 if onnxruntime is not installed.
    """
    runtime = optional_package("onnxruntime", path)
    options = runtime.SessionOptions()
    # A pool of threads would not survive the fork of a worker process.
    options.log_severity_level = 4  # errors are raised, so they need not be printed as well
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # Without this, processors that lack VNNI instructions add 8-bit products with saturation.
    options.add_session_config_entry("session.x64quantprecision", "1")
    return runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


class OnnxEncoder:
    """A transformer with its tokeniser, from a folder.

    The vector of a word is the mean of the vectors of its sub-words. Words after the 512th
    sub-word, and words that the tokeniser drops, get zeros.

    Args:
        path: Folder with `tokenizer.json` and either `model.onnx`, `onnx/model.onnx` or a single
            other .onnx file. The model must have an output of shape (batch, sub-words, d).

    Raises:
        ParaphraseError: P350 if onnxruntime or tokenizers is not installed, P351 if a file is
            missing, P352 if the model gives no token vectors.

    Example:
        >>> encoder = OnnxEncoder("all-MiniLM-L6-v2")  # doctest: +SKIP
        >>> encoder.encode([["A", "cat", "sleeps"]])[0].shape  # doctest: +SKIP
        (3, 384)
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        model, tokenizer = _files(Path(path))
        self._session = session(str(model), self.path)
        tokenizers = optional_package("tokenizers", self.path)
        self._tokenizer: Any = tokenizers.Tokenizer.from_file(str(tokenizer))
        self._tokenizer.enable_truncation(MAX_PIECES)
        self._tokenizer.no_padding()
        self._inputs = [put.name for put in self._session.get_inputs()]
        self._output = self._token_output()

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[Float32Array]:
        """Return a matrix of shape (n, d) for each sentence of n words; one run of the model."""
        if not sentences:
            return []
        words = [list(words) for words in sentences]
        encodings = self._tokenizer.encode_batch(words, is_pretokenized=True)
        return self._pool(encodings, [len(words) for words in sentences])

    def __reduce__(self) -> tuple[Any, ...]:
        return OnnxEncoder, (self.path,)

    def _run(self, encodings: Sequence[Any], outputs: list[str] | None) -> list[Any]:
        shape = (len(encodings), max(len(encoding.ids) for encoding in encodings))
        feeds = {name: np.zeros(shape, np.int64) for name in self._inputs}
        for row, encoding in enumerate(encodings):
            for name, array in feeds.items():
                array[row, : len(encoding.ids)] = getattr(encoding, _FEEDS[name])
        found: list[Any] = self._session.run(outputs, feeds)
        return found

    def _token_output(self) -> str:
        """Return the name of the first output of shape (batch, sub-words, d)."""
        names = [put.name for put in self._session.get_outputs()]
        if set(self._inputs) <= set(_FEEDS):
            encodings = self._tokenizer.encode_batch(["a", "some more words"])
            shape = (2, max(len(encoding.ids) for encoding in encodings))
            for name, array in zip(names, self._run(encodings, None), strict=True):
                if array.ndim == 3 and array.shape[:2] == shape:
                    return str(name)
        raise ParaphraseError("P352", path=self.path, inputs=self._inputs, outputs=names)

    def _pool(self, encodings: Sequence[Any], lengths: Sequence[int]) -> list[Float32Array]:
        (states,) = self._run(encodings, [self._output])
        pooled = []
        for row, (encoding, length) in enumerate(zip(encodings, lengths, strict=True)):
            pieces = [(k, word) for k, word in enumerate(encoding.word_ids) if word is not None]
            sums = np.zeros((length, states.shape[2]), np.float32)
            counts = np.zeros((length, 1), np.float32)
            if pieces:
                positions, words = map(list, zip(*pieces, strict=True))
                np.add.at(sums, words, states[row, positions])
                np.add.at(counts, words, 1.0)
            pooled.append(np.divide(sums, np.maximum(counts, 1.0), dtype=np.float32))
        return pooled


def encoded(source: Tokens, target: Tokens, encoder: Encoder, least: float) -> FloatArray:
    """Return the cosines of the words' vectors in context (see `vectors.close`); shape (n, m).

    Encoders give all words of a sentence similar vectors, and hardly encode who did what to whom
    (bought from / sold to). Use this expert only together with others.
    """
    words = [[token.text for token in side] for side in (source, target)]
    rows, columns = encoder.encode(words)
    return close(source, target, rows, columns, least)


def _files(folder: Path) -> tuple[Path, Path]:
    models = [folder / "model.onnx", folder / "onnx" / "model.onnx"]
    others = sorted(folder.glob("*.onnx"))
    models = [path for path in models if path.is_file()] or (others if len(others) == 1 else [])
    tokenizer = folder / "tokenizer.json"
    if not models or not tokenizer.is_file():
        found = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else "no folder"
        expected = (
            "tokenizer.json and model.onnx, onnx/model.onnx or one other .onnx file: export a "
            "sentence-transformers model to ONNX"
        )
        raise ParaphraseError("P351", path=str(folder), got=found, expected=expected)
    return models[0], tokenizer
