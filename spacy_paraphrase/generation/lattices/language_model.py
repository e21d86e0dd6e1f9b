"""Language models by which the search prefers fluent text: n-grams, kenlm, word frequencies.

`NgramLM` is trained on sentences by interpolated Kneser-Ney smoothing with one discount (Kneser and
Ney 1995, *Improved backing-off for m-gram language modeling*; Chen and Goodman 1999, *An empirical
study of smoothing techniques for language modeling*) and stored in the ARPA format, which other
tools can read. All probabilities are log10.
"""

from __future__ import annotations

import gzip
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal, Protocol, TypeAlias

from ...errors import ParaphraseError
from ...registry import registered

Casing: TypeAlias = Literal["lower", "cased"]
State: TypeAlias = Hashable
NGram: TypeAlias = tuple[str, ...]

START, END, UNKNOWN = "<s>", "</s>", "<unk>"
DISCOUNT = 0.75
ORDERS = (1, 6)
# The log10 probability in ARPA files of what never occurs, such as the start of a sentence.
_NEVER = -99.0


class LanguageModel(Protocol):
    """Protocol of a language model for the search; states must be hashable.

    Attributes:
        order: The n-gram order: the number of words in an n-gram.
        casing: Whether the model expects words as written ("cased") or in lower case.
    """

    order: int
    casing: Casing

    def start(self) -> State:
        """Return the state before the first word of a sentence."""

    def step(self, state: State, word: str) -> tuple[State, float]:
        """Return the state after a word, and log10 of the probability of the word."""

    def finish(self, state: State) -> float:
        """Return log10 of the probability of the sentence end."""

    def oov(self, word: str) -> bool:
        """Return whether a word is unknown to the model."""


def sentence_score(model: LanguageModel, words: Iterable[str]) -> float:
    """Return log10 of the probability of a sentence, including its end.

    Args:
        model: The model.
        words: The words as written; they are converted to the casing of the model.

    Example:
        >>> model = train_ngrams(["the cat sat".split(), "the dog sat".split()], order=2)
        >>> round(sentence_score(model, "The cat sat".split()), 4)
        -1.2803
    """
    state, total = advance(model, model.start(), words)
    return total + model.finish(state)


def advance(model: LanguageModel, state: State, words: Iterable[str]) -> tuple[State, float]:
    """Return the state after some more words, and log10 of their probability."""
    total = 0.0
    for word in words:
        state, gained = model.step(state, word.lower() if model.casing == "lower" else word)
        total += gained
    return state, total


class NgramLM:
    """An n-gram model with back-off weights, as in the ARPA format.

    Args:
        probabilities: log10 of the probability of the last word of each n-gram given the others.
        backoffs: log10 of the back-off weight of each n-gram, for words not seen after it.
        order: Length of the longest n-grams.
        casing: Whether the words are lower-cased.
    """

    def __init__(
        self,
        probabilities: Mapping[NGram, float],
        backoffs: Mapping[NGram, float],
        order: int,
        casing: Casing = "lower",
    ) -> None:
        self.probabilities = probabilities
        self.backoffs = backoffs
        self.order = order
        self.casing: Casing = casing

    def start(self) -> State:
        """Return the state before the first word of a sentence."""
        return (START,)[: self.order - 1]

    def step(self, state: State, word: str) -> tuple[State, float]:
        """Return the state after a word, and log10 of the probability of the word."""
        assert isinstance(state, tuple)
        word = UNKNOWN if self.oov(word) else word
        return (*state, word)[-self.order + 1 :] if self.order > 1 else (), self._of(state, word)

    def finish(self, state: State) -> float:
        """Return log10 of the probability of the sentence end."""
        assert isinstance(state, tuple)
        return self._of(state, END)

    def oov(self, word: str) -> bool:
        """Return whether a word is unknown to the model."""
        return (word,) not in self.probabilities or word in (START, END)

    def _of(self, context: NGram, word: str) -> float:
        left = 0.0
        while (found := self.probabilities.get((*context, word))) is None:
            left += self.backoffs.get(context, 0.0)
            context = context[1:]
        return left + found

    def write_arpa(self, path: Path | str) -> None:
        """Write the model as an ARPA file, gzipped if the name ends in ".gz".

        Raises:
            ParaphraseError: P507 if the file cannot be written.
        """
        by_order: list[list[NGram]] = [[] for _ in range(self.order)]
        for ngram in self.probabilities:
            by_order[len(ngram) - 1].append(ngram)
        with _opened(path, "wt") as stream:
            stream.write("\\data\\\n")
            stream.writelines(f"ngram {n}={len(some)}\n" for n, some in enumerate(by_order, 1))
            for n, some in enumerate(by_order, 1):
                stream.write(f"\n\\{n}-grams:\n")
                for ngram in sorted(some):
                    columns = [f"{self.probabilities[ngram]:.9g}", " ".join(ngram)]
                    if ngram in self.backoffs:
                        columns.append(f"{self.backoffs[ngram]:.9g}")
                    stream.write("\t".join(columns) + "\n")
            stream.write("\n\\end\\\n")


