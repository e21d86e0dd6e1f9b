"""Count the trigrams that rank fusions, over the example sentences of WordNet.

Tags come from the English pipeline. Words are those of the function words that are most frequent.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Annotated

import spacy_paraphrase
from spacy_paraphrase.generation.checks.ranking import ENGLISH, N_WORDS, TagTrigrams
from spacy_paraphrase.pipeline import FACTORIES

EXAMPLE = re.compile(r'"([^"]{20,})"')
CLOSED = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ", "PUNCT", "ADV"}


def examples(folder: Path) -> list[str]:
    """Return the example sentences of all four parts of speech."""
    found = []
    for path in sorted(folder.glob("data.*")):
        for line in path.read_text("latin-1").splitlines():
            gloss = line.partition(" | ")[2]
            found += EXAMPLE.findall(gloss)
    return sorted(set(found))


def main(folder: Annotated[Path, "database files of WordNet"]) -> None:
    """Write the model into the package."""
    sentences = examples(folder)
    nlp = spacy_paraphrase.load(exclude=FACTORIES)
    for name in ("parser", "ner", "lemmatizer"):
        nlp.remove_pipe(name)
    docs = list(nlp.pipe(sentences, batch_size=500))
    frequent = Counter(t.lower_ for doc in docs for t in doc if t.pos_ in CLOSED)
    words = {word for word, _ in frequent.most_common(N_WORDS)}
    rows = [[t.lower_ if t.lower_ in words else t.tag_ for t in doc] for doc in docs]
    ENGLISH.parent.mkdir(exist_ok=True)
    model = TagTrigrams.count(rows, words)
    model.to_disk(ENGLISH)
    print(
        f"{len(sentences)} sentences, {len(model.counts)} trigrams, {ENGLISH.stat().st_size} bytes"
    )
