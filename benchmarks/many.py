"""Many sentences: redundancy of pairs, groups against gold, and what a large collection costs.

`redundancy`: scores of words and what a pipeline says of pairs, on STS dev and the development cut
of the Microsoft corpus. `groups`: pairwise precision, recall and F1 on the sentences of
mt-reference, whose gold groups are what annotated pairs connect: precision is a lower bound. The
rows of cosines take the stems of NLTK, where it is installed; `--all` compares all with all.
`dedupe`: pairs of the training parts of the Microsoft corpus and of STS, paraphrases and others, as
one stream; `--read` shows what is dropped because of what, `--seed` draws other pairs. `scale`:
sentences made of real ones by exchanging words, through blocking, scoring and grouping.
"""

from __future__ import annotations

import random
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

import spacy_paraphrase
from benchmarks.data import DATA, paraphrases, renderings, sts
from benchmarks.report import peak_memory
from scripts.door import Data, Limit, Seed, Tier
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.jobs import run_loop
from spacy_paraphrase.lexicon.overlap import untrained_overlap
from spacy_paraphrase.many.blocking import Candidates, StemIndex, candidates
from spacy_paraphrase.many.dedupe import dedupe
from spacy_paraphrase.many.grouping import partition
from spacy_paraphrase.many.groups import Grouping, find_groups, map_columns
from spacy_paraphrase.many.redundancy import (
    cosine_of_stems,
    identical_links,
    semantic_overlap,
    shorter_overlap,
)
from spacy_paraphrase.many.running import over_files
from spacy_paraphrase.many.terms import Background, content_words, normal_form, stemmer, words_of
from spacy_paraphrase.metrics import pearson
from spacy_paraphrase.scoring.likeness import jaccard
from weights.judge.measures import auc

# From which gold similarity two sentences of STS count as redundant.
REDUNDANT = 4.0


def porter() -> Callable[[str], str]:
    """Return the stemmer of the published figures, or ours where NLTK is missing."""
    try:
        from nltk.stem import PorterStemmer
    except ImportError:
        return stemmer("en")
    return PorterStemmer().stem


def redundancy(data: Path, tier: str, limit: int | None) -> Iterator[Sequence[Any]]:
    """Yield each score with its Pearson correlation, its AUC on STS and its AUC on MSRP."""
    known = [
        text
        for pairs, _ in (sts(data, "train"), paraphrases(data, "train"))
        for p in pairs
        for text in p
    ]
    stem = porter()

    def stems(text: str) -> list[str]:
        return [stem(word) for word in words_of(text, punctuation=True)]

    frequencies = Counter(each for text in known for each in {*stems(text)})
    background = Background(len(known), frequencies)
    corpora = [sts(data, "dev"), paraphrases(data, "val")]
    corpora = [(pairs[:limit], gold[:limit]) for pairs, gold in corpora]  # type: ignore[misc]
    of_words = [
        [words_scores(stems(a), stems(b), background) for a, b in pairs] for pairs, _ in corpora
    ]
    yield from judged(of_words, corpora)
    nlp = spacy_paraphrase.load(
        tier=tier,  # type: ignore[arg-type]
        exclude="sentence_fuser",
        paraphrase_similarity={},
    )
    told = [[of_pair(doc) for doc in pipe_pairs(nlp, pairs)] for pairs, _ in corpora]
    yield from judged(told, corpora, f" ({tier})")


def words_scores(source: list[str], target: list[str], background: Background) -> dict[str, float]:
    """Return the scores of the words of two sentences."""
    links = identical_links(source, target)
    idf = background.idf
    # In the table that is known the longer sentence has more tokens, punctuation among them.
    longer = source if len(source) >= len(target) else target
    aligned = sum(idf(source[i]) for i, _, _ in links)
    return {
        "Jaccard of stems": jaccard(source, target),
        "cosine": cosine_of_stems(source, target, idf),
        "SOD, exact stem links": aligned / sum(map(idf, longer)),
        "SOD, longer without punctuation": semantic_overlap(source, target, links, idf),
        "aligned / shorter sentence": shorter_overlap(source, target, idf),
    }


