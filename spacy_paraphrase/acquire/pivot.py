"""Pivot paraphrases, expansion of word lists, and the direction of entailment labels.

Bannard and Callison-Burch 2005, *Paraphrasing with bilingual parallel corpora*: phrases with the
same translation are paraphrases, p(e2|e1) = sum over f of p(e2|f) p(f|e1); Callison-Burch 2008,
*Syntactic constraints on paraphrases extracted from parallel corpora*: within one syntactic type;
Madnani, Ayan, Resnik and Dorr 2007, *Using paraphrases for parameter tuning in statistical machine
translation*: by counts, c(e1, e2) = sum over f of c(e1, f) c(e2, f).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from ..errors import ParaphraseError
from ..lexicon.index import LexicalIndex
from ..lexicon.phrase_table import Phrases, TableRow
from ..readers.table_rows import PhraseRow, phrase_row
from .labels import is_function_word, label_pairs, lemmas_of

# Minimum share of labelled rows whose direction agrees with WordNet, and minimum number of rows for
# this check.
LEAST_RIGHT, LEAST_ORDERED = 0.8, 10
_Typed = tuple[str, str]


def pivot_table(
    bilingual: Iterable[PhraseRow],
    *,
    by_counts: bool = False,
    syntactic: bool = False,
    identities: bool = False,
) -> Iterator[PhraseRow]:
    """Yield the paraphrases in a bilingual phrase table, best first for each phrase.

    Args:
        bilingual: Rows whose source is a phrase and whose target its translation, with "p_target"
            and "p_source", p(f|e) and p(e|f); missing ones are computed from "count".
        by_counts: Whether rules are counted (Madnani and others 2007); "count" is c(e1, e2), and
            "score" its share of all. Else probabilities are multiplied.
        syntactic: Whether to pivot only over rows with the same "pos".
        identities: Whether a phrase may be a paraphrase of itself; else such rules are removed
            before counts are normalised.

    Example:
        >>> found = pivot_table(
        ...     phrase_row([e], [f], p_target=p, p_source=q)
        ...     for e, f, p, q in [
        ...         ("e1", "f1", 0.6, 0.5), ("e1", "f2", 0.4, 0.5), ("e2", "f1", 1, 0.5),
        ...         ("e2", "f2", 1, 0.25),
        ...     ]
        ... )
        >>> next((row["target"], round(row["p_target"], 2)) for row in found)
        (['e2'], 0.4)
    """
    rows = [
        (" ".join(row["source"]), " ".join(row["target"]), str(row["pos"] or "") * syntactic, row)
        for row in bilingual
    ]
    of_phrase: Counter[_Typed] = Counter()
    of_pivot: Counter[_Typed] = Counter()
    for phrase, pivot, kind, row in rows:
        of_phrase[phrase, kind] += row["count"]
        of_pivot[pivot, kind] += row["count"]
    translations: dict[_Typed, dict[str, tuple[float, float]]] = defaultdict(dict)
    for phrase, pivot, kind, row in rows:
        if by_counts:
            there = back = float(row["count"])
        else:
            there = _known(row["p_target"], row["count"], of_phrase[phrase, kind], syntactic)
            back = _known(row["p_source"], row["count"], of_pivot[pivot, kind], syntactic)
        translations[pivot, kind][phrase] = there, back
    parts: dict[tuple[str, str, str], dict[str, float]] = defaultdict(dict)
    for (pivot, kind), phrases in translations.items():
        for one, (there, _) in phrases.items():
            for other, (_, back) in phrases.items():
                if identities or one != other:
                    parts[one, other, kind][pivot] = there * back
    yield from _rules(parts, by_counts)


def _known(probability: float | None, count: float, total: float, syntactic: bool) -> float:
    return count / total if probability is None or syntactic else probability


def _rules(
    parts: dict[tuple[str, str, str], dict[str, float]], by_counts: bool
) -> Iterator[PhraseRow]:
    weights = {rule: sum(pivots.values()) for rule, pivots in parts.items()}
    total = sum(weights.values())
    sources: dict[_Typed, float] = defaultdict(float)
    targets: dict[_Typed, float] = defaultdict(float)
    for (one, other, kind), weight in weights.items():
        sources[one, kind] += weight
        targets[other, kind] += weight
    for one, other, kind in sorted(weights, key=lambda rule: (rule[0], -weights[rule], rule)):
        weight = weights[one, other, kind]
        known: dict[str, Any] = {"pos": kind or None, "origin": "pivot"}
        if by_counts:
            known |= {"count": weight, "score": weight / total}
            known["p_target"] = weight / sources[one, kind]
            known["p_source"] = weight / targets[other, kind]
        else:
            known |= {"score": weight, "p_target": weight}
            known["p_source"] = weights.get((other, one, kind))
        shares = parts[one, other, kind].items()
        known["pivots"] = {pivot: part / weight for pivot, part in shares if weight}
        yield phrase_row(one.split(), other.split(), **known)


def expand(word: str, table: Phrases, top_n: int = 15, language: str = "en") -> list[TableRow]:
    """Return the best single-word paraphrases of a word, to expand a word list.

    Beigman Klebanov, Madnani and Burstein 2013, *Using pivot-based paraphrasing and sentiment
    profiles to improve a subjectivity lexicon for essay data*. Inflections of the word are removed,
    and so are function words for a content word. Check the results by hand: they may have opposite
    polarity, such as "resolute" for "forceful".

    Args:
        word: The word.
        table: Any phrase table.
        top_n: Maximum number of words.
        language: The language of the stop words.
    """
    lemmas = set(lemmas_of(word.lower()))
    is_function = is_function_word(word.lower(), language)
    rows = [
        row
        for _, row in table.lookup([word.lower()])
        if " " not in row.target
        and lemmas.isdisjoint(lemmas_of(row.target.lower()))
        and (is_function or not is_function_word(row.target.lower(), language))
    ]
    return sorted(rows, key=lambda row: (-row.quality, row.target))[:top_n]


class EntailmentCheck:
    """Counts whether entailment labels of rows have the same direction as in WordNet.

    Args:
        index: The lexical index.
    """

    def __init__(self, index: LexicalIndex) -> None:
        self.index = index
        self.right = self.ordered = 0

    def add(self, rows: Iterable[PhraseRow]) -> None:
        """Count the rows with "specifies" or "generalizes" that are hyponym and hypernym."""
        labelled = [row for row in rows if row["relation"] in ("specifies", "generalizes")]
        pairs = [(" ".join(row["source"]), " ".join(row["target"]).lower()) for row in labelled]
        for row, found in zip(labelled, label_pairs(self.index, pairs), strict=True):
            if found.label in ("hyponym", "hypernym"):
                self.ordered += 1
                self.right += (found.label == "hyponym") == (row["relation"] == "specifies")

    def close(self) -> None:
        """Check the counts.

        Raises:
            ParaphraseError: P921 if less than 80 % of at least ten rows have the same direction.
        """
        if self.ordered >= LEAST_ORDERED and self.right < LEAST_RIGHT * self.ordered:
            raise ParaphraseError("P921", right=self.right, ordered=self.ordered)
