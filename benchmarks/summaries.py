"""Summaries of 20 clusters: how much they repeat, under each reranker and the two baselines.

Ten clusters are made of six pairs each of the Sentence Union training part (Hirsch and others
2023): one document has the first sentences, another one the second ones. Ten are headlines of the
project, whose contexts are the documents. A pair, or a group of headlines, is one thing said: a
summary of as many sentences as there are things might say each once. `--read` prints what was taken
and dropped, for a reading sheet (`readings/summaries.tsv`). `--condensed` prints what is fused and
shortened in summaries of other clusters (`readings/condensed.tsv`): of five pairs each of the
Sentence Union and Microsoft training parts, with a document for either side, shuffled by the seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from statistics import mean
from typing import Any, Literal, get_args

import srsly

import spacy_paraphrase
from benchmarks.data import DATA, HEADLINES, Sides, msrp, renderings, unions
from scripts.door import ROOT, Data
from spacy_paraphrase.many.clusters import ClusterSummary
from spacy_paraphrase.many.redundancy import cosine_of_stems, verdict
from spacy_paraphrase.many.summaries import Rerank, Summarizing, summarize
from spacy_paraphrase.many.terms import Background, background, stems_of

PLANTED = ROOT / "tests/many/planted_figures.jsonl"
PAIRS, CLUSTERS, SHORTEST = 6, 10, 5
# With so many clusters of either kind before these the rerankers were made.
SEEN = 10
# Of mixed clusters: pairs of each corpus, and how many sentences are read.
HALF, WANTED = 5, {"fused": 60, "shortened": 50}
# So many sentences of summaries are read at least.
SENTENCES = 60
# A cluster and what each of its sentences says, by its id.
Gold = tuple[dict[str, Any], dict[str, Any]]


def of_pairs(data: Path) -> Iterator[Gold]:
    """Yield clusters of pairs."""
    rows = unions(data, "train")
    for number in range(SEEN, SEEN + CLUSTERS):
        pairs = rows[number * PAIRS : (number + 1) * PAIRS]
        documents = [
            {"id": side, "sentences": [row[k] for row in pairs]} for k, side in enumerate("ab")
        ]
        gold = {f"{side}:{k}": k for side in "ab" for k in range(1, PAIRS + 1)}
        yield {"cluster": f"pairs {number + 1}", "documents": documents}, gold


def of_headlines() -> Iterator[Gold]:
    """Yield clusters of contexts of headlines."""
    for each in islice(srsly.read_jsonl(HEADLINES), SEEN, SEEN + CLUSTERS):
        items = [item for item in each["items"] if item.get("context")]
        documents = [
            {"id": item["id"], "title": item["text"], "sentences": [item["context"]]}
            for item in items
        ]
        gold = {f"{item['id']}:1": item["group"] or item["id"] for item in items}
        yield {"cluster": each["cluster"], "documents": documents}, gold


def measured(
    summary: ClusterSummary, gold: dict[str, Any], known: Background, nlp: Any
) -> list[float]:
    """Return the sentences, the share of things said, repeats, cosine and redundant pairs."""
    said = [gold[each.id] for each in summary.sentences]
    texts = [each.text for each in summary.sentences]
    stems = [stems_of(text) for text in texts]
    cosines = [cosine_of_stems(*pair, known.idf) for pair in combinations(stems, 2)]
    pairs = [
        (one, other)
        for (one, a), (other, b) in combinations(zip(texts, stems, strict=True), 2)
        if cosine_of_stems(a, b, known.idf) >= 0.15
    ]
    docs = spacy_paraphrase.pipe_pairs(nlp, pairs)
    redundant = sum(verdict(doc).name in ("duplicate", "covers") for doc in docs)
    repeats = len(said) - len({*said})
    return [len(said), len({*said}) / len({*gold.values()}), repeats, mean(cosines), redundant]


def show(summary: ClusterSummary, gold: dict[str, Any]) -> None:
    """Print a summary and what is not in it."""
    print(f"## {summary.cluster} {summary.flags}")
    for each in summary.sentences:
        print(f"+ [{gold[each.id]}] {each.id} {each.conflicts or ''} {each.text}")
    for drop in summary.dropped:
        print(f"- [{gold[drop.id]}] {drop.id} {drop.verdict} {drop.because_of}: {drop.text}")


def unread(data: Path) -> tuple[list[Sides], list[Sides]]:
    """Return pairs of both corpora that are in no other cluster: to be united, and paraphrases."""
    united = [(one, other) for one, other, _ in unions(data, "train")]
    same = [(one, other) for one, other, label in msrp(data) if label == "1"]
    return united[(SEEN + CLUSTERS) * PAIRS :], same


def mixed(data: Path, seed: int) -> Iterator[dict[str, Any]]:
    """Yield clusters of pairs of two corpora, those of the rerankers and of `main` left out."""
    united, same = unread(data)
    chance = random.Random(seed)
    chance.shuffle(united)
    chance.shuffle(same)
    for number in range(min(len(united), len(same)) // HALF):
        part = slice(number * HALF, (number + 1) * HALF)
        sides = zip(*united[part], *same[part], strict=True)
        documents = [{"id": id, "sentences": [*side]} for id, side in zip("ab", sides, strict=True)]
        yield {"cluster": f"{seed}/{number}", "documents": documents}


def of_things(data: Path, seed: int) -> Iterator[dict[str, Any]]:
    """Yield clusters of five things, each said in two documents or more."""
    united, same = unread(data)
    kinds: tuple[list[Any], ...] = (same, renderings(data), united)
    chance = random.Random(seed)
    for kind in kinds:
        chance.shuffle(kind)
    first, second, third = map(iter, kinds)
    for number, things in enumerate(zip(first, first, second, second, third, strict=False)):
        documents: dict[str, list[dict[str, str]]] = {}
        for k, said in enumerate(things):
            for id, text in zip("abcd", chance.sample(said, len(said)), strict=False):
                documents.setdefault(id, []).append({"id": f"{id}:{k}", "text": text})
        listed = [{"id": id, "sentences": rows} for id, rows in documents.items()]
        yield {"cluster": f"{seed}/{number}", "documents": listed}


def show_sentences(data: Path, seed: int, nlp: Any) -> None:
    """Print summaries until they have as many sentences as are read."""
    settings, number = Summarizing(shortest=SHORTEST, fuse=True), 0
    for cluster in of_things(data, seed):
        if number >= SENTENCES:
            return
        summary = summarize(cluster, settings, nlp)
        number += len(summary.sentences)
        print(f"## {summary.cluster}", flush=True)
        for each in summary.sentences:
            print(f"+ {'+'.join(p.id for p in each.made_of) or each.id} {each.text} {each.note}")
            for part in each.made_of:
                print(f"    < {part.text}")
        for drop in summary.dropped:
            print(f"- {drop.id} {drop.verdict} {drop.because_of}: {drop.text}")


def show_figures(nlp: Any) -> None:
    """Print of clusters with a planted figure which figures are told to differ."""
    told = others = 0
    clusters = list(srsly.read_jsonl(PLANTED))
    for cluster in clusters:
        summary = summarize(cluster, Summarizing(shortest=SHORTEST), nlp)
        found = [pair for each in summary.sentences for pair in each.figures]
        right = [f for f in found if all(any(w in t for t in f[:2]) for w in cluster["figures"])]
        told += bool(right)
        others += len(found) - len(right)
        print(cluster["cluster"], *(each.note for each in summary.sentences if each.note))
    print(f"{told} of {len(clusters)} told, {others} others")


def show_condensed(data: Path, seed: int, nlp: Any) -> None:
    """Print what is fused and shortened, until there is enough of it to read."""
    settings = Summarizing(budget=400, shortest=SHORTEST, fuse=True, shorten=True)
    numbers = {"fused": 0, "shortened": 0}
    for cluster in mixed(data, seed):
        for each in summarize(cluster, settings, nlp).sentences:
            kind = "fused" if len(each.made_of) > 1 else "shortened"
            if not each.made_of or numbers[kind] >= WANTED[kind]:
                continue
            if kind == "fused" and each.text in {part.text for part in each.made_of}:
                continue
            numbers[kind] += 1
            print(f"## {kind} {cluster['cluster']} {' '.join(part.id for part in each.made_of)}")
            for part in each.made_of:
                print(f"   {part.text}")
            print(f"=> {each.text}")
        if numbers == WANTED:
            return


def main(
    *,
    data: Data = DATA,
    tier: str | None = None,
    read: Literal[tuple(get_args(Rerank))] | None = None,
    condensed: int | None = None,
    sentences: int | None = None,
    figures: bool = False,
) -> None:
    """Print the table, or the summaries."""
    if sentences is not None:
        show_sentences(data, sentences, spacy_paraphrase.load(tier=tier))
        return
    if figures:
        show_figures(spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"]))
        return
    if condensed is not None:
        show_condensed(data, condensed, spacy_paraphrase.load(tier=tier))
        return
    clusters = [*of_pairs(data), *of_headlines()]
    nlp = spacy_paraphrase.load(tier=tier, exclude=["sentence_fuser"])
    texts = [text for each, _ in clusters for doc in each["documents"] for text in doc["sentences"]]
    known = background(texts)
    print("| | sentences | things said | said again | cosine | redundant pairs |")
    print("|---|---|---|---|---|---|")
    for rerank in [read] if read else get_args(Rerank):
        for pipeline in (nlp, None) if rerank == "sod" else (None,):
            rows = []
            for cluster, gold in clusters:
                budget = len({*gold.values()})
                settings = Summarizing(rerank, budget, "sentences", shortest=SHORTEST)
                summary = summarize(cluster, settings, pipeline)
                rows.append(measured(summary, gold, known, nlp))
                if read and (pipeline or rerank != "sod"):
                    show(summary, gold)
            name = "relations (sod)" if pipeline else rerank
            for part, some in (("pairs", rows[:CLUSTERS]), ("headlines", rows[CLUSTERS:])):
                sums = [*zip(*some, strict=True)]
                told = f"{sum(sums[0]):.0f} | {mean(sums[1]):.3f} | {sum(sums[2]):.0f}"
                print(f"| {name}, {part} | {told} | {mean(sums[3]):.3f} | {sum(sums[4]):.0f} |")
