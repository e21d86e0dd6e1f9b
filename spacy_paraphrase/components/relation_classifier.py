"""The component that says how aligned units, and the two sides as a whole, are related."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import srsly
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example

from .. import extensions
from ..alignment import LEVELS, Link, read_links, write_links
from ..errors import ParaphraseError
from ..lexicon.wordnet import WordNetExpert
from ..ml.standardise import Network
from ..pair import SIDES, WORDS, sides
from ..relation import Calibration, SentenceRelation, sentence_relation, write_relation
from ..relations.calculus import BoolArray, IntArray, forgive, relate, surplus
from ..relations.comparison import Half, compare
from ..relations.conflicts import Conflict, conflicts
from ..relations.evidence import evidence, scopes
from ..relations.reading import Reading, read
from .learned_relation import LearnedRelation
from .stored import StoredAsBytes
from .word_experts import refuse
from .word_table import word_weights

Masks = tuple[BoolArray, BoolArray]


@dataclass(frozen=True, eq=False)
class Composition:
    """What composition says of a pair.

    Attributes:
        links: The links, labelled.
        surplus: How much source and target say more than each other.
        same: Whether they read the same.
        shared: Whether they have anything in common.
        words: Content words of a side, on average.
        reasons: Why both cannot be true, if so.
    """

    links: list[Link]
    surplus: tuple[float, float]
    same: bool
    shared: bool
    words: float
    reasons: tuple[str, ...]

    def relation(self, calibration: Calibration | None = None) -> SentenceRelation:
        """Return the relation of the sides, with the shipped probabilities or others."""
        return sentence_relation(
            self.surplus,
            same=self.same,
            shared=self.shared,
            words=self.words,
            reasons=self.reasons,
            calibration=calibration,
        )


@Language.factory(
    "relation_classifier",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config={
        "lexicon": {"@misc": "spacy-paraphrase.WordNet.v1"},
        "overwrite": False,
        "model": None,
        "scorer": {"@scorers": "spacy-paraphrase.RelationScorer.v1"},
    },
    default_score_weights={"relation_acc": 1.0},
)
class RelationClassifier(StoredAsBytes, LearnedRelation):
    """Label the links of a pair with relations, find conflicts, relate the sides as a whole.

    It reads the word links that an aligner, or the user, wrote. What words have to do with each
    other, which words have no counterpart, and where negation or a quantifier turns entailment
    round, is composed to the relation of every pair of units (`relations.calculus`): the
    composition that Marsi and Krahmer 2005, *Classification of semantic relations by humans and
    machines*, learn from the labels of daughters. No training is needed. With a `model`, a network
    has the last word on the sides as a whole; it learns from pairs that people judged
    (`readers.read_table`, `readers.read_nli`), and what composition says is one of its features.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        lexicon: WordNet expert whose lexical data are used.
        overwrite: Whether to replace relations that links have already.
        model: Network that is trained to relate the sides, or none.
        scorer: Scorer for `nlp.evaluate`.

    Raises:
        ParaphraseError: P008 for a setting that makes no sense; when called, P004 for a Doc without
            pair, P017 for one without word links,
            P015 if there is a model that is not trained.
    """

    file = "relations"

    def __init__(
        self,
        nlp: Language,
        name: str = "relation_classifier",
        *,
        lexicon: WordNetExpert,
        overwrite: bool,
        model: Network | None,
        scorer: Callable[[Iterable[Example]], dict[str, Any]] | None,
    ) -> None:
        if not isinstance(overwrite, bool):
            refuse(name, "overwrite", overwrite, "true or false")
        if not isinstance(lexicon, WordNetExpert):
            refuse(name, "lexicon", lexicon, "spacy-paraphrase.WordNet.v1")
        extensions.install()
        self.vocab = nlp.vocab
        self.name = name
        self.lexicon = lexicon
        self.overwrite = overwrite
        self.model = model
        self.scorer = scorer
        self.cfg: dict[str, Any] = {}

    def compose(self, doc: Doc) -> Doc:
        """Write relations, conflicts and the relation of the sides, without any network."""
        found = self.composition(doc)
        for level in {link.level for link in found.links}:
            write_links(doc, level, [link for link in found.links if link.level == level])
        write_relation(doc, found.relation())
        return doc

    def composition(self, doc: Doc) -> Composition:
        """Return what composition says of a pair, and leave the Doc as it is."""
        if WORDS not in doc.spans:
            raise ParaphraseError("P017", name=self.name, text=repr(doc.text[:80]))
        spans = sides(doc)
        weights = word_weights(doc.lang_)
        readings = read(spans[0], weights), read(spans[1], weights)
        starts = spans[0].start, spans[1].start
        links = [link for level in LEVELS for link in read_links(doc, level)]
        index = self.lexicon.index()
        found = compare(*readings, _cells(links, starts, self.overwrite), index)
        contrary = conflicts(found, index)
        clashes = [conflict for conflict in contrary if conflict.certain]
        pieces = evidence(found, [conflict.cell for conflict in contrary])
        masks = _masks(links, starts, *readings)
        reach = scopes(found.halves[0]), scopes(found.halves[1])
        more, kept = surplus(pieces, *masks, reach)
        more = forgive(more, kept, _shared(masks, found.halves), bool(contrary))
        same = _same(masks, *readings)
        labels = relate(more, same)[:-1]
        reasons = _reasons(masks, links, clashes)
        whole = more[-1].round(9).tolist()
        return Composition(
            [self._label(*item) for item in zip(links, labels, reasons, strict=True)],
            (whole[0], whole[1]),
            bool(same[-1]),
            found.share(),
            sum(sum(reading.content) for reading in readings) / 2,
            tuple(dict.fromkeys(clash.reason for clash in clashes)),
        )

    def _label(self, link: Link, label: str, reason: str) -> Link:
        """Return the link with what was found; what it had before stays, or counts for nothing."""
        relation, conflict, old = link.relation, link.conflict, link.reason
        if relation and not reason and not self.overwrite:
            return link
        if self.overwrite:
            relation, conflict, old = "", False, ""
        units = link.level, link.source, link.target
        numbers = link.score, link.similarity, conflict or bool(reason)
        return Link(*units, relation or label, *numbers, reason or old)

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the network, if there is one, and the lexical data."""
        model = self.model.to_bytes() if self.model is not None else b""
        message = {"cfg": self.cfg, "model": model, "lexicon": self.lexicon.to_bytes()}
        return bytes(srsly.msgpack_dumps(message))

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> RelationClassifier:
        """Take over what `to_bytes` gave."""
        message = srsly.msgpack_loads(data)
        self.cfg = message["cfg"]
        if self.model is not None and message["model"]:
            self.model.from_bytes(message["model"])
        self.lexicon.from_bytes(message["lexicon"])
        return self


