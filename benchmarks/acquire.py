"""What the miners find, how right it is by gold links, and how fast they are on many sentences.

"yield": rows of each miner by corpus. "measure": phrase pairs and tables against Edinburgh++.
"sheet MINER": 100 rows of phrases, rules, anchors, contexts or merged (parses of renderings), each
in a sentence, to be judged; or sentences, which merged parses make. "scale MINER": sentences
repeated and varied, of phrases or paths.

Pairs are aligned by the default pipeline. Its matcher has been trained on Edinburgh++ and on iSTS:
what it says of these is no figure of quality. The models of words, the anchors and the contexts
have not been trained on anything.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from hashlib import sha1
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal

from spacy.lang.en.stop_words import STOP_WORDS
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

import spacy_paraphrase
from benchmarks import report
from benchmarks.consensus import groups
from benchmarks.data import DATA, Row, edinburgh, ists, msrp, shuffled, snli
from benchmarks.paths import texts
from scripts.door import Data, Pairs, Seed
from spacy_paraphrase import metrics, pipe_pairs
from spacy_paraphrase.acquire.mining_jobs import Chain, Files, read_pairs, read_parsed
from spacy_paraphrase.acquire.pair_sources import renderings
from spacy_paraphrase.acquire.phrases import PhraseSettings, mine_phrases
from spacy_paraphrase.acquire.rules import mine_rules
from spacy_paraphrase.jobs import Dropped
from spacy_paraphrase.pairs.pair import SIDES
from spacy_paraphrase.papers.anchors import AnchorSettings, mine_anchors
from spacy_paraphrase.papers.contexts import ContextSettings, mine_contexts
from spacy_paraphrase.papers.merged_parses import merged_phrases, mine_merged
from spacy_paraphrase.papers.path_rules import mine_paths
from spacy_paraphrase.papers.word_models import link_words, with_links
from spacy_paraphrase.pipeline import FACTORIES
from spacy_paraphrase.readers import PairRecord, doc_to_record, record_to_json

# Published precision and recall of sure phrase pairs, of another part (Cohn and others 2008).
PUBLISHED = {"GIZA++": (0.55, 0.49), "co-training": (0.30, 0.16), "people": (0.67, 0.66)}
FOLDS = 5
# Pairs that contexts are learnt from, which takes long.
CONTEXTS = 100
# Sentences that are parsed to be varied, and such that a file holds.
TEXTS, PER_FILE = 10_000, 2_000
# Paths that are taken through a lattice until one is new.
TRIED = 30


def corpora(data: Path, most: int) -> Iterator[tuple[str, list[PairRecord]]]:
    """Yield the name and up to so many pairs of each corpus, as the pipeline aligns them."""
    nlp = spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])
    annotated = edinburgh(data)
    found = aligned(nlp, annotated[:most])
    yield "edinburgh", found
    sure = zip(found, annotated, strict=False)
    yield "edinburgh-gold", [replace(a, words=g.words, phrases=None, chunks=None) for a, g in sure]
    for part in ("headlines", "images"):
        pairs = [replace(r, id=f"{part}:{r.id}") for r in ists(data, part)]
        yield f"ists-{part}", aligned(nlp, pairs[:most])
    for name, rows, wanted in (("snli", snli(data), "entailment"), ("msrp", msrp(data), "1")):
        yield name, aligned(nlp, shuffled(labelled(nlp, rows, name, wanted), 0)[:most])


def labelled(nlp: Any, rows: Iterable[Row], name: str, wanted: str) -> list[PairRecord]:
    """Return the pairs of a table that bear a label, by their lines."""
    found = []
    for line, (one, other, label) in enumerate(rows, 2):
        if label == wanted:
            docs = [nlp.tokenizer(text.strip()) for text in (one, other)]
            sides = (tuple(t.text for t in doc if not t.is_space) for doc in docs)
            found.append(PairRecord(f"{name}:{line}", *sides))
    return found


def aligned(nlp: Any, records: Sequence[PairRecord]) -> list[PairRecord]:
    """Return pairs with all that the pipeline finds."""
    docs = pipe_pairs(nlp, [(list(record.source), list(record.target)) for record in records])
    both = zip(docs, records, strict=True)
    return [replace(doc_to_record(doc), id=record.id, fusions=None) for doc, record in both]


def sentences(records: Iterable[PairRecord]) -> Iterator[dict[str, Any]]:
    """Yield the sides of pairs as sentences, each once."""
    seen = set()
    for record in records:
        for name in SIDES:
            words = getattr(record, name)
            if words not in seen:
                seen.add(words)
                yield {"id": f"{record.id}:{name}", "words": list(words)}


def rendered(data: Path, most: int, seed: int) -> list[PairRecord]:
    """Return up to so many aligned pairs of renderings, of groups of mt-reference by chance."""
    found = shuffled(groups(data, least=3, longest=45), seed)
    named = [{"id": sha1(g[0].encode()).hexdigest()[:10], "references": g} for g in found]
    pairs = (row for record in named for row in renderings(record))
    rows = list(islice((row for row in pairs if not isinstance(row, Dropped)), most))
    records = [PairRecord(r["id"], *(tuple(r[s].split()) for s in SIDES)) for r in rows]
    return aligned(spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"]), records)


def mined(miner: str, records: Sequence[PairRecord], origin: str = "") -> list[Any]:
    """Return the rows of a miner."""
    if miner == "phrases":
        return list(mine_phrases(records, origin=origin))
    if miner == "rules":
        return list(mine_rules(records))
    if miner == "merged":
        return list(merged_phrases(mine_merged(records)))
    if miner == "contexts":
        return mine_contexts(records, ContextSettings(rounds=3), origin=origin).rows
    settings = AnchorSettings(min_count=2)
    return list(mine_anchors(sentences(records), settings, stop_words=STOP_WORDS, origin=origin))


# -- How much --------------------------------------------------------------------------------------


def print_yield(data: Path, most: int) -> None:
    """Print how many rows each miner finds in each corpus."""
    print(f"{'':16}{'pairs':>8}{'phrases':>9}{'atomic':>8}{'twice':>7}{'full':>7}{'rules':>7}")
    for name, records in corpora(data, most):
        rows = mined("phrases", records)
        atomic = sum(row["kind"] == "atomic" for row in rows)
        twice = sum(row["count"] > 1 for row in rows)
        full = sum(1 for _ in mine_phrases(records, PhraseSettings(variant="full")))
        rules = len(mined("rules", records))
        told = f"{len(records):8}{len(rows):9}{atomic:8}{twice:7}{full:7}{rules:7}"
        print(f"{name:16}{told}")


# -- How right, by gold links ----------------------------------------------------------------------


def print_measures(data: Path) -> None:
    """Print precision and recall of phrase pairs by links, and of tables by what occurs."""
    records = edinburgh(data)
    golds = [metrics.GoldLinks(r.sure, r.sure, r.source, r.target) for r in records]
    texts = [(record.source, record.target) for record in records]
    nlp = spacy_paraphrase.load(tree_aligner={"method": "words"}, exclude=["sentence_fuser"])
    found = aligned(nlp, records)
    systems = {
        "gold links": [set(record.sure) for record in records],
        "identity": [identical(*pair) for pair in texts],
        "Model 1 + HMM, both ways": link_words(texts),
        "tree_aligner, words": [set(record.possible) for record in found],
    }
    print(f"{'links':28}{'P':>7}{'R':>7}{'F':>7}   ParaMetric{'P':>5}{'R':>7}{'F':>7}")
    for name, links in systems.items():
        cells = [
            metrics.evaluate(measure, links, golds).scores[f"micro_{key}"]
            for measure in (metrics.PhraseMeasure(), metrics.ParaMetric())
            for key in ("precision", "recall", "f")
        ]
        told = ["" if x is None else f"{x:.3f}" for x in cells]
        print(f"{name:28}{told[0]:>7}{told[1]:>7}{told[2]:>7}{told[3]:>18}{told[4]:>7}{told[5]:>7}")
    for name, (p, r) in PUBLISHED.items():
        print(f"{'(published) ' + name:28}{p:>7.2f}{r:>7.2f}")
    print(f"\n{'tables':28}{'P':>7}{'R':>7}{'F':>7}")
    parsed = [replace(a, words=g.words) for a, g in zip(found, records, strict=True)]
    learnt = list(with_links(parsed))
    contexts = mined("contexts", parsed[:CONTEXTS])
    anchors = mined("anchors", parsed)
    for name, rows in (
        ("gold links of other folds", parsed),
        ("Model 1 + HMM, other folds", learnt),
        (f"contexts of {CONTEXTS} pairs", contexts),
        ("anchors (all sentences)", anchors),
    ):
        stats = []
        for fold in range(FOLDS):
            used = rows
            if rows and isinstance(rows[0], PairRecord):
                used = mined("phrases", [r for k, r in enumerate(rows) if k % FOLDS != fold])
            known: dict[Any, set[Any]] = {}
            for row in used:
                known.setdefault(tuple(row["source"]), set()).add(tuple(row["target"]))
            measure = metrics.TableMeasure()
            stats += [measure.stats(known, golds[k]) for k in range(fold, len(golds), FOLDS)]
        found = metrics.TableMeasure().score([sum(column) for column in zip(*stats, strict=True)])
        told = [found[f"micro_{key}"] or 0.0 for key in ("precision", "recall", "f")]
        print(f"{name:28}" + "".join(f"{x:>7.3f}" for x in told))


def identical(source: Sequence[str], target: Sequence[str]) -> set[tuple[int, int]]:
    """Return links between the same words, the first with the first."""
    left = [word.lower() for word in target]
    links = set()
    for i, word in enumerate(source):
        if word.lower() in left:
            j = left.index(word.lower())
            links.add((i, j))
            left[j] = ""
    return links


# -- To be read ------------------------------------------------------------------------------------


def print_sheet(miner: str, data: Path, most: int, seed: int, rows: int) -> None:
    """Print rows of a miner drawn by chance, with their sentences, and a column for a verdict."""
    chance = random.Random(seed)
    drawn = []
    found = [("mtref", rendered(data, most, seed))] if miner == "merged" else corpora(data, most)
    for name, records in found:
        if name == "msrp":  # its licence lets nobody print it
            continue
        by_id = {str(record.id): record for record in records}
        for row in mined(miner, records, name):
            drawn.append((name, row, by_id))
    chance.shuffle(drawn)
    told = []
    for name, row, by_id in drawn[:rows]:
        id = chance.choice(row["examples"])
        record = by_id[id.rsplit(":", 1)[0] if miner == "anchors" else id]
        ends = row["text"].split(" → ") if "text" in row else [" ".join(row[s]) for s in SIDES]
        texts = " ".join(record.source), " ".join(record.target)
        told.append([name, id, *ends, row.get("relation") or "", row["count"], "", *texts])
    heads = ("origin", "id", "source", "target", "relation", "count", "verdict", "in", "with")
    report.print_sheet(told, *heads)


def print_sentences(data: Path, most: int, seed: int, rows: int) -> None:
    """Print sentences read off merged parses by chance, each with those it was made of."""
    chance = random.Random(seed)
    records = rendered(data, most, seed)
    written: dict[str, dict[str, str]] = {}
    for record in records:
        group, *names = str(record.id).split("/")
        sides = (" ".join(words) for words in (record.source, record.target))
        written.setdefault(group, {}).update(zip(names, sides, strict=True))
    lattices = list(mine_merged(records))
    chance.shuffle(lattices)
    for lattice in lattices[:rows]:
        known = [*written[lattice["id"]].values()]
        texts = {" ".join(walk(lattice["segments"], chance)) for _ in range(TRIED)}
        new = sorted(texts - {*known})
        if new:
            print(lattice["id"], "", chance.choice(new), *known, sep="\t")


def walk(way: Sequence[dict[str, Any]], chance: random.Random) -> Iterator[str]:
    """Yield the words of a path through a lattice that chance takes."""
    for segment in way:
        if "word" in segment:
            yield segment["word"]
        else:
            yield from walk(chance.choice(segment["choices"]), chance)


# -- How fast --------------------------------------------------------------------------------------


def print_scale(miner: str, data: Path, sizes: Sequence[int], n_process: int) -> None:
    """Print rows per second and the memory of a process for sentences repeated and varied.

    What is read is written before the clock starts. The memory is that of this process after each
    tenth of the steps of each job: with one process it does the work, with more it waits.
    """
    by_miner = {
        "phrases": (write_pairs, "shares by source"),
        "paths": (write_texts, "paths.similar"),
    }
    write, last = by_miner[miner]
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            with ProcessPoolExecutor(1, get_context("spawn")) as other:  # whose memory is its own
                paths = other.submit(write, data, size, Path(folder)).result()
            held: list[list[int]] = []
            began = _cpu_seconds()
            chain = Chain(Path(folder) / "out", last, n_process=n_process, progress=_watch(held))
            if miner == "phrases":
                files = Files(paths, read_pairs)
                mine_phrases(files, store=chain.steps / "words", run=chain)
            else:
                files = Files(paths, read_parsed)
                mine_paths(files, language="en", store=chain.steps / "space", run=chain)
            failed = chain.finish()
            seconds = _cpu_seconds() - began
            rows = chain.last.manifest["counts"]["rows"]
        who = resource.RUSAGE_CHILDREN if n_process > 1 else resource.RUSAGE_SELF
        peak = report.peak_memory(who)
        print(
            f"{size:>9,} sentences, {n_process} processes: {seconds:.1f} s of processor time, "
            f"{size / seconds:.0f} sentences and {rows / seconds:.0f} of {rows:,} rows a second, "
            f"{peak:.0f} MB at most in a process{', some failed' if failed else ''}"
        )
        for done, steps in zip(chain.done, zip(held[::2], held[1::2], strict=True), strict=True):
            told = (" ".join(f"{size:>4}" for size in tenths(some)) for some in steps)
            print(f"  {done.manifest['job']:18} MB by tenths: map {', reduce '.join(told)}")
        sys.stdout.flush()


def _watch(held: list[list[int]]) -> Callable[[Iterator[Any], int], Iterator[Any]]:
    """Return what keeps the memory after each step of a job, in MB, a list for each job."""

    def watched(results: Iterator[Any], _: int) -> Iterator[Any]:
        own: list[int] = []
        held.append(own)
        for result in results:
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            own.append(pages * resource.getpagesize() >> 20)
            yield result

    return watched


def tenths(values: Sequence[int]) -> Sequence[int]:
    """Return the values after each tenth of all; all of them if they are no more than ten."""
    n = len(values)
    return values if n <= 10 else [values[n * k // 10 - 1] for k in range(1, 11)]


def _cpu_seconds() -> float:
    """Return the processor time of this process and those it has started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def write_pairs(data: Path, size: int, folder: Path) -> tuple[Path, ...]:
    """Write so many sentences as pairs with gold links, and return the files."""
    seeds = [record_to_json(replace(r, phrases=None, chunks=None)) for r in edinburgh(data)]
    path = folder / "pairs.jsonl"
    with open(path, "w") as stream:
        for k in range(size // 2):
            turn, at = divmod(k, len(seeds))
            sides = {n: varied(seeds[at][n], turn) for n in ("source", "target")}
            record = {**seeds[at], **sides, "id": f"{seeds[at]['id']}:{turn}"}
            stream.write(json.dumps(record) + "\n")
    return (path,)


def write_texts(data: Path, size: int, folder: Path) -> tuple[Path, ...]:
    """Write so many parsed sentences, and return the files."""
    nlp = spacy_paraphrase.load(exclude=FACTORIES)
    found = shuffled(texts("snli", data), 0)
    seeds = [parse_of(doc) for doc in nlp.pipe(found[: min(size, TEXTS)])]
    files = []
    for first in range(0, size, PER_FILE):
        bin, vocab = DocBin(store_user_data=True), Vocab()
        for k in range(first, min(first + PER_FILE, size)):
            turn, at = divmod(k, len(seeds))
            parse = dict(seeds[at])
            for name in ("words", "lemmas"):
                parse[name] = varied(parse[name], turn)
            bin.add(Doc(vocab, **parse, user_data={"id": f"{at}:{turn}"}))
        files.append(folder / f"{len(files):05}.spacy")
        bin.to_disk(files[-1])
    return tuple(files)


def parse_of(doc: Doc) -> dict[str, list[Any]]:
    """Return the annotation of a Doc as what makes one."""
    columns = {"words": "text", "tags": "tag_", "pos": "pos_", "lemmas": "lemma_", "deps": "dep_"}
    found = {name: [getattr(token, key) for token in doc] for name, key in columns.items()}
    ents = [f"{t.ent_iob_}-{t.ent_type_}" if t.ent_type_ else "O" for t in doc]
    return {**found, "heads": [token.head.i for token in doc], "ents": ents}


def varied(words: Sequence[str], turn: int) -> list[str]:
    """Return words of which some are others in each turn, the same everywhere."""
    return [f"{w}{turn}" if turn and len(w) > 3 and len(w) % 3 == 0 else w for w in words]


def main(
    what: Literal["yield", "measure", "sheet", "scale"],
    miner: str = "phrases",
    *,
    data: Data = DATA,
    pairs: Pairs = 1000,
    seed: Seed = 0,
    rows: int = 100,
    sizes: list[int] = (10_000, 100_000),
    n_process: int = 1,
) -> None:
    """Run one of the four."""
    if what == "yield":
        print_yield(data, pairs)
    elif what == "measure":
        print_measures(data)
    elif what == "sheet":
        drawn = data, pairs, seed, rows
        if miner == "sentences":
            print_sentences(*drawn)
        else:
            print_sheet(miner, *drawn)
    else:
        print_scale(miner, data, sizes, n_process)
