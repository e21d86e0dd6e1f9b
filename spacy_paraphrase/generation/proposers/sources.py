"""Sources of substitutions: phrase tables, WordNet, a glossary of the user.

The phrase tables, in memory and compiled, are defined in `lexicon.phrase_table`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...analysis.clauses import asides, joints, said_again, taken_up
from ...analysis.cohesion import points_ahead
from ...analysis.omission import announced, purposes, spare_words
from ...analysis.sentence import Sentence
from ...analysis.word_place import is_described, is_determiner, is_inflected, replaceable_words
from ...errors import ParaphraseError, warning
from ...jobs.arrays import pack_arrays, read_data, unpack_arrays, write_file
from ...lang import language_data
from ...lexicon.index import LexicalIndex, multiword_spans
from ...lexicon.inflection import lemmas_of
from ...lexicon.phrase_table import Phrases, PhraseTable, SmallTable, TableRow, key_of, phrase_words
from ...lexicon.resources import lexical_index
from ...pairs.results import Label
from ...readers.files import OnError
from ...readers.table_rows import Reading, compiled_row, read_phrase_rows
from ...registry import PROPOSERS, registered
from ..edit_features import zipf
from ..lattices.lattice import GLOSSARY, PARTING, WORDING, Proposal, Source
from ..repair import fitted, in_form, recased

# Presets that insert other words, and do not only delete.
REWORDING = ("simplify", "paraphrase")
# The origin of WordNet substitutes in edits.
WORDNET = "wordnet"
# Maximum number of tokens of a phrase that is looked up.
LONGEST = 5
# Quality by the rank of the sense; factor for a direct hypernym.
SENSES = (0.8, 0.6, 0.4, 0.2)
UP = 0.7
# Number of senses of a word that are used.
LOOKED_AT = 4
# Maximum number of words proposed for a token.
MOST = 15
# The table of substitutes, and its kind of file.
ENGLISH, KIND = Path(__file__).parents[1] / "data" / "en.substitutes", b"replace  "


_STICKY = frozenset((".", ",", ";", ":", "!", "?", ")", "]", "%"))


def as_written(phrase: str, language: str = "en") -> str:
    """Return a tokenised phrase as normal text.

    Example:
        >>> as_written("there , he did n't")
        "there, he didn't"
    """
    text, sticky = "", _STICKY | language_data(language).clitics
    for word in phrase.split():
        glued = word in sticky or text.endswith(("(", "[", "$"))
        text += word if glued or not text else f" {word}"
    return text


def read_table(
    path: str | Path,
    language: str = "en",
    *,
    syntactic: bool = False,
    on_error: OnError | None = None,
) -> list[TableRow]:
    """Read the rows of an external phrase table; a .gz file is decompressed.

    The format is detected from each line; see `readers.table_rows.read_phrase_rows`, and
    `quality_of` there for the quality. A row without a relation gets "restates"; conflicts are
    skipped.

    Args:
        path: The file.
        language: The language whose tokeniser splits the phrases.
        syntactic: Whether to keep rules with gaps.
        on_error: Function that is called with the error of each line that cannot be read.

    Raises:
        ParaphraseError: P101 if the file cannot be read; without `on_error`, P102 for a line in an
            unknown format, P922 for a score that is not a valid quality.
    """
    reading = Reading(partial(phrase_words, language=language), syntactic)
    found = []
    for row in read_phrase_rows(path, None, reading, on_error=on_error):
        try:
            compiled = compiled_row(row)
        except ParaphraseError as error:
            if on_error is None:
                raise
            on_error(error)
            continue
        if compiled is not None:
            found.append(compiled._replace(relation=compiled.relation or "restates"))
    return found


class PhraseTableSource:
    """Proposes the entries of a phrase table for the words of a sentence.

    Rows match in any letter case, and with one of their words inflected: "infarctions" for
    "infarction". The new words get the form and the capitals of the replaced words
    (`repair.fitted`). Words of a glossary keep the form given by the user if its phrase occurs
    exactly as given.

    Args:
        table: A compiled table, or one in memory.
        name: Its name in edits.
        longest: Maximum number of tokens of a phrase.
    """

    def __init__(self, table: Phrases, name: str = "table", longest: int = LONGEST) -> None:
        self.table = table
        self.name = name
        self.longest = longest

    def propose(self, sentence: Sentence) -> Iterator[Proposal]:
        """Yield the proposals for a sentence."""
        runs = list(_runs(sentence, min(self.table.longest, self.longest)))
        seen: set[tuple[int, int, str]] = set()
        for k, row in self.table.lookup([phrase for *_, phrase in runs]):
            start, end, inflected, _ = runs[k]
            if (start, end, row.target) in seen:
                continue
            seen.add((start, end, row.target))
            words: Sequence[str] = as_written(row.target, sentence.lang.code).split()
            info: dict[str, Any] = {"row": row}
            places = range(start, end)
            if inflected >= 0 or self.name not in (GLOSSARY, WORDING):
                found = fitted(sentence, places, words, inflected)
                info["unfit"] = found is None
                words = found or words
            relation = row.relation or "restates"
            target = recased(sentence, places, words)
            yield Proposal(start, end, target, row.quality, relation, self.name, info)


def _runs(sentence: Sentence, longest: int) -> Iterator[tuple[int, int, int, str]]:
    """Yield the runs of words as written, then with one of their words in a base form."""
    # Each item has start, end, the index of the word in a base form (-1 for none), and the phrase.
    n, words = len(sentence), sentence.words
    places = [(i, j) for i in range(n) for j in range(i + 1, min(i + longest, n) + 1)]
    for i, j in places:
        yield i, j, -1, " ".join(words[i:j])
    bases = [_bases(sentence, t) for t in range(n)]
    for i, j in places:
        for t in range(i, j):
            for base in bases[t]:
                yield i, j, t, " ".join((*words[i:t], base, *words[t + 1 : j]))


def _bases(sentence: Sentence, i: int) -> list[str]:
    """Return the possible lemmas of an inflected noun or verb."""
    pos, word = sentence.coarse_pos[i], sentence.words[i]
    initials = sentence.texts[i][:-1].isupper() and not sentence.texts[i].isupper()
    if pos not in ("NOUN", "VERB"):
        return []
    if not is_inflected(sentence, i) and not initials:
        return []
    lemmas = lemmas_of(word, sentence.lang.code, unknown=pos).get(pos, frozenset())
    return sorted({*lemmas, sentence.lemmas[i].lower()} - {word})


class GlossarySource(PhraseTableSource):
    """Proposes the replacements given by the user; only this source may replace names.

    Args:
        entries: The replacements of each phrase: one text or several.
        language: The language whose tokeniser splits the phrases.
        longest: Maximum number of tokens of a phrase.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase.analysis.sentence import Sentence
        >>> glossary = GlossarySource({"in order to": "to"})
        >>> sentence = Sentence(spacy.blank("en")("They met in order to talk.")[:])
        >>> [(p.start, p.end, p.words) for p in glossary.propose(sentence)]
        [(2, 5, ('to',))]
    """

    def __init__(
        self, entries: Mapping[str, str | Sequence[str]], language: str = "en", longest: int = 8
    ) -> None:
        rows = [
            TableRow(key_of(source, language), target)
            for source, some in entries.items()
            for target in ([some] if isinstance(some, str) else some)
        ]
        super().__init__(SmallTable(rows), GLOSSARY, longest)


class Substitutes:
    """The probability that one word is accepted as a substitute for another.

    Words of one synset are often not substitutes: "measure" and "step" share a sense that is rare.
    The probability was learnt from judgements (`python -m weights substitutes`), from the overlap
    of senses, the frequency of both words, their distributional similarity, and the output of the
    pair encoder for both in sentences.

    Args:
        chances: Probability by word, substitute and part of speech.

    Example:
        >>> found = Substitutes({("begin", "start", "VERB"): 0.9})
        >>> found("begin", "start", "VERB"), found("start", "begin", "VERB")
        (0.9, 0.0)
    """

    def __init__(self, chances: Mapping[tuple[str, str, str], float]) -> None:
        self.chances = dict(chances)

    def __call__(self, lemma: str, word: str, pos: str) -> float:
        """Return the probability, 0 for an unknown pair."""
        return self.chances.get((lemma, word, pos), 0.0)

    def to_disk(self, path: Path | str) -> None:
        """Write the table."""
        keys = sorted(self.chances)
        values = np.array([round(255 * self.chances[key]) for key in keys], dtype=np.uint8)
        write_file(path, pack_arrays(KIND, {"pairs": ["\t".join(k) for k in keys]}, {"p": values}))

    @classmethod
    def from_disk(cls, path: Path | str) -> Substitutes:
        """Read a table.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is damaged.
        """
        meta, arrays = unpack_arrays(KIND, read_data(path), str(path))
        keys = (pair.split("\t") for pair in meta["pairs"])
        values = (arrays["p"] / 255).tolist()
        return cls({(a, b, pos): p for (a, b, pos), p in zip(keys, values, strict=True)})


@lru_cache(maxsize=2)
def substitutes(path: Path | str = ENGLISH) -> Substitutes:
    """Load the table from a file, by default the English one of the package."""
    return Substitutes.from_disk(path)


class Synonym(NamedTuple):
    """A substitute from WordNet for a word.

    Attributes:
        lemma: The word.
        quality: Its quality, from the ranks of the shared sense.
        relation: "restates", or "specifies" if the substitute is less specific.
    """

    lemma: str
    quality: float
    relation: Label


class WordnetSource:
    """Proposes substitutes from WordNet for the most frequent senses of a word.

    If there are learnt probabilities for the language (`substitutes`), they are the quality, and
    words without one are not proposed. Else the quality increases with the frequency of the shared
    sense for both words. Substitutes get the inflected form of the replaced words
    (`repair.in_form`).

    Args:
        index: The lexical index; that of the language by default.
        allow_less_specific: Whether to propose direct hypernyms too: "dog" for "puppy".
        least_zipf: The minimum frequency of a substitute (`features.zipf`).
        learned: The probabilities; by default those of the package. False for none.
    """

    def __init__(
        self,
        index: LexicalIndex | None = None,
        *,
        allow_less_specific: bool = False,
        least_zipf: float = 3.0,
        learned: Substitutes | bool = True,
    ) -> None:
        self._index = index
        self.allow_less_specific = allow_less_specific
        self.least_zipf = least_zipf
        self.learned = learned
        self._words: dict[tuple[str, str], list[Synonym]] = {}

    def propose(self, sentence: Sentence) -> Iterator[Proposal]:
        """Yield the proposals for the content words of a sentence."""
        index = self._index or lexical_index(sentence.lang.code)
        if index is None:
            return
        spans = multiword_spans(index, sentence.lemmas, sentence.words)
        inside = {i for span in spans for i in range(span.start, span.end)}
        for i, pos in replaceable_words(sentence):
            lemma = sentence.lemmas[i]
            if i in inside:
                continue
            for found in self.synonyms(index, lemma, pos, sentence.lang.code):
                words = in_form(sentence, i, found.lemma.split(" "))
                yield Proposal(
                    *(i, i + 1, words, found.quality, found.relation, WORDNET),
                    info={"lemma": found.lemma},
                )

    def synonyms(self, index: LexicalIndex, lemma: str, pos: str, language: str) -> list[Synonym]:
        """Return the substitutes for a lemma, best first."""
        key = lemma, pos
        if key not in self._words:
            if len(self._words) >= 1 << 14:
                self._words.clear()
            found = sorted(
                self._rated(index, lemma, pos, language), key=lambda s: (-s.quality, s.lemma)
            )
            self._words[key] = [s for s in found if self._is_usual(s, language)][:MOST]
        return self._words[key]

    def _is_usual(self, word: Synonym, language: str) -> bool:
        """Return whether a word has a quality above 0, and is frequent or has several words."""
        common = " " in word.lemma or zipf(word.lemma, language) >= self.least_zipf
        return word.quality > 0 and common

    def _rated(self, index: LexicalIndex, lemma: str, pos: str, language: str) -> Iterator[Synonym]:
        """Yield the substitutes for a lemma, with learnt qualities if available."""
        chances = self._chances(language)
        for found in self._synonyms(index, lemma, pos):
            if chances is not None and found.relation == "restates":
                yield found._replace(quality=chances(lemma, found.lemma, pos))
            else:
                yield found

    def _chances(self, language: str) -> Substitutes | None:
        if isinstance(self.learned, Substitutes):
            return self.learned
        return substitutes() if self.learned and language == "en" else None

    def _synonyms(self, index: LexicalIndex, lemma: str, pos: str) -> Iterator[Synonym]:
        senses = index.synsets(lemma, pos, LOOKED_AT)
        seen = {lemma}
        for rank, sense in enumerate(senses):
            steps: list[tuple[int, float, Label]] = [(sense, 1.0, "restates")]
            if self.allow_less_specific:
                steps += [(up, UP, "specifies") for up in index.hypernyms.row(sense)]
            for synset, factor, relation in steps:
                for other in members(index).get(synset, ()):
                    word = index.lemmas[other]
                    if word.lower() in seen or any(c.isupper() for c in word):
                        continue
                    place = index.senses.row(other).index(synset)
                    seen.add(word.lower())
                    shares = SENSES[min(rank, 3)] * (1.0, 0.75, 0.5, 0.25)[min(place, 3)]
                    yield Synonym(word, shares * factor, relation)


@lru_cache(maxsize=4)
def members(index: LexicalIndex) -> dict[int, list[int]]:
    """Return the entries of each synset."""
    found: dict[int, list[int]] = {}
    for entry in range(len(index.lemmas)):
        for synset in index.senses.row(entry):
            found.setdefault(synset, []).append(entry)
    return found


class WordingSource:
    """Proposes shorter wordings.

    Shorter phrases come from the language data. Empty openings, and words without an effect on the
    meaning, may be deleted (`omission.spare_words`, `omission.announced`).
    """

    def propose(self, sentence: Sentence) -> Iterator[Proposal]:
        """Yield the proposals for a sentence."""
        for found in _wordings(sentence.lang.code).propose(sentence):
            words = found.words
            if is_determiner(sentence, found.end - 1) and is_described(sentence, found.start):
                continue  # "the first half of the year"
            if words[-1] in sentence.lang.quantifiers and is_determiner(sentence, found.end):
                words = (*words, sentence.texts[found.end - 1])  # "most of the people"
            yield replace(found, words=words)
        said = list(purposes(sentence))
        if sentence.parsed:
            said += spare_words(sentence)
            said += announced(sentence)
        for start, end, words in said:
            yield Proposal(start, end, words, origin=WORDING)


@lru_cache(maxsize=4)
def _wordings(language: str) -> PhraseTableSource:
    phrases = language_data(language).shorter_phrases
    rows = [TableRow(key_of(phrase, language), short) for phrase, short in phrases.items()]
    return PhraseTableSource(SmallTable(rows), WORDING, longest=8)


class PartingSource:
    """Proposes to split a sentence: between two clauses, or what is said of its subject aside."""

    def propose(self, sentence: Sentence) -> Iterator[Proposal]:
        """Yield the proposals for a sentence."""
        for joint in joints(sentence) if sentence.parsed else ():
            noun = taken_up(sentence, joint)
            if noun is None or (joint.opener >= 0 and points_ahead(sentence, joint.start)):
                continue
            said = " ".join(filter(None, (joint.lead, noun)))
            end = joint.end + (not said)
            said = said or sentence.texts[joint.end]
            start, first = joint.start, ""
            if joint.opener >= 0:
                start, first = joint.opener, sentence.span[joint.opener + 1 : start].text
            elif not sentence[start].is_punct:  # the full stop is written behind the word before
                start, first = start - 1, sentence.texts[start - 1]
            words = f"{first}. {said[:1].upper()}{said[1:]}".split()
            yield Proposal(start, end, tuple(words), origin=PARTING)
        for aside in asides(sentence) if sentence.parsed else ():
            noun = said_again(sentence, aside.noun)
            if noun is None:
                continue
            start, end = aside.start - 1, len(sentence)
            rest = f"{sentence.texts[start]} {sentence.span[aside.end + 1 :].text}"
            words = f"{rest} {noun[:1].upper()}{noun[1:]} {aside.said}.".split()
            yield Proposal(start, end, tuple(words), origin=PARTING)


def default_sources(preset: str) -> dict[str, Source]:
    """Return the default sources by name."""
    found: dict[str, Source] = {"wording": WordingSource()}
    if preset in REWORDING:
        found["wordnet"] = WordnetSource()
    return found | ({"parting": PartingSource()} if preset == "simplify" else {})


@registered("PhraseTableSource.v1", PROPOSERS)
def make_phrase_table(path: str, name: str = "table", longest: int = LONGEST) -> Source:
    """Return a source for a phrase table: a compiled one, or a file for `read_table`.

    Lines that cannot be read are skipped, with a warning about their number (W116).
    """
    if not path.endswith((".gz", ".txt", ".tsv", ".jsonl", ".ppdb")):
        return PhraseTableSource(PhraseTable(path), name, longest)
    errors: list[ParaphraseError] = []
    rows = read_table(path, on_error=errors.append)
    if errors:
        warnings.warn(warning("W116", path=path, number=len(errors), first=errors[0]), stacklevel=2)
    return PhraseTableSource(SmallTable(rows), name, longest)


@registered("WordnetSource.v1", PROPOSERS)
def make_wordnet(allow_less_specific: bool = False, least_zipf: float = 3.0) -> Source:
    """Return a source for WordNet."""
    return WordnetSource(allow_less_specific=allow_less_specific, least_zipf=least_zipf)


registered("WordingSource.v1", PROPOSERS)(WordingSource)
registered("PartingSource.v1", PROPOSERS)(PartingSource)


@registered("GlossarySource.v1", PROPOSERS)
def make_glossary(entries: dict[str, Any], language: str = "en") -> Source:
    """Return a source for a glossary: phrases with their replacements."""
    return GlossarySource(entries, language)
