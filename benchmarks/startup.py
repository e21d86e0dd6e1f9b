"""Start: what the package costs those who install it, import it, and compare a first pair.

Each step runs in a fresh process, with and without the package by turns. Time is that of the
processor, the median over runs; modules are those of the package. "Without" is the same
environment, in which spaCy is not shown that the package is installed.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from typing import NamedTuple

from scripts.door import Runs

HIDE = """
import importlib.metadata
every = importlib.metadata.distributions
importlib.metadata.distributions = lambda **how: (
    found for found in every(**how) if found.metadata["Name"] != "spacy-paraphrase"
)
"""
MEASURE = """
import json, sys, time
start, before = time.process_time(), set(sys.modules)
{code}
seconds = time.process_time() - start
print(json.dumps([seconds, sorted(set(sys.modules) - before)]))
"""
BLANK = "spacy.blank('en')"
IMPORT = "import spacy_paraphrase"
COMPARE = f"{IMPORT}\nspacy_paraphrase.compare('A cat sleeps.', 'The cat naps.')"


class Step(NamedTuple):
    """What a step took.

    Attributes:
        seconds: Time of the processor.
        modules: The modules that it imported.
    """

    seconds: float
    modules: list[str]

    @property
    def ours(self) -> list[str]:
        """The modules of the package among them."""
        return [name for name in self.modules if name.partition(".")[0] == "spacy_paraphrase"]


def step(code: str, before: str = "import spacy", *, hidden: bool = False) -> Step:
    """Run code in a process of its own and return what it took.

    Args:
        code: What is measured.
        before: What the process does beforehand.
        hidden: Whether spaCy is not to find the package.
    """
    program = (HIDE if hidden else "") + before + MEASURE.format(code=code)
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return Step(*json.loads(done.stdout.splitlines()[-1]))


def blank_pipelines(runs: int) -> list[tuple[Step, Step]]:
    """Return what a blank pipeline takes with the package and without, by turns."""
    return [(step(BLANK), step(BLANK, hidden=True)) for _ in range(runs)]


def main(*, runs: Runs = 7) -> None:
    """Print the table."""
    step(COMPARE)  # what is read and compiled first is there then
    blanks = blank_pipelines(runs)
    steps = {
        f"{BLANK}, without the package": [without for _, without in blanks],
        f"{BLANK}, with it": [given for given, _ in blanks],
        "import spacy": [step("import spacy", "") for _ in range(runs)],
        "import spacy_paraphrase, after it": [step(IMPORT) for _ in range(runs)],
        "import, load, compare a pair": [step(COMPARE) for _ in range(runs)],
    }
    print(f"{'':40}{'ms':>8}{'modules':>9}")
    for name, some in steps.items():
        seconds = statistics.median(each.seconds for each in some)
        print(f"{name:40}{1000 * seconds:8.0f}{len(some[0].ours):9}")
    more = statistics.median(given.seconds - without.seconds for given, without in blanks)
    print(f"{'a blank pipeline takes more by':40}{1000 * more:8.0f}{len(blanks[0][0].ours):9}")
