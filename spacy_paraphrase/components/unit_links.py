"""Links of phrases and chunks: prediction by the trained unit matcher, and its training targets."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.training import Example, validate_examples
from thinc.api import Optimizer

from ..analysis.sentence import Sentence
from ..errors import ParaphraseError
from ..ml.link_features import link_context, unit_words
from ..ml.link_features import phrases as remembered
from ..ml.span_decode import CLASSES, REACH, Part, SpanLink, class_of, decide_linked, similarity
from ..ml.span_features import span_features
from ..ml.span_matcher import LinkedPair, SpanPair, UnitMatcher, span_pair
from ..ml.unit_learning import UnitExample
from ..ml.word_matcher import Targets
from ..pairs.alignment import KEYS, POSSIBLE, RELATIONS, Level, Link, Relation, read_links
from ..pairs.pair import SIDES, is_pair, sides
from ..pairs.side_parsing import read_sides
from ..registry import by_sides
from .units import Unit, UnitFunction, phrases, words
from .word_pairs import WordPairs

# Of a pair, the class of each link by the units that it joins.
UnitGold = dict[tuple[Part, Part], int]


def word_targets(example: Example) -> Targets | None:
    """Return the gold labels of all n × m word pairs of an example, without possible links.

    None if the reference was not annotated with word links. Gold links between words that the
    prediction tokenises differently are ignored.
    """
    if KEYS["words"] not in example.reference.spans:
        return None
    source, target = sides(example.predicted)
    shape = len(source), len(target)
    aligned, counted = np.zeros(shape, np.float32), np.ones(shape, np.float32)
    relations = np.full(shape, -1)
    for link in read_links(example.reference, "words"):
        ends = predicted_tokens(example, link)
        if any(len(end) != 1 for end in ends):
            continue
        cell = ends[0][0] - source.start, ends[1][0] - target.start
        if link.score > POSSIBLE:
            aligned[cell] = 1.0
            relations[cell] = RELATIONS.index(link.relation) if link.relation else -1
        else:
            counted[cell] = 0.0
    return Targets(aligned.reshape(-1), counted.reshape(-1), relations.reshape(-1))


def unit_targets(
    example: Example, level: Level, source_units: Sequence[Unit], target_units: Sequence[Unit]
) -> UnitGold | None:
    """Return the classes of the gold links between units; units that share a link are joint.

    None if the reference has no links of the level, or has one without a relation, or one that does
    not join units.

    Args:
        example: The pair.
        level: "phrases" or "chunks".
        source_units: Units of the source, token indices within the side; for phrases their heads.
        target_units: Likewise of the target.
    """
    if KEYS[level] not in example.reference.spans:
        return None
    groups: list[tuple[set[int], set[int], int]] = []
    for link in read_links(example.reference, level):
        ends = _units_of(example, link, source_units, target_units)
        if not link.relation or not all(ends):
            return None
        kind = _class(link)
        joined = [g for g in groups if g[0] & ends[0] or g[1] & ends[1]]
        groups = [g for g in groups if g not in joined]
        sources, targets = set(ends[0]), set(ends[1])
        for group in joined:
            sources, targets = sources | group[0], targets | group[1]
        groups.append((sources, targets, kind))
    return {(tuple(sorted(s)), tuple(sorted(t))): kind for s, t, kind in groups}


def predicted_tokens(example: Example, link: Link) -> tuple[list[int], list[int]]:
    """Return the predicted tokens at both ends of a gold link."""
    to_predicted = example.alignment.y2x
    source, target = (
        sorted({int(j) for i in range(span.start, span.end) for j in to_predicted[i]})
        for span in (link.source, link.target)
    )
    return source, target


def _units_of(
    example: Example, link: Link, source_units: Sequence[Unit], target_units: Sequence[Unit]
) -> tuple[set[int], set[int]]:
    found = []
    both = zip(
        sides(example.predicted),
        predicted_tokens(example, link),
        (source_units, target_units),
        strict=True,
    )
    for side, tokens, units in both:
        inside = {i - side.start for i in tokens}
        found.append({k for k, unit in enumerate(units) if inside & set(unit)})
    return found[0], found[1]


def _class(link: Link) -> int:
    relation: str = "restates" if link.relation == "equals" else link.relation
    if link.conflict and relation == "intersects":
        relation = "opposes"
    return class_of(relation, 5 * link.similarity)


def annotated(examples: Iterable[Example], nlp: Language | None, name: str) -> Iterator[Example]:
    """Yield the examples with predictions annotated by the components before this one.

    Training calls `initialize` with unannotated Docs, whose features would all be the same, and
    with frozen components disabled. Here these components are run on the sides too.
    """
    examples = list(examples)
    validate_examples(examples, "initialize")
    parsed = examples[0].predicted.has_annotation("DEP")
    if nlp is None or name not in nlp.pipe_names or parsed:
        yield from examples
        return
    training = nlp.config.get("training", {})
    trained = {*training.get("annotating_components", []), *training.get("frozen_components", [])}
    before = nlp.component_names[: nlp.component_names.index(name)]
    before = [each for each in before if each in nlp.pipe_names or each in trained]
    copies = (example.predicted.copy() for example in examples)
    read = zip(_through(nlp, before, copies), examples, strict=True)
    found = [Example(doc, example.reference) for doc, example in read]
    _check_pairs(found, name)
    yield from found


def _check_pairs(examples: Iterable[Example], name: str) -> None:
    for example in examples:
        has_links = any(key in example.reference.spans for key in KEYS.values())
        if has_links and not is_pair(example.predicted):
            text = repr(example.predicted.text[:80])
            raise ParaphraseError("P032", name=name, text=text)


def _through(nlp: Language, names: Sequence[str], docs: Iterable[Doc]) -> list[Doc]:
    """Return Docs as some components leave them, disabled ones among them; no others run."""
    disabled = [name for name in names if name not in nlp.pipe_names]
    for name in disabled:
        nlp.enable_pipe(name)
    try:
        settings = by_sides(nlp)
        others = {*nlp.pipe_names} - {*names}
        disable = [*others, *settings.pop("disable", ())]
        return list(nlp.pipe(docs, disable=disable, **settings))
    finally:
        for name in disabled:
            nlp.disable_pipe(name)


def read_alone(nlp: Language, examples: Sequence[Example], name: str) -> None:
    """Parse each side of the predictions on its own, if not yet done (`side_parsing.read_sides`).

    Raises:
        ParaphraseError: P032 for gold links of a text that is not a pair.
    """
    _check_pairs(examples, name)
    predicted = [example.predicted for example in examples]
    for example, doc in zip(examples, read_sides(nlp, predicted), strict=True):
        if doc is not None and doc is not example.predicted:
            example.predicted = doc


# -- What the matcher of units sees and finds ------------------------------------------------------

# What the labels given with all links known count, against those of a link on its own.
TOGETHER = 0.7
# What the classes of the matcher are called in a link; "opposes" is a conflict besides.
_RELATION = {"related": "intersects", "opposes": "intersects"}


class PairLearner:
    """Base class of components that are trained on the references of pairs."""

    nlp: Language
    name: str

    @abstractmethod
    def learn(self, examples: Sequence[Example], losses: dict[str, float]) -> bool:
        """Train on the annotated pairs and add the loss; return whether to update the weights."""

    def update(
        self,
        examples: Iterable[Example],
        *,
        drop: float = 0.0,
        sgd: Optimizer | None = None,
        losses: dict[str, float] | None = None,
    ) -> dict[str, float]:
        """Train on pairs whose references are annotated; other pairs are ignored.

        Args:
            examples: The pairs.
            drop: Ignored: dropout is a setting of the networks.
            sgd: Optimizer; without it gradients add up until `finish_update`.
            losses: The loss is added under the component's name.
        """
        losses = {} if losses is None else losses
        losses.setdefault(self.name, 0.0)
        examples = list(examples)
        validate_examples(examples, f"{type(self).__name__}.update")
        pipe: Any = self  # the component, a pipe of spaCy
        if pipe.is_trainable:
            read_alone(self.nlp, examples, self.name)
            if self.learn(examples, losses) and sgd is not None:
                pipe.finish_update(sgd)
        return losses


def units_of(level: Level, side: Sentence, chunk_function: UnitFunction) -> list[Unit]:
    """Return the phrases or chunks of a side; the k-th phrase is headed by the k-th word."""
    if level == "phrases":
        return phrases(side) if side.parsed else []
    return chunk_function(side)


def anchors(level: Level, side: Sentence, units: list[Unit]) -> list[Unit]:
    """Return the tokens that stand for units in links: heads of phrases, all tokens of chunks."""
    return words(side) if level == "phrases" else units


def pair_of_links(
    reading: WordPairs, source_units: Sequence[Unit], target_units: Sequence[Unit]
) -> LinkedPair:
    """Return the input of the labeller for a pair; source unit k is linked to target unit k."""
    source, target = reading.source, reading.target
    units = source_units, target_units
    known = reading.similarity, reading.links
    table = span_features(
        *(source, target, *units, *known),
        relations=reading.relations,
        rarity=reading.rarity,
        vectors=reading.vectors,
        near=reading.near,
    )
    names, around = link_context(source, target, source_units, target_units, reading.relations)
    diagonal = np.arange(len(source_units))
    return LinkedPair(
        table.names + names,
        np.concatenate([table.values[diagonal, diagonal], around], axis=1),
        unit_words(source, source_units),
        unit_words(target, target_units),
        remembered(source, source_units),
        remembered(target, target_units),
    )


def unit_pair(level: Level, reading: WordPairs, units: tuple[list[Unit], list[Unit]]) -> SpanPair:
    """Return the input of the matcher of a level; phrases are linked one to one."""
    reach = 0 if level == "phrases" else REACH
    known = reading.similarity, reading.links
    return span_pair(
        *(reading.source, reading.target, *units, *known),
        reach=reach,
        relations=reading.relations,
        rarity=reading.rarity,
        vectors=reading.vectors,
        near=reading.near,
    )


def unit_example(
    level: Level, reading: WordPairs, units: tuple[list[Unit], list[Unit]], gold: UnitGold
) -> UnitExample:
    """Return the training example that a pair gives for its units, see `unit_links`."""
    joined = (
        [
            [sorted({i for part in parts for i in some[part]}) for parts in ends]
            for some, ends in zip(units, zip(*gold, strict=True), strict=True)
        ]
        if gold
        else []
    )
    linked = pair_of_links(reading, *joined) if joined else None
    return UnitExample(unit_pair(level, reading, units), gold, linked)


def unit_links(
    level: Level, matcher: UnitMatcher, reading: WordPairs, units: tuple[list[Unit], list[Unit]]
) -> list[Link]:
    """Return labelled links between units; a link of several units becomes one link per pair.

    Args:
        level: "phrases" or "chunks".
        matcher: The trained matcher.
        reading: The pair.
        units: Units of both sides, from `units_of`.
    """
    if not all(units):
        return []
    sides = reading.source, reading.target
    named = [anchors(level, side, some) for side, some in zip(sides, units, strict=True)]
    pair, spans = labelled_spans(level, matcher, reading, units)
    links = []
    for found in spans:
        kind = CLASSES[found.kind].relation
        for i in pair.source[found.source]:
            for j in pair.target[found.target]:
                relation = cast(Relation, _RELATION.get(kind, kind))
                if kind == "restates" and _same(*sides, units[0][i], units[1][j]):
                    relation = "equals"
                source, target = _span(sides[0], named[0][i]), _span(sides[1], named[1][j])
                numbers = found.score, found.similarity
                links.append(Link(level, source, target, relation, *numbers, kind == "opposes"))
    return links


def labelled_spans(
    level: Level, matcher: UnitMatcher, reading: WordPairs, units: tuple[list[Unit], list[Unit]]
) -> tuple[SpanPair, list[SpanLink]]:
    """Return the single and joint units of a pair and the links between them, see `unit_links`.

    Each link has two labels: one predicted on its own, and one predicted given all links.
    """
    pair = unit_pair(level, reading, units)
    links = matcher.matcher(pair)
    if not links:
        return pair, []
    joined = [
        [sorted({i for part in parts[getattr(link, name)] for i in some[part]}) for link in links]
        for name, parts, some in zip(SIDES, (pair.source, pair.target), units, strict=True)
    ]
    alone = np.array([link.probabilities for link in links])
    together = matcher.labeller(pair_of_links(reading, *joined))
    found = (1 - TOGETHER) * alone + TOGETHER * together
    kinds, close = decide_linked(found).tolist(), similarity(found).tolist()
    return pair, [
        replace(link, kind=kind, similarity=value)
        for link, kind, value in zip(links, kinds, close, strict=True)
    ]


def _span(side: Sentence, anchor: Unit) -> Span:
    return side.span[anchor[0] : anchor[-1] + 1]


def _same(source: Sentence, target: Sentence, unit: Unit, other: Unit) -> bool:
    return [source.words[i] for i in unit] == [target.words[j] for j in other]
