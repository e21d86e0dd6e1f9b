"""What the frozen outputs are made of: the same pairs, sentences and groups each time.

All of it is drawn from the public corpora with one seed. A pair is a dict as the command line takes
it: an id, source and target as a text or as words, and chunks where the corpus has them.
"""

from __future__ import annotations

import csv
import random
import warnings
from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx as nx

from spacy_paraphrase.readers import PairRecord, read_ists, read_jacana, read_multimwa

SEED = 0
NEWS, SENTENCES, GROUPS, MINED = 3000, 300, 100, 300
# Members of a group, from the fewest to the most; groups that make one cluster of documents.
MEMBERS, TOGETHER = (3, 9), 5
SICK = "relations/sick/SICK_train_trial.tsv"
UNION = "fusion/sentence-union/train.csv"
MSRP = "paraphrase/msrp/msr-para-train.tsv"
EDINBURGH = "alignment/edinburgh/gold.train.sure.json"
HEADLINES = "relations/ists2016/train.headlines.wa"
RENDERINGS = "alignment/mtref/mtref-train.tsv"
PAIRS = Path(__file__).parents[1] / "tests" / "relations"
RTE = {f"rte{k}": f"relations/rte/rte{k}_dev.xml" for k in (1, 2, 3)}
Item = dict[str, Any]


def news(data: Path) -> list[Item]:
    """Return pairs of news sentences, evenly from four corpora."""
    corpora = [
        numbered("union", of_table(data / UNION, ",", (0, 1))),
        numbered("msrp", of_table(data / MSRP, "\t", (3, 4))),
        of_records("edinburgh", read_jacana(data / EDINBURGH)),
        of_records("headlines", read_ists(data / HEADLINES)),
    ]
    for some in corpora:
        random.Random(SEED).shuffle(some)
    turns = (pair for turn in zip_longest(*corpora) for pair in turn if pair is not None)
    return list(islice(turns, NEWS))


def sick(data: Path) -> list[Item]:
    """Return the pairs of SICK, training and trial parts."""
    return numbered("sick", of_table(data / SICK, "\t", (1, 2)))


def rte(data: Path) -> list[Item]:
    """Return the pairs of the development parts of RTE 1 to 3."""
    found = []
    for name, path in RTE.items():
        for pair in ElementTree.parse(data / path).iter("pair"):
            texts = (" ".join((pair.findtext(tag) or "").split()) for tag in ("t", "h"))
            found.append(_pair(f"{name}:{pair.get('id')}", *texts))
    return found


def minimal_pairs(_: Path) -> list[Item]:
    """Return the pairs of the tests of relations; what they are known by are their texts."""
    found = []
    for path in sorted(PAIRS.glob("*_pairs.tsv")):
        rows = csv.DictReader(path.read_text("utf-8").splitlines(), delimiter="\t")
        pairs = [(row["source"], row["target"]) for row in rows]
        found += [_pair(f"{path.stem}: {' / '.join(pair)}", *pair) for pair in pairs]
    return found


def sentences(data: Path) -> list[Item]:
    """Return single sentences of news."""
    texts = {pair["source"] for pair in news(data) if isinstance(pair["source"], str)}
    some = random.Random(SEED).sample(sorted(texts), min(SENTENCES, len(texts)))
    return [{"id": str(k), "text": text} for k, text in enumerate(some)]


def paraphrases(data: Path) -> list[Item]:
    """Return pairs of news sentences to mine."""
    pairs = numbered("msrp", of_table(data / MSRP, "\t", (3, 4)))
    return random.Random(SEED).sample(pairs, min(MINED, len(pairs)))


def groups(data: Path) -> list[list[str]]:
    """Return groups of sentences about one thing: renderings of one sentence, reports of news.

    In a group are the sentences that pairs of a corpus connect; renderings and news take turns.
    """
    renderings = [(r.source, r.target) for r in read_multimwa(data / RENDERINGS)]
    joined = ((" ".join(one), " ".join(other)) for one, other in renderings)
    reports = [*of_table(data / UNION, ",", (0, 1)), *of_table(data / MSRP, "\t", (3, 4))]
    kinds = [connected(joined), connected(reports)]
    turns = (group for turn in zip_longest(*kinds) for group in turn if group is not None)
    return list(islice(turns, GROUPS))


def connected(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the groups that pairs connect, if neither small nor large, in a random order."""
    found = [sorted(group) for group in nx.connected_components(nx.Graph(pairs))]
    least, most = MEMBERS
    fitting = sorted(group for group in found if least <= len(group) <= most)
    random.Random(SEED).shuffle(fitting)
    return fitting


def stream(data: Path) -> list[Item]:
    """Return the sentences of all groups, mixed; an id names group and member."""
    found = [
        {"id": f"{k}.{n}", "text": text}
        for k, group in enumerate(groups(data))
        for n, text in enumerate(group)
    ]
    random.Random(SEED).shuffle(found)
    return found


def documents(data: Path) -> list[Item]:
    """Return clusters of documents: each document has one sentence of each of some groups."""
    found = []
    for k, some in enumerate(_together(groups(data))):
        texts = zip_longest(*some)
        told = [[text for text in texts_of if text] for texts_of in texts]
        documents = [{"id": str(n), "sentences": sentences} for n, sentences in enumerate(told)]
        found.append({"cluster": str(k), "documents": documents})
    return found


def topics(data: Path) -> list[Item]:
    """Return clusters of sentences, as `mine headlines` takes them: some groups in each."""
    found = []
    for k, some in enumerate(_together(groups(data))):
        items = [
            {"id": f"{n}.{m}", "text": text}
            for n, group in enumerate(some)
            for m, text in enumerate(group)
        ]
        found.append({"cluster": str(k), "items": items})
    return found


def of_table(path: Path, delimiter: str, columns: tuple[int, int]) -> list[tuple[str, str]]:
    """Return the pairs of texts of a table with a header; only commas come with quotes."""
    quoting = csv.QUOTE_MINIMAL if delimiter == "," else csv.QUOTE_NONE
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file, delimiter=delimiter, quoting=quoting))[1:]
    one, other = columns
    whole = (row for row in rows if len(row) > max(columns))
    pairs = ((" ".join(row[one].split()), " ".join(row[other].split())) for row in whole)
    return [pair for pair in pairs if all(pair)]


def numbered(name: str, pairs: Iterable[tuple[str, str]]) -> list[Item]:
    """Return pairs of texts with ids."""
    return [_pair(f"{name}:{k}", *pair) for k, pair in enumerate(pairs)]


def of_records(name: str, records: Iterator[PairRecord]) -> list[Item]:
    """Return what a reader read, with ids."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # chunks that differ by a token, see `read_ists`
        read = list(records)
    found = []
    for k, record in enumerate(read):
        pair = _pair(f"{name}:{k}", list(record.source), list(record.target))
        chunks = {"source_chunks": record.source_chunks, "target_chunks": record.target_chunks}
        found.append(pair | {key: some for key, some in chunks.items() if some})
    return found


def _pair(id: str, source: Any, target: Any) -> Item:
    return {"id": id, "source": source, "target": target}


def _together(some: list[list[str]]) -> list[list[list[str]]]:
    return [some[k : k + TOGETHER] for k in range(0, len(some), TOGETHER)]
