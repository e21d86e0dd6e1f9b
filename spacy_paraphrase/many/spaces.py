"""Word spaces: vectors of words, learnt from their contexts.

The cosine of two vectors is the similarity of their words. Vectors come from word2vec, or from
Random Indexing: the sum of the index vectors (`indexing`) of a word's contexts.

Mikolov and others 2013, *Distributed representations of words and phrases*; Kanerva, Kristoferson
and Holst 2000, *Random indexing of text samples for latent semantic analysis*; Sahlgren, Holst and
Kanerva 2008, *Permutations as a means to encode order in word space*; Moen and others 2014, *Care
episode retrieval*.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import srsly
from spacy.language import Language
from spacy.vectors import Vectors  # type: ignore[import-not-found]

from ..checked import SettingCheck
from ..errors import ParaphraseError, coded
from ..jobs.arrays import Array, Float32Array, FloatArray, IntArray, pack_arrays, unpack_arrays
from ..jobs.atomic import checksum, whole_file
from ..lexicon.spelling import cosines
from .indexing import SpaceConfig
from .terms import record_terms, stemmer

_KIND = b"space"
_CONFIG, _WORDS = "config.json", "words.jsonl"
# Number of vectors that are normalised at once.
_ROWS = 4096


class WordSpace:
    """Words with their vectors, counts and document frequencies.

    Args:
        config: The settings of the space.
        words: The n terms, in order.
        forms: The counts of the written forms of each term.
        dfs: Number of texts with each term; shape (n,).
        texts: Number of texts.
        rows: The vectors of the terms, shape (n, dim); integers for Random Indexing.

    Attributes:
        path: The folder that the space was read from; None if it was not read from a folder.

    Example:
        >>> from spacy_paraphrase.many.building import build_space
        >>> texts = ["The old cat purred.", "The old kitten purred.", "A bus stopped."]
        >>> records = [{"id": k, "text": text} for k, text in enumerate(texts)]
        >>> space = build_space(records, SpaceConfig(variant="word"))
        >>> round(space.similarity("Cats", "kitten"), 3), space.similarity("cat", "dog")
        (1.0, None)
    """

    def __init__(
        self,
        config: SpaceConfig,
        words: Sequence[str],
        forms: Sequence[dict[str, int]],
        dfs: IntArray,
        texts: int,
        rows: Array,
    ) -> None:
        self.config = config
        self.words = list(words)
        self.forms = list(forms)
        self.dfs = dfs
        self.texts = texts
        self.rows = rows
        self.path: str | None = None

    def __len__(self) -> int:
        return len(self.words)

    def __contains__(self, term: str) -> bool:
        return term in self.index

    def __reduce__(self) -> tuple[Any, ...]:
        if self.path is not None:  # a worker memory-maps the same file
            return WordSpace.from_disk, (self.path,)
        return WordSpace.from_bytes, (self.to_bytes(),)

    @cached_property
    def index(self) -> dict[str, int]:
        """The index of each word."""
        return {word: k for k, word in enumerate(self.words)}

    @cached_property
    def counts(self) -> IntArray:
        """The count of each word; shape (n,)."""
        return np.array([sum(forms.values()) for forms in self.forms], np.int64)

    # -- Vectors -------------------------------------------------------------------------------

    def vector(self, word: str) -> FloatArray | None:
        """Return the vector of a word, shape (dim,); None for an unknown word.

        Args:
            word: A word in any form (see `term`).
        """
        place = self.index.get(self.term(word))
        return None if place is None else np.asarray(self.rows[place], np.float64)

    def units(self, terms: Sequence[str]) -> Float32Array:
        """Return the vectors of terms, normalised to length 1; zeros for an unknown term.

        Args:
            terms: m terms.

        Returns:
            Shape (m, dim).
        """
        found = np.zeros((len(terms), self.config.dim))
        known = [k for k, term in enumerate(terms) if term in self.index]
        found[known] = self.rows[[self.index[terms[k]] for k in known]]
        norms = np.linalg.norm(found, axis=1, keepdims=True)
        np.divide(found, norms, out=found, where=norms > 0)
        return np.asarray(found, np.float32)

    def known(self, terms: Sequence[str]) -> list[bool]:
        """Return whether each term has a vector other than 0."""
        return [term in self.index and bool(self.rows[self.index[term]].any()) for term in terms]

    def similarity(self, word: str, other: str) -> float | None:
        """Return the cosine of two words; None if one of them is unknown.

        Args:
            word: A word in any form (see `term`).
            other: Another word.
        """
        terms = [self.term(word), self.term(other)]
        if not all(self.known(terms)):
            return None
        one, two = np.asarray(self.rows[[self.index[term] for term in terms]], np.float64)
        return float(cosines(one[None], two[None])[0, 0])

    def nearest(self, word: str, k: int = 10) -> list[tuple[str, float]]:
        """Return the k terms most similar to a word, best first, ties in the order of the terms.

        Args:
            word: A word in any form (see `term`).
            k: Number of terms.

        Raises:
            ParaphraseError: P960 for k below 1.
        """
        SettingCheck("P960").whole("k", k)
        term = self.term(word)
        if not self.known([term])[0]:
            return []
        query = self.units([term])[0].astype(np.float64)
        starts = range(0, len(self), _ROWS)
        blocks = [self.units(self.words[start : start + _ROWS]) @ query for start in starts]
        scores = np.concatenate(blocks)
        order = np.lexsort((np.arange(len(self)), -scores.round(9)))[: k + 1].tolist()
        return [(self.words[i], float(scores[i])) for i in order if self.words[i] != term][:k]

    def term(self, word: str) -> str:
        """Return the term of the space for a word in any written form.

        It is the first of these that the space has: the word itself, the term of this written form
        in the texts, either of them for the word in lower case, the term that the word would have
        in a text, the term with its stem and the closest length. An unknown word is its own term.
        """
        for text in (word, word.lower()):
            if text in self.index:
                return text
            if text in self.places_of_forms:
                return self.words[self.places_of_forms[text]]
        of = self.config
        read = record_terms({"text": word}, of.form, of.language, of.model)
        terms = [term for sentence in read for term, _ in sentence]
        term = terms[0] if len(terms) == 1 else word.lower()
        alike = self.stems.get(stemmer(of.language)(term), [term])
        return min(alike, key=lambda each: (each != term, abs(len(each) - len(word)), each))

    @cached_property
    def stems(self) -> dict[str, list[str]]:
        """The terms of each stem."""
        found: dict[str, list[str]] = {}
        for term in self.words:
            found.setdefault(stemmer(self.config.language)(term), []).append(term)
        return found

    def written(self, word: str) -> str:
        """Return the most frequent written form of a term; an unknown term itself."""
        if word not in self:
            return word
        forms = self.forms[self.index[word]]
        return min(forms, key=lambda form: (-forms[form], form))

    def idf(self, word: str) -> float:
        """Return ln((N + 1) / (df + 1)) of a word; N is the number of texts."""
        place = self.index.get(word)
        df = 0 if place is None else int(self.dfs[place])
        return math.log((self.texts + 1) / (df + 1))

    # -- Sums ----------------------------------------------------------------------------------

    @property
    def digest(self) -> str:
        """A hash that is the same only for identical spaces: 32 hexadecimal digits."""
        found = blake2b(srsly.json_dumps(self._meta(), sort_keys=True).encode(), digest_size=16)
        for _, array in sorted(self._arrays().items()):
            exact = array.dtype if array.dtype.kind == "f" else np.int64
            found.update(np.ascontiguousarray(array, exact).tobytes())
        return found.hexdigest()

    def __add__(self, other: WordSpace) -> WordSpace:
        """Return the space of the texts of both: the same as if built from all these texts.

        Raises:
            ParaphraseError: P963 for spaces with different settings, and for those of word2vec.
        """
        if self.config != other.config or self.config.variant == "word2vec":
            configs = [srsly.json_dumps(space.config.to_json()) for space in (self, other)]
            raise ParaphraseError("P963", got=" and ".join(configs))
        words = sorted({*self.words, *other.words})
        place = {word: k for k, word in enumerate(words)}
        forms: list[dict[str, int]] = [{} for _ in words]
        dfs = np.zeros(len(words), np.int64)
        rows = np.zeros((len(words), self.config.dim), np.int64)
        for space in (self, other):
            places = [place[word] for word in space.words]
            dfs[places] += space.dfs
            for k, some in zip(places, space.forms, strict=True):
                forms[k] = add_counts(forms[k], some)
            rows[places] += space.rows
        return WordSpace(self.config, words, forms, dfs, self.texts + other.texts, narrow(rows))

    # -- Files ---------------------------------------------------------------------------------

    def _meta(self) -> dict[str, Any]:
        forms = [dict(sorted(forms.items())) for forms in self.forms]
        counted = {"words": self.words, "forms": forms, "texts": self.texts}
        return {"config": self.config.to_json(), **counted}

    def _arrays(self) -> dict[str, Array]:
        return {"dfs": self.dfs, "rows": self.rows}

    @classmethod
    def _of(cls, meta: dict[str, Any], arrays: dict[str, Array], source: str) -> WordSpace:
        config = SpaceConfig.from_json(meta["config"], source)
        words, forms, dfs, rows = meta["words"], meta["forms"], arrays["dfs"], arrays["rows"]
        if len(words) != len(dfs) or rows.shape != (len(words), config.dim):
            raise ParaphraseError("P961", path=source, got="parts that do not belong together")
        return cls(config, words, forms, dfs, meta["texts"], rows)

    def to_bytes(self) -> bytes:
        """Return the space; equal spaces give equal bytes."""
        return pack_arrays(_KIND, self._meta(), self._arrays())

    @classmethod
    def from_bytes(cls, data: bytes) -> WordSpace:
        """Return the space that `to_bytes` saved.

        Raises:
            ParaphraseError: P301 for other or damaged data, P962 for another version.
        """
        return cls._of(*unpack_arrays(_KIND, data, "bytes"), "bytes")

    def to_disk(self, path: str | Path) -> None:
        """Write the space into a folder with arrays that can be memory-mapped.

        Raises:
            OSError: If it cannot be written.
        """
        folder = Path(path)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _CONFIG).unlink(missing_ok=True)  # without it, a folder is not a space
        for name, array in self._arrays().items():
            with whole_file(folder / f"{name}.npy") as stream:
                np.save(stream, array, allow_pickle=False)
        with whole_file(folder / _WORDS) as stream:
            for word, forms in zip(self.words, self.forms, strict=True):
                line = srsly.json_dumps([word, dict(sorted(forms.items()))])
                stream.write(line.encode() + b"\n")
        facts = {"config": self.config.to_json(), "texts": self.texts}
        facts["sums"] = _sums(folder, facts)
        with whole_file(folder / _CONFIG) as stream:
            stream.write(srsly.json_dumps(facts, indent=2, sort_keys=True).encode())

    @classmethod
    def from_disk(cls, path: str | Path, config: SpaceConfig | None = None) -> WordSpace:
        """Read a space written by `to_disk`; the arrays are memory-mapped and read on access.

        Args:
            path: The folder.
            config: Required settings, or None for any.

        Raises:
            ParaphraseError: P961 if it is not a space or is damaged, P962 if it has other settings.
        """
        folder = Path(path)
        with coded("P961", path=str(path)):
            facts = srsly.read_json(folder / _CONFIG)
            lines = [srsly.json_loads(line) for line in (folder / _WORDS).read_bytes().splitlines()]
            arrays = {
                name: np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
                for name in ("dfs", "rows")
            }
            sums = facts.pop("sums", None)
            meta = {**facts, "words": [w for w, _ in lines], "forms": [f for _, f in lines]}
            space = cls._of(meta, arrays, str(path))
            if sums is not None and sums != _sums(folder, facts):  # older spaces have no checksums
                raise ParaphraseError("P961", path=str(path), got="other bytes than were written")
        if config is not None and config != space.config:
            both = [srsly.json_dumps(c.to_json(), sort_keys=True) for c in (space.config, config)]
            raise ParaphraseError("P962", path=str(path), got=both[0], expected=both[1])
        space.path = str(folder.resolve())
        return space

    # -- spaCy ---------------------------------------------------------------------------------

    def install(self, nlp: Language, *, replace: bool = False) -> None:
        """Replace the vectors of a pipeline by those of this space.

        `Token.vector` and all components that use vectors then read them. Every written form of a
        term in the texts has the vector of the term. The hash of the settings (`SpaceConfig.hash`)
        is stored in `nlp.meta["word_space"]`.

        Args:
            nlp: The pipeline; call this before saving it.
            replace: Whether to replace existing vectors.

        Raises:
            ParaphraseError: P965 if it has vectors and `replace` is false.
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

    @cached_property
    def places_of_forms(self) -> dict[str, int]:
        """The index of the most frequent word of each written form."""
        found: dict[str, tuple[int, int]] = {}
        for place, forms in enumerate(self.forms):
            for form, count in forms.items():
                found[form] = max(found.get(form, (0, 0)), (count, -place))
        return {form: -place for form, (_, place) in found.items()}


@lru_cache(maxsize=4)
def load_space(path: str) -> WordSpace:
    """Load the space in a folder, once per process."""
    return WordSpace.from_disk(path)


def _sums(folder: Path, facts: Mapping[str, Any]) -> dict[str, int]:
    found = {_CONFIG: crc32(srsly.json_dumps(facts, sort_keys=True).encode())}
    for name in ("dfs.npy", "rows.npy", _WORDS):
        with open(folder / name, "rb") as stream:
            found[name] = checksum(stream)
    return found


def add_counts(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    """Return the sum of two counts."""
    found = dict(one)
    for key, count in other.items():
        found[key] = found.get(key, 0) + count
    return found


def narrow(rows: IntArray) -> Array:
    """Return integers in 32 bits each, if they fit."""
    fits = not rows.size or max(int(rows.max()), -int(rows.min())) < 2**31
    return rows.astype(np.int32) if fits else rows
