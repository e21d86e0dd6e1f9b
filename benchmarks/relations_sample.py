"""Relations and conflicts in the embedded sample; run by `relations --only sample`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc

from benchmarks import data as corpora
from spacy_paraphrase import pipe_pairs
from spacy_paraphrase.metrics import RELATIONS, RelationMeasure, evaluate, pooled_prf, relation_of
from spacy_paraphrase.metrics.link_measures import Level, Link
from spacy_paraphrase.pipeline import ALIGNERS
from spacy_paraphrase.readers import LinkRecord, PairRecord, doc_to_record, record_to_doc

SPLITS = ("dev", "test")


def sample(nlp: Language, splits: Sequence[str] = SPLITS) -> None:
    """Print how well composition relates the pairs, with gold trees and links and with its own."""
    records = corpora.sample(*splits)
    print(f"\nsample:{'+'.join(splits)}|pairs:{len(records)}|pipeline:{nlp.meta['name']}")
    own = pipe_pairs(nlp, [(list(r.source), list(r.target)) for r in records])
    for name, docs in (("gold links", with_gold_links(nlp, records)), ("own links", own)):
        found = [doc_to_record(doc) for doc in docs]
        print(f"{name:12}" + "".join(f"{head:>9}" for head in ("links F", "macro F", *RELATIONS)))
        for level in ("words", "phrases"):
            measure = RelationMeasure(level)
            sides = ([relations(r, level) for r in group] for group in (found, records))
            scores = evaluate(measure, *sides).scores
            keys = ("align", "macro", *RELATIONS)
            cells = "".join(f"{100 * (scores[f'{key}_f'] or 0):9.1f}" for key in keys)
            print(f"{level:12}{cells}   conflicts {agreement(found, records, level)}")
        print(f"{'sentences':12}{sentences(found, records)}", flush=True)


def with_gold_links(nlp: Language, records: Iterable[PairRecord]) -> Iterable[Doc]:
    """Yield the pairs with gold trees and links, the relations of which are found anew."""
    with nlp.select_pipes(disable=[n for n in nlp.pipe_names if n in (*ALIGNERS, "parser")]):
        for record in records:
            levels = {level: bare(record.links(level)) for level in ("words", "phrases")}
            unjudged = replace(record, entails=None, entailed=None, **levels)
            yield nlp(record_to_doc(unjudged, nlp))


def bare(links: Sequence[LinkRecord] | None) -> tuple[LinkRecord, ...]:
    """Return links without what they say."""
    return tuple(replace(link, relation="", conflict=False) for link in links or ())


def relations(record: PairRecord, level: Level, conflicts: bool = False) -> dict[Link, str]:
    """Return the relation of each link, by words or heads, if wanted of those in conflict alone."""
    links = [k for k in record.links(level) or () if k.conflict or not conflicts]
    if level == "words":
        return {(k.source[0], k.target[0]): k.relation for k in links}
    return {(k.source_head or 0, k.target_head or 0): k.relation for k in links}


def agreement(found: Sequence[PairRecord], gold: Sequence[PairRecord], level: Level) -> str:
    """Return how many links are rightly in conflict, how many wrongly, and how many are missed."""
    counts = np.zeros(3, int)
    for pair in zip(found, gold, strict=True):
        one, other = (set(relations(record, level, conflicts=True)) for record in pair)
        counts += len(one & other), len(one - other), len(other - one)
    return "{} right, {} wrong, {} missed".format(*counts.tolist())


def sentences(found: Sequence[PairRecord], gold: Sequence[PairRecord]) -> str:
    """Return accuracy of the relation, precision and recall of entailment and of conflict."""
    labels = [[relation_of(str(r.entails), str(r.entailed)) for r in g] for g in (found, gold)]
    accuracy = np.mean([one == other for one, other in zip(*labels, strict=True)])
    parts = [f"accuracy {100 * accuracy:.1f}"]
    for what in ("entailment", "contradiction"):
        pairs = [
            [getattr(r, name) == what for r in g]
            for g in (found, gold)
            for name in ("entails", "entailed")
        ]
        one, other = (np.array(pairs[k] + pairs[k + 1]) for k in (0, 2))
        prf = pooled_prf(float(other.sum()), float(one.sum()), float((one & other).sum()))
        shown = "-" if prf is None else "/".join(f"{100 * value:.1f}" for value in prf[:3])
        parts.append(f"{what} P/R/F {shown}")
    return ", ".join(parts)
