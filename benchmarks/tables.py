"""Phrase tables: how fast a large one is, and what one gives to those that read it.

A table of generated rows: seconds to index, to ask in several ways, to compile and to open, and the
memory of a process that does no more than that. `--gain`: alignment of three corpora (macro F on
sure links), TERp of the STS benchmark (Pearson's r of 1 - score with the judgements) and of the
Microsoft paraphrase corpus (the share of a random paraphrase and no paraphrase told apart), and
rewriting, each without a compiled table and with it. A table must not be mined from what it is
measured on.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import numpy as np

import spacy_paraphrase
from benchmarks.alignment import HEADER, measure, parsed
from benchmarks.data import DATA, before_alignment, msrp, word_alignments
from benchmarks.report import in_new_process, timed
from benchmarks.scoring import graded_pairs, labelled_pairs
from scripts.door import Data, Limit, Seed
from spacy_paraphrase.acquire.store import Query, RowIndex, compile_rows, index_rows
from spacy_paraphrase.generation.proposers.sources import PhraseTableSource, WordnetSource
from spacy_paraphrase.generation.rewriter import rewrite
from spacy_paraphrase.jobs.atomic import content_size
from spacy_paraphrase.lexicon.phrase_table import PhraseTable
from spacy_paraphrase.lexicon.resources import lexical_index
from spacy_paraphrase.readers.table_rows import PhraseRow, phrase_row
from spacy_paraphrase.scoring.terp import terp
from spacy_paraphrase.scoring.words import WordLookup, porter_stem, synonyms
from weights.judge.measures import auc

ASKED = 200


def generated(n: int, seed: int) -> Iterator[PhraseRow]:
    """Yield rows of words of WordNet and phrases of two or three of them."""
    rng = random.Random(seed)
    index = lexical_index("en")
    words = [lemma.lower() for lemma in index.lemmas if lemma.isalpha()] if index else ["word"]
    common = rng.sample(words, min(20_000, len(words)))
    for _ in range(n):
        sides = [rng.choices(common, k=rng.choice((1, 1, 1, 2, 3))) for _ in range(2)]
        score = round(rng.random(), 4)
        yield phrase_row(*sides, score=score, p_target=score, examples=[str(rng.randrange(n))])


def ask(path: Path, queries: Sequence[Query]) -> list[float]:
    """Return the seconds that each query takes, of ten rows."""
    seconds = []
    with RowIndex(path) as store:
        for query in queries:
            began = time.perf_counter()
            list(store.rows(query, 10))
            seconds.append(time.perf_counter() - began)
    return seconds


def speed(n: int, seed: int) -> None:
    """Print what a table of `n` generated rows takes."""
    sources = [" ".join(row["source"]) for row in islice(generated(n, seed), ASKED)]
    queries = {
        "a phrase": [Query(source=text) for text in sources],
        "what it stands for": [Query(target=text) for text in sources],
        "a beginning": [Query(source=f"{text[:3]}*") for text in sources],
        "an end": [Query(source=f"*{text[-3:]}") for text in sources[:50]],
        "a label": [Query(wordnet=name) for name in ("synonym", "antonym", "co-hyponym")] * 5,
        "label and score": [Query(wordnet="hyponym", least=k / 50) for k in range(50)],
    }
    with tempfile.TemporaryDirectory() as folder:
        index, table = Path(folder) / "index", Path(folder) / "table"
        took, count = timed(lambda: index_rows(generated(n, seed), index, lexical_index("en")))
        print(f"index of {count:,} rows: {took:.0f} s, {index.stat().st_size / 2**20:.0f} MB")
        for name, some in queries.items():
            ms = 1000 * np.array(ask(index, some))
            print(f"  show, {name:20} median {np.median(ms):6.1f} ms, greatest {ms.max():6.1f} ms")
        began = time.perf_counter()
        with RowIndex(index) as store:
            store.analyze()
        print(f"  analyze {time.perf_counter() - began:.1f} s")
        took, _ = timed(lambda: compile_rows(generated(n, seed), table))
        print(f"compiled: {took:.0f} s, {table.stat().st_size / 2**20:.0f} MB")
        code = "import sys\nfrom spacy_paraphrase.lexicon.phrase_table import PhraseTable\n"
        (empty,) = in_new_process(code)
        code += (
            "from time import perf_counter\nbegan = perf_counter()\n"
            "table = PhraseTable(sys.argv[1])\nprint(perf_counter() - began)\n"
            "began = perf_counter()\nfound = list(table.lookup(sys.argv[2:]))\n"
            "print(perf_counter() - began)\nassert len(found) >= len(sys.argv) - 2\n"
        )
        opened, looked, used = in_new_process(code, table, *sources)
        with open(table, "r+b") as stream:
            stream.truncate(content_size(stream)[0])
        unchecked = in_new_process(code, table, *sources)[0]
        print(
            f"opened in {1000 * opened:.1f} ms, without a checksum in {1000 * unchecked:.1f}; "
            f"{len(sources)} phrases in {1000 * looked:.1f} ms, "
            f"{used - empty:.0f} MB more than a process of {empty:.0f} MB without it"
        )


def aligners(path: Path, weight: float) -> dict[str, list[Any]]:
    """Return both aligners, without the table and with it."""
    table = {"@paraphrase_experts": "spacy-paraphrase.PhraseTable.v1", "path": str(path)}
    config: dict[str, Any] = {"experts": {"table": table}, "weights": {"table": weight}}
    made: dict[str, list[Any]] = {}
    for name, settings in (("graph_matcher", {"pretrained": "en"}), ("tree_aligner", {})):
        both = [settings, {**settings, **config}]
        pipelines = [spacy_paraphrase.load(**{name: each}) for each in both]
        made[name] = [nlp.get_pipe(name) for nlp in pipelines]
    return made


def alignment_gain(path: Path, data: Path, limit: int | None, weight: float) -> None:
    """Print macro F on three corpora."""
    nlp, _ = before_alignment()
    made = aligners(path, weight)
    print(HEADER)
    for name, records in word_alignments(data):
        some = records[:: max(len(records) // limit, 1)] if limit else records
        docs = parsed(nlp, some)
        print(f"{name}, {len(some)} pairs")
        for label, components in made.items():
            for title, component in zip(("", ", table"), components, strict=True):
                print(f"  {label + title:26}{measure(component, docs, some)}", flush=True)


def scoring_gain(path: Path, data: Path, limit: int | None) -> None:
    """Print how well TERp agrees with people."""
    lookup = WordLookup(porter_stem, synonyms("en"))
    table = PhraseTable(path)
    corpora = {
        "STS dev, r": graded_pairs(data, "dev"),
        "MSRP val, AUC": labelled_pairs(data, "val"),
    }
    tokenizer = spacy_paraphrase.load(tier="fast").tokenizer
    for name, (pairs, gold) in corpora.items():
        step = max(len(pairs) // limit, 1) if limit else 1
        sides = [[lookup([t.text for t in tokenizer(s)]) for s in pair] for pair in pairs[::step]]
        gold, values = gold[::step], []
        for phrases in (None, table):
            scores = np.array([1 - terp(*pair, phrases=phrases).score for pair in sides])
            values.append(agreement(scores, gold))
        print(f"{name}, {len(gold)} pairs: TERp {values[0]:.4f}, with the table {values[1]:.4f}")


def agreement(scores: Any, gold: Any) -> float:
    """Return Pearson's r with graded judgements, the area under the curve with yes and no."""
    graded = set(gold.tolist()) != {0.0, 1.0}
    return float(np.corrcoef(scores, gold)[0, 1]) if graded else auc(scores, gold == 1)


def rewriting_gain(path: Path, data: Path, limit: int | None) -> None:
    """Print how many sentences are said in other words, and how much of them."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    docs = list(nlp.pipe(source for source, *_ in msrp(data, "val")[: limit or 200]))
    table = PhraseTableSource(PhraseTable(path))
    for name, sources in (("WordNet", []), ("WordNet and table", [table])):
        found = [
            rewrite(doc, preset="paraphrase", sources=[WordnetSource(), *sources])[0]
            for doc in docs
        ]
        changed = sum(each.text != doc.text for each, doc in zip(found, docs, strict=True))
        made = sum(len(each.edits) for each in found)
        print(f"rewriting, {name}: {changed} of {len(docs)} sentences changed, {made} edits")


def main(
    *,
    rows: int = 1_000_000,
    seed: Seed = 1,
    gain: Annotated[Path | None, "a compiled table"] = None,
    data: Data = DATA,
    limit: Limit = None,
    weight: Annotated[float, "of the table as an expert"] = 0.8,
) -> None:
    """Measure and print."""
    if gain is None:
        speed(rows, seed)
        return
    alignment_gain(gain, data, limit, weight)
    scoring_gain(gain, data, limit)
    rewriting_gain(gain, data, limit)
