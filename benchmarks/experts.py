"""What each expert adds to word alignment: all of them, all but one, and one after the other.

Macro F on sure links, all words, of `tree_aligner` with the method "words"; then the method "tree"
with and without WordNet. One run, the same parses throughout.
"""

from __future__ import annotations

from typing import Any

from spacy.tokens import Doc

from benchmarks.alignment import MEASURE, aligner, parsed, predicted
from benchmarks.data import DATA, before_alignment, word_alignments
from benchmarks.report import gold_links, signature
from scripts.door import Data
from spacy_paraphrase.components.word_pairs import WordExperts
from spacy_paraphrase.factories import EXPERTS
from spacy_paraphrase.metrics import evaluate
from spacy_paraphrase.readers import PairRecord

Corpus = tuple[list[Doc], list[PairRecord]]


def score(component: Any, corpus: Corpus) -> float:
    """Return macro F in percent."""
    docs, records = corpus
    found = [predicted(component(doc.copy())) for doc in docs]
    return 100 * (evaluate(MEASURE, found, gold_links(records)).scores["macro_f"] or 0.0)


def with_experts(names: list[str]) -> Any:
    """Return a `tree_aligner` with these experts alone, at their default weights."""
    component = aligner(method="words")
    known = component.experts
    experts, weights = ({n: each[n] for n in names} for each in (known.experts, known.weights))
    component.experts = WordExperts("tree_aligner", experts, weights)
    return component


def main(*, data: Data = DATA) -> None:
    """Print the table."""
    nlp, _ = before_alignment()
    corpora = {name: (parsed(nlp, records), records) for name, records in word_alignments(data)}
    print(signature(MEASURE, nlp))
    print(f"{'macro F':30}" + "".join(f"{name:>20}" for name in corpora))

    def line(label: str, component: Any, base: list[float] | None = None) -> list[float]:
        found = [score(component, corpus) for corpus in corpora.values()]
        cells = [f"{value:.1f}" for value in found]
        if base:
            cells = [f"{v:.1f} ({v - b:+.1f})" for v, b in zip(found, base, strict=True)]
        print(f"{label:30}" + "".join(f"{cell:>20}" for cell in cells), flush=True)
        return found

    names = list(EXPERTS)
    every = line("words, all experts", with_experts(names))
    for name in names:
        line(f"  all but {name}", with_experts([n for n in names if n != name]), every)
    before = line("words, identity alone", with_experts(names[:1]))
    for k, name in enumerate(names[1:], 2):
        before = line(f"  and {name}", with_experts(names[:k]), before)
    no_wordnet = {"@misc": "spacy-paraphrase.NodeMatch.v1", "related": None}
    bare = line("tree, no WordNet", aligner(method="tree", node_score=no_wordnet))
    line("tree, WordNet", aligner(method="tree"), bare)
