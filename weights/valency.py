"""Count what words seldom go without: the table by which `analysis` tells what is needed.

DATA is the folder of the corpora: sentences of WikiSplit, SNLI (its development part) and
Edinburgh++ (its training part).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import spacy_paraphrase
from scripts.door import Data
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.analysis.valency import ENGLISH, count
from spacy_paraphrase.readers import read_jacana

WIKI = ("fusion/wiki-split/tune.tsv", "fusion/wiki-split/validation.tsv")
SNLI = "relations/snli/snli.dev.tsv"
EDINBURGH = "alignment/edinburgh/gold.train.sure.json"


def texts(data: Path) -> Iterator[list[str]]:
    """Yield the sentences as words, each once."""
    seen: set[str] = set()
    lines = [line for name in WIKI for line in (data / name).read_text("utf8").splitlines()]
    rows = [line.split("\t")[0] for line in lines]
    pairs = (data / SNLI).read_text("utf8").splitlines()[1:]
    rows += [text for line in pairs for text in line.split("\t")[1:3]]
    for record in read_jacana(data / EDINBURGH):
        rows += [" ".join(record.source), " ".join(record.target)]
    for text in rows:
        if text not in seen:
            seen.add(text)
            yield text.replace("``", '"').replace("''", '"').split()


def main(data: Data, *, out: Path = ENGLISH) -> None:
    """Count and write."""
    nlp = spacy_paraphrase.load(exclude=["graph_matcher", "relation_classifier", "sentence_fuser"])
    words = [each for each in texts(data) if each]
    docs = nlp.pipe(nlp.tokenizer(" ".join(each)) for each in words)
    found = count(Sentence(sentence) for doc in docs for sentence in doc.sents)
    found.to_disk(out)
    print(f"{len(words)} texts, {len(found.counts)} words")
