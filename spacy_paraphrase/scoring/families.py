"""Named features of a pair, grouped in families; they are symmetric in the two sides.

An asymmetric measure is computed in both directions and gives two features, `.least` and `.most`.
Thus the features and the score of a pair do not depend on which side is the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from spacy.tokens import Doc

from ..analysis.reading import analyse
from ..analysis.sentence import Sentence, sentences
from ..errors import ParaphraseError
from ..jobs.arrays import FloatArray
from ..lexicon.resources import WordWeights, lexical_index, word_weights
from ..metrics.ngrams import nist_counts
from ..pairs.alignment import Link, read_links
from ..pairs.pair import SIDES
from ..trees.word_alignment import CONTENT, PUNCTUATION
from . import likeness, translation, word_overlap
from .aligned import aligned_features, least_and_most, reading_features, relation_features
from .terp import DEFAULT, ter, terp
from .trees import tree_similarity
from .words import WordLookup, Words, porter_stem, synonyms

Named: TypeAlias = dict[str, float]


@dataclass
class Statistics:
    """Statistics of the training pairs that a model needs in addition to its weights.

    Attributes:
        characters: Weights of character n-grams, by their length (`likeness.document_weights`).
        ngrams: Counts of word n-grams (`translation.NGramCounts`).
        perp: Edit costs trained on the grades of the pairs (`papers.perp`); None if not trained.
    """

    characters: dict[int, dict[str, float]] = field(default_factory=dict)
    ngrams: translation.NGramCounts = field(default_factory=translation.NGramCounts)
    perp: Any = None

    @classmethod
    def of(cls, pairs: Sequence[PairView], families: Iterable[str]) -> Statistics:
        """Compute the statistics that some families need from the training pairs."""
        found = cls()
        families = set(families)
        if "strings" in families:
            texts = [(pair.a.text, pair.b.text) for pair in pairs]
            found.characters = {n: likeness.document_weights(texts, n) for n in (2, 3, 4)}
        if "translation" in families:
            sides = chain.from_iterable((pair.a.words, pair.b.words) for pair in pairs)
            found.ngrams = translation.NGramCounts(sides, least=2)
        return found


class SideView:
    """A side in the form used by the measures: lists of its tokens without white space.

    Args:
        sentence: The side.
        masked: Whether each number, amount and date is one token that shows only its kind.

    Attributes:
        sentence: The side.
        text: Its text.
        places: The positions of the tokens without white space; of masked ones, the first.
    """

    def __init__(self, sentence: Sentence, masked: bool = False) -> None:
        self.sentence = sentence
        kinds = sentence.kinds.tolist()
        self._tokens = [i for i, kind in enumerate(kinds) if kind <= PUNCTUATION]
        self._masks = masks(sentence) if masked else {}
        self.places = [i for i in self._tokens if self._masks.get(i) != ""]
        self.text: str = " ".join(self.words) if self._masks else sentence.span.text
        self.telling = [i for i in self.places if kinds[i] == CONTENT or i in self._masks] or [
            i for i in self.places if kinds[i] < PUNCTUATION
        ]

    def _of(self, items: Sequence[str], places: Sequence[int] | None = None) -> list[str]:
        return [self._masks.get(i) or items[i] for i in (self.places if places is None else places)]

    @cached_property
    def texts(self) -> list[str]:
        """The texts of the tokens, unmasked."""
        texts = self.sentence.texts
        return [texts[i] for i in self._tokens]

    @cached_property
    def words(self) -> list[str]:
        """The lower-cased tokens."""
        return self._of(self.sentence.words)

    @cached_property
    def lemmas(self) -> list[str]:
        """The lemmas of all tokens."""
        return self._of(self.sentence.lemmas)

    @cached_property
    def content(self) -> list[str]:
        """The lemmas of the content words; without content words, of all words."""
        return self._of(self.sentence.lemmas, self.telling)

    @cached_property
    def content_words(self) -> list[str]:
        """The content words, lower-cased."""
        return self._of(self.sentence.words, self.telling)

    @cached_property
    def tagged(self) -> list[word_overlap.Word]:
        """The lemmas of the content words with their parts of speech in the lexicon."""
        words = analyse(self.sentence).words
        kinds = (words[i].lookup for i in self.telling)
        return list(zip(self.content, kinds, strict=True))

    @cached_property
    def all_tagged(self) -> list[word_overlap.Word]:
        """The lemmas and parts of speech of all tokens."""
        words = analyse(self.sentence).words
        kinds = (words[i].category for i in self.places)
        return list(zip(self.lemmas, kinds, strict=True))

    @cached_property
    def looked_up(self) -> Words:
        """The tokens with synonyms and stems (in English by Porter, else lemmas)."""
        language = self.sentence.span.doc.lang_
        lookup = WordLookup(
            porter_stem if language == "en" else None,
            synonyms(language) if lexical_index(language) is not None else None,
        )
        found = lookup(self.words, self.lemmas)
        stops = [self.sentence.kinds[i] != CONTENT for i in self.places]
        return replace(found, stems=found.stems if language == "en" else self.lemmas, stops=stops)

    @cached_property
    def above(self) -> list[int]:
        """The head of each token, as an index in `places`, -1 for a root."""
        place = {i: k for k, i in enumerate(self.places)}
        constituents = analyse(self.sentence).constituents
        return [place.get(constituents[i].above, -1) for i in self.places]

    @cached_property
    def roles(self) -> list[str]:
        """The grammatical role of each token."""
        return self._of([part.role for part in analyse(self.sentence).constituents])


class PairView:
    """A pair in the form used by the measures.

    Args:
        doc: The pair, with the annotations that the pipeline has made so far.
        masked: Whether numbers, amounts and dates are replaced by their kind when words and
            characters are compared; the features of numbers and of the alignment still use them.
        symmetric: Whether asymmetric measures are given as minimum and maximum of the two
            directions; else by direction.

    Raises:
        ParaphraseError: P004 if the Doc has no pair, P005 if its pair is damaged.
    """

    def __init__(self, doc: Doc, *, masked: bool = False, symmetric: bool = True) -> None:
        self.doc = doc
        self.sentences = sentences(doc)
        self.a, self.b = (SideView(side, masked) for side in self.sentences)
        self.symmetric = symmetric
        self.language: str = doc.lang_

    def both(self, name: str, values: Sequence[float]) -> Named:
        """Return an asymmetric measure in both directions as two features."""
        if self.symmetric:
            return least_and_most(name, values)
        return {f"{name}.{side}": float(v) for side, v in zip(SIDES, values, strict=True)}

    @cached_property
    def links(self) -> list[Link]:
        """The word links."""
        return read_links(self.doc, "words")

    @cached_property
    def rarity(self) -> WordWeights | None:
        """The weights of words, None if unknown."""
        return word_weights(self.language)

    @property
    def weigh(self) -> Callable[[str], float]:
        """The weight of a word: its self-information; 1 for a language without word weights."""
        return (lambda word: 1.0) if self.rarity is None else self.rarity


def masks(sentence: Sentence) -> dict[int, str]:
    """Return the masks of numbers, amounts and dates: their kind, and "" after their first token.

    Example:
        >>> from spacy_paraphrase import load, make_pair
        >>> nlp = load()
        >>> doc = nlp(make_pair(nlp, "It cost $ 4 million on Monday.", "It was cheap."))
        >>> masks(sentences(doc)[0])
        {2: '#MONEY', 3: '', 4: '', 6: '#DATE'}
    """
    kinds = sentence.lang.measure_entities | sentence.lang.number_entities
    found: dict[int, str] = {}
    before = ""
    for i, word in enumerate(analyse(sentence).words):
        entity = sentence.entities[i]
        kind = entity if entity in kinds else "NUM" if word.category == "number" else ""
        if kind:
            found[i] = "" if kind == before else f"#{kind}"
        before = kind
    return found


def both_ways(
    pair: PairView, name: str, measure: Callable[[Any, Any], float], a: Any, b: Any
) -> Named:
    """Return an asymmetric measure in both directions."""
    return pair.both(name, (measure(a, b), measure(b, a)))


def _lists(
    pair: PairView, name: str, measure: Callable[[Any, Any], Sequence[float]], a: Any, b: Any
) -> Named:
    found: Named = {}
    for k, values in enumerate(zip(measure(b, a), measure(a, b), strict=True), 1):
        found |= pair.both(f"{name}{k}", values)
    return found


# -- The families ----------------------------------------------------------------------------------


def string_features(pair: PairView, known: Statistics) -> Named:
    """Return similarities of the texts as strings of characters."""
    a, b = pair.a.text, pair.b.text
    found = {"subsequence": likeness.subsequence(a, b), "substring": likeness.substring(a, b)}
    found |= both_ways(pair, "subsequence_of", likeness.subsequence_within, a, b)
    found |= both_ways(pair, "tiling", likeness.tiling, a, b)
    for n in (2, 3, 4):
        found[f"cosine{n}"] = likeness.character_cosine(a, b, n, known.characters.get(n))
    return found


def ngram_features(pair: PairView, known: Statistics) -> Named:
    """Return overlaps of n-grams of characters, lemmas and words (HENRY-CORE, DKPro)."""
    a, b = pair.a, pair.b
    found: Named = {}
    for n in range(1, 13):
        grams = [frozenset(t[k : k + n] for k in range(len(t) - n + 1)) for t in (a.text, b.text)]
        found[f"characters{n}"] = likeness.jaccard(*grams)
    for n in range(2, 9):
        one, other = likeness.ngrams(a.words, n), likeness.ngrams(b.words, n)
        found[f"words{n}"] = likeness.jaccard(one, other)
    for n in (1, 3, 4):
        one, other = likeness.ngrams(a.lemmas, n), likeness.ngrams(b.lemmas, n)
        found[f"lemmas{n}"] = likeness.jaccard(one, other)
    for n in (1, 2, 3, 4):
        one, other = likeness.ngrams(a.content, n), likeness.ngrams(b.content, n)
        found[f"content{n}"] = likeness.jaccard(one, other)
        if n < 3:
            found |= both_ways(pair, f"contained{n}", likeness.containment, one, other)
    for n in (1, 2, 3):
        found[f"unordered{n}"] = likeness.unordered_jaccard(a.words, b.words, n)
        found[f"unordered_content{n}"] = likeness.unordered_jaccard(a.content, b.content, n)
    return found


def length_features(pair: PairView, known: Statistics) -> Named:
    """Return the lengths of the sides."""
    found = likeness.lengths(len(pair.a.words), len(pair.b.words))
    content = likeness.lengths(len(pair.a.telling), len(pair.b.telling))
    named = {f"length{k}": value for k, value in enumerate(found, 1)}
    return named | {f"content{k}": value for k, value in enumerate(content, 1)}


def takelab_features(pair: PairView, known: Statistics) -> Named:
    """Return the features of TakeLab that need no vectors."""
    a, b = pair.a, pair.b
    found: Named = {}
    for name, values in (
        ("number", word_overlap.number_match(a.texts, b.texts)),
        ("name", word_overlap.name_match(a.texts, b.texts)),
        ("code", word_overlap.code_match(a.texts, b.texts)),
    ):
        found |= {f"{name}.{k}": value for k, value in enumerate(values)}
    for n in (1, 2, 3):
        found[f"words{n}"] = likeness.ngram_f1(a.content_words, b.content_words, n)
        found[f"lemmas{n}"] = likeness.ngram_f1(a.content, b.content, n)
    paths = word_overlap.path_similarity(pair.language)
    found["wordnet"] = word_overlap.augmented_overlap(a.tagged, b.tagged, paths)
    found["information.words"] = word_overlap.weighted_overlap(a.words, b.words, pair.weigh)
    found["information.lemmas"] = word_overlap.weighted_overlap(a.content, b.content, pair.weigh)
    sizes = len(a.telling), len(b.telling)
    found["relative.length"] = abs(sizes[0] - sizes[1]) / (max(sizes) + 1e-5)
    masses = [sum(map(pair.weigh, side.words)) for side in (a, b)]
    found["relative.information"] = abs(masses[0] - masses[1]) / (max(masses) + 1e-5)
    return found


def match_features(pair: PairView, known: Statistics) -> Named:
    """Return the value of the best one-to-one matching of the content words."""
    similarity = word_overlap.word_similarity(pair.language)
    return {"words": word_overlap.word_match(pair.a.tagged, pair.b.tagged, similarity)}


def tree_features(pair: PairView, known: Statistics) -> Named:
    """Return the similarity of the dependency trees."""
    sides = pair.a, pair.b
    lemmas, heads = [side.lemmas for side in sides], [side.above for side in sides]
    labels = [side.roles for side in sides]
    return {"similarity": tree_similarity(*map(tuple, (lemmas, heads, labels)))}  # type: ignore[arg-type]


def translation_features(pair: PairView, known: Statistics) -> Named:
    """Return scores of each side as a translation with the other side as reference."""
    a, b = pair.a, pair.b
    found = both_ways(pair, "compression", likeness.distance_of_compression, a.text, b.text)
    own = nist_counts([a.words, b.words])
    nist = partial(translation.nist, corpus=known.ngrams, without=own)
    trees = (a.lemmas, a.above), (b.lemmas, b.above)
    found |= _lists(pair, "bleu", translation.bleu, a.words, b.words)
    found |= _lists(pair, "nist", nist, a.words, b.words)
    found |= _lists(pair, "sepia", translation.sepia_like, *trees)
    looked = [side.looked_up for side in (a, b)]
    found |= both_ways(pair, "ter", lambda x, y: ter(x, y).score, *looked)
    found |= both_ways(pair, "terp", lambda x, y: terp(x, y, DEFAULT).score, *looked)
    found |= both_ways(pair, "meteor", _meteor, *looked)
    tagged = [side.all_tagged for side in (a, b)]
    same = np.array([[not x.isdisjoint(y) for y in looked[1].groups] for x in looked[0].groups])
    scores = (
        translation.maxsim_like(tagged[0], tagged[1], same),
        translation.maxsim_like(tagged[1], tagged[0], same.T),
    )
    return found | pair.both("maxsim", scores)


def _meteor(hyp: Words, ref: Words) -> float:
    stages = [(hyp.words, ref.words), (hyp.stems, ref.stems)]
    return translation.meteor_like(hyp.words, ref.words, stages)


def perp_features(pair: PairView, known: Statistics) -> Named:
    """Return the similarity of the sides by edits with trained costs (`papers.perp.PerpModel`)."""
    if known.perp is None:
        return {}
    return both_ways(pair, "similarity", known.perp, pair.a.looked_up, pair.b.looked_up)


Family: TypeAlias = Callable[[PairView, Statistics], Named]

FAMILIES: dict[str, Family] = {
    "strings": string_features,
    "ngrams": ngram_features,
    "lengths": length_features,
    "takelab": takelab_features,
    "match": match_features,
    "trees": tree_features,
    "translation": translation_features,
    "perp": perp_features,
    "aligned": lambda p, known: aligned_features(p.doc, p.links, p.sentences, p.rarity),
    "relation": lambda p, known: relation_features(p.doc, p.links, p.sentences, p.rarity),
    "reading": lambda p, known: reading_features(p.doc, p.sentences, p.rarity),
}


def features(
    pair: PairView,
    families: Sequence[str],
    known: Statistics,
    more: Mapping[str, Family] | None = None,
) -> Named:
    """Return the features of some families, named `family.feature`.

    Args:
        pair: The pair.
        families: Names of families.
        known: Statistics of the training pairs.
        more: Families in addition to those of `FAMILIES`, by name.

    Raises:
        ParaphraseError: P600 for an unknown family.
    """
    found: Named = {}
    every = {**FAMILIES, **(more or {})}
    for family in families:
        if family not in every:
            raise ParaphraseError("P600", name="features", got=family, known=", ".join(every))
        values = every[family](pair, known)
        found |= {f"{family}.{name}": float(value) for name, value in values.items()}
    return found


def table(pairs: Sequence[Mapping[str, float]], names: Sequence[str]) -> FloatArray:
    """Return features as rows, 0 for a missing feature; shape (pairs, features)."""
    return np.array([[pair.get(name, 0.0) for name in names] for pair in pairs], dtype=np.float64)
