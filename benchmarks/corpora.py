"""The public corpora that the benchmarks read: those of project.yml, or a folder that is named.

`run` is what every benchmark ends with: what is missing is told in a line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from spacy.language import Language

import spacy_paraphrase
from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.components.word_pairs import WordExperts
from spacy_paraphrase.pipeline import FACTORIES
from spacy_paraphrase.readers import PairRecord, read_jacana, read_multimwa

DATA = Path(__file__).parents[1] / "assets"

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


def run(main: Callable[[], object]) -> None:
    """Run a benchmark; if a file is missing, say in a line which, and how to get it."""
    try:
        main()
    except (FileNotFoundError, ParaphraseError) as error:
        is_file = isinstance(error, FileNotFoundError)
        path = error.filename if is_file else error.values.get("path")
        if path is None or Path(path).exists():
            raise
        sys.exit(
            f"{path} is missing. Fetch the public corpora with `python -m weasel run assets-all`, "
            "or name a folder that has them, laid out as assets/ is, with --data."
        )
