"""Word spaces: what words stand beside, as vectors of one size, by Random Indexing.

The index vectors (`indexing`) of what stands beside a word, added up, are its *context vector*; the
cosine of two context vectors is the similarity of their words. The size of the vectors is fixed,
and spaces of parts of the texts can be added.

Kanerva, Kristoferson and Holst 2000, *Random indexing of text samples for latent semantic
analysis*; Sahlgren, Holst and Kanerva 2008, *Permutations as a means to encode order in word
space*; Moen, Marsi and Gambäck 2013, *Towards dynamic word sense discrimination with random
indexing*; Moen and others 2014, *Care episode retrieval*.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import srsly
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vectors import Vectors  # type: ignore[import-not-found]
from spacy.vocab import Vocab

from .. import extensions
from ..analysis.sentence import sentence_of
from ..arrays import Array, Float32Array, FloatArray, IntArray, pack_arrays, unpack_arrays
from ..atomic import whole_file
from ..errors import ParaphraseError, coded
from ..lexicon.strings import cosines
from .indexing import SpaceConfig, index_vector, window_vector
from .terms import sentence_terms, term_of

_KIND = b"space"
_CONFIG, _WORDS = "config.json", "words.jsonl"
_TABLE = "spacy_paraphrase_space"
# Senses that were seen less often do not count; in corpora of fewer words than MANY the second.
RARE, RARE_IN_FEW, MANY = 50, 10, 10_000_000
# Vectors that are made unit vectors at once.
_ROWS = 4096


class Senses(NamedTuple):
    """The senses of the words of a space, those of one word after another.

    Attributes:
        starts: Where those of each word begin, and where the last ones end; shape (n + 1,).
        uses: How many occurrences each sense has; shape (m,).
        rows: Their vectors, shape (m, dim).
    """

    starts: IntArray
    uses: IntArray
    rows: Array


class WordSpace:
    """Words with their vectors, how often and in how many texts they occur.

    Args:
        config: How it was made.
        words: The n terms, in order.
        forms: How often each was written in which way.
        dfs: In how many texts each occurs; shape (n,).
        texts: How many texts there were.
        rows: Their vectors, whole numbers, shape (n, dim); None for the variant "index".
        senses: Their senses, for the variant "senses".

    Attributes:
        path: Where it was read from; None if it was not.

    Example:
        >>> from spacy_paraphrase.many.building import build_space
        >>> texts = ["The old cat purred.", "The old kitten purred.", "A bus stopped."]
        >>> space = build_space([{"id": k, "text": text} for k, text in enumerate(texts)])
        >>> round(space.similarity("cat", "kitten"), 3), space.similarity("cat", "dog")
        (1.0, None)
    """

    def __init__(
        self,
        config: SpaceConfig,
        words: Sequence[str],
        forms: Sequence[dict[str, int]],
        dfs: IntArray,
        texts: int,
        rows: Array | None = None,
        senses: Senses | None = None,
    ) -> None:
        self.config = config
        self.words = list(words)
        self.forms = list(forms)
        self.dfs = dfs
        self.texts = texts
        self.rows = rows
        self.senses = senses
        self.path: str | None = None

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, word: str) -> bool:
        return word in self.index

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is not None:  # a worker maps the same file
            return WordSpace.from_disk, (self.path,)
        return _from_bytes, (self.to_bytes(),)

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each word."""
        return {word: k for k, word in enumerate(self.words)}

    @cached_property
    def counts(self) -> IntArray:
        """How often each word occurs; shape (n,)."""
        return np.array([sum(forms.values()) for forms in self.forms], np.int64)

    # -- Vectors -------------------------------------------------------------------------------

    def vector(self, word: str) -> IntArray | None:
        """Return the vector of a word, whole numbers, shape (dim,); None if it is not there."""
        place = self.index.get(word)
        if place is None:
            return None
        if self.rows is None:
            return index_vector(word, self.config)
        return np.asarray(self.rows[place], np.int64)

    def units(self, words: Sequence[str]) -> Float32Array:
        """Return the vectors of words, each of length 1; a row of 0 for one that is not there.

        Args:
            words: m words.

        Returns:
            Shape (m, dim).
        """
        found = np.zeros((len(words), self.config.dim))
        places = [(k, self.index[word]) for k, word in enumerate(words) if word in self.index]
        if self.rows is None:
            for k, _ in places:
                found[k] = index_vector(words[k], self.config)
        elif places:
            at, of = zip(*places, strict=True)
            found[list(at)] = self.rows[list(of)]
        return unit_rows(found)

    def known(self, words: Sequence[str]) -> list[bool]:
        """Return which words have a vector that says something: are there, and not 0."""
        found = [self.vector(word) for word in words]
        return [vector is not None and bool(vector.any()) for vector in found]

    def similarity(self, word: str, other: str) -> float | None:
        """Return the cosine of two words; None if nothing is known of one of them."""
        if not all(self.known([word, other])):
            return None
        one, two = (np.asarray(self.vector(w), np.float64) for w in (word, other))
        return float(cosines(one[None], two[None])[0, 0])

    def nearest(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """Return the k words most similar to a word, the best first, ties in order of the words.

        Raises:
            ParaphraseError: P960 for k below 1.
        """
        if not self.known([word])[0]:
            check_count(k)
            return []
        return self.nearest_to(self.units([word])[0], k, but=word)

    def nearest_to(self, vector: Array, k: int = 10, but: str = "") -> list[tuple[str, float]]:
        """Return the k words nearest to a vector, as `nearest`, without one of them.

        Args:
            vector: Shape (dim,).
            k: How many.
            but: The word to leave out.

        Raises:
            ParaphraseError: P960 for k below 1.
        """
        check_count(k)
        query = unit_rows(np.asarray(vector, np.float64)[None])[0].astype(np.float64)
        scores = np.concatenate(
            [
                self.units(self.words[start : start + _ROWS]) @ query
                for start in range(0, len(self), _ROWS)
            ]
            or [np.zeros(0)]
        )
        order = np.lexsort((np.arange(len(self)), -scores.round(9)))[: k + 1].tolist()
        return [(self.words[i], float(scores[i])) for i in order if self.words[i] != but][:k]

    def term(self, text: str) -> str:
        """Return the term that a word as written stands for."""
        place = self.places_of_forms.get(text)
        if place is not None:
            return self.words[place]
        return term_of(text, "", False, self.config.form)

    def written(self, word: str) -> str:
        """Return how a term was most often written, the first of such; itself, if it is unknown."""
        if word not in self:
            return word
        forms = self.forms[self.index[word]]
        return min(forms, key=lambda form: (-forms[form], form))

    def idf(self, word: str) -> float:
        """Return ln((N + 1) / (df + 1)) of a word, N the number of texts."""
        place = self.index.get(word)
        df = 0 if place is None else int(self.dfs[place])
        return math.log((self.texts + 1) / (df + 1))

    # -- Senses --------------------------------------------------------------------------------

    def sense_numbers(self, word: str, least: int | None = None) -> list[int]:
        """Return the senses of a word that count, as numbers among all of its senses.

        Args:
            word: A term.
            least: How often a sense must have been seen; by default `RARE` or `RARE_IN_FEW`. Of a
                word that was too rare for several senses, its one sense counts.

        Raises:
            ParaphraseError: P968 for a space without senses.
        """
        if self.senses is None:
            raise ParaphraseError("P968", got=self.config.variant)
        place = self.index.get(word)
        if place is None:
            return []
        start, end = self.senses.starts[place : place + 2].tolist()
        if self.counts[place] < self.config.least:
            return list(range(end - start))
        if least is None:
            least = RARE if int(self.counts.sum()) >= MANY else RARE_IN_FEW
        numbers: list[int] = np.flatnonzero(self.senses.uses[start:end] >= least).tolist()
        return numbers

    def sense_rows(self, word: str, least: int | None = None) -> FloatArray:
        """Return the vectors of the senses of a word that count; shape (senses, dim)."""
        wanted = self.sense_numbers(word, least)
        if self.senses is None or not wanted:
            return np.zeros((0, self.config.dim))
        start = int(self.senses.starts[self.index[word]])
        return np.asarray(self.senses.rows[[start + k for k in wanted]], np.float64)

    # -- Sums ----------------------------------------------------------------------------------

    @property
    def digest(self) -> str:
        """What two spaces share that are the same in all: 32 hexadecimal digits."""
        found = blake2b(srsly.json_dumps(self._meta(), sort_keys=True).encode(), digest_size=16)
        for _, array in sorted(self._arrays().items()):
            found.update(np.ascontiguousarray(array, np.int64).tobytes())
        return found.hexdigest()

    def __add__(self, other: WordSpace) -> WordSpace:
        """Return the space of the texts of both, which is what building it of all would give.

        Raises:
            ParaphraseError: P963 for spaces made with other settings, and for senses, which depend
                on the order of all texts.
        """
        if self.config != other.config:
            told = [srsly.json_dumps(space.config.to_json()) for space in (self, other)]
            raise ParaphraseError("P963", got=told[0], expected=told[1])
        if self.senses is not None:
            raise ParaphraseError(
                "P963",
                got="senses of two parts of the texts",
                expected="one space built of all the texts",
            )
        words = sorted({*self.words, *other.words})
        place = {word: k for k, word in enumerate(words)}
        forms: list[dict[str, int]] = [{} for _ in words]
        dfs = np.zeros(len(words), np.int64)
        rows = None if self.rows is None else np.zeros((len(words), self.config.dim), np.int64)
        for space in (self, other):
            places = [place[word] for word in space.words]
            dfs[places] += space.dfs
            for k, some in zip(places, space.forms, strict=True):
                forms[k] = add_counts(forms[k], some)
            if rows is not None and space.rows is not None:
                rows[places] += space.rows
        rows = None if rows is None else narrow(rows)
        return WordSpace(self.config, words, forms, dfs, self.texts + other.texts, rows)

    # -- Files ---------------------------------------------------------------------------------

    def _meta(self) -> dict[str, Any]:
        forms = [dict(sorted(forms.items())) for forms in self.forms]
        kept = {"words": self.words, "forms": forms, "texts": self.texts}
        return {"config": self.config.to_json(), **kept}

    def _arrays(self) -> dict[str, Array]:
        found = {"dfs": self.dfs}
        if self.rows is not None:
            found["rows"] = self.rows
        if self.senses is not None:
            found |= {f"sense_{name}": array for name, array in self.senses._asdict().items()}
        return found

    @classmethod
    def _of(cls, meta: dict[str, Any], arrays: dict[str, Array], source: str) -> WordSpace:
        config = SpaceConfig.from_json(meta["config"], source)
        given = {name: arrays[f"sense_{name}"] for name in Senses._fields if "sense_rows" in arrays}
        senses = Senses(**given) if given else None
        words, forms = meta["words"], meta["forms"]
        rows = arrays.get("rows")
        wrong = (rows is None) != (config.variant == "index")
        wrong |= (senses is None) != (config.variant != "senses")
        wrong |= len(words) != len(arrays["dfs"]) or (rows is not None and len(rows) != len(words))
        if wrong:
            raise ParaphraseError("P961", path=source, got="parts that do not belong together")
        return cls(config, words, forms, arrays["dfs"], meta["texts"], rows, senses)

    def to_bytes(self) -> bytes:
        """Return the space; equal spaces give equal bytes."""
        return pack_arrays(_KIND, self._meta(), self._arrays())

    @classmethod
    def from_bytes(cls, data: bytes) -> WordSpace:
        """Take over what `to_bytes` gave.

        Raises:
            ParaphraseError: P301 if it is something else or damaged, P962 for another version.
        """
        return cls._of(*unpack_arrays(_KIND, data, "bytes"), "bytes")

    def to_disk(self, path: str | Path) -> None:
        """Write the space into a folder, whose arrays can be mapped into memory.

        Raises:
            OSError: If it cannot be written.
        """
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _CONFIG).unlink(missing_ok=True)  # a folder without it is none
        for name, array in self._arrays().items():
            with whole_file(folder / f"{name}.npy") as stream:
                np.save(stream, array, allow_pickle=False)
        with whole_file(folder / _WORDS) as stream:
            for word, forms in zip(self.words, self.forms, strict=True):
                line = srsly.json_dumps([word, dict(sorted(forms.items()))])
                stream.write(line.encode() + b"\n")
        facts = {
            "config": self.config.to_json(),
            "texts": self.texts,
            "arrays": sorted(self._arrays()),
        }
        with whole_file(folder / _CONFIG) as stream:
            stream.write(srsly.json_dumps(facts, indent=2, sort_keys=True).encode())

    @classmethod
    def from_disk(cls, path: str | Path, config: SpaceConfig | None = None) -> WordSpace:
        """Read what `to_disk` wrote; the arrays are mapped, and read where they are asked for.

        Args:
            path: The folder.
            config: How it has to be made, if that matters.

        Raises:
            ParaphraseError: P961 if it is no space or damaged, P962 if it was made otherwise.
        """
        folder = Path(path)
        with coded("P961", path=str(path)):
            facts = srsly.read_json(folder / _CONFIG)
            lines = [srsly.json_loads(line) for line in (folder / _WORDS).read_bytes().splitlines()]
            arrays = {
                name: np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
                for name in facts["arrays"]
            }
            meta = {**facts, "words": [w for w, _ in lines], "forms": [f for _, f in lines]}
            space = cls._of(meta, arrays, str(path))
        if config is not None and config != space.config:
            told = [srsly.json_dumps(c.to_json(), sort_keys=True) for c in (space.config, config)]
            raise ParaphraseError("P962", path=str(path), got=told[0], expected=told[1])
        space.path = str(folder.resolve())
        return space

    # -- spaCy ---------------------------------------------------------------------------------

    def install(self, nlp: Language, *, replace: bool = False) -> None:
        """Make the vectors of a pipeline those of this space.

        `Token.vector` and all components that read vectors take them. A word has the vector of its
        term, for every way in which it was written in the texts. What
        the space is called (`SpaceConfig.hash`) goes into `nlp.meta["word_space"]`.

        Args:
            nlp: The pipeline; do it before it is saved.
            replace: Whether vectors that it has already go.

        Raises:
            ParaphraseError: P965 if it has vectors and they are not to go.
        """
        vocab = nlp.vocab
        if len(vocab.vectors) and not replace:
            raise ParaphraseError("P965", got=vocab.vectors.shape)
        rows = np.concatenate(
            [self.units(self.words[k : k + _ROWS]) for k in range(0, len(self), _ROWS)]
            or [np.zeros((0, self.config.dim), np.float32)]
        )
        vectors = Vectors(strings=vocab.strings, shape=rows.shape, name=f"space_{self.config.hash}")
        vectors.data = rows
        for form, place in self.places_of_forms.items():
            vectors.add(vocab.strings.add(form), row=place)
        vocab.vectors = vectors
        nlp.meta["word_space"] = self.config.hash
        if self.senses is not None:
            extensions.install()
            remember(vocab, self)

    @cached_property
    def places_of_forms(self) -> dict[str, int]:
        """The number of the word that each written form most often stands for."""
        found: dict[str, tuple[int, int]] = {}
        for place, forms in enumerate(self.forms):
            for form, count in forms.items():
                found[form] = max(found.get(form, (0, 0)), (count, -place))
        return {form: -place for form, (_, place) in found.items()}


