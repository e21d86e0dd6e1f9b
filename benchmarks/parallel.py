"""How much faster several processes of this machine are than one, from the start to the last pair.

Pairs of the corpora of word alignments and of MSRP through the command `align` and through
`pipe_pairs`, by the clock, loading included: this says something only where the machine has nothing
else to do. The output of the command must be the same. `benchmarks.cluster` has the workers of a
Dask cluster.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import srsly

from benchmarks.data import DATA, msrp
from benchmarks.report import timed
from benchmarks.speed import corpus_pairs
from scripts.door import Data, Pairs, Runs
from spacy_paraphrase import load, pipe_pairs

COMMAND = [sys.executable, "-m", "spacy_paraphrase", "align", "--quiet", "--n-process"]


def main(*, data: Data = DATA, pairs: Pairs = 5000, n_process: int = 2, runs: Runs = 1) -> None:
    """Print a row for each way and number of processes."""
    news = ((one, other) for one, other, _ in msrp(data))
    some = [*corpus_pairs(data, pairs), *news][:pairs]
    numbers = (1, n_process)
    with tempfile.TemporaryDirectory() as folder:
        given, *made = (Path(folder) / name for name in ("in.jsonl", "1.jsonl", "n.jsonl"))
        rows = ({"id": k, "source": a, "target": b} for k, (a, b) in enumerate(some))
        srsly.write_jsonl(given, rows)

        def align(n: int) -> None:
            out = str(made[n > 1])
            subprocess.run([*COMMAND, str(n), str(given), out], check=True)

        def pipe(n: int) -> None:
            nlp = load(tier="fast", exclude=["sentence_fuser"])
            for _ in pipe_pairs(nlp, some, n_process=n):
                pass

        print(f"{len(some)} pairs")
        print(f"{'':12}{'processes':>10}{'seconds':>9}{'pairs/s':>9}{'gain':>7}")
        for name, way in (("align", align), ("pipe_pairs", pipe)):
            one = 0.0
            for n in numbers:
                least = min(timed(partial(way, n))[0] for _ in range(runs))
                one = one or least
                print(f"{name:12}{n:10}{least:9.1f}{len(some) / least:9.0f}{one / least:7.2f}")
        same = made[0].read_bytes() == made[1].read_bytes()
        print("same output" if same else "the outputs DIFFER")
