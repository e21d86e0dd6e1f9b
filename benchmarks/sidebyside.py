"""Beside what one would take instead: alignment, scores and speed of other tools, in one run.

    pip install pycocoevalcap==1.2 sacrebleu tokenizers     # needed by this benchmark alone
    apt-get install default-jre-headless
    python -m weights encoder.fetch MINILM
    python -m benchmarks sidebyside --minilm MINILM

Alignment: macro F on sure links, all words, of every development corpus, with 95 % bootstrap
intervals. Scores: Pearson correlation on STS benchmark dev. Speed: pairs per second of processor
time of all threads and processes, from words (or text) to links (or scores), parsing included,
without loading; the mean over all corpora.

- METEOR 1.5 (Denkowski and Lavie 2014; the jar in pycocoevalcap, English, all modules, lower case):
  its aligner, of which a match of two phrases links all their words, and its score, the second
  sentence as the reference.
- MiniLM: `minilm`, SimAlign's method ("argmax", "itermax") over all-MiniLM-L6-v2 by numpy, and
  the cosine of its sentence vectors. Simalign itself fetches its models when it runs.
- TER (sacrebleu, normalised, not above 1) gives a score, and no links.
- rapidfuzz: links by Levenshtein over words in lower case (equal ones, and those that replace one
  another); scores by token_sort_ratio and WRatio.
- Equal words: `tree_aligner` with the method "identity", one to one.

The fast matcher was trained on Edinburgh++ train: there its links are those of five-fold
cross-validation (`matcher`), and those of the accurate tier are left out.
"""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import spacy_paraphrase
from benchmarks.alignment import MEASURE, predicted
from benchmarks.data import DATA, before_alignment, sts, word_alignments
from benchmarks.matcher import WHOLE, cross_validated, read
from benchmarks.minilm import MiniLM, mutual, repeated
from benchmarks.report import INTERVALS, figures, gold_links, signature
from scripts.door import Base, Data, Limit
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.components.word_pairs import WordPairReader
from spacy_paraphrase.metrics import SimilarityMeasure

Links = set[tuple[int, int]]
Words = tuple[Sequence[str], Sequence[str]]
TRAINED_ON = "Edinburgh++ train"
# What METEOR is asked for links by, and for scores.
MATCHER = ("Matcher", "-", "-", "-stdio", "-l", "en")
SCORER = ("Meteor", "-", "-", "-stdio", "-l", "en", "-norm")
PACKAGES = ("spacy-paraphrase", "spacy", "rapidfuzz", "sacrebleu", "pycocoevalcap", "onnxruntime")


class Tool(NamedTuple):
    """Something that makes links, or scores, of pairs.

    Attributes:
        name: What it is called in the table.
        work: Gives links or a score for each pair.
        taught: Whether it was trained on the links of `TRAINED_ON`.
    """

    name: str
    work: Callable[[Sequence[Any]], list[Any]]
    taught: bool = False


class Java:
    """A class of the jar of METEOR, asked line by line."""

    def __init__(self, jar: Path, *arguments: str, taken: list[Java]) -> None:
        command = ["java", "-XX:+UseSerialGC", "-Xmx2G", "-cp", str(jar), *arguments]
        pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(
            command, encoding="utf-8", stderr=subprocess.DEVNULL, **pipes
        )
        taken.append(self)

    def ask(self, line: str) -> None:
        """Write a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        """Read a line.

        Raises:
            EOFError: There is none.
        """
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(f"java ended with status {self.process.wait()}")
        return line.rstrip("\n")

    def seconds(self) -> float:
        """Return the processor time taken so far (Linux)."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def meteor_links(java: Java, pairs: Sequence[Words]) -> list[Links]:
    """Return the links of METEOR's aligner."""
    found = []
    for pair in pairs:
        java.ask(" ||| ".join(" ".join(words).lower() for words in pair))
        while not java.answer().startswith("Line2Start"):
            pass
        links: Links = set()
        while row := java.answer():
            (j, m), (i, n) = (map(int, part.split(":")) for part in row.split()[:2])
            links |= {(i + a, j + b) for a in range(n) for b in range(m)}
        found.append(links)
    return found