def count_ngrams(
    sentences: Iterable[Sequence[str]], order: int = 3, casing: Casing = "lower"
) -> Counter[NGram]:
    """Count the n-grams of full length in sentences, and shorter ones at sentence starts.

    Counts can be added up, so that a corpus can be counted in parts.

    Args:
        sentences: The words of each sentence; empty sentences are ignored.
        order: Length of the longest n-grams in words, 1 to 6.
        casing: "lower" to lower-case the words.

    Raises:
        ParaphraseError: P207 for another order, or for a string instead of a list of words.

    Example:
        >>> counts = count_ngrams([["A", "cat"]], order=2)
        >>> sorted(counts.items())
        [(('<s>', 'a'), 1), (('a', 'cat'), 1), (('cat', '</s>'), 1)]
    """
    if not ORDERS[0] <= order <= ORDERS[1]:
        raise ParaphraseError("P207", name="order", got=order, expected="1 to 6")
    counts: Counter[NGram] = Counter()
    for words in sentences:
        if isinstance(words, str):
            raise ParaphraseError("P207", name="a sentence", got=words, expected="a list of words")
        if words:
            lower = [word.lower() if casing == "lower" else word for word in words]
            row = ((START,) if order > 1 else ()) + (*lower, END)
            counts.update(row[:n] for n in range(2, min(order, len(row) + 1)))
            counts.update(row[i : i + order] for i in range(len(row) - order + 1))
    return counts


def train_ngrams(
    sentences: Iterable[Sequence[str]],
    order: int = 3,
    *,
    discount: float = DISCOUNT,
    casing: Casing = "lower",
) -> NgramLM:
    """Train an n-gram model on sentences: `model_of_counts` over `count_ngrams`."""
    counts = count_ngrams(sentences, order, casing)
    return model_of_counts(counts, order, discount=discount, casing=casing)


