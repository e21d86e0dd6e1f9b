"""Make pairs of sentences of which the second does or does not follow from the first.

The first is a sentence of freely licensed text, the second the same shortened or changed; the
words that are not supported, or that decide and are left out, are marked. From these a judge of
entailment learns. A line has the fields `source`, `target`, `entails`, `entailed`, `conflict`,
`kind`, `unsupported` and `missing`, the last two as spans of characters, of the target and of the
source.

The encoder and the judge that hears it are taught by pairs of different sentences, so that the
judge learns how far the encoder is to be believed of pairs that it was not taught.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import random
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from spacy.language import Language
from spacy.tokens import Doc

import spacy_paraphrase
from scripts.door import Data, Pairs, Seed
from spacy_paraphrase.jobs.atomic import json_line, whole_file
from weights.encoder.wording import Words, detokenise
from weights.judge.dropping import droppable
from weights.judge.editing import Change, Statement, spans_of, without, write
from weights.judge.false_changes import FALSE
from weights.judge.names import Elsewhere
from weights.judge.ordering import frontable, to_front
from weights.judge.true_changes import TRUE

# Files of judgements, and the fields of which sentences are taken.
FILES = {
    "wiki-semi-automatic": ("source", "target"),
    "mnli-dev": ("source",),
    "mnli-train-sample": ("source",),
    "fever-symmetric": ("source",),
    "conjnli-automatic": ("source",),
}
WIKI_SPLIT = "fusion/wiki-split/tune.tsv"
FOR_THE_JUDGE = "fusion/wiki-split/validation.tsv"
LENGTHS = range(6, 41)
PER_PAIR = 5  # pairs that are wanted for each sentence that is parsed
# Marks of what is no sentence, or was not read as it was written.
ODD = re.compile(
    r"\"\"|::| ' | in is |[a-z]\"[A-Z]|[a-z],\d|[a-z]\d{1,2} |[@=<>{}\[\]_\\|*#~^`]|\.\.|[?!]"
    r"|\. [A-Z][a-z]+ [a-z]+ "
)
# What only few sentences have, and some kinds need.
RARE = re.compile(
    r"\b(?:if|unless|before|because|although|sold|bought|purchased|gave|awarded|received|lent"
    r"|borrowed|preceded|precedes|beat|defeated|owns|owned|employs|met|married|borders|than|or|only"
    r"|may|might|probably|possibly|allegedly|reportedly|perhaps|half|every|each|nearly|almost"
    r"|(?:tried|attempted|wanted|wants|planned|hoped|intended|failed|refused|managed|continued"
    r"|promised|threatened|agreed|began) to|from .* to|(?:said|says|claims|claimed|argued|argues"
    r"|believes|believed|thought|suggested|suggests|knows|knew|learned|discovered|realized) that"
    r"|\w+, (?:an?|the) [^,]*,|who \w+ed)\b"
)
MOST = 0.06  # of all pairs, of one kind
EACH = 2  # changes of one function to one sentence
Row = dict[str, Any]


# -- Sentences -----------------------------------------------------------------------------------


def key_of(text: str) -> str:
    """Return the key of a sentence in the list of those that are held out."""
    joined = " ".join(re.findall(r"\w+", text.lower()))
    return hashlib.sha1(joined.encode()).hexdigest()[:16]


def cleaned(text: str) -> str:
    """Return a sentence as it is usually written, ending in a full stop; "" for what is none."""
    text = text.replace("-LRB-", "(").replace("-RRB-", ")").replace("``", '"').replace("''", '"')
    text = re.sub(r"\s--\s|--", " – ", text)
    text = re.sub(r"' (s|re|ve|ll|d|m)\b", r"'\1", text)
    text = re.sub(r'"\s*([^"]*?)\s*"', r'"\1"', detokenise(text))
    text = re.sub(r"\(\s*[,;]?\s*\)", "", text)
    text = re.sub(r"\s+", " ", re.sub(r"\s+([,.;:?!%)])", r"\1", text)).strip()
    if text[-1:].isalnum():
        text += "."
    fits = text[-1:] == "." and text[-2:-1].isalnum() and text[:1].isupper() and text.isprintable()
    fits = fits and all(ord(c) < 0x250 or c in "–—‘’“”€" for c in text)
    spoken = len(re.findall(r"\b(?:uh|um|yeah|huh)\b", text.lower())) > 0
    odd = ODD.search(text)
    return "" if not fits or spoken or odd else text


def sentences_of(data: Path, learner: str) -> list[str]:
    """Return sentences, each once, without those that are held out.

    Args:
        data: Folder of the corpora.
        learner: "encoder" or "judge": who is to learn by them.
    """
    found: list[str] = []
    for name, fields in FILES.items() if learner == "encoder" else ():
        with gzip.open(data / "judgements" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                found.extend(row[field] for field in fields)
    wiki = WIKI_SPLIT if learner == "encoder" else FOR_THE_JUDGE
    with (data / wiki).open(encoding="utf-8", newline="") as file:
        for cells in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.append(cells[0])
    once: dict[str, str] = {}
    held = held_out(data)
    for text in map(cleaned, found):
        if len(text.split()) in LENGTHS and (key := key_of(text)) not in held:
            once.setdefault(key, text)
    return sorted(once.values())


def chosen_sentences(texts: list[str], count: int, rng: random.Random) -> list[str]:
    """Return some sentences, those first that have what few have."""
    rng.shuffle(texts)
    if not count:
        return texts
    rare = [text for text in texts if RARE.search(text)][: count // 2]
    taken = set(rare)
    rest = [text for text in texts if text not in taken][: count - len(rare)]
    found = rare + rest
    rng.shuffle(found)
    return found


def held_out(data: Path) -> frozenset[str]:
    """Return the keys of the sentences that no pair may have."""
    text = (data / "judgements" / "held-out.sha1").read_text(encoding="utf-8")
    return frozenset(text.split())


def fits(doc: Doc) -> bool:
    """Whether a sentence is one statement with a subject and a finite verb."""
    roots = [t for t in doc if t.dep_ == "ROOT"]
    if len(roots) != 1 or roots[0].pos_ not in ("VERB", "AUX") or doc[-1].text != ".":
        return False
    near = [t for t in roots[0].children if t.dep_ in ("nsubj", "nsubjpass", "expl", "csubj")]
    finite = {t.tag_ for t in (*roots[0].children, roots[0])} & {"VBD", "VBZ", "VBP", "MD"}
    return bool(near) and near[0].i < roots[0].i and bool(finite)


# -- Pairs ---------------------------------------------------------------------------------------


def row_of(s: Statement, change: Change) -> Row | None:
    """Return the pair of a sentence and its change; None if that is not well written."""
    written = write(s, change.pieces)
    if written is None:
        return None
    text, spans = written
    source = s.doc.text
    if key_of(text) == key_of(source) and not change.entails:
        return None
    if text == source or len(text.split()) < 4:
        return None
    return {
        "source": source,
        "target": text,
        "entails": change.entails,
        "entailed": change.entailed,
        "conflict": change.conflict,
        "kind": change.kind,
        "unsupported": [] if change.entails else spans,
        "missing": spans_of(s.doc, change.missing),
    }


def turned(s: Statement, change: Change, row: Row) -> Row | None:
    """Return a pair from the other side, where what follows then is known."""
    if change.entailed is None or not (change.back or (change.entails and change.entailed)):
        return None
    spans = [] if change.entailed else spans_of(s.doc, change.added)
    return {
        "source": row["target"],
        "target": row["source"],
        "entails": change.entailed,
        "entailed": change.entails,
        "conflict": row["conflict"],
        "kind": change.back or change.kind,
        "unsupported": spans,
        "missing": [],
    }


def shortened(s: Statement, change: Change, rng: random.Random) -> Change | None:
    """Return a change with something else left out that need not be there."""
    options = [d for d in droppable(s) if not d.tokens & change.needed]
    present = {p.token for p in change.pieces if not p.marked}
    options = [d for d in options if d.tokens <= present]
    if not options:
        return None
    gone = rng.choice(options).tokens
    return change._replace(
        kind=f"{change.kind}, shortened",
        pieces=without(change.pieces, gone),
        entailed=False if change.entailed is not None or change.entails else None,
        back="",
    )


def reordered(s: Statement, change: Change, rng: random.Random) -> Change | None:
    """Return a change with what ends the sentence put before it."""
    for t in frontable(s):
        if not set(s.tree(t)) & change.needed:
            pieces = to_front(s, change.pieces, t)
            if pieces is not None:
                return change._replace(kind=f"{change.kind}, fronted", pieces=pieces, back="")
    return None


def combined(s: Statement, change: Change, rng: random.Random) -> Iterator[Change]:
    """Yield a change together with others that do not touch whether it holds."""
    if change.needed:
        for way in (shortened, reordered):
            found = way(s, change, rng)
            if found is not None:
                yield found


def rows_of(s: Statement, rng: random.Random) -> Iterator[Row]:
    """Yield the pairs that are made of a sentence."""
    for function in (*TRUE, *FALSE):
        found = list(function(s, rng))
        for change in rng.sample(found, min(EACH, len(found))):
            row = row_of(s, change)
            if row is None:
                continue
            yield row
            if (back := turned(s, change, row)) is not None:
                yield back
            for other in combined(s, change, rng):
                if (row := row_of(s, other)) is not None:
                    yield row


def made(
    texts: Iterable[str], nlp: Language, seed: int, held: frozenset[str] = frozenset()
) -> Iterator[Row]:
    """Yield the pairs that are made of sentences, no pair twice."""
    words, elsewhere, seen = Words(), Elsewhere(), set()
    for doc in nlp.pipe(texts, batch_size=128):
        if not fits(doc):
            continue
        elsewhere.add(doc)
        s = Statement(doc, words, elsewhere)
        rng = random.Random(zlib.crc32(f"{seed} {doc.text}".encode()))
        for row in rows_of(s, rng):
            pair = (row["source"], row["target"])
            if pair not in seen and not {key_of(text) for text in pair} & held:
                seen.add(pair)
                yield row


def base(kind: str) -> str:
    """Return the kind of which another is a combination."""
    return kind.split(",")[0]


def balanced(rows: list[Row], pairs: int, rng: random.Random) -> list[Row]:
    """Return as many true as false pairs, spread over the kinds as evenly as they allow."""
    halves = []
    for entails in (True, False):
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            if row["entails"] == entails:
                groups[base(row["kind"])].append(row)
        sizes = [len(group) for group in groups.values()]
        most = max(1, int(MOST * pairs))
        enough = (n for n in range(1, most) if sum(min(n, k) for k in sizes) >= pairs // 2)
        level = next(enough, most)
        half: list[Row] = []
        for kind in sorted(groups):
            half.extend(rng.sample(groups[kind], min(level, len(groups[kind]))))
        halves.append(half)
    count = min(pairs // 2, *map(len, halves))
    chosen = [row for half in halves for row in rng.sample(half, count)]
    rng.shuffle(chosen)
    return chosen


def loaded() -> Language:
    """Return the pipeline, without what is only there for pairs."""
    extra = ["sentence_pair", "graph_matcher", "relation_classifier", "sentence_fuser"]
    return spacy_paraphrase.load(tier="fast", exclude=extra)


def table(rows: Iterable[Row]) -> str:
    """Return the counts of kinds, as a table."""
    counts = Counter((base(row["kind"]), row["entails"]) for row in rows)
    lines = [
        f"{kind:32} {n:6} {'true' if t else 'false'}" for (kind, t), n in sorted(counts.items())
    ]
    return "\n".join(lines)


def save(rows: Iterable[Row], path: Path) -> None:
    """Write pairs to a file, the same bytes for the same pairs."""
    with whole_file(path) as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
        file.writelines(map(json_line, rows))


def main(
    data: Data,
    out: Path,
    *,
    pairs: Pairs = 70000,
    seed: Seed = 0,
    of: Annotated[Literal["encoder", "judge"], "for whom"] = "encoder",
    sentences: Annotated[int, "of how many"] = 0,
) -> None:
    """Make the pairs and say how many there are of each kind."""
    rng = random.Random(seed)
    count = sentences or pairs // PER_PAIR
    texts = chosen_sentences(sentences_of(data, of), count, rng)
    rows = list(made(texts, loaded(), seed, held_out(data)))
    chosen = balanced(rows, pairs, rng)
    save(chosen, out)
    print(table(rows), table(chosen), sep="\n\n")
    print(f"{len(texts)} sentences, {len(rows)} pairs made, {len(chosen)} taken")