def judged(
    scores: list[list[dict[str, float]]], corpora: Any, tier: str = ""
) -> Iterator[Sequence[Any]]:
    """Yield a row for each score of the pairs of both corpora."""
    (_, similar), (_, paraphrases) = corpora
    for name in scores[0][0]:
        on_sts, on_msrp = ([pair[name] for pair in corpus] for corpus in scores)
        redundant = [value >= REDUNDANT for value in similar]
        values = (
            pearson(on_sts, similar),
            auc(np.array(on_sts), np.array(redundant)),
            auc(np.array(on_msrp), np.array(paraphrases)),
        )
        yield name + tier, *values


def of_pair(doc: Any) -> dict[str, float]:
    """Return the scores that a pipeline gives a pair."""
    relation, overlap = doc._.relation, untrained_overlap(doc)
    one, other = relation.chances
    says = (one + other) / 2 * (not relation.conflict)
    return {
        "relation: chance that one entails the other": says,
        "overlap": overlap,
        "similarity": doc._.overlap,
        # Shares set by hand: a relation is coarse, and counts half.
        "overlap, similarity, relation": (2 * overlap + 2 * doc._.overlap + says) / 5,
    }


def collection(data: Path) -> tuple[list[str], dict[str, int]]:
    """Return the sentences of mt-reference and the number of the gold group of each."""
    numbers = {text: k for k, texts in enumerate(renderings(data)) for text in texts}
    return sorted(numbers), numbers