def model_of_counts(
    counts: Mapping[NGram, int], order: int, *, discount: float = DISCOUNT, casing: Casing = "lower"
) -> NgramLM:
    """Estimate a model from counts, by interpolated Kneser-Ney smoothing.

    Below the highest order, the count of an n-gram is the number of different words before it;
    n-grams at the start of a sentence keep their frequency. The discounted mass goes to the next
    lower order; for single words it is shared equally among all possible tokens, including unknown
    words and the sentence end. Thus the probabilities of every context sum to 1.

    Args:
        counts: Result of `count_ngrams`, or a sum of such results.
        order: The order of the counts.
        discount: The discount subtracted from each count, above 0 and below 1.
        casing: The casing of the counted words.

    Raises:
        ParaphraseError: P207 for a discount or counts that cannot be used.
    """
    if not 0 < discount < 1:
        raise ParaphraseError("P207", name="discount", got=discount, expected="between 0 and 1")
    if not counts:
        raise ParaphraseError("P207", name="counts", got="nothing", expected="sentences with words")
    levels = _levels(counts, order)
    words = {ngram[0] for ngram in levels[0]} | {UNKNOWN}
    shares: dict[NGram, float] = {}
    left: dict[NGram, float] = {}
    for level in levels:
        totals: Counter[NGram] = Counter()
        types: Counter[NGram] = Counter()
        for ngram, count in level.items():
            totals[ngram[:-1]] += count
            types[ngram[:-1]] += 1
        left |= {context: discount * types[context] / total for context, total in totals.items()}
        for ngram, count in level.items():
            context = ngram[:-1]
            below = shares[ngram[1:]] if context else 1 / len(words)
            shares[ngram] = (count - discount) / totals[context] + left[context] * below
    shares[(UNKNOWN,)] = shares.get((UNKNOWN,), left.pop(()) / len(words))
    probabilities = {ngram: math.log10(share) for ngram, share in shares.items()}
    if order > 1:
        probabilities[(START,)] = _NEVER
    backoffs = {context: math.log10(share) for context, share in left.items()}
    return NgramLM(probabilities, backoffs, order, casing)


def _levels(counts: Mapping[NGram, int], order: int) -> list[dict[NGram, int]]:
    """Return the counts by n-gram length; shorter n-grams count the different words before them."""
    levels: list[dict[NGram, int]] = [{} for _ in range(order)]
    for ngram, count in counts.items():
        levels[len(ngram) - 1][ngram] = count
    for n in range(order - 1, 0, -1):
        levels[n - 1].update(Counter(ngram[1:] for ngram in levels[n]))
    return levels


def read_arpa(path: Path | str, casing: Casing = "lower") -> NgramLM:
    """Read a model from an ARPA file, gzipped if its name ends in ".gz".

    Raises:
        ParaphraseError: P850 if there is no such file, P851 if it is not an ARPA file.
    """
    probabilities: dict[NGram, float] = {}
    backoffs: dict[NGram, float] = {}
    order, ended = 0, False
    with _opened(path, "rt") as stream:
        for number, line in enumerate(_text_lines(stream, path), 1):
            text = line.strip()
            if text.endswith("-grams:"):
                order = _section(text, number, path)
            elif text == "\\end\\":
                ended = True
            elif order and text:
                ngram, values = _entry(text, order, number, path)
                probabilities[ngram] = values[0]
                if len(values) > 1:
                    backoffs[ngram] = values[1]
    if not ended or not order:
        raise ParaphraseError("P851", path=str(path), got="no sections of n-grams, or no end")
    probabilities.setdefault((UNKNOWN,), _NEVER)
    return NgramLM(probabilities, backoffs, order, casing)


def _text_lines(stream: IO[str], path: Path | str) -> Iterator[str]:
    try:
        yield from stream
    except (UnicodeDecodeError, gzip.BadGzipFile, EOFError) as error:
        raise ParaphraseError("P851", path=str(path), got=f"({error})") from error


def _section(text: str, number: int, path: Path | str) -> int:
    name = text.removeprefix("\\").removesuffix("-grams:")
    if not name.isdecimal():
        raise ParaphraseError("P851", path=str(path), got=f"{text!r} in line {number}")
    return int(name)


def _entry(text: str, order: int, number: int, path: Path | str) -> tuple[NGram, list[float]]:
    first, *rest = text.split()
    try:
        values = [float(value) for value in (first, *rest[order : order + 1])]
    except ValueError:
        values = []
    if not values or len(rest) not in (order, order + 1):
        raise ParaphraseError("P851", path=str(path), got=f"{text[:60]!r} in line {number}")
    return tuple(rest[:order]), values


@contextmanager
def _opened(path: Path | str, mode: Literal["rt", "wt"]) -> Iterator[IO[str]]:
    opener: Any = gzip.open if str(path).endswith(".gz") else open
    try:
        stream = opener(path, mode, encoding="utf8")
    except FileNotFoundError as error:
        raise ParaphraseError("P850", path=str(path)) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise ParaphraseError("P507", path=str(path), reason=reason) from error
    with stream:
        yield stream


