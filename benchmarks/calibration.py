"""Whether the probabilities of the sentence relation mean what they say; draws the diagram.

For both directions of each pair: the probability that one side entails the other, and whether it
does; for each pair: the probability of the most probable relation, and whether it is right. On SICK
train+trial, and on dev and test of the embedded sample; nothing of either was fitted by
`python -m weights calibration`. The diagram goes to docs/images/reliability.svg.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from spacy.language import Language

import spacy_paraphrase
from benchmarks.data import DATA, SICK, sample
from scripts.door import ROOT, Data, Limit
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.components.relation_classifier import Composition, RelationClassifier
from spacy_paraphrase.metrics import CalibrationMeasure, evaluate, relation_of
from spacy_paraphrase.metrics.label_measures import Bin
from spacy_paraphrase.pairs.results import Calibration, judgement_of, shipped_calibration
from spacy_paraphrase.readers import PairRecord, read_table
from spacy_paraphrase.render.markup import esc, num, tag

MEASURE = CalibrationMeasure()
# Side of a panel, room around it, in pixels; radius of a dot for all predictions, and the least.
SIDE, ROOM, DOT, LEAST = 240, 56, 22.0, 2.5
STYLE = (
    ".r{color:#15181c;fill:currentColor}.l{color:#8a929c}.d{fill:#0072b2}"
    "@media (prefers-color-scheme:dark){.r{color:#eceef1}.l{color:#7d8590}.d{fill:#56b4e9}}"
)


class Chances(NamedTuple):
    """Probabilities and what came true."""

    said: list[float]
    right: list[bool]


def composed(nlp: Language, records: Sequence[PairRecord]) -> list[Composition]:
    """Return what composition says of each pair."""
    component = nlp.get_pipe("relation_classifier")
    assert isinstance(component, RelationClassifier)
    with nlp.select_pipes(disable=["relation_classifier"]):
        texts = [(list(record.source), list(record.target)) for record in records]
        return [component.composition(doc) for doc in pipe_pairs(nlp, texts)]


def chances(
    records: Sequence[PairRecord], compositions: Sequence[Composition], calibration: Calibration
) -> tuple[Chances, Chances]:
    """Return probability of entailment for each direction, and of the relation of each pair."""
    directions, labels = Chances([], []), Chances([], [])
    for record, seen in zip(records, compositions, strict=True):
        found = seen.relation(calibration)
        both = found.scores["equals"] + found.scores["restates"]
        for label, gold in (("specifies", record.entails), ("generalizes", record.entailed)):
            directions.said.append(min(both + found.scores[label], 1.0))
            directions.right.append(gold == "entailment")
        labels.said.append(min(found.scores[found.label], 1.0))
        kinds = ((str(j.entails), str(j.entailed)) for j in (judgement_of(found), record))
        one, other = (relation_of(*kind) for kind in kinds)
        labels.right.append(one == other)
    return directions, labels


def shown(name: str, found: Chances) -> list[Bin]:
    """Print calibration error and bins of some probabilities, and return the bins."""
    result = evaluate(MEASURE, found.said, found.right)
    bins = MEASURE.reliability(result.stats.sum(0).tolist())
    cells = ["   - " if row.accuracy is None else f"{row.accuracy:5.2f}" for row in bins]
    ece, brier = result.scores["ece"], result.scores["brier"]
    print(f"{name:44}{len(found.said):6}{ece:7.3f}{brier:7.3f}   " + "".join(cells), flush=True)
    return bins


def diagram(panels: Iterable[tuple[str, list[Bin]]]) -> str:
    """Return reliability diagrams side by side; the area of a dot is the share of predictions."""
    panels = list(panels)
    width, height = len(panels) * (SIDE + ROOM) + ROOM / 2, SIDE + 1.6 * ROOM
    parts = [tag("style", STYLE)]
    for k, (title, bins) in enumerate(panels):
        left, top = ROOM + k * (SIDE + ROOM), ROOM * 0.7
        bottom = top + SIDE
        line = {"class_": "l", "stroke": "currentColor", "fill": "none"}
        parts.append(tag("rect", x=left, y=top, width=SIDE, height=SIDE, **line))
        ends = {"x1": left, "y1": bottom, "x2": left + SIDE, "y2": top}
        parts.append(tag("line", **ends, **line, stroke_dasharray="4 4"))
        total = sum(row.size for row in bins)
        for row in bins:
            if row.confidence is None or row.accuracy is None:
                continue
            spot = {"cx": left + SIDE * row.confidence, "cy": bottom - SIDE * row.accuracy}
            told = f"{row.size} said {row.confidence:.2f}, true {row.accuracy:.2f}"
            radius = max(DOT * (row.size / total) ** 0.5, LEAST)
            parts.append(tag("circle", tag("title", esc(told)), **spot, r=radius, class_="d"))
        words = {"class_": "r", "text_anchor": "middle"}
        middle = left + SIDE / 2
        parts.append(tag("text", esc(title), x=middle, y=top - 12, font_weight="bold", **words))
        parts.append(
            tag("text", esc("probability of entailment"), x=middle, y=bottom + 36, **words)
        )
        x, y = left - 36, top + SIDE / 2
        turn = f"rotate(-90 {num(x)} {num(y)})"
        parts.append(tag("text", esc("share that is true"), x=x, y=y, transform=turn, **words))
        for value in (0.0, 0.5, 1.0):
            x, y = left + SIDE * value, bottom - SIDE * value
            parts.append(tag("text", num(value), x=x, y=bottom + 17, **words))
            parts.append(tag("text", num(value), x=left - 16, y=y + 4, **words))
    said = tag("title", esc("How often one side entails the other, by the probability given"))
    size = {"width": width, "height": height, "viewBox": f"0 0 {num(width)} {num(height)}"}
    fonts = {"font_family": "system-ui,sans-serif", "font_size": 12, "role": "img"}
    return tag("svg", said, *parts, xmlns="http://www.w3.org/2000/svg", **size, **fonts)


def main(
    *, data: Data = DATA, limit: Limit = 0, svg: Path = ROOT / "docs" / "images" / "reliability.svg"
) -> None:
    """Print the tables and draw the diagram."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    corpora = {
        "SICK train+trial": list(read_table(data / SICK, nlp))[: limit or None],
        "sample dev+test": sample("dev", "test"),
    }
    print(f"{MEASURE.signature()}|pipeline:{nlp.meta['name']}|{shipped_calibration()}")
    print(f"{'':44}{'n':>6}{'ECE':>7}{'Brier':>7}   share that is true, by tenths")
    panels = []
    for name, records in corpora.items():
        compositions = composed(nlp, records)
        for when, calibration in (("before", Calibration()), ("after", shipped_calibration())):
            directions, labels = chances(records, compositions, calibration)
            bins = shown(f"{name}, entailment, {when}", directions)
            shown(f"{name}, relation, {when}", labels)
        panels.append((name, bins))
    svg.write_text(diagram(panels) + "\n", encoding="utf-8")
    print(f"wrote {svg}")