# The spaces of this process that were never on disk, by a name.
_IN_MEMORY: dict[str, WordSpace] = {}


def remember(vocab: Vocab, space: WordSpace) -> None:
    """Note in a vocabulary which space its words are in, which is saved with it."""
    name = space.path
    if name is None:
        name = f"memory {space.config.hash} {id(space)}"
        _IN_MEMORY[name] = space
    if _TABLE in vocab.lookups:
        vocab.lookups.remove_table(_TABLE)
    vocab.lookups.add_table(_TABLE, {"name": name})


def remembered(vocab: Vocab) -> WordSpace | None:
    """Return the space that was noted in a vocabulary; None if there is none.

    Raises:
        ParaphraseError: P961 if it is not where it was.
    """
    if _TABLE not in vocab.lookups:
        return None
    name = str(vocab.lookups.get_table(_TABLE)["name"])
    return _IN_MEMORY[name] if name in _IN_MEMORY else load_space(name)


@lru_cache(maxsize=4)
def load_space(path: str) -> WordSpace:
    """Return the space in a folder, read once in a process."""
    return WordSpace.from_disk(path)


def _from_bytes(data: bytes) -> WordSpace:
    return WordSpace.from_bytes(data)


def add_counts(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """Return the counts of both."""
    found = dict(one)
    for key, count in other.items():
        found[key] = found.get(key, 0) + count
    return found


def unit_rows(rows: Array) -> Float32Array:
    """Return vectors at length 1, those of 0 as they are; shape (n, dim)."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    found = np.divide(rows, norms, out=np.zeros(rows.shape), where=norms > 0)
    return np.asarray(found, np.float32)


def narrow(rows: IntArray) -> Array:
    """Return whole numbers in 32 bits each, if they fit in."""
    fits = not rows.size or max(int(rows.max()), -int(rows.min())) < 2**31
    return rows.astype(np.int32) if fits else rows


def check_count(k: int) -> None:
    """Check how many are asked for.

    Raises:
        ParaphraseError: P960 if they are less than 1.
    """
    if type(k) is not int or k < 1:
        raise ParaphraseError("P960", setting="k", got=k, expected="a whole number, 1 or more")


# -- Senses in context -----------------------------------------------------------------------------


def nearest_sense(rows: FloatArray, window: Array) -> int:
    """Return which sense is nearest to what stands beside an occurrence, the first of such."""
    return int(cosines(rows, np.asarray(window, np.float64)[None])[:, 0].argmax())


def token_senses(doc: Doc) -> list[int | None]:
    """Return which sense each token has where it stands; `doc._.senses`.

    It is the sense nearest to what stands beside the token, as a number among those of its word;
    None for what is no term, has no senses, or if no space with senses was installed
    (`WordSpace.install`).
    """
    space = remembered(doc.vocab)
    if space is None or space.senses is None:
        return [None] * len(doc)
    found: list[int | None] = []
    for span in doc.sents if doc.has_annotation("SENT_START") else [doc[:]]:
        terms = sentence_terms(sentence_of(list(span)), space.config.form)
        found += _senses(space, terms)
    return found


def _senses(space: WordSpace, terms: Sequence[str]) -> list[int | None]:
    places = [i for i, term in enumerate(terms) if term]
    words, width = [terms[i] for i in places], space.config.window
    found: list[int | None] = [None] * len(terms)
    for k, i in enumerate(places):
        before, behind = words[max(k - width, 0) : k][::-1], words[k + 1 : k + 1 + width]
        window = window_vector(before, behind, space.config)
        numbers = space.sense_numbers(words[k])
        if numbers and window.any():
            found[i] = numbers[nearest_sense(space.sense_rows(words[k]), window)]
    return found