class KenLM:
    """A model of any order, read by kenlm from an ARPA file or its binary format.

    Heafield 2011, *KenLM: faster and smaller language model queries*.

    Args:
        path: The file.
        casing: Whether the words of the model are in lower case.

    Raises:
        ParaphraseError: P852 if kenlm is not installed, P850 if there is no such file, P851 if
            kenlm cannot read it.
    """

    def __init__(self, path: Path | str, casing: Casing = "lower") -> None:
        try:
            import kenlm
        except ImportError as error:
            raise ParaphraseError("P852", package="kenlm", extra="kenlm") from error
        if not Path(path).is_file():
            raise ParaphraseError("P850", path=str(path))
        config = kenlm.Config()
        config.show_progress, config.arpa_complain = False, kenlm.ARPALoadComplain.NONE
        try:
            self._model = kenlm.Model(str(path), config)
        except OSError as error:
            raise ParaphraseError("P851", path=str(path), got=f"({error})") from error
        self._new_state = kenlm.State
        self.order: int = self._model.order
        self.casing: Casing = casing

    def start(self) -> State:
        """Return the state before the first word of a sentence."""
        state = self._new_state()
        self._model.BeginSentenceWrite(state)
        return state  # type: ignore[no-any-return]  # states compare and hash by value

    def step(self, state: State, word: str) -> tuple[State, float]:
        """Return the state after a word, and log10 of the probability of the word."""
        after = self._new_state()
        gained = self._model.BaseScore(state, word, after)
        return after, float(gained)

    def finish(self, state: State) -> float:
        """Return log10 of the probability of the sentence end."""
        return float(self._model.BaseScore(state, END, self._new_state()))

    def oov(self, word: str) -> bool:
        """Return whether a word is unknown to the model."""
        return word not in self._model


class UnigramLM:
    """Word frequencies without context; they suffice to choose between equally good candidates.

    Args:
        language: Code of a language that wordfreq knows.

    Raises:
        ParaphraseError: P852 if wordfreq is not installed, P306 if it does not know the language.
    """

    order = 1
    casing: Casing = "lower"
    # log10 of the frequency of an unknown word, 1 in 10**9: a Zipf value of 0.
    unknown = -9.0

    def __init__(self, language: str = "en") -> None:
        try:
            import wordfreq
        except ImportError as error:
            raise ParaphraseError("P852", package="wordfreq", extra="lexicon") from error
        try:
            wordfreq.get_frequency_list(language)
        except LookupError as error:
            raise ParaphraseError("P306", language=language) from error
        self._zipf = wordfreq.zipf_frequency
        self._language = language

    def start(self) -> State:
        """Return the only state."""
        return ()

    def step(self, state: State, word: str) -> tuple[State, float]:
        """Return the state after a word, and log10 of the word's frequency."""
        return (), self.unknown + self._zipf(word, self._language)

    def finish(self, state: State) -> float:
        """Return 0, as the model gives sentence ends no probability."""
        return 0.0

    def oov(self, word: str) -> bool:
        """Return whether a word is unknown to the model."""
        return not self._zipf(word, self._language)


@registered("NgramLM.v1")
def make_ngram_lm(path: str, casing: Casing = "lower") -> NgramLM:
    """Return a model read from an ARPA file (`read_arpa`)."""
    return read_arpa(path, casing)


@registered("KenLM.v1")
def make_kenlm(path: str, casing: Casing = "lower") -> KenLM:
    """Return a model read by kenlm (`KenLM`)."""
    return KenLM(path, casing)


@registered("UnigramLM.v1")
def make_unigram_lm(language: str = "en") -> UnigramLM:
    """Return a model of word frequencies (`UnigramLM`)."""
    return UnigramLM(language)
