"""Entailment by coverage: the share of a hypothesis that a text covers, with a threshold.

Marsi, Krahmer and Bosma 2007, *Dependency-based paraphrasing for recognizing textual entailment*:
the share of the hypothesis' content words that are aligned, compared with a fitted threshold. The
text is the source of an aligned pair, the hypothesis its target. It is an alternative to
`doc._.relation`, which is composed from the relations of aligned words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from spacy.tokens import Doc

from ..analysis.sentence import Sentence, sentences
from ..errors import ParaphraseError
from ..pairs.alignment import Link, read_links
from ..pairs.results import read_relation
from .dirt import Rules, covered_words

Veto: TypeAlias = Literal["negation", "conflict", "number"]
Per: TypeAlias = Literal["union", "max"]
VETOES: tuple[Veto, ...] = get_args(Veto)
THRESHOLD = 0.65
NO_CONTENT = "no content words"
# What a link counts by its relation in the weighted form; one without a relation counts in full.
WEIGHTS = {"intersects": 0.5, "generalizes": 0.0}


@dataclass(frozen=True)
class Entailment:
    """Whether a text entails a hypothesis, by coverage.

    Attributes:
        entailed: The decision.
        coverage: Share of the hypothesis' content words that the text covers.
        threshold: The threshold that was used.
        missing: Content words of the hypothesis without a counterpart, as indices within it.
        vetoes: Reasons against entailment regardless of the coverage.
        flag: Why no decision was possible: "no content words"; else "".
    """

    entailed: bool
    coverage: float
    threshold: float
    missing: tuple[int, ...] = ()
    vetoes: tuple[Veto, ...] = ()
    flag: str = ""


def coverage(
    doc: Doc, *, per: Per = "union", weighted: bool = False, rules: Rules | None = None
) -> float:
    """Return the share of the hypothesis' content words that are linked; 0 without content words.

    Args:
        doc: An aligned pair.
        per: "union", to count links to all sentences of the text; "max", only links to the parse
            tree that covers most.
        weighted: Whether links are weighted: 0.5 for intersects, 0 if the text is more general.
        rules: Path rules (`dirt.read_rules`); the words of the hypothesis that they find in the
            text count as linked.

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P207 for another `per`.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("A puppy sleeps on the sofa.", "A dog sleeps there now.")
        >>> coverage(doc)
        1.0
    """
    if per not in get_args(Per):
        raise ParaphraseError("P207", name="per", got=per, expected=" or ".join(get_args(Per)))
    text, hypothesis = sentences(doc)
    content = _content(hypothesis)
    parts = [set(range(len(text)))]
    if per == "max" and text.parsed:
        parts = [set(text.subtree(root)) for root, head in enumerate(text.heads) if head < 0]
    links = read_links(doc, "words")
    inferred = covered_words(doc, rules) if rules else ()
    best = 0.0
    for part in parts:
        counts = {j: float(j in inferred) for j in content}
        for link in links:
            if link.source.root.i - text.start in part:
                value = WEIGHTS.get(link.relation, 1.0) if weighted else 1.0
                for j in _places(link, hypothesis):
                    if j in counts:
                        counts[j] = max(counts[j], value)
        best = max(best, sum(counts.values()) / len(counts) if counts else 0.0)
    return best


def entails(
    doc: Doc,
    *,
    threshold: float = THRESHOLD,
    per: Per = "union",
    weighted: bool = False,
    rules: Rules | None = None,
    vetoes: Collection[Veto] = VETOES,
) -> Entailment:
    """Return whether the text of a pair entails the hypothesis, by coverage and vetoes.

    Args:
        doc: An aligned pair, text first.
        threshold: The least coverage, fitted to the kind of pairs (`fit_threshold`).
        per: See `coverage`.
        weighted: See `coverage`.
        rules: See `coverage`.
        vetoes: Reasons to reject: "negation", of linked words on one side only; "conflict", of the
            pair or a link; "number", a number that the text does not have.

    Raises:
        ParaphraseError: P004 if the Doc holds no pair, P207 for an unknown veto or `per`.

    Example:
        >>> import spacy_paraphrase
        >>> doc = spacy_paraphrase.compare("The dog is not barking.", "The dog barks.")
        >>> entails(doc).entailed, entails(doc).vetoes[0]
        (False, 'negation')
    """
    for veto in vetoes:
        if veto not in VETOES:
            raise ParaphraseError("P207", name="a veto", got=veto, expected=", ".join(VETOES))
    covered = coverage(doc, per=per, weighted=weighted, rules=rules)
    _, hypothesis = sentences(doc)
    content = _content(hypothesis)
    links = read_links(doc, "words")
    linked = {j for link in links for j in _places(link, hypothesis)}
    linked |= covered_words(doc, rules) if rules else set()
    missing = tuple(j for j in content if j not in linked)
    against = tuple(veto for veto in _against(doc, links, missing) if veto in vetoes)
    decided = bool(content) and covered >= threshold and not against
    flag = "" if content else NO_CONTENT
    return Entailment(decided, covered, threshold, missing, against, flag)


def fit_threshold(coverages: Sequence[float], gold: Sequence[bool]) -> float:
    """Return the threshold with the best accuracy, midway between coverages; in ties the largest.

    Args:
        coverages: Results of `coverage` for pairs.
        gold: Whether the text entails the hypothesis.

    Raises:
        ParaphraseError: P202 if their numbers differ, P222 if there are none.

    Example:
        >>> fit_threshold([0.2, 0.5, 0.7, 1.0], [False, False, True, True])
        0.6
    """
    if len(coverages) != len(gold):
        raise ParaphraseError("P202", got=len(coverages), expected=len(gold))
    if not len(gold):
        raise ParaphraseError("P222", got="none")
    values, right = np.asarray(coverages, dtype=np.float64), np.asarray(gold, dtype=bool)
    steps = np.unique(values)
    thresholds = [0.0, *((steps[1:] + steps[:-1]) / 2).tolist(), float(np.nextafter(steps[-1], 2))]
    accuracy = [float(np.mean((values >= each) == right)) for each in thresholds]
    best = len(accuracy) - 1 - int(np.argmax(accuracy[::-1]))
    return float(thresholds[best])


def _against(doc: Doc, links: Sequence[Link], missing: Sequence[int]) -> Iterator[Veto]:
    """Yield what speaks against entailment whatever the coverage."""
    text, hypothesis = sentences(doc)
    if _one_sided_negation(text, hypothesis, links):
        yield "negation"
    relation = read_relation(doc)
    if (relation is not None and relation.conflict) or any(link.conflict for link in links):
        yield "conflict"
    if any(hypothesis.pos[j] == "NUM" for j in missing):
        yield "number"


def _content(side: Sentence) -> list[int]:
    return [i for i, is_content in enumerate(side.content) if is_content]


def _places(link: Link, hypothesis: Sentence) -> range:
    return range(link.target.start - hypothesis.start, link.target.end - hypothesis.start)


def _one_sided_negation(text: Sentence, hypothesis: Sentence, links: Sequence[Link]) -> bool:
    """Return whether a word is denied on one side and its counterpart is not."""
    # A negation of the hypothesis at a word without a counterpart counts, unless the text denies
    # something too.
    denied, others = _denied(text), _denied(hypothesis)
    linked: set[int] = set()
    for link in links:
        i, j = link.source.root.i - text.start, link.target.root.i - hypothesis.start
        linked.add(j)
        if (i in denied) != (j in others):
            return True
    return bool(others - linked) and not denied


def _denied(side: Sentence) -> set[int]:
    """Return the words that a negation depends on; what nothing is above denies itself."""
    return {
        side.heads[i] if side.heads[i] >= 0 else i
        for i, word in enumerate(side.words)
        if word in side.lang.negations
    }
