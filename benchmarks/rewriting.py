"""How fast sentences are rewritten, and what a large phrase table costs.

    python benchmarks/rewriting.py [--sentences N] [--rows N] [--big N] [--seed N]

Sentences of 20 words are made of a fixed stock of phrases, parsed once (not timed), and compressed
with a table of --rows rows, without a language model and without reading the results back; then
with it. A table of --big rows is compiled, opened in a process of its own, and asked for phrases
of 100 sentences: seconds to open it and what memory the process takes more than without. The last
line is a signature with every number.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import spacy_paraphrase
from spacy_paraphrase.rewrite.checks import Checker
from spacy_paraphrase.rewrite.rewriter import rewrite
from spacy_paraphrase.rewrite.sources import PhraseTableSource
from spacy_paraphrase.rewrite.table import PhraseTable, TableRow, compile_table

SUBJECTS = ("the young teacher", "an old farmer", "the new mayor of the town", "her tall brother")
VERBS = ("quickly sold", "finally bought", "carefully painted", "never found", "gladly opened")
OBJECTS = ("the large house near the lake", "a very old car", "the shop in the main street")
TIMES = ("after the long war", "in the summer of 1990", "before he left the country")
TAILS = ("although nobody had asked for it", "because his wife wanted it", "which surprised us")


def sentences(n: int, seed: int) -> Iterator[str]:
    """Yield sentences of about 20 words."""
    rng = random.Random(seed)
    for _ in range(n):
        parts = [rng.choice(some) for some in (SUBJECTS, VERBS, OBJECTS, TIMES, TAILS)]
        text = f"{' '.join(parts[:4])}, {parts[4]}."
        yield text[0].upper() + text[1:]


def rows(n: int, seed: int) -> Iterator[TableRow]:
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


def memory(path: Path, seed: int) -> tuple[float, float]:
    """Return the seconds to open a table, and the megabytes of a new process that asks it."""
    code = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from spacy_paraphrase.rewrite.table import PhraseTable\n"
        "sys.path.insert(0, sys.argv[2])\n"
        "from rewriting import sentences\n"
        "began = time.perf_counter()\n"
        "table = PhraseTable(sys.argv[1])\n"
        "opened = time.perf_counter() - began\n"
        "for text in sentences(100, int(sys.argv[3])):\n"
        "    words = text.lower().split()\n"
        "    runs = [(i, i + k) for i in range(len(words)) for k in (1, 2, 3)]\n"
        "    list(table.lookup([' '.join(words[i:j]) for i, j in runs]))\n"
        "status = Path('/proc/self/status').read_text()\n"  # a parent's peak is none of its own
        "print(opened, int(status.split('VmHWM:')[1].split()[0]) / 1024)\n"
    )
    arguments = [sys.executable, "-c", code, str(path), str(Path(__file__).parent), str(seed)]
    output = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout
    opened, used = map(float, output.split())
    return opened, used


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--big", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    docs = list(nlp.pipe(sentences(args.sentences, args.seed)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        compile_table(rows(args.rows, args.seed), path)
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
        print(f"compress, table of {args.rows:,} rows: {plain:.0f} sentences per second")
        print(f"and compared with their source, one by one: {checked:.0f} sentences per second")
        print(f"within the budget: {fit:.1%}")
        began = time.perf_counter()
        compile_table(rows(args.big, args.seed), path)
        print(f"compiling {args.big:,} rows: {time.perf_counter() - began:.1f} s")
        opened, used = memory(path, args.seed)
        size = path.stat().st_size / 2**20
        print(f"opening them: {opened:.4f} s; file: {size:.1f} MB; whole process: {used:.0f} MB")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"sentences={args.sentences} rows={args.rows} big={args.big} seed={args.seed} "
        f"plain={plain:.1f} checked={checked:.1f} opened={opened:.4f} used={used:.1f} "
        f"peak={peak:.0f} version={spacy_paraphrase.__version__}"
    )


if __name__ == "__main__":
    main()
