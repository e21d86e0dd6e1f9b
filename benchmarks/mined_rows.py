"""Rows that miners find in much text, to be read, each with the ids of its texts.

The best rows by the score of all miners, of each pair of phrases one, and none that is a smaller
one with words added; of lattices, which have none, some by chance. Phrases: fully linked ones of
Edinburgh++ and of the captions and headlines of iSTS, filtered as `table filter` does. Paths: of
SNLI. Contexts: of the pairs of mt-reference and of the Microsoft corpus that nobody looked at while
the miner was made. Anchors: of 69,000 sentences of five corpora. Entities: of sentence-union and
the Microsoft corpus; what stands in a pair is the news of a day. Lattices: of SICK and the STS
benchmark; what people hold for the same are the sentences of a day, and what has one verb and one
kind of subject is a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import networkx as nx
from spacy.lang.en.stop_words import STOP_WORDS
from spacy.tokens import Doc

import spacy_paraphrase
from benchmarks.acquire import aligned, labelled
from benchmarks.data import DATA, SICK, edinburgh, ists, msrp, shuffled, sts, union_sentences
from benchmarks.paths import texts
from scripts.door import Data, Seed, Tier
from scripts.records import table
from spacy_paraphrase.acquire.filters import filter_job
from spacy_paraphrase.acquire.phrases import PhraseSettings, is_unlike, mine_phrases
from spacy_paraphrase.acquire.row_score import rank_job, row_words
from spacy_paraphrase.jobs import Row, run_loop
from spacy_paraphrase.pairs.pair import SIDES
from spacy_paraphrase.papers.anchored import mine_entities
from spacy_paraphrase.papers.anchors import AnchorSettings, mine_anchors
from spacy_paraphrase.papers.contexts import mine_contexts
from spacy_paraphrase.papers.lattices import LatticeSettings, match_lattices, mine_lattices
from spacy_paraphrase.papers.path_rules import mine_paths
from spacy_paraphrase.pipeline import FACTORIES
from spacy_paraphrase.readers import PairRecord, read_multimwa

READ = 1500  # pairs of a corpus that were read while contexts were made
SENTENCES = ("snli", "stsb", "msrp", "wiki-split")
# Grades from which on two sentences say the same, of 5.
SICK_SAME, STSB_SAME = 4.5, 4.2


def union(data: Path) -> Iterator[tuple[str, str]]:
    """Yield id and text of the distinct sentences of sentence-union."""
    found: dict[str, str] = {}
    for at, text in union_sentences(data):
        found.setdefault(" ".join(text.split()), ":".join(map(str, ("union", *at))))
    yield from ((id, text) for text, id in found.items())


def numbered(name: str, data: Path) -> Iterator[tuple[str, str]]:
    """Yield id and text of the distinct sentences of a corpus."""
    yield from ((f"{name}:{number}", text) for number, text in enumerate(texts(name, data)))


def parsed(items: Iterator[tuple[str, str]]) -> Iterator[Doc]:
    """Yield texts as Docs with their ids."""
    nlp = spacy_paraphrase.load(exclude=list(FACTORIES))
    for doc, id in nlp.pipe(((text, id) for id, text in items), as_tuples=True):
        doc.user_data["id"] = id
        yield doc


def contexts(data: Path) -> list[Row]:
    """Return the phrases that contexts find."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    pairs: list[PairRecord] = []
    for part, first in (("train", READ), ("dev", 0)):
        some = list(read_multimwa(data / f"alignment/mtref/mtref-{part}.tsv"))[first:]
        pairs += [replace(pair, id=f"mtref-{part}:{pair.id}") for pair in some]
    same = shuffled(labelled(nlp, msrp(data), "msrp", "1"), 0)
    return mine_contexts(aligned(nlp, [*pairs, *same[READ:]])).rows


def anchors(data: Path) -> list[Row]:
    """Return the phrases that anchors find."""
    cut = spacy_paraphrase.load(exclude=list(FACTORIES)).tokenizer

    def sentences() -> Iterator[dict[str, Any]]:
        for items in (*(numbered(name, data) for name in SENTENCES), union(data)):
            for id, text in items:
                words = [token.lower_ for token in cut(text) if not token.is_space]
                yield {"id": id, "words": words}

    return list(mine_anchors(sentences(), AnchorSettings(), stop_words=STOP_WORDS))