def _cells(
    links: list[Link], starts: tuple[int, int], overwrite: bool
) -> list[tuple[int, int, str]]:
    """Return the word links as indices; one over several words as one for each pair of them."""
    return [
        (i - starts[0], j - starts[1], "" if overwrite else link.relation)
        for link in links
        if link.level == "words"
        for i in range(link.source.start, link.source.end)
        for j in range(link.target.start, link.target.end)
    ]


def _masks(links: list[Link], starts: tuple[int, int], source: Reading, target: Reading) -> Masks:
    """Return which tokens the units of each link hold, and in the last row all of them.

    Shapes (K + 1, n) and (K + 1, m).
    """
    masks = []
    phrases = [k for k, link in enumerate(links) if link.level == "phrases"]
    for name, start, reading in zip(SIDES, starts, (source, target), strict=True):
        n, spans = len(reading), [getattr(link, name) for link in links]
        first = np.array([*(span.start - start for span in spans), 0])[:, None]
        end = np.array([*(span.end - start for span in spans), n])[:, None]
        tokens = np.arange(n)
        mask: BoolArray = (first <= tokens) & (tokens < end)
        mask[phrases] = reading.tree.dominance()[first[phrases, 0], :n]
        masks.append(mask)
    return masks[0], masks[1]


def _shared(masks: Masks, halves: tuple[Half, Half]) -> IntArray:
    """Return how many content words with a counterpart both units of each pair have; (K + 1,)."""
    told = [[i for i in half.linked if half.reading.content[i]] for half in halves]
    counts = [mask[:, some].sum(axis=1) for mask, some in zip(masks, told, strict=True)]
    return np.asarray(np.minimum(*counts))


def _same(masks: Masks, source: Reading, target: Reading) -> BoolArray:
    """Return whether the units of each pair read the same, case and white space ignored."""
    codes: dict[str, int] = {}
    read = []
    for mask, reading in zip(masks, (source, target), strict=True):
        told = zip(reading.words, reading.pos, strict=True)
        numbers = [0 if pos == "SPACE" else codes.setdefault(w, len(codes) + 1) for w, pos in told]
        read.append((mask, np.array(numbers)))
    # Most units of which the words differ differ in the sum of their numbers.
    sums = [mask @ numbers for mask, numbers in read]
    same: BoolArray = sums[0] == sums[1]
    several = (masks[0].sum(axis=1) > 1) | (masks[1].sum(axis=1) > 1)
    for k in np.flatnonzero(same & several).tolist():
        one, other = (numbers[mask[k]].tolist() for mask, numbers in read)
        same[k] = [w for w in one if w] == [w for w in other if w]
    return same


def _reasons(masks: Masks, links: list[Link], clashes: Sequence[Conflict]) -> list[str]:
    """Return why the units of each link are in conflict.

    A conflict is told of the smallest units of each level that hold it; those around them, of which
    nothing else is known, inherit it.
    """
    reasons, inherited = [""] * len(links), [""] * len(links)
    sizes = masks[0].sum(axis=1) + masks[1].sum(axis=1)
    for clash in clashes:
        holds = masks[0][:-1, list(clash.source)].all(axis=1)
        holds &= masks[1][:-1, list(clash.target)].all(axis=1)
        units = np.flatnonzero(holds).tolist()
        for level in LEVELS:
            least = min((sizes[k] for k in units if links[k].level == level), default=0)
            for k in units:
                if links[k].level == level and sizes[k] == least:
                    reasons[k] = reasons[k] or clash.reason
                inherited[k] = inherited[k] or clash.reason
    return [own or above for own, above in zip(reasons, inherited, strict=True)]
