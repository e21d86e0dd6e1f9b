"""Word spaces of a small corpus: judged words and sentences, speed, memory; retrieval of partners.

The corpus are the distinct sentences of the training parts that are no long lists of their own: STS
benchmark, Microsoft paraphrases, MultiMWA-MTRef, Edinburgh++, RTE-2, Sentence Union and SICK.
Spearman correlation with WordSim-353 and SimLex-999 (as gensim brings them), of the pairs of which
the space has both words as they are written. A sentence is the sum of idf times the unit vectors of
its words; Pearson correlation on the development part of the STS benchmark. `tf·idf` compares
sentences by their words, `termavg` takes the mean over the words of the greatest similarity to the
other sentence, in both directions; a word that the space lacks is similar to itself alone.
Retrieval: rank of the partner of each development paraphrase of the Microsoft corpus among the
distinct targets of its 500 pairs, and of those and the training part; of each pair of the STS
development part with a grade of 4 or more among its second sentences.
"""

from __future__ import annotations

import json
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from benchmarks.data import DATA, SICK, msrp, paraphrases, sts, unions
from scripts.door import Data
from scripts.records import table
from spacy_paraphrase.many.building import build_space
from spacy_paraphrase.many.indexing import SpaceConfig
from spacy_paraphrase.many.retrieval import build_index
from spacy_paraphrase.many.space_uses import term_average, text_vector, word_table
from spacy_paraphrase.many.spaces import WordSpace
from spacy_paraphrase.many.terms import record_terms
from spacy_paraphrase.metrics import RankingMeasure, evaluate, pearson, spearman

SPACES = {
    "word2vec": {},
    "doc": {"variant": "doc", "form": "stem"},
    "word": {"variant": "word", "form": "stem"},
    "word, 1800, window 4, plain": {
        **{"variant": "word", "form": "stem", "dim": 1800, "window": 4},
        **{"weighted": False, "shifted": False},
    },
}
# Words of which the nearest ones are printed, to be read.
READ = [
    *("scientists", "bank", "doctor", "court", "shares"),
    *("police", "guitar", "dog", "virus", "Iraq"),
]
JUDGED = {"WordSim": "wordsim353.tsv", "SimLex": "simlex999.txt"}
Score = Callable[[Sequence[str], Sequence[str]], float]


def corpus(data: Path) -> list[str]:
    """Return the distinct sentences of the training parts."""
    found: list[str] = []
    for pair in (*sts(data, "train")[0], *paraphrases(data)[0]):
        found += pair
    for row in (data / "alignment/mtref/mtref-train.tsv").read_text("utf-8").splitlines():
        found += row.split("\t")[1:4:2]
    for name in ("edinburgh/gold.train.sure.json", "msr-rte2/RTE2_dev_M.align.sure.json"):
        for pair in json.loads((data / "alignment" / name).read_text("utf8")):
            found += [pair["source"], pair["target"]]
    for row in unions(data, "train"):
        found += row[:2]
    for row in table(data / SICK):
        found += [row["sentence_A"], row["sentence_B"]]
    return list(dict.fromkeys(found))


