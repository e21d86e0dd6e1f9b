"""Word spaces of a small corpus: graded similarity, retrieval of partners, speed, memory.

    python benchmarks/spaces.py [--data FOLDER] [--spaces LIST] [--senses]
    python benchmarks/spaces.py --spaces "" --senses

The corpus are the distinct sentences of the training parts that are no long lists of their own: STS
benchmark, Microsoft paraphrases, MultiMWA-MTRef, Edinburgh++, RTE-2, Sentence Union and SICK. A
sentence is the sum of idf times the unit vectors of its words. Pearson correlation on the
development part of the STS benchmark; rank of the partner of each development paraphrase of the
Microsoft corpus among the targets of all 500 pairs. `words` compares by the words themselves
(tf·idf), `termavg` takes the mean over the words of the greatest similarity to the other sentence,
in both directions; a word that the space lacks is similar to itself alone. `--senses` does so by
the senses of words, in each way to compare them (Moen, Marsi and Gambäck 2013).
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from corpora import DATA, run
from spacy_paraphrase.many.building import build_space
from spacy_paraphrase.many.evidence import term_average, word_table
from spacy_paraphrase.many.indexing import SpaceConfig, window_vector
from spacy_paraphrase.many.retrieval import build_index, text_vector, words_of
from spacy_paraphrase.many.senses import MEASURES, sense_similarity, sense_table
from spacy_paraphrase.many.spaces import WordSpace
from spacy_paraphrase.metrics import RankingMeasure, evaluate, pearson

SPACES = {
    "index": {"variant": "index"},
    "doc": {"variant": "doc"},
    "word": {},
    "word, window 2": {"window": 2},
    "word, 1800, window 4, plain": {
        **{"dim": 1800, "window": 4},
        **{"weighted": False, "shifted": False},
    },
}
Score = Callable[[Sequence[str], Sequence[str]], float]


def rows(path: Path, **settings: Any) -> list[list[str]]:
    """Return the rows of a table."""
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.reader(stream, **settings))


def tabbed(path: Path) -> list[list[str]]:
    """Return the rows of a table without quotes."""
    return rows(path, delimiter="\t", quoting=csv.QUOTE_NONE)


def corpus(data: Path) -> list[str]:
    """Return the distinct sentences of the training parts."""
    found: list[str] = []
    for row in rows(data / "paraphrase/stsb/stsb-en-train.csv"):
        found += row[:2]
    for row in tabbed(data / "paraphrase/msrp/msr-para-train.tsv")[1:]:
        found += row[3:5]
    for row in tabbed(data / "alignment/mtref/mtref-train.tsv"):
        found += [row[1], row[3]]
    for name in ("edinburgh/gold.train.sure.json", "msr-rte2/RTE2_dev_M.align.sure.json"):
        for pair in json.loads((data / "alignment" / name).read_text("utf8")):
            found += [pair["source"], pair["target"]]
    heads, *unions = rows(data / "fusion/sentence-union/train.csv")
    for row in unions:
        found += [row[heads.index(f"sentence{k}Text")] for k in (1, 2)]
    for row in tabbed(data / "relations/sick/SICK_train_trial.tsv")[1:]:
        found += row[1:3]
    return list(dict.fromkeys(found))


def records(texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return sentences as records."""
    return [{"id": f"{k:06}", "sentences": [text]} for k, text in enumerate(texts)]


def by_vectors(space: WordSpace) -> Score:
    """Return the cosine of the vectors of two sentences."""

    def score(one: Sequence[str], other: Sequence[str]) -> float:
        return cosine(text_vector(space, one).vector, text_vector(space, other).vector)

    return score


def cosine(one: Any, other: Any) -> float:
    """Return the cosine of two vectors."""
    length = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / length if length else 0.0


def by_words(space: WordSpace) -> Score:
    """Return the cosine of two sentences as tf·idf of their words."""

    def score(one: Sequence[str], other: Sequence[str]) -> float:
        counts = [Counter(one), Counter(other)]
        words = sorted(counts[0] | counts[1])
        idf = np.array([space.idf(word) for word in words])
        return cosine(*(np.array([some[word] for word in words]) * idf for some in counts))

    return score


def by_terms(space: WordSpace) -> Score:
    """Return the mean greatest similarity of the words of two sentences, unknown ones left out."""
    return lambda one, other: term_average(word_table(space, one, other)) or 0.0


