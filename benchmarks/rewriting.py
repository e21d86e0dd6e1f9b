"""How fast sentences are rewritten, and what a large phrase table costs.

Sentences of 20 words are made of a fixed stock of phrases, parsed once (not timed), and compressed
with a table of --rows rows, without a language model and without reading the results back; then
with it. A table of --big rows is compiled, opened in a process of its own, and asked for phrases
of 100 sentences: seconds to open it and what memory the process takes more than without. The last
line is a signature with every number.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import spacy_paraphrase
from benchmarks.report import in_new_process, peak_memory, timed
from scripts.door import Seed
from spacy_paraphrase.generation.proposers.sources import PhraseTableSource
from spacy_paraphrase.generation.rewrite_checks import Checker
from spacy_paraphrase.generation.rewriter import rewrite
from spacy_paraphrase.lexicon.phrase_table import PhraseTable, TableRow, compile_table

SUBJECTS = ("the young teacher", "an old farmer", "the new mayor of the town", "her tall brother")
VERBS = ("quickly sold", "finally bought", "carefully painted", "never found", "gladly opened")
OBJECTS = ("the large house near the lake", "a very old car", "the shop in the main street")
TIMES = ("after the long war", "in the summer of 1990", "before he left the country")
TAILS = ("although nobody had asked for it", "because his wife wanted it", "which surprised us")


def made_sentences(n: int, seed: int) -> Iterator[str]:
    """Yield sentences of about 20 words."""
    rng = random.Random(seed)
    for _ in range(n):
        parts = [rng.choice(some) for some in (SUBJECTS, VERBS, OBJECTS, TIMES, TAILS)]
        text = f"{' '.join(parts[:4])}, {parts[4]}."
        yield text[0].upper() + text[1:]


def made_rows(n: int, seed: int) -> Iterator[TableRow]:
    """Yield rows: phrases of two words of a large vocabulary, and some of the sentences."""
    rng = random.Random(seed)
    words = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in "bdfgklmnprst"]
    yield from (
        TableRow("the large house", "the mansion", 0.9),
        TableRow("a very old car", "a wreck", 0.8),
    )
    for _ in range(n - 2):
        source, target = (" ".join(rng.choices(words, k=2)) for _ in range(2))
        yield TableRow(source, target, rng.random())


# What asks a table of phrases, in a process of its own.
ASKING = """
import sys, time
from spacy_paraphrase.lexicon.phrase_table import PhraseTable
from benchmarks.rewriting import made_sentences
began = time.perf_counter()
table = PhraseTable(sys.argv[1])
print(time.perf_counter() - began)
for text in made_sentences(100, int(sys.argv[2])):
    words = text.lower().split()
    runs = [(i, i + k) for i in range(len(words)) for k in (1, 2, 3)]
    list(table.lookup([' '.join(words[i:j]) for i, j in runs]))
"""


def main(
    *, sentences: int = 1000, rows: int = 100_000, big: int = 1_000_000, seed: Seed = 1
) -> None:
    """Measure and print."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    docs = list(nlp.pipe(made_sentences(sentences, seed)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        compile_table(made_rows(rows, seed), path)
        source = PhraseTableSource(PhraseTable(path))
        rewrite(docs[0], preset="compress", sources=[source])
        began = time.perf_counter()
        found = [rewrite(doc, preset="compress", sources=[source])[0] for doc in docs]
        plain = len(docs) / (time.perf_counter() - began)
        fit = sum(each.status != "budget_unreachable" for each in found) / len(found)
        checker, some = Checker(nlp), docs[:200]
        began = time.perf_counter()
        for doc in some:
            rewrite(doc, preset="compress", sources=[source], judge=checker)
        checked = len(some) / (time.perf_counter() - began)
        print(f"compress, table of {rows:,} rows: {plain:.0f} sentences per second")
        print(f"and compared with their source, one by one: {checked:.0f} sentences per second")
        print(f"within the budget: {fit:.1%}")
        took, _ = timed(lambda: compile_table(made_rows(big, seed), path))
        print(f"compiling {big:,} rows: {took:.1f} s")
        opened, used = in_new_process(ASKING, path, seed)
        size = path.stat().st_size / 2**20
        print(f"opening them: {opened:.4f} s; file: {size:.1f} MB; whole process: {used:.0f} MB")
    print(
        f"sentences={sentences} rows={rows} big={big} seed={seed} "
        f"plain={plain:.1f} checked={checked:.1f} opened={opened:.4f} used={used:.1f} "
        f"peak={peak_memory():.0f} version={spacy_paraphrase.__version__}"
    )