def records(texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return sentences as records."""
    return [{"id": f"{k:06}", "sentences": [text]} for k, text in enumerate(texts)]


def by_vectors(space: WordSpace) -> Score:
    """Return the cosine of the vectors of two sentences."""

    def score(one: Sequence[str], other: Sequence[str]) -> float:
        return cosine(text_vector(space, one), text_vector(space, other))

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


def by_all_terms(space: WordSpace) -> Score:
    """Return the mean greatest similarity of the words of two sentences."""
    return lambda one, other: term_average(np.nan_to_num(word_table(space, one, other))) or 0.0


def graded(data: Path, space: WordSpace, score: Score) -> float | None:
    """Return the correlation with the grades of the STS benchmark."""
    pairs, grades = sts(data, "dev")
    read = [[terms(text, space.config) for text in pair] for pair in pairs]
    return pearson([score(*pair) for pair in read], grades)


def terms(text: str, config: SpaceConfig) -> list[str]:
    """Return the terms of a sentence."""
    sentences = record_terms({"sentences": [text]}, config.form, config.language, config.model)
    return [term for sentence in sentences for term, _ in sentence]


def judged_words(space: WordSpace, name: str) -> tuple[float, int]:
    """Return the correlation with judged pairs of words, and how many pairs the space has."""
    from gensim.test.utils import datapath

    lines = Path(datapath(JUDGED[name])).read_text("utf8").splitlines()
    pairs = [line.split("\t") for line in lines if not line.startswith("#")]
    written = space.places_of_forms
    known = [pair for pair in pairs if pair[0] in written and pair[1] in written]
    own = [space.similarity(one, other) or 0.0 for one, other, _ in known]
    return spearman(own, [float(score) for *_, score in known]) or 0.0, len(known)


def partners(texts: Sequence[str], asked: Sequence[tuple[str, str]]) -> float | None:
    """Return the mean reciprocal rank, to the tenth, of the text that each query should find."""
    index = build_index({"id": text, "sentences": [text]} for text in dict.fromkeys(texts))
    found = [index.ask({"id": f"? {n}", "sentences": [q]}) for n, (q, _) in enumerate(asked)]
    ranked = [[id for id, _ in each.hits] for each in found]
    return evaluate(RankingMeasure(), ranked, [{text} for _, text in asked]).scores["mrr"]


def retrieval(data: Path) -> Iterator[str]:
    """Yield how well partners are found."""
    val = msrp(data, "val")
    own = [row[1] for row in val]
    more = own + [row[1] for row in msrp(data)]
    asked = [row[:2] for row in val if row[2] == "1"]
    pairs, grades = sts(data, "dev")
    alike = [p for p, grade in zip(pairs, grades, strict=True) if grade >= 4 and p[0] != p[1]]
    sets = {"MSRP": (own, asked), "MSRP and its training part": (more, asked)}
    sets["STS"] = ([pair[1] for pair in pairs], alike)
    for name, (texts, queries) in sets.items():
        told = f"{len(queries)} queries, {len(set(texts)):,} texts"
        yield f"retrieve, {name:<28} MRR@10 {partners(texts, queries) or 0:.3f}  {told}"


def figures(data: Path, names: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the table."""
    texts = corpus(data)
    yield f"{len(texts):,} sentences|seed:{SpaceConfig().seed}"
    heads = "".join(f"{name:>8}{'pairs':>6}" for name in JUDGED)
    yield f"{'':<30}{heads}{'STS':>8}{'terms/s':>10}{'words':>8}{'MB':>5}  space"
    for name in names:
        began = time.process_time()
        config = SpaceConfig(**SPACES[name])
        space = build_space(records(texts), config)
        speed = int(int(space.counts.sum()) / (time.process_time() - began))
        judged = "".join("{:8.3f}{:6}".format(*judged_words(space, each)) for each in JUDGED)
        found = graded(data, space, by_vectors(space)) or 0
        size = f"{speed:10,}{len(space):8,}{space.rows.nbytes / 1e6:5.0f}  {config.hash}"
        yield f"{name:<30}{judged}{found:8.3f}{size}"
        for word in READ:
            near = ", ".join(space.written(other) for other, _ in space.nearest(word, 5))
            yield f"  {word}: {near}"
        if name == "word":
            for told, by in (("tf·idf", by_words), ("word, termavg", by_all_terms)):
                found = graded(data, space, by(space)) or 0
                yield f"{told:<30}{'':28}{found:8.3f}"
    yield from retrieval(data)
    yield f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB"


def main(
    *, data: Data = DATA, spaces: Annotated[str, "names with semicolons between"] = ";".join(SPACES)
) -> None:
    """Print the table."""
    names = [name for name in spaces.split(";") if name]
    for line in figures(data, names):
        print(line, flush=True)
