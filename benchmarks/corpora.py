"""The public corpora that the benchmarks read, from a folder that the user names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from spacy.language import Language

import spacy_paraphrase
from spacy_paraphrase.components.word_pairs import WordExperts
from spacy_paraphrase.pipeline import FACTORIES
from spacy_paraphrase.readers import PairRecord, read_jacana, read_multimwa

DATA = Path(__file__).parents[1] / ".." / "shared" / "data"

WORD_ALIGNMENTS = {
    "RTE-2 dev": "alignment/msr-rte2/RTE2_dev_M.align.sure.json",
    "Edinburgh++ train": "alignment/edinburgh/gold.train.sure.json",
    "mt-reference dev": "alignment/mtref/mtref-dev.tsv",
}


def word_alignments(data: Path) -> Iterator[tuple[str, list[PairRecord]]]:
    """Yield the name and the pairs of each corpus of word alignments."""
    for name, path in WORD_ALIGNMENTS.items():
        read = read_jacana if path.endswith(".json") else read_multimwa
        yield name, list(read(data / path))


def before_alignment() -> tuple[Language, WordExperts]:
    """Return the default pipeline as far as an aligner, and the default experts."""
    nlp = spacy_paraphrase.load(tree_aligner={})
    experts = nlp.get_pipe("tree_aligner").experts
    for name in [name for name in nlp.pipe_names if name in FACTORIES[1:]]:
        nlp.remove_pipe(name)
    return nlp, experts
