"""Dependency paths mined from the sentences of the corpora: yield, sheets to read, gain or loss.

Sentences are parsed once and kept in the folder CACHE, a DocBin for each corpus; so are the rules
that are mined of them (`rules.jsonl`). RTE is never mined: what rules are worth is told on it.
`--sheet N` prints N of the rules labelled "restates" with a column for a judgement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

from spacy.tokens import Doc, DocBin

import spacy_paraphrase
from benchmarks.alignment import HEADER, measure, parsed
from benchmarks.data import (
    DATA,
    before_alignment,
    msrp,
    shuffled,
    snli,
    sts,
    wiki_split,
    word_alignments,
)
from benchmarks.entailment import RTE, docs_of, read_rte, told
from benchmarks.report import print_sheet
from scripts.door import Data, Limit, Seed
from spacy_paraphrase import Link
from spacy_paraphrase.acquire.mining_jobs import Chain, Files, read_docs
from spacy_paraphrase.jobs import Row
from spacy_paraphrase.pairs.alignment import read_links, write_links
from spacy_paraphrase.papers.coverage import coverage
from spacy_paraphrase.papers.dirt import Rules, read_rules, substitutions
from spacy_paraphrase.papers.path_rules import apply_paths, mine_paths
from spacy_paraphrase.pipeline import FACTORIES

CORPORA = ("snli", "wiki-split", "msrp", "stsb", "pan")


def texts(name: str, data: Path) -> list[str]:
    """Return the distinct texts of a corpus, in order."""
    pan = (data / f"paraphrase/pan/pan-train_s{k}.txt" for k in (1, 2))
    rows: dict[str, Callable[[], Iterable[Iterable[str]]]] = {
        "snli": lambda: (row[:2] for part in ("dev", "test") for row in snli(data, part)),
        "wiki-split": lambda: (
            two for part in ("tune", "validation") for _, two in wiki_split(data, part)
        ),
        "msrp": lambda: (row[:2] for part in ("train", "val") for row in msrp(data, part)),
        "stsb": lambda: (pair for part in ("dev", "train") for pair in sts(data, part)[0]),
        "pan": lambda: (path.read_text("utf-8-sig").split("\n") for path in pan),
    }
    every = (text for row in rows[name]() for text in row)
    found = dict.fromkeys(" ".join(text.replace("''", '"').split()) for text in every)
    return [text for text in found if text]


def parse(name: str, data: Path, cache: Path, limit: int | None) -> Path:
    """Return the file of the parsed sentences of a corpus, which is made if it is not there."""
    path = cache / f"{name}.spacy"
    if not path.exists():
        nlp = spacy_paraphrase.load(exclude=list(FACTORIES))
        docs = DocBin(store_user_data=True)
        for number, doc in enumerate(nlp.pipe(texts(name, data)[:limit])):
            doc.user_data["id"] = f"{name}:{number}"
            docs.add(doc)
        docs.to_disk(path)
    return path


def rows_of(cache: Path, files: Sequence[Path]) -> list[Row]:
    """Return the rules of parsed sentences, mined unless they are there."""
    path = cache / "rules.jsonl"
    if not path.exists():
        chain = Chain(path, "paths.similar")
        store = chain.steps / "space"
        mine_paths(Files(tuple(files), read_docs), language="en", store=store, run=chain)
        chain.finish()
        docs, paths, *_, rows = (outcome.manifest["counts"] for outcome in chain.done)
        print(
            f"{docs['records']} texts ({docs['failed']} failed), {paths['rows'] - 1} paths", end=""
        )
        print(f", {rows['keys']} of them frequent, {rows['rows']} rules")
    found = list(Files((path,)))
    labels = Counter(str(row["relation"]) for row in found)
    print("  " + ", ".join(f"{label} {count}" for label, count in labels.most_common()))
    return found


def subset(rows: Sequence[Row], cache: Path, keep: Callable[[Row], bool]) -> Rules:
    """Return some of the rules, as they are read from a file."""
    path = cache / "some.tsv"
    some = [f"{r['source']}\t{r['target']}\t{r['score']}\n" for r in rows if keep(r)]
    path.write_text("".join(some), encoding="utf8")
    return read_rules(path)


def choices(rows: Sequence[Row], cache: Path) -> dict[str, Rules]:
    """Return the rules to be tried."""
    sound = ("restates", "specifies")
    return {
        "all rules": subset(rows, cache, lambda row: True),
        "all above .25": subset(rows, cache, lambda row: row["score"] >= 0.25),
        "restates, specifies": subset(rows, cache, lambda row: row["relation"] in sound),
        "restates": subset(rows, cache, lambda row: row["relation"] == "restates"),
    }


def entailment(tried: dict[str, Rules], data: Path, limit: int | None) -> None:
    """Print what coverage decides rightly, with and without rules."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser", "relation_classifier"])
    for name in RTE:
        pairs = read_rte(data / "relations" / "rte" / name)[:limit]
        docs = docs_of(nlp, pairs)
        print(f"{name}, {len(pairs)} pairs")
        told("no rules", [coverage(doc) for doc in docs], pairs, False)
        for label, rules in tried.items():
            told(label, [coverage(doc, rules=rules) for doc in docs], pairs, False)
            made = [len(substitutions(doc, rules)) for doc in docs]
            print(f"    {sum(made)} substitutions in {sum(map(bool, made))} pairs", flush=True)


def alignment(tried: dict[str, Rules], data: Path, limit: int | None) -> None:
    """Print how good links are, with and without those that rules propose for unlinked words."""
    nlp, _ = before_alignment()
    matcher = spacy_paraphrase.load(tier="fast").get_pipe("graph_matcher")

    def component(rules: Rules) -> Callable[[Doc], Doc]:
        return lambda doc: with_candidates(matcher(doc), rules)

    print(HEADER)
    for name, records in word_alignments(data):
        records = records[:limit]
        docs = parsed(nlp, records)
        print(f"{name}, {len(records)} pairs")
        print(f"  {'no rules':26}{measure(matcher, docs, records)}", flush=True)
        for label, rules in tried.items():
            print(f"  {label:26}{measure(component(rules), docs, records)}", flush=True)


def with_candidates(doc: Doc, rules: Rules) -> Doc:
    """Add the links that rules propose between words that have none."""
    links = list(read_links(doc, "words"))
    linked = {token.i for link in links for token in (link.source.root, link.target.root)}
    for link in apply_paths(doc, rules):
        ends = {link.source.root.i, link.target.root.i}
        if not ends & linked:
            links.append(Link("words", link.source, link.target, score=link.score))
            linked |= ends
    write_links(doc, "words", links)
    return doc


def main(
    cache: Path,
    *,
    data: Data = DATA,
    corpora: list[Literal[CORPORA]] = CORPORA,
    limit: Limit = None,
    sheet: int = 0,
    seed: Seed = 0,
    gain: list[Literal["entailment", "alignment"]] = (),
) -> None:
    """Mine, and print what is asked for."""
    cache.mkdir(parents=True, exist_ok=True)
    files = [parse(name, data, cache, limit) for name in corpora]
    rows = rows_of(cache, files)
    if sheet:
        restating = shuffled((row for row in rows if row["relation"] == "restates"), seed)
        cells = ((row["score"], row["count"], *row["reads"], "") for row in restating[:sheet])
        print_sheet(cells, "score", "count", "source", "target", "judgement")
    for name in gain:
        test = {"entailment": entailment, "alignment": alignment}[name]
        test(choices(rows, cache), data, limit)