def meteor_scores(java: Java, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Return the scores of METEOR, the second text the reference."""
    found = []
    for text, reference in pairs:
        java.ask(" ||| ".join(("SCORE", *(each.replace("|||", "") for each in (reference, text)))))
        java.ask(f"EVAL ||| {java.answer()}")
        java.answer()
        found.append(float(java.answer()))
    return found


def minilm_links(
    minilm: MiniLM, choose: Callable[[Any], Any], pairs: Sequence[Words]
) -> list[Links]:
    """Return the links of words whose pieces are linked."""
    return [minilm.links(*pair, choose) for pair in pairs]


def fuzzy_links(pairs: Sequence[Words]) -> list[Links]:
    """Return the words that a Levenshtein over words leaves, or replaces by one another."""
    from rapidfuzz.distance import Levenshtein

    found = []
    for pair in pairs:
        source, target = ([word.lower() for word in words] for words in pair)
        links: Links = set()
        for tag, i, end, j, _ in Levenshtein.opcodes(source, target):
            if tag in ("equal", "replace"):
                links |= {(i + k, j + k) for k in range(end - i)}
        found.append(links)
    return found


def ter_scores(pairs: Sequence[tuple[str, str]]) -> list[float]:
    """Return 1 less TER, at least 0, the second text the reference."""
    from sacrebleu.metrics import TER

    ter = TER(normalized=True)
    return [1 - min(ter.sentence_score(a, [b]).score, 100) / 100 for a, b in pairs]


def fuzzy_scores(name: str) -> Callable[[Sequence[tuple[str, str]]], list[float]]:
    """Return what scores by a function of rapidfuzz, without case."""
    from rapidfuzz import fuzz

    score = getattr(fuzz, name)
    return lambda pairs: [score(a.lower(), b.lower()) / 100 for a, b in pairs]


def own_links(**settings: Any) -> Callable[[Sequence[Words]], list[Links]]:
    """Return what aligns by a pipeline of ours."""
    without = ["sentence_fuser", "relation_classifier"]
    nlp = spacy_paraphrase.load(exclude=without, **settings)
    return lambda pairs: [predicted(doc) for doc in pipe_pairs(nlp, pairs, batch_size=64)]


def own_scores(**settings: Any) -> Callable[[Sequence[tuple[str, str]]], list[float]]:
    """Return what grades by `doc._.overlap`."""
    nlp = spacy_paraphrase.load(exclude=["sentence_fuser"], **settings)
    return lambda pairs: [doc._.overlap for doc in pipe_pairs(nlp, pairs, batch_size=64)]


def aligners(minilm: MiniLM | None, jar: Path | None, taken: list[Java]) -> Iterator[Tool]:
    """Yield all that makes links."""
    yield Tool("graph_matcher, accurate", own_links(tier="accurate"), taught=True)
    yield Tool("graph_matcher, fast", own_links(tier="fast"), taught=True)
    yield Tool("tree_aligner, words", own_links(tree_aligner={"method": "words"}))
    if jar:
        java = Java(jar, *MATCHER, taken=taken)
        yield Tool("METEOR 1.5", lambda pairs: meteor_links(java, pairs))
    if minilm:
        for name, choose in (("argmax", mutual), ("itermax", repeated)):
            yield Tool(f"MiniLM, {name}", partial(minilm_links, minilm, choose))
    yield Tool("rapidfuzz", fuzzy_links)
    yield Tool("equal words", own_links(tree_aligner={"method": "identity"}))


def scorers(minilm: MiniLM | None, jar: Path | None, taken: list[Java]) -> Iterator[Tool]:
    """Yield all that grades."""
    for tier in ("accurate", "fast"):
        yield Tool(f"similarity, {tier}", own_scores(tier=tier, paraphrase_similarity={}))
        yield Tool(f"overlap, {tier}", own_scores(tier=tier))
    if minilm:
        vector = minilm.sentence
        yield Tool("MiniLM", lambda pairs: [float(vector(a) @ vector(b)) for a, b in pairs])
    if jar:
        java = Java(jar, *SCORER, taken=taken)
        yield Tool("METEOR 1.5", lambda pairs: meteor_scores(java, pairs))
    yield Tool("TER", ter_scores)
    for name in ("token_sort_ratio", "WRatio"):
        yield Tool(f"rapidfuzz {name}", fuzzy_scores(name))


def jar_of_meteor() -> Path | None:
    """Return the jar, if it and Java are there; the table of phrases lies beside it."""
    spec = find_spec("pycocoevalcap")
    if spec is None or not spec.submodule_search_locations or not which("java"):
        return None
    return Path(spec.submodule_search_locations[0]) / "meteor" / "meteor-1.5.jar"


def timed(tool: Tool, pairs: Sequence[Any], taken: Sequence[Java]) -> tuple[list[Any], float]:
    """Return what a tool makes of pairs, and the seconds of processor time that it takes."""

    def spent() -> float:
        return time.process_time() + sum(java.seconds() for java in taken)

    tool.work(pairs[:5])
    began = spent()
    found = tool.work(pairs)
    return found, spent() - began


def cross_validated_links(records: list[Any]) -> list[Links]:
    """Return the links of the fast matcher by networks that did not see the pair."""
    nlp, experts = before_alignment()
    return cross_validated(read(nlp, WordPairReader(experts, None), records), [WHOLE])[0]


def show_alignment(corpora: dict[str, list[Any]], tools: Iterator[Tool], taken: list[Java]) -> None:
    """Print F for each corpus, and the speed."""
    golds = {name: gold_links(records) for name, records in corpora.items()}
    print("\n" + signature(MEASURE, **INTERVALS))
    print(f"{'macro F, 95 %':26}" + "".join(f"{name:>22}" for name in corpora) + "  pairs/s")
    for tool in tools:
        cells, pairs, seconds = [], 0, 0.0
        for name, records in corpora.items():
            found, spent = timed(tool, [(r.source, r.target) for r in records], taken)
            pairs, seconds = pairs + len(records), seconds + spent
            if tool.taught and name == TRAINED_ON:
                if "fast" not in tool.name:
                    cells.append("trained on these")
                    continue
                found = cross_validated_links(records)
            cells.append(figures(MEASURE, found, golds[name], ("macro_f",), "macro_f").strip())
        row = "".join(f"{' '.join(cell.split()):>22}" for cell in cells)
        print(f"{tool.name:26}{row}{pairs / seconds:9.0f}", flush=True)


def show_scores(data: Path, limit: int | None, tools: Iterator[Tool], taken: list[Java]) -> None:
    """Print Pearson on STS dev, and the speed."""
    pairs, gold = (each[:limit] for each in sts(data, "dev"))
    measure, form = SimilarityMeasure(), {"form": "6.3f", "unit": 1}
    print("\n" + signature(measure, **INTERVALS))
    print(f"{f'STS dev, {len(pairs)} pairs':26}{'Pearson, 95 %':>22}  pairs/s")
    for tool in tools:
        found, seconds = timed(tool, pairs, taken)
        cell = figures(measure, found, gold, ("pearson",), "pearson", **form)
        print(f"{tool.name:26}{' '.join(cell.split()):>22}{len(pairs) / seconds:9.0f}", flush=True)


def versions() -> str:
    """Return the versions of what is compared."""
    found = []
    for name in PACKAGES:
        try:
            found.append(f"{name}:{version(name)}")
        except PackageNotFoundError:
            found.append(f"{name}:none")
    return "|".join(found)


def main(*, data: Data = DATA, minilm: Base = None, limit: Limit = None) -> None:
    """Print both tables."""
    model = MiniLM(minilm) if minilm else None
    taken: list[Java] = []
    corpora = {name: some[:limit] for name, some in word_alignments(data)}
    jar = jar_of_meteor()
    print(f"{versions()}|meteor:{'1.5' if jar else 'none'}|minilm:{'L6-v2' if model else 'none'}")
    try:
        show_alignment(corpora, aligners(model, jar, taken), taken)
        show_scores(data, limit, scorers(model, jar, taken), taken)
    finally:
        for java in taken:
            java.process.kill()
            java.process.wait()
