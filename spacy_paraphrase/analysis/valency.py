"""Valency: how often each word has a dependent of each kind, counted in text.

Dependents that a word usually has are needed: "depend" has "on" in nearly every sentence, "sleep"
rarely has a preposition. The form of a word matters too: nearly all finite verbs have a subject,
but few participles. The same counts show which adjectives form a term with their noun ("human
right").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import exp, log
from pathlib import Path

import numpy as np

from ..jobs.arrays import pack_arrays, read_data, unpack_arrays, write_file
from ..lang import LanguageData
from . import roles as r
from .sentence import Sentence
from .syntax import Syntax
from .verb_forms import finite_tag

KIND = b"valency  "
DATA = Path(__file__).parent / "data"
ENGLISH = DATA / "en.valency"
# The weight of the mean of a word class, in occurrences, against the counts of a word.
PRIOR = 6.0
# An adjective forms a term with a noun that it modifies in more than this share of its occurrences.
# A noun or verb that has adjectives or objects in more than this share needs one.
TERM, USUAL = 0.06, 0.5
# The prefix of the noun that an adjective modifies.
AT = "@"
# Parts of speech that are counted by word, and parts of speech that are counted as a class only.
COUNTED = ("NOUN", "VERB", "AUX", "ADJ", "ADV", "ADP", "SCONJ")
TOGETHER = ("PROPN", "PRON", "NUM", "DET", "PART", "INTJ", "SYM", "X")


class Valency:
    """The probability that a word has a dependent of some kind.

    Args:
        counts: How often each word (lemma and part of speech: "depend VERB") has each dependent
            ("preposition on", "adverbial clause"), and under "" how often it occurs; the same for
            all words of a part of speech (" VERB") and for its forms (" VERB finite").

    Example:
        >>> every = {"": 99, "preposition on": 4}
        >>> found = Valency({"depend VERB": {"": 40, "preposition on": 36}, " VERB": every})
        >>> depend, sit = (found.share(w, "VERB", "preposition on") for w in ("depend", "sit"))
        >>> depend > 0.7 > sit
        True
    """

    def __init__(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        self.counts = counts
        self._needs: dict[tuple[str, str, str, str], float] = {}

    def seen(self, lemma: str, pos: str) -> int:
        """Return the number of occurrences of a word."""
        return self.counts.get(f"{lemma} {pos}", {}).get("", 0)

    def share(self, lemma: str, pos: str, kind: str) -> float:
        """Return the share of the occurrences of a word with a dependent of some kind."""
        own = self.counts.get(f"{lemma} {pos}", {})
        usual = self.counts.get(f" {pos}", {})
        mean = usual.get(kind, 0) / max(usual.get("", 0), 1)
        return (own.get(kind, 0) + PRIOR * mean) / (own.get("", 0) + PRIOR)

    def is_term(self, adjective: str, noun: str) -> bool:
        """Return whether both form a term ("high school"), or the noun usually has an adjective."""
        pairs = self.counts.get(f"{adjective} ADJ", {}).get(f"{AT}{noun}", 0)
        term = pairs > 1 and pairs > TERM * self.seen(adjective, "ADJ")
        return term or self.share(noun, "NOUN", r.ADJECTIVE) >= USUAL

    def need(self, lemma: str, pos: str, form: str, kind: str) -> float:
        """Return the probability that a word in some form has a dependent of some kind, 0 to 1.

        The odds of the word are multiplied by the ratio of the odds of its part of speech in this
        form to those in any form.
        """
        key = lemma, pos, form, kind
        found = self._needs.get(key)
        if found is None:
            odds = _log_odds(self.share(lemma, pos, kind))
            if form:
                odds += self._of_class(f" {pos} {form}", kind) - self._of_class(f" {pos}", kind)
            found = self._needs[key] = 1 / (1 + exp(-odds))
        return found

    def _of_class(self, name: str, kind: str) -> float:
        row = self.counts.get(name, {})
        return _log_odds((row.get(kind, 0) + 0.5) / (row.get("", 0) + 1))

    def to_disk(self, path: Path | str) -> None:
        """Write the counts."""
        kinds = sorted({kind for row in self.counts.values() for kind in row})
        number = {kind: k for k, kind in enumerate(kinds)}
        words = sorted(self.counts)
        cells = [
            (w, number[kind], n)
            for w, word in enumerate(words)
            for kind, n in sorted(self.counts[word].items())
        ]
        columns = zip(*cells, strict=True)
        arrays = {
            name: np.array(column, dtype=np.uint32)
            for name, column in zip(("words", "kinds", "counts"), columns, strict=True)
        }
        write_file(path, pack_arrays(KIND, {"words": words, "kinds": kinds}, arrays))

    @classmethod
    def from_disk(cls, path: Path | str) -> Valency:
        """Read the counts.

        Raises:
            ParaphraseError: P300 if there is no such file, P301 if it is damaged.
        """
        meta, arrays = unpack_arrays(KIND, read_data(path), str(path))
        counts: dict[str, dict[str, int]] = {}
        columns = (arrays[name].tolist() for name in ("words", "kinds", "counts"))
        for word, kind, n in zip(*columns, strict=True):
            counts.setdefault(meta["words"][word], {})[meta["kinds"][kind]] = n
        return cls(counts)


def _log_odds(share: float) -> float:
    clipped = min(max(share, 1e-3), 1 - 1e-3)
    return log(clipped / (1 - clipped))


@lru_cache(maxsize=2)
def valency(path: Path | str = ENGLISH) -> Valency:
    """Return the counts in a file, by default the English ones of the package."""
    return Valency.from_disk(path)


@lru_cache(maxsize=8)
def valency_of(lang: LanguageData) -> Valency:
    """Return the counts of a language; if there are none, those of English word classes alone."""
    path = DATA / f"{lang.code}.valency"
    if path.exists():
        return valency(path)
    return Valency({name: row for name, row in valency().counts.items() if name[0] == " "})


def kind_of(syntax: Syntax, node: int) -> str:
    """Return the kind of a dependent: its role; for a preposition or particle, with the word."""
    role = syntax.roles[node]
    if role in (r.PREPOSITION, r.AGENT, r.PARTICLE):
        return f"{role} {syntax.words[node]}"
    return role


def form_of(syntax: Syntax, node: int) -> str:
    """Return the form of a word that its valency depends on, "" for none.

    It is "finite", "joined" (a finite conjunct) or "bare" for verbs, in the passive with "passive"
    before it, "helping" for auxiliaries, and "singular" or "plural" for nouns.
    """
    sentence = syntax.sentence
    if syntax.roles[node] in r.AUXILIARIES:
        return "helping"
    if syntax.pos[node] in ("NOUN", "PROPN"):
        return "plural" if sentence.is_plural(node) else "singular"
    if not syntax.is_verbal(node):
        return ""
    helpers = syntax.below(node, *r.AUXILIARIES)
    tensed = finite_tag(syntax, node)
    form = "bare" if not tensed else "joined" if syntax.roles[node] == r.CONJUNCT else "finite"
    passive = any(syntax.roles[t] == r.PASSIVE_AUXILIARY for t in helpers)
    return f"passive {form}" if passive else form


def need(syntax: Syntax, node: int) -> float:
    """Return the probability that a word like the head of this one has such a dependent, 0 to 1.

    It is 1 for a root.
    """
    head = syntax.heads[node]
    if head < 0:
        return 1.0
    counts = valency_of(syntax.lang)
    return counts.need(
        syntax.lemmas[head], syntax.pos[head], form_of(syntax, head), kind_of(syntax, node)
    )


def count(sentences: Iterable[Sentence], least: int = 3) -> Valency:
    """Return the counts of parsed sentences.

    Args:
        sentences: The sentences.
        least: The least occurrences of a row that is kept.
    """
    found: dict[str, Counter[str]] = {}
    for sentence in sentences:
        syntax = sentence.syntax
        for node, (lemma, pos) in enumerate(zip(syntax.lemmas, syntax.pos, strict=True)):
            names = _counted_as(syntax, node, lemma, pos)
            kinds = {"", *(kind_of(syntax, child) for child in syntax.children(node))}
            if syntax.roles[node] == r.ADJECTIVE and syntax.heads[node] >= 0:
                kinds.add(f"{AT}{syntax.lemmas[syntax.heads[node]]}")
            for name in names:
                found.setdefault(name, Counter()).update(
                    kind for kind in kinds if name[0] != " " or not kind.startswith(AT)
                )
    return Valency(
        {
            name: {kind: n for kind, n in row.items() if n > 1 or not kind}
            for name, row in found.items()
            if row[""] >= least
        }
    )


def _counted_as(syntax: Syntax, node: int, lemma: str, pos: str) -> list[str]:
    """Return the rows that count a word: its own, and those of its class and form."""
    alone = pos in COUNTED and lemma.isalpha()
    if not alone and pos not in TOGETHER:
        return []
    names = [f"{lemma} {pos}", f" {pos}"] if alone else [f" {pos}"]
    form = form_of(syntax, node)
    return [*names, f" {pos} {form}"] if form else names
