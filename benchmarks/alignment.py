"""Word alignment without training: how good the methods of `tree_aligner` are.

Macro precision, recall, F and exact match on sure links, all words, with 95 % bootstrap intervals
of F, on development corpora. "tree, all nodes" counts as word links also the pairs of nodes that
are worth nothing and stand above linked ones; "tree" itself keeps those as phrase links only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from spacy.tokens import Doc

import spacy_paraphrase
from benchmarks.data import DATA, before_alignment, word_alignments
from benchmarks.report import INTERVALS, figures, gold_links, signature
from scripts.door import Data
from spacy_paraphrase import make_pair, sides
from spacy_paraphrase.metrics import AlignmentMeasure
from spacy_paraphrase.pairs.alignment import Level, read_links
from spacy_paraphrase.readers import PairRecord

MEASURE = AlignmentMeasure()
KEYS = ("macro_precision", "macro_recall", "macro_f", "exact")
HEADER = f"{'':28}{'P':>7}{'R':>7}{'F':>7}{'exact':>7}   95 % of F"


def parsed(nlp: Any, records: Iterable[PairRecord]) -> list[Doc]:
    """Return the pairs before any aligner."""
    pairs = (make_pair(nlp, record.source, record.target) for record in records)
    return list(nlp.pipe(pairs))


def aligner(**config: Any) -> Any:
    """Return a `tree_aligner` with this config."""
    return spacy_paraphrase.load(tree_aligner=config).get_pipe("tree_aligner")


def in_context(**config: Any) -> Callable[[Doc], Doc]:
    """Return the matcher of the accurate tier, which reads the pair before."""
    nlp = spacy_paraphrase.load(tier="accurate", graph_matcher=config)
    encoder, matcher = nlp.get_pipe("pair_encoder"), nlp.get_pipe("graph_matcher")
    return lambda doc: matcher(encoder(doc))


def predicted(doc: Doc, level: Level = "words") -> set[tuple[int, int]]:
    """Return the links of a pair, of words or of the words that head phrases."""
    source, target = (side.start for side in sides(doc))
    return {
        (link.source.start - source, link.target.start - target) for link in read_links(doc, level)
    }


def measure(
    component: Any, docs: list[Doc], records: list[PairRecord], level: Level = "words"
) -> str:
    """Return a line of figures for a component on parsed pairs."""
    found = [predicted(component(doc.copy()), level) for doc in docs]
    return figures(MEASURE, found, gold_links(records), KEYS, "macro_f")


def main(*, data: Data = DATA) -> None:
    """Print the table."""
    nlp, _ = before_alignment()
    methods = {name: aligner(method=name) for name in ("identity", "tree", "words")}
    no_wordnet = {"@misc": "spacy-paraphrase.NodeMatch.v1", "related": None}
    methods["tree, no WordNet"] = aligner(method="tree", node_score=no_wordnet)
    methods["words, many to many"] = aligner(method="words", many_to_many=True)
    # Trained on Edinburgh++: what it has there is no figure to quote.
    methods["graph_matcher, shipped"] = spacy_paraphrase.load(tier="fast").get_pipe("graph_matcher")
    methods["the same, accurate"] = in_context()
    methods["the same, many to many"] = in_context(many_to_many=True)
    print(signature(MEASURE, nlp, **INTERVALS), HEADER, sep="\n")
    for name, records in word_alignments(data):
        docs = parsed(nlp, records)
        print(f"{name}, {len(records)} pairs")
        for label, component in methods.items():
            print(f"  {label:26}{measure(component, docs, records)}", flush=True)
        every_node = measure(methods["tree"], docs, records, level="phrases")
        print(f"  {'tree, all nodes':26}{every_node}", flush=True)