def by_all_terms(space: WordSpace) -> Score:
    """Return the same with unknown words, which are similar to nothing but themselves."""
    return lambda one, other: term_average(np.nan_to_num(word_table(space, one, other))) or 0.0


def by_senses(space: WordSpace, measure: Any) -> Score:
    """Return the same by the senses of the words; in "context" by the one nearest to the others."""
    if measure != "context":
        return lambda one, other: term_average(sense_table(space, one, other, measure)) or 0.0

    def score(one: Sequence[str], other: Sequence[str]) -> float:
        sides = [list(zip(words, windows(space, words), strict=True)) for words in (one, other)]
        table = [
            [sense_similarity(space, a, b, measure, windows=(near, far)) for b, far in sides[1]]
            for a, near in sides[0]
        ]
        return term_average(np.array(table).reshape(len(one), len(other))) or 0.0

    return score


def windows(space: WordSpace, words: Sequence[str]) -> list[Any]:
    """Return what stands beside each word of a sentence."""
    return [window_vector(words[:k][::-1], words[k + 1 :], space.config) for k in range(len(words))]


def graded(data: Path, space: WordSpace, score: Score) -> float | None:
    """Return the correlation with the grades of the STS benchmark."""
    pairs = rows(data / "paraphrase/stsb/stsb-en-dev.csv")
    read = [[words_of({"sentences": [t]}, space.config) for t in row[:2]] for row in pairs]
    return pearson([score(*pair) for pair in read], [float(row[2]) for row in pairs])


def partners(data: Path, space: WordSpace) -> dict[str, float | None]:
    """Return how well the partners of paraphrases are found among the targets of all pairs."""
    pairs = tabbed(data / "paraphrase/msrp/msr-para-val.tsv")[1:]
    index = build_index(
        ({"id": f"t{k}", "sentences": [row[4]]} for k, row in enumerate(pairs)), space
    )
    asked = [(k, row[3]) for k, row in enumerate(pairs) if row[0] == "1"]
    found = [index.ask({"id": f"s{k}", "sentences": [text]}, k=500) for k, text in asked]
    ranked = [[id for id, _ in each.hits] for each in found]
    return evaluate(RankingMeasure(), ranked, [{f"t{k}"} for k, _ in asked]).scores


def figures(data: Path, names: Sequence[str], with_senses: bool) -> Iterator[str]:
    """Yield the lines of the table."""
    texts = corpus(data)
    config = SpaceConfig()
    yield f"{len(texts):,} sentences|form:{config.form}|seed:{config.seed}"
    yield f"{'':<30}{'Pearson':>8}{'MRR':>8}{'terms/s':>10}{'MB':>6}"
    for name in names:
        began = time.process_time()
        space = build_space(records(texts), SpaceConfig(**SPACES[name]))
        speed = int(space.counts.sum()) / (time.process_time() - began)
        size = 0 if space.rows is None else space.rows.nbytes / 1e6
        found, mrr = graded(data, space, by_vectors(space)), partners(data, space)["mrr"]
        yield f"{name:<30}{found or 0:8.3f}{mrr or 0:8.3f}{speed:10,.0f}{size:6.0f}"
        if name == "index":
            yield f"{'words (tf·idf)':<30}{graded(data, space, by_words(space)) or 0:8.3f}"
        if name == "word":
            yield f"{'word, termavg':<30}{graded(data, space, by_all_terms(space)) or 0:8.3f}"
            known = graded(data, space, by_terms(space))
            yield f"{'word, termavg of known words':<30}{known or 0:8.3f}"
    if with_senses:
        space = build_space(records(texts), SpaceConfig(variant="senses", window=5))
        for measure in MEASURES:
            found = graded(data, space, by_senses(space, measure))
            yield f"{'senses, ' + measure + ', termavg':<30}{found or 0:8.3f}"
    yield f"{int(space.counts.sum()):,} terms, {len(space):,} different ones"
    yield f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--spaces", default=";".join(SPACES), help="names with semicolons between")
    parser.add_argument("--senses", action="store_true", help="senses, too, which takes longer")
    arguments = parser.parse_args()
    names = [name for name in arguments.spaces.split(";") if name]
    for line in figures(arguments.data, names, arguments.senses):
        print(line, flush=True)


if __name__ == "__main__":
    run(main)
