"""The pair encoder: a small transformer over both sentences of a pair, with several heads.

A cross-encoder (Devlin et al. 2019, "BERT", NAACL, section 3.2) reads both sentences as one
sequence, `[CLS] a [SEP] b [SEP]`. One pass gives the entailment in both directions, the similarity,
an alignment of the words (after Jalili Sabet et al. 2020, "SimAlign", EMNLP Findings, with a null
word), vectors of words to judge pairs of units, and for each word the probability that the other
sentence supports it (after Goyal and Durrett 2020, EMNLP Findings, section 3).

Each pair is run separately, without padding, so that results do not depend on other pairs. The
order of the two sentences in the sequence depends only on their words (see `reading_order`). Thus
exchanging source and target exactly inverts the result.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from os.path import isdir, isfile
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..errors import ParaphraseError, short_repr
from ..jobs.arrays import Array, Float32Array, FloatArray, read_data
from ..lexicon.vectors import optional_package, session
from ..pairs.results import EncoderOutput, EntailmentScores

SHIPPED = Path(__file__).parent / "weights" / "encoder"
MODEL, VOCABULARY, HEADS = FILES = ("model.onnx", "vocab.txt", "heads.npz")
# Maximum number of pieces in one run, and in a window of one sentence of a longer pair; one run has
# two windows and three special pieces.
LONGEST = 256
WINDOW = 126
SPECIAL = 3
# Maximum number of pieces that are read of one word; names of chemicals and URLs have more.
WORD_PIECES = 16
# Maximum number of words in the cache of pieces.
KNOWN_WORDS = 50_000
# Decimal places of probabilities, and of alignments and vectors, which are stored as float16.
DIGITS, COARSE = 4, 3

# The arrays of the heads, float16; weights have shape (inputs, outputs). If states have size d,
# `judge` maps 3d numbers to 7 (entailment, neutral, contradiction of b by a, and of a by b;
# similarity), `align` maps d to the space of alignment, `unit` four times the projected size to 6
# (`UnitJudgement`), and `support` maps d to the logit that the other side supports a word.
_LAYERS = (
    *("judge.hidden", "judge.out", "align", "unit.project", "unit.hidden", "unit.out"),
    *("support.hidden", "support.out"),
)
_NUMBERS = ("judge.temperature", "align.null", "align.scale")
_HEADS = {f"{layer}.{part}" for layer in _LAYERS for part in ("weight", "bias")}.union(_NUMBERS)

Pieces: TypeAlias = list[list[int]]  # of each word


class UnitJudgement(NamedTuple):
    """The relation of a source unit (a phrase, a chunk, a word) to a target unit.

    The first five fields are probabilities that add up to 1; all are rounded to four digits.

    Attributes:
        restates: Both units have the same meaning.
        specifies: The source unit is more specific.
        generalizes: The target unit is more specific.
        intersects: The units share a part of their meaning.
        opposes: The units exclude each other.
        similarity: Graded similarity, 0 to 1.
    """

    restates: float
    specifies: float
    generalizes: float
    intersects: float
    opposes: float
    similarity: float

    def invert(self) -> UnitJudgement:
        """Return the judgement with source and target exchanged."""
        return self._replace(specifies=self.generalizes, generalizes=self.specifies)


_INVERSE = [0, 2, 1, 3, 4, 5]


class PairEncoder:
    """A transformer with its word pieces and its heads, which reads pairs of sentences.

    A pair of more than 256 pieces is read in windows of whole words, at most 126 pieces each, that
    overlap by half (of each word, at most the first 16 pieces). Each window of one side is run with
    each window of the other, and the results are combined:

    - entailment of a side: the maximum over the other side's windows, then the minimum of its own;
    - contradiction: the maximum; similarity: the mean of the best of each window, of both sides;
    - alignment of two words: the maximum; vector of a word: the mean;
    - support of a word: the maximum over the other side's windows, then the mean of its own.

    Args:
        weights: Folder of `model.onnx` (inputs `ids` and `sides`, int64 of shape (1, pieces);
            output `states`, float32 of shape (1, pieces, d)), `vocab.txt` (word pieces, uncased)
            and `heads.npz` (see `_HEADS`), or their contents by name; None for the package's files.

    Raises:
        ParaphraseError: P350 if onnxruntime or tokenizers is not installed, P351 if a file is
            missing, P355 if the files are no pair encoder, P356 if they are damaged.

    Example:
        >>> encoder = PairEncoder()  # doctest: +SKIP
        >>> reading = encoder.read(["A", "puppy", "barks"], ["A", "dog", "barks"])  # doctest: +SKIP
        >>> reading.entails.entailment > reading.entailed.entailment  # doctest: +SKIP
        True
    """

    def __init__(self, weights: str | Path | Mapping[str, bytes] | None = None) -> None:
        name = str(SHIPPED if weights is None or isinstance(weights, Mapping) else weights)
        files = weights if isinstance(weights, Mapping) else read_files(weights)
        # The user's files may be deleted before a pipeline is saved or sent to a process.
        self.files: dict[str, bytes] | None = None if weights is None else dict(files)
        try:
            self._read_files(files, name)
            if weights is not None:  # damaged files should fail now, not with the first pair
                self.read(["a"], ["a", "b"])
                self._check_vocabulary(len(files[VOCABULARY].splitlines()), name)
        except (ImportError, MemoryError, ParaphraseError):
            raise
        except Exception as error:  # the runtime may raise any error
            raise ParaphraseError("P356", path=name, got=short_repr(str(error))) from error

    def _check_vocabulary(self, size: int, name: str) -> None:
        """Check that the model has an embedding for each piece, and less than 25 % more of them."""
        if not self._knows(size - 1) or self._knows(size + size // 4):
            got = f"{VOCABULARY} has {size} pieces, and the model another number"
            raise ParaphraseError("P356", path=name, got=got)

    def _knows(self, piece: int) -> bool:
        try:
            self._run([[piece]], [])
        except Exception:  # the runtime may raise any error
            return False
        return True

    def _read_files(self, files: Mapping[str, bytes], name: str) -> None:
        vocabulary = files[VOCABULARY].decode("utf-8").splitlines()
        pieces = {piece: id for id, piece in enumerate(vocabulary)}
        self.pieces_of = lru_cache(KNOWN_WORDS)(word_pieces(pieces, name))
        self._session = session(files[MODEL], name)
        with np.load(io.BytesIO(files[HEADS]), allow_pickle=False) as archive:
            self._heads = {part: archive[part].astype(np.float32) for part in archive.files}
        inputs = {put.name for put in self._session.get_inputs()}
        lacking = sorted({"ids", "sides"} - inputs | {"[CLS]", "[SEP]"} - set(pieces))
        lacking += sorted(_HEADS - set(self._heads))
        if lacking:
            raise ParaphraseError("P355", path=name, got=", ".join(lacking))
        self._first, self._separator = pieces["[CLS]"], pieces["[SEP]"]

    def __reduce__(self) -> tuple[Any, ...]:
        return PairEncoder, (self.files,)

    def read(self, source: Sequence[str], target: Sequence[str]) -> EncoderOutput:
        """Return the output of the encoder for a pair.

        Args:
            source: n words.
            target: m words. Either side may be empty, and words may be white space.
        """
        turned = reading_order(source) > reading_order(target)
        a, b = (
            [self.pieces_of(word) for word in side]
            for side in ((target, source) if turned else (source, target))
        )
        reading = self._read(a, b)
        if a == b:
            return _both_ways(reading)
        return reading.invert() if turned else reading

    def judge_units(
        self, reading: EncoderOutput, pairs: Iterable[tuple[Sequence[int], Sequence[int]]]
    ) -> list[UnitJudgement]:
        """Return the relations of pairs of units in the context of their sentences.

        Args:
            reading: The output of `read` for the pair.
            pairs: The word indices of a source unit and a target unit; at least one word each.
        """
        units = list(pairs)
        if not units:
            return []
        u, v = (
            np.stack([side[list(unit[k])].mean(axis=0) for unit in units])
            for k, side in enumerate((reading.source, reading.target))
        )
        seen = [self._judge(u, v)] if reading.order >= 0 else []
        seen += [self._judge(v, u)[:, _INVERSE]] if reading.order <= 0 else []
        judged = np.round(sum(seen) / len(seen), DIGITS)
        return [UnitJudgement(*row) for row in judged.tolist()]

    def _read(self, a: Pieces, b: Pieces) -> EncoderOutput:
        longest = WINDOW if sum(map(len, a)) + sum(map(len, b)) + SPECIAL > LONGEST else LONGEST
        parts = [windows([len(word) for word in side], longest) for side in (a, b)]
        rows, columns = parts
        judged = np.zeros((len(rows), len(columns), 4))
        alignment = np.zeros((len(a), len(b)), np.float32)
        width = len(self._heads["unit.project.bias"])
        sums = [np.zeros((len(side), width), np.float32) for side in (a, b)]
        counts = [np.zeros((len(side), 1), np.float32) for side in (a, b)]
        # Support of the words of each window: the maximum over the windows of the other side.
        supports = [[np.zeros(w.stop - w.start, np.float32) for w in some] for some in parts]
        for i, row in enumerate(rows):
            for j, column in enumerate(columns):
                pooled, *words = self._run(a[row], b[column])
                judged[i, j] = judge(self._heads, pooled)
                block = alignment[row, column]
                np.maximum(block, align(self._heads, *words), out=block)
                for k, (part, vectors) in enumerate(zip((row, column), words, strict=True)):
                    sums[k][part] += _layer(self._heads, "unit.project", vectors)
                    counts[k][part] += 1
                    most = supports[k][(i, j)[k]]
                    np.maximum(most, support(self._heads, vectors), out=most)
        entails, entailed, similarity = combine(judged)
        source, target = (_coarse(sums[k] / counts[k]) for k in (0, 1))
        restates = _coarse(self._restates(source, target))
        supported = (_mean(parts[k], supports[k], len(sums[k])) for k in (0, 1))
        arrays = _coarse(alignment), restates, source, target, *map(_coarse, supported)
        return EncoderOutput(entails, entailed, similarity, 1, *arrays)

    def _run(self, a: Pieces, b: Pieces) -> tuple[Float32Array, Float32Array, Float32Array]:
        n, m = (sum(map(len, side)) for side in (a, b))
        first, last = ([piece for word in side for piece in word] for side in (a, b))
        ids = [self._first, *first, self._separator, *last, self._separator]
        feeds = {"ids": ids, "sides": [0] * (n + 2) + [1] * (m + 1)}
        arrays = {name: np.array([row], np.int64) for name, row in feeds.items()}
        states = self._session.run(["states"], arrays)[0][0]
        parts = states[1 : n + 1], states[n + 2 : n + 2 + m]
        means = [part.sum(axis=0) / max(len(part), 1) for part in parts]
        return np.concatenate([states[0], *means]), _of_words(parts[0], a), _of_words(parts[1], b)

    def _restates(self, source: Float32Array, target: Float32Array) -> Float32Array:
        rows = [self._judge(np.broadcast_to(word, target.shape), target)[:, 0] for word in source]
        return np.array(rows, np.float32).reshape(len(source), len(target))

    def _judge(self, u: Float32Array, v: Float32Array) -> FloatArray:
        seen = np.concatenate([u, v, np.abs(u - v), u * v], axis=1)
        hidden = np.tanh(_layer(self._heads, "unit.hidden", seen))
        out = _layer(self._heads, "unit.out", hidden).astype(np.float64)
        return np.concatenate([_softmax(out[:, :5]), _sigmoid(out[:, 5:])], axis=1)


def read_files(folder: str | Path | None = None) -> dict[str, bytes]:
    """Return the files of a pair encoder by name; those of the package by default.

    Raises:
        ParaphraseError: P351 if a file is missing, P034 if one of the package is lost or damaged.
    """
    place = SHIPPED if folder is None else Path(folder)
    if folder is not None and not all(isfile(place / name) for name in FILES):
        found = sorted(path.name for path in place.iterdir()) if isdir(place) else "no folder"
        raise ParaphraseError("P351", path=str(place), got=found, expected=", ".join(FILES))
    return {name: read_data(place / name) for name in FILES}


def word_pieces(vocabulary: dict[str, int], path: str) -> Callable[[str], list[int]]:
    """Return the function that maps a word to its pieces (at least one, at most `WORD_PIECES`).

    It ignores case and accents. A word without pieces (white space) gets the piece `[UNK]`.

    Args:
        vocabulary: Pieces and their ids; pieces inside a word begin with "##".
        path: The path of the vocabulary, for the error message.

    Raises:
        ParaphraseError: P350 if tokenizers is not installed, P355 if there is no piece `[UNK]`.
    """
    tokenizers = optional_package("tokenizers", path)
    if "[UNK]" not in vocabulary:
        raise ParaphraseError("P355", path=path, got="[UNK]")
    model = tokenizers.models.WordPiece(vocabulary, unk_token="[UNK]")
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.normalizer = tokenizers.normalizers.BertNormalizer(lowercase=True, strip_accents=True)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()

    def pieces(word: str) -> list[int]:
        found: list[int] = tokenizer.encode(word, add_special_tokens=False).ids
        return found[:WORD_PIECES] or [vocabulary["[UNK]"]]

    return pieces


def windows(lengths: Sequence[int], longest: int) -> list[slice]:
    """Return the windows of a sentence: a single one if it fits, else windows that overlap by half.

    Args:
        lengths: Number of pieces of each word.
        longest: Maximum number of pieces of a window; no word may have more than half of it.

    Example:
        >>> [(w.start, w.stop) for w in windows([1, 1, 2, 1, 1], 4)]
        [(0, 3), (2, 5)]
    """
    ends = np.cumsum([0, *lengths])
    found: list[slice] = []
    start = stop = 0
    while stop < len(lengths) or not found:
        stop = int(np.searchsorted(ends, ends[start] + longest, side="right")) - 1
        found.append(slice(start, stop))
        start = int(np.searchsorted(ends, (ends[start] + ends[stop]) / 2))
    return found


def judge(heads: Mapping[str, Array], pooled: Float32Array) -> FloatArray:
    """Return the entailment of b by a and of a by b, the contradiction, and the similarity.

    Contradiction has no direction: its two probabilities are averaged, and the others rescaled.

    Args:
        heads: Weights by name.
        pooled: State of the pair, shape (3d,).
    """
    hidden = np.tanh(_layer(heads, "judge.hidden", pooled[None]))
    out = _layer(heads, "judge.out", hidden)[0].astype(np.float64)
    each = _softmax(out[:6].reshape(2, 3) / heads["judge.temperature"].item())
    contradiction = each[:, 2].mean()
    entailment = (1 - contradiction) * each[:, 0] / np.maximum(each[:, :2].sum(axis=1), 1e-12)
    return np.array([*entailment, contradiction, _sigmoid(out[6])])


def align(heads: Mapping[str, Array], a: Float32Array, b: Float32Array) -> Float32Array:
    """Return the strength of the alignment of words, 0 to 1; shape (n, m).

    It is the geometric mean of two probabilities: that of the word of b for the word of a (softmax
    over all words of b and the null word), and that of the opposite direction.

    Args:
        heads: Weights by name.
        a: States of n words, shape (n, d).
        b: States of m words, shape (m, d).
    """
    one, other = (_layer(heads, "align", side) for side in (a, b))
    scores = heads["align.scale"].item() * _product(one, other.T) / np.sqrt(one.shape[1])
    padded = np.pad(scores, (0, 1), constant_values=heads["align.null"].item())
    rows, columns = _softmax(padded[:-1]), _softmax(padded[:, :-1].T).T
    return np.asarray(np.sqrt(rows[:, :-1] * columns[:-1]), np.float32)


def support(heads: Mapping[str, Array], words: Float32Array) -> Float32Array:
    """Return the probability that the other side supports each word; shape (n,).

    Args:
        heads: Weights by name.
        words: States of n words, shape (n, d).
    """
    hidden = np.tanh(_layer(heads, "support.hidden", words))
    return np.asarray(_sigmoid(_layer(heads, "support.out", hidden)[:, 0]), np.float32)


def combine(judged: FloatArray) -> tuple[EntailmentScores, EntailmentScores, float]:
    """Combine the scores of windows into those of the pair (see `PairEncoder`).

    Args:
        judged: Results of `judge` for each window of a with each window of b, shape (A, B, 4).
    """
    contradiction = round(float(judged[..., 2].max()), DIGITS)
    best = judged[..., 0].max(axis=0).min(), judged[..., 1].max(axis=1).min()
    scores = []
    for entailment in best:
        entailment = min(round(float(entailment), DIGITS), round(1 - contradiction, DIGITS))
        neutral = abs(round(1 - contradiction - entailment, DIGITS))
        scores.append(EntailmentScores(entailment, neutral, contradiction))
    similar = judged[..., 3]
    similarity = (similar.max(axis=0).mean() + similar.max(axis=1).mean()) / 2
    return scores[0], scores[1], round(float(similarity), DIGITS)


def reading_order(words: Sequence[str]) -> tuple[int, list[str], list[str]]:
    """Return the sort key of a sentence; the smaller key is read first (length, then alphabet)."""
    return len(words), [word.lower() for word in words], list(words)


def _both_ways(reading: EncoderOutput) -> EncoderOutput:
    """Return a symmetric output for two sides with the same pieces."""
    entailment = round((reading.entails.entailment + reading.entailed.entailment) / 2, DIGITS)
    contradiction = reading.entails.contradiction
    neutral = abs(round(1 - entailment - contradiction, DIGITS))
    scores = EntailmentScores(entailment, neutral, contradiction)
    alignment = _coarse((reading.alignment + reading.alignment.T) / 2)
    restates = _coarse((reading.restates + reading.restates.T) / 2)
    unit = _coarse((reading.source + reading.target) / 2)
    supported = _coarse((reading.source_support + reading.target_support) / 2)
    arrays = alignment, restates, unit, unit, supported, supported
    return EncoderOutput(scores, scores, reading.similarity, 0, *arrays)


def _mean(parts: Sequence[slice], values: Sequence[Float32Array], length: int) -> Float32Array:
    """Return, for each word of a side, the mean of its values in all windows that contain it."""
    sums, counts = np.zeros((2, length), np.float32)
    for part, some in zip(parts, values, strict=True):
        sums[part] += some
        counts[part] += 1
    return sums / counts


def _of_words(states: Float32Array, pieces: Pieces) -> Float32Array:
    """Return the mean state of each word's pieces; shape (words, d)."""
    if not pieces:
        return np.zeros((0, states.shape[1]), np.float32)
    lengths = np.array([len(word) for word in pieces])
    sums = np.add.reduceat(states, np.cumsum(lengths) - lengths, axis=0)
    return np.asarray(sums / lengths[:, None], np.float32)


def _layer(heads: Mapping[str, Array], name: str, rows: Array) -> Float32Array:
    product = _product(rows, heads[f"{name}.weight"])
    return np.asarray(product + heads[f"{name}.bias"], np.float32)


def _product(one: Array, other: Array) -> Array:
    """Return a matrix product; ignores the flag "invalid", which padding in kernels may raise."""
    with np.errstate(invalid="ignore"):
        return np.asarray(one @ other)


def _softmax(rows: Array) -> Array:
    shares = np.exp(rows - rows.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _sigmoid(x: Array) -> Array:
    return np.asarray(0.5 * (1 + np.tanh(0.5 * x)))


def _coarse(array: Array) -> Float32Array:
    """Return the numbers with the precision of storage."""
    return np.round(array, COARSE).astype(np.float16).astype(np.float32)
