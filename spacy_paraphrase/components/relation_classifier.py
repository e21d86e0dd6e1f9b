"""The component that says how aligned units, and the two sides as a whole, are related."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from spacy.language import Language
from spacy.pipeline import Pipe
from spacy.tokens import Doc

from .. import extensions
from ..alignment import LEVELS, Level, Link, read_links, write_links
from ..errors import ParaphraseError
from ..lexicon.wordnet import WordNetExpert
from ..pair import WORDS, sides
from ..relation import sentence_relation, write_relation
from ..relations.calculus import BoolArray, relate, surplus
from ..relations.conflicts import Conflict, conflicts, denials
from ..relations.evidence import compare, evidence, scopes
from ..relations.reading import Reading, read
from .word_experts import refuse
from .word_table import word_weights

Masks = tuple[BoolArray, BoolArray]


@Language.factory(
    "relation_classifier",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config={
        "lexicon": {"@misc": "spacy-paraphrase.WordNet.v1"},
        "overwrite": False,
    },
)
class RelationClassifier(Pipe):
    """Label the links of a pair with relations, find conflicts, relate the sides as a whole.

    It reads the word links that an aligner, or the user, wrote. What words have to do with each
    other, which words have no counterpart, and where negation or a quantifier turns entailment
    round, is composed to the relation of every pair of units (`relations.calculus`): the
    composition that Marsi and Krahmer 2005, *Classification of semantic relations by humans and
    machines*, learn from the labels of daughters. No training is needed.

    Args:
        nlp: The pipeline.
        name: Name of this instance.
        lexicon: WordNet expert whose lexical data are used.
        overwrite: Whether to replace relations that links have already.

    Raises:
        ParaphraseError: P008 for a setting that makes no sense; when called, P004 for a Doc without
            pair, P017 for one without word links.
    """

    def __init__(
        self,
        nlp: Language,
        name: str = "relation_classifier",
        *,
        lexicon: WordNetExpert,
        overwrite: bool,
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

    def __call__(self, doc: Doc) -> Doc:
        """Write relations, conflicts and the relation of the sides."""
        spans = sides(doc)
        if WORDS not in doc.spans:
            raise ParaphraseError("P017", name=self.name, text=repr(doc.text[:80]))
        weights = word_weights(doc.lang_)
        source, target = (read(list(span), weights) for span in spans)
        starts = spans[0].start, spans[1].start
        links = {level: read_links(doc, level) for level in LEVELS}
        cells = _cells(links["words"], starts, self.overwrite)
        index = self.lexicon.index()
        found = compare(source, target, cells, index)
        clashes = conflicts(found, index)
        contrary = {*(cell for cell, _ in denials(found))}
        contrary |= {(c.source[0], c.target[0]) for c in clashes}
        pieces = evidence(found, sorted(contrary))
        reach = scopes(found.halves[0]), scopes(found.halves[1])
        for level in LEVELS:
            if links[level]:
                masks = _masks(level, links[level], starts, source, target)
                labels = relate(surplus(pieces, *masks, reach), _same(masks, source, target))
                labelled = _label(links[level], labels, masks, clashes, self.overwrite)
                write_links(doc, level, labelled)
        whole = np.ones((1, len(source)), np.bool_), np.ones((1, len(target)), np.bool_)
        more = surplus(pieces, *whole, reach)[0].round(9)
        relation = sentence_relation(
            (float(more[0]), float(more[1])),
            same=bool(_same(whole, source, target)[0]),
            shared=found.share(),
            reasons=tuple(dict.fromkeys(clash.reason for clash in clashes)),
        )
        write_relation(doc, relation)
        return doc

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return the lexical data, so that a saved pipeline needs none of its own."""
        return self.lexicon.to_bytes()

    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> RelationClassifier:
        """Take over what `to_bytes` gave."""
        self.lexicon.from_bytes(data)
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write the lexical data into a folder."""
        Path(path).mkdir(exist_ok=True, parents=True)
        (Path(path) / "lexicon").write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> RelationClassifier:
        """Read what `to_disk` wrote."""
        return self.from_bytes((Path(path) / "lexicon").read_bytes())


def _cells(
    links: list[Link], starts: tuple[int, int], overwrite: bool
) -> list[tuple[int, int, str]]:
    """Return the word links as indices; a link over several words as one for each pair of them."""
    return [
        (i - starts[0], j - starts[1], "" if overwrite else link.relation)
        for link in links
        for i in range(link.source.start, link.source.end)
        for j in range(link.target.start, link.target.end)
    ]


def _masks(
    level: Level, links: list[Link], starts: tuple[int, int], source: Reading, target: Reading
) -> Masks:
    """Return which tokens are in the units of each link; shapes (K, n) and (K, m)."""
    masks = []
    for name, start, reading in (
        ("source", starts[0], source),
        ("target", starts[1], target),
    ):
        spans = [getattr(link, name) for link in links]
        if level == "phrases":
            n = len(reading)
            heads = [span.start - start for span in spans]
            masks.append(reading.tree.dominance()[heads, :n])
        else:
            mask = np.zeros((len(links), len(reading)), dtype=np.bool_)
            for k, span in enumerate(spans):
                mask[k, span.start - start : span.end - start] = True
            masks.append(mask)
    return masks[0], masks[1]


def _same(masks: Masks, source: Reading, target: Reading) -> BoolArray:
    """Return whether the units of each pair read the same, case and white space ignored."""
    return np.array(
        [
            source.said(np.flatnonzero(mask)) == target.said(np.flatnonzero(other))
            for mask, other in zip(*masks, strict=True)
        ],
        dtype=np.bool_,
    )


def _label(
    links: list[Link],
    labels: list[str],
    masks: Masks,
    clashes: Sequence[Conflict],
    overwrite: bool,
) -> list[Link]:
    """Return the links with relations and conflicts."""
    reasons = _reasons(masks, clashes)
    labelled = []
    for link, label, reason in zip(links, labels, reasons, strict=True):
        relation = label if overwrite or not link.relation else link.relation
        labelled.append(
            replace(
                link,
                relation=relation,
                conflict=bool(reason) or (link.conflict and not overwrite),
                reason=reason or ("" if overwrite else link.reason),
            )
        )
    return labelled


def _reasons(masks: Masks, clashes: Sequence[Conflict]) -> list[str]:
    """Return why the units of each pair are in conflict: the smallest that hold all of it are."""
    reasons = [""] * len(masks[0])
    sizes: npt.NDArray[np.int64] = masks[0].sum(axis=1) + masks[1].sum(axis=1)
    for clash in clashes:
        holds = masks[0][:, list(clash.source)].all(axis=1)
        holds &= masks[1][:, list(clash.target)].all(axis=1)
        if holds.any():
            for k in np.flatnonzero(holds & (sizes == sizes[holds].min())).tolist():
                reasons[k] = reasons[k] or clash.reason
    return reasons