def phrases(data: Path) -> list[Row]:
    """Return filtered, fully linked phrases of pairs whose licence lets them be printed."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    pairs = edinburgh(data)
    for part in ("images", "headlines"):
        pairs += [replace(r, id=f"{part}:{r.id}") for r in ists(data, part)]
    full = PhraseSettings("full", composites_up_to=0)
    return list(run_loop(filter_job(), mine_phrases(aligned(nlp, pairs), full)))


def paths(data: Path) -> list[Row]:
    """Return the rules between the paths of captions."""
    return list(mine_paths(parsed(numbered("snli", data)), language="en"))


def best(rows: Iterable[Row], tier: Tier) -> list[Row]:
    """Return rows by their score, one of each pair, none a smaller one with words added."""
    told: dict[frozenset[str], Row] = {}
    for row in run_loop(rank_job("en", tier), rows):
        if is_unlike(*row_words(row)):
            told.setdefault(frozenset(str(row[side]) for side in SIDES), row)
    return list(told.values())


def entities(data: Path) -> list[Row]:
    """Return the patterns between names, each pair once."""

    def docs() -> Iterator[Doc]:
        for doc in parsed(union(data)):
            doc.user_data["date"] = doc.user_data["id"].rpartition(":")[0]
            yield doc
        for doc in parsed(numbered("msrp", data)):
            number = int(doc.user_data["id"].partition(":")[2])
            doc.user_data["date"] = f"msrp:{number // 2}"
            yield doc

    rows = mine_entities(docs(), language="en")
    return list({frozenset((row["source"], row["target"])): row for row in rows}.values())


def lattices(data: Path) -> list[Row]:
    """Return the pairs of lattices of at least five sentences, each pair once."""
    pairs = [
        (row["sentence_A"], row["sentence_B"])
        for row in table(data / SICK)
        if float(row["relatedness_score"]) >= SICK_SAME
    ]
    for part in ("train", "dev"):
        graded = zip(*sts(data, part), strict=True)
        pairs += [pair for pair, grade in graded if grade >= STSB_SAME]
    events = nx.connected_components(nx.Graph(pairs))
    day_of = {text: str(day) for day, some in enumerate(events) for text in some}

    def docs() -> Iterator[Doc]:
        for doc in parsed((text, text) for text in sorted(day_of)):
            root = next(iter(doc.sents)).root
            subject = next((t.dep_ for t in root.children if t.dep_.startswith("nsubj")), "ROOT")
            doc.user_data |= {"date": day_of[doc.text], "cluster": f"{root.lemma_} {subject}"}
            yield doc

    settings = LatticeSettings(similar=0.15, match=0.05, min_group=5)
    found = list(mine_lattices(docs(), settings))
    reads = {row["id"]: row["reads"] for row in found}
    print(f"{len(found)} lattices")
    linked = (row for row in match_lattices(found, settings) if row["source"] < row["target"])
    return [
        row | {"reads": [reads[row["source"]], reads[row["target"]]], "examples": row["slots"]}
        for row in linked
    ]


MINERS: dict[str, Callable[[Path], list[Row]]] = {
    "phrases": phrases,
    "paths": paths,
    "contexts": contexts,
    "anchors": anchors,
    "entities": entities,
    "lattices": lattices,
}


def main(
    miner: Literal[tuple(MINERS)],
    *,
    data: Data = DATA,
    seed: Seed = 7,
    rows: int = 60,
    tier: Tier = "accurate",
) -> None:
    """Print the best rows of a miner."""
    found = MINERS[miner](data)
    found = shuffled(found, seed) if miner == "lattices" else best(found, tier)
    print(f"{len(found)} rows")
    for row in found[:rows]:
        sides = row.get("reads") or [" ".join(row[side]) for side in ("source", "target")]
        told = row.get("relation") or "", row.get("count", ""), row.get("score", "")
        print(*sides, *told, *row["examples"], sep="\t")
