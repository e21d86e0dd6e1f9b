"""What an example teaches, on the tokens of its prediction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example, validate_examples

from ..alignment import KEYS, RELATIONS, Level, Link, read_links
from ..ml.span_context import Part
from ..ml.span_labels import class_of
from ..ml.training import Targets
from ..pair import sides
from ..readers.records import POSSIBLE
from .units import Unit

# Of a pair, the class of each link by the units that it joins.
UnitGold = dict[tuple[Part, Part], int]


def word_targets(example: Example) -> Targets | None:
    """Return what is known of all n × m word pairs of an example; possible links do not count.

    None if the reference was not annotated with word links. A gold link between words that the
    prediction has cut otherwise teaches nothing.
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
    """Return the classes of the gold links between units; units that share one are joint.

    None if the reference has no links of the level, or one without relation, or one that is no
    link between units.

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
    """Return the tokens of the prediction under both ends of a gold link."""
    to_predicted = example.alignment.y2x
    source, target = (
        sorted({int(j) for i in range(span.start, span.end) for j in to_predicted[i]})
        for span in (link.source, link.target)
    )
    return source, target


def _units_of(
    example: Example, link: Link, source_units: Sequence[Unit], target_units: Sequence[Unit]
) -> tuple[set[int], set[int]]:
    """Return which units a gold link joins."""
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
    relation = "restates" if link.relation == "equals" else link.relation
    if link.conflict and relation == "intersects":
        relation = "opposes"
    return class_of(relation, 5 * link.similarity)


def annotated(examples: Iterable[Example], nlp: Language | None, name: str) -> Iterator[Example]:
    """Yield the examples with their predictions as the components before this one leave them.

    Training calls `initialize` on bare Docs, whose features would all be the same, and with frozen
    components disabled; those of them that annotate in training do so here too.
    """
    examples = list(examples)
    validate_examples(examples, "initialize")
    parsed = examples[0].predicted.has_annotation("DEP")
    if nlp is None or name not in nlp.pipe_names or parsed:
        yield from examples
        return
    annotating = nlp.config.get("training", {}).get("annotating_components", [])
    docs: Iterable[Doc] = (example.predicted.copy() for example in examples)
    for before in nlp.component_names[: nlp.component_names.index(name)]:
        if before in nlp.pipe_names or before in annotating:
            pipe = nlp.get_pipe(before)
            docs = pipe.pipe(docs) if hasattr(pipe, "pipe") else map(pipe, docs)
    for doc, example in zip(docs, examples, strict=True):
        yield Example(doc, example.reference)