def pairwise(groups: Iterable[Sequence[int]], gold: Sequence[int]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the pairs that are in one group."""
    both = found = 0
    for group in groups:
        found += pairs_of({0: len(group)})
        both += pairs_of(Counter(gold[k] for k in group))
    right = pairs_of(Counter(gold))
    precision, recall = both / max(found, 1), both / right
    return precision, recall, 2 * both / max(found + right, 1)


def groups(data: Path, tier: str, everything: bool) -> Iterator[Sequence[Any]]:
    """Yield each way to group the sentences of mt-reference with its precision, recall and F1."""
    texts, numbers = collection(data)
    gold = [numbers[text] for text in texts]
    stem = porter()
    terms = [[*map(stem, words_of(text))] for text in texts]
    index = StemIndex.of(terms, [len(row) for row in terms])
    for shared in (2, None) if everything else (2,):
        parts = [
            part.where((part.second > part.first) & (part.scores > 0))
            for part in candidates(index, shared=shared, similarity="cosine")
        ]
        pairs = Candidates(*map_columns(parts))
        same = np.array(gold)[pairs.first] == np.array(gold)[pairs.second]
        name = "all pairs" if shared is None else "candidates"
        yield f"{name}: {len(same):,}, gold pairs among them {same.sum():,}", "", "", ""
        for threshold, method in ((0.35, "average"), (0.2, "components"), (0.35, "complete")):
            made = partition(len(texts), pairs, threshold, method)  # type: ignore[arg-type]
            yield f"cosine, {method} {threshold}", *pairwise(made, gold)
    records = [{"id": k, "text": text} for k, text in enumerate(texts)]
    for settings in (Grouping(topic=True), Grouping(tier=tier)):  # type: ignore[arg-type]
        name = "topic" if settings.topic else tier
        made = [group.members for group in find_groups(records, settings)]
        yield f"{name}, {settings.least}", *pairwise(made, gold)


def pairs_of(sizes: Mapping[Any, int]) -> int:
    """Return how many pairs groups of these sizes have."""
    return sum(n * (n - 1) // 2 for n in sizes.values())


def deduped(data: Path, tier: str, limit: int, seed: int, show: bool) -> Iterator[Sequence[Any]]:
    """Yield for each kind of pairs how many lose a sentence to the other one, or conflict."""
    named = (("msrp", *paraphrases(data, "train")), ("sts", *sts(data, "train")))
    kinds: dict[str, list[str]] = {}
    texts: dict[str, tuple[str, str]] = {}
    for name, pairs, gold in named:
        for k, (pair, value) in enumerate(zip(pairs, gold, strict=True)):
            texts[f"{name}:{k}"] = pair
            least, most = (1, 0) if name == "msrp" else (4.5, 4.0)
            if value >= least and normal_form(pair[0]) != normal_form(pair[1]):
                kinds.setdefault(f"{name}, paraphrases", []).append(f"{name}:{k}")
            elif value <= most and (name == "msrp" or value >= 2.5):
                kinds.setdefault(f"{name}, others", []).append(f"{name}:{k}")
    chosen = random.Random(seed)
    kinds = {kind: chosen.sample(ids, limit) for kind, ids in kinds.items()}
    stream = [
        {"id": f"{id}:{side}", "text": texts[id][side]}
        for side in (0, 1)
        for ids in kinds.values()
        for id in ids
    ]
    nlp = spacy_paraphrase.load(tier=tier, exclude="sentence_fuser")  # type: ignore[arg-type]
    because = {}
    against = set()
    for decision in dedupe(stream, nlp):
        against |= {frozenset((decision.id, other)) for other in decision.conflicts}
        if not decision.kept:
            because[decision.id] = decision.because_of
    if show:
        by_id = {row["id"]: row["text"] for row in stream}
        for id, other in sorted(because.items()):
            print(f"{id}\t{by_id[id]}\n{other}\t{by_id[other]}\n")
    for kind, ids in kinds.items():
        sides = [(f"{id}:0", f"{id}:1") for id in ids]
        lost = sum(because.get(a) == b or because.get(b) == a for a, b in sides)
        yield kind, len(ids), lost, sum(frozenset(pair) in against for pair in sides)


def varied(data: Path, number: int) -> Iterator[dict[str, Any]]:
    """Yield so many different sentences: real ones with some content words of others in them."""
    chosen = random.Random(1)
    pairs = sts(data, "train")[0] + paraphrases(data, "train")[0]
    texts = sorted({text for pair in pairs for text in pair} | {*collection(data)[0]})
    words = sorted({word for text in texts for word in content_words(text)})
    for k in range(number):
        text = texts[k % len(texts)].split()
        for _ in range(0 if k < len(texts) else 1 + len(text) // 4):
            text[chosen.randrange(len(text))] = chosen.choice(words)
        yield {"id": k, "text": " ".join(text)}


def scale(data: Path, number: int, n_process: int) -> Iterator[Sequence[Any]]:
    """Yield what a large collection costs, in seconds and megabytes."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        runner = over_files(folder, n_process=n_process) if n_process > 1 else run_loop
        settings = Grouping(topic=True)
        made = find_groups(varied(data, number), settings, runner, folder)
    yield "sentences", number
    yield "groups", len(made)
    yield "of several", sum(len(group.members) > 1 for group in made)
    yield "seconds", round(time.perf_counter() - began)
    for name, who in (("this", resource.RUSAGE_SELF), ("largest worker", resource.RUSAGE_CHILDREN)):
        yield f"MB of {name} process", round(peak_memory(who))


def show(rows: Iterable[Sequence[Any]], *heads: str) -> None:
    """Print rows as a table in Markdown."""
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for row in rows:
        cells = (f"{cell:.3f}" if isinstance(cell, float) else f"{cell}" for cell in row)
        print(f"| {' | '.join(cells)} |", flush=True)


def main(
    what: Literal["redundancy", "groups", "dedupe", "scale"],
    *,
    data: Data = DATA,
    tier: Tier = "fast",
    limit: Limit = None,
    seed: Seed = 1,
    read: bool = False,
    all: bool = False,
    sentences: int = 100_000,
    n_process: int = 1,
) -> None:
    """Do what is asked for."""
    if what == "redundancy":
        heads = "score", "Pearson", "AUC, gold ≥ 4", "AUC MSRP"
        show(redundancy(data, tier, limit), *heads)
    elif what == "groups":
        heads = "", "precision", "recall", "F1"
        show(groups(data, tier, all), *heads)
    elif what == "dedupe":
        rows = deduped(data, tier, limit or 100, seed, read)
        show(rows, "", "pairs", "one dropped", "conflict")
    else:
        show(scale(data, sentences, n_process), "", "")
