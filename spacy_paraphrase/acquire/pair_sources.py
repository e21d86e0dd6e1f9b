"""Sentence pairs from sources other than headlines: one function per kind of record.

| function | record | paper |
|---|---|---|
| `quasi_parallel` | sentences of one topic | Quirk, Brockett and Dolan 2004 |
| `linked_passages` | two passages, one of them taken from the other | Madnani and others 2012 |
| `translations` | two translations of one text | Cohn, Callison-Burch and Lapata 2008 |
| `renderings` | several renderings of one sentence | Cohn and others 2008 |
| `references` | several renderings of one sentence | Napoles 2018 |
| `revisions` | the versions of a sentence | Cahill and others 2013 |

Quirk and others 2004, *Monolingual machine translation for paraphrase generation*; Madnani,
Tetreault and Chodorow 2012, *Re-examining machine translation metrics for paraphrase
identification*; Cohn and others 2008, *Constructing corpora for the development and evaluation of
paraphrase systems*; Napoles 2018, *Monolingual sentence rewriting as machine translation*; Cahill,
Madnani, Tetreault and Napolitano 2013, *Robust systems for preposition error correction using
Wikipedia revisions*. The direction of simplification pairs is checked by a table filter.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations, product
from typing import Any, TypeAlias

import numpy as np
from rapidfuzz.distance import Levenshtein

from ..checked import SettingCheck
from ..errors import ParaphraseError
from ..jobs import Dropped, Job, Row
from ..jobs.arrays import FloatArray
from ..lexicon.overlap import stop_words
from .headlines import clusters_of, pair_job, pair_row

# Quirk and others 2004: pairs must be neither equal nor too different. The values are ours: minimum
# number of shared words, numbers of edits, minimum ratio of lengths, maximum share of edited words.
SHARED, EDITS, RATIO, EDITED = 3, range(1, 13), 2 / 3, 1 / 2
# Madnani and others 2012: minimum word overlap of a pair in linked passages (our value); minimum
# number of shared content words of a negative pair in one document.
OVERLAP, CONTENT = 0.5, 4
# Cohn and others 2008: maximum number of words, maximum ratio of lengths.
LONGEST, STEEPEST = 50, 9
# Napoles 2018: range of the length of the shortest rendering, relative to the longest.
SHORTER = 0.5, 0.8
# Cahill and others 2013: minimum distance, in words, of a nearly clean edit from other edits.
APART = 5
# The words of some sentences.
_Sentences: TypeAlias = Sequence[Sequence[str]]
_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
# Minimum overlap; by inspection, sentences below it share only function words and punctuation.
_ALIGNED_FROM = 0.3


def tokens_of(text: str) -> list[str]:
    """Return the words and punctuation marks of a text in lower case.

    Example:
        >>> tokens_of("It's late.")
        ["it's", 'late', '.']
    """
    return _TOKEN.findall(unicodedata.normalize("NFC", text).lower())


def quasi_parallel(record: Mapping[str, Any]) -> Iterator[Row | Dropped]:
    """Yield pairs of sentences of a topic that differ only a little.

    Args:
        record: A cluster, like those of headlines.
    """
    for _, items in clusters_of(record):
        read = [(item, tokens_of(str(item["text"]))) for item in items]
        for (one, source), (other, target) in combinations(read, 2):
            shared = len(_words(source) & _words(target))
            ratio = _ratio(source, target)
            distance = Levenshtein.distance(source, target, score_cutoff=EDITS.stop)
            edited = distance / max(len(source), len(target), 1)
            if shared >= SHARED and ratio >= RATIO and distance in EDITS and edited <= EDITED:
                pair = (one["id"], str(one["text"])), (other["id"], str(other["text"]))
                yield pair_row(record["cluster"], pair, "quasi-parallel", ratio)
            elif distance == 0:
                yield Dropped("same text")


def linked_passages(record: Mapping[str, Any]) -> Iterator[Row | Dropped]:
    """Yield sentence pairs of two passages with the same meaning, and pairs without.

    The two sentences of a pair are each other's best match. Negative pairs come from one passage
    and share content words. Both kinds have a "relation" with "paraphrase".

    Args:
        record: "id", "source" and "target", lists of sentences.
    """
    sides, tokens = _sides(record)
    overlap = _overlaps(*tokens)
    for i, j in zip(*np.nonzero(overlap >= OVERLAP), strict=True):
        if overlap[i, j] == overlap[i].max() == overlap[:, j].max():
            if tokens[0][i] == tokens[1][j]:
                yield Dropped("same text")
            elif _ratio(tokens[0][i], tokens[1][j]) >= 0.5:
                pair = (f"s{i}", sides[0][i]), (f"t{j}", sides[1][j])
                row = pair_row(record["id"], pair, "linked", float(overlap[i, j]))
                yield row | {"relation": {"paraphrase": True}}
    for name, texts, words in zip(("s", "t"), sides, tokens, strict=True):
        for i, j in combinations(range(len(texts)), 2):
            shared = (_words(words[i]) & _words(words[j])) - stop_words("en")
            if len(shared) >= CONTENT and words[i] != words[j]:
                pair = (f"{name}{i}", texts[i]), (f"{name}{j}", texts[j])
                score = _overlap(words[i], words[j])
                row = pair_row(record["id"], pair, "same document", score)
                yield row | {"relation": {"paraphrase": False}}


def translations(record: Mapping[str, Any]) -> Iterator[Row | Dropped]:
    """Yield corresponding sentences of two translations: one to one, and in the same order.

    The alignment has the greatest sum of overlaps; sentences may remain unaligned.

    Args:
        record: "id", "source" and "target", lists of sentences.
    """
    sides, tokens = _sides(record)
    for i, j, score in _in_order(tokens[0], tokens[1]):
        pair = (f"s{i}", sides[0][i]), (f"t{j}", sides[1][j])
        row = pair_row(record["id"], pair, "translation", score)
        yield _left_out(tokens[0][i], tokens[1][j]) or row


def renderings(record: Mapping[str, Any]) -> Iterator[Row | Dropped]:
    """Yield all pairs of renderings of a sentence, the earlier one first.

    Args:
        record: "id" and "references", a list of sentences.
    """
    texts = _texts(record, "references")
    for i, j in combinations(range(len(texts)), 2):
        tokens = tokens_of(texts[i]), tokens_of(texts[j])
        pair = (f"r{i}", texts[i]), (f"r{j}", texts[j])
        row = pair_row(record["id"], pair, "rendering", _overlap(*tokens))
        yield _left_out(*tokens) or row


def references(record: Mapping[str, Any]) -> Iterator[Row | Dropped]:
    """Yield the longest and the shortest rendering of a sentence if these are a compression pair.

    Args:
        record: "id" and "references", a list of sentences.
    """
    texts = _texts(record, "references")
    if len(texts) < 2:
        return
    lengths = [len(tokens_of(text)) for text in texts]
    long, short = int(np.argmax(lengths)), int(np.argmin(lengths))
    ratio = lengths[short] / max(lengths[long], 1)
    if SHORTER[0] < ratio <= SHORTER[1]:
        pair = (f"r{long}", texts[long]), (f"r{short}", texts[short])
        yield pair_row(record["id"], pair, "references", ratio)
    else:
        yield Dropped("length")


def revisions(record: Mapping[str, Any]) -> Iterator[Row | Dropped]:
    """Yield the first and the last version of a sentence with their edits.

    A chain of versions that returns to an earlier version is skipped. Each edit has word indices
    [start, end) of both sides and a class: "clean" if it is the only edit, "nearly clean" if no
    other edit is within five words, else "dirty".

    Args:
        record: "id" and "revisions", the versions in order; or "source" and "target".
    """
    if "revisions" not in record and {"source", "target"} <= {*record}:
        record = {"id": record.get("id"), "revisions": [record["source"], record["target"]]}
    texts = _texts(record, "revisions")
    tokens = [tokens_of(text) for text in texts]
    changed = [k for k in range(len(texts)) if not k or tokens[k] != tokens[k - 1]]
    if len({tuple(tokens[k]) for k in changed}) < len(changed):
        yield Dropped("circular")
        return
    if len(changed) < 2:
        yield Dropped("same text")
        return
    first, last = changed[0], changed[-1]
    pair = (f"v{first}", texts[first]), (f"v{last}", texts[last])
    row = pair_row(record["id"], pair, "revision", None)
    yield row | {"edits": edits_of(tokens[first], tokens[last])}


def edits_of(source: Sequence[str], target: Sequence[str]) -> list[Row]:
    """Return the edits between two versions, each with its class.

    Example:
        >>> edits_of("he lives on Rome".split(), "he lives in Rome".split())
        [{'source': [2, 3], 'target': [2, 3], 'class': 'clean'}]
    """
    codes = SequenceMatcher(None, source, target, autojunk=False).get_opcodes()
    spans = [(code[1:3], code[3:5]) for code in codes if code[0] != "equal"]
    found: list[Row] = []
    for k, (left, right) in enumerate(spans):
        before = left[0] - spans[k - 1][0][1] if k else APART + 1
        after = spans[k + 1][0][0] - left[1] if k + 1 < len(spans) else APART + 1
        near = "dirty" if min(before, after) <= APART else "nearly clean"
        kind = "clean" if len(spans) == 1 else near
        found.append({"source": list(left), "target": list(right), "class": kind})
    return found


SOURCES: dict[str, Callable[[Mapping[str, Any]], Iterable[Row | Dropped]]] = {
    "quasi-parallel": quasi_parallel,
    "linked": linked_passages,
    "translations": translations,
    "renderings": renderings,
    "references": references,
    "revisions": revisions,
}


def mine_pairs(method: str) -> Job:
    """Return the job that finds pairs by one of `SOURCES`.

    Raises:
        ParaphraseError: P911 for another method.
    """
    SettingCheck("P911").one_of("method", method, SOURCES, ", ".join(SOURCES))
    return pair_job(f"mine pairs {method}", SOURCES[method])


def _texts(record: Mapping[str, Any], key: str) -> list[str]:
    if not isinstance(record.get("id"), str | int):
        raise ParaphraseError("P913", key="id", got=record.get("id"), expected="a name or a number")
    texts = record.get(key)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        got = f"{texts!r:.60}"
        raise ParaphraseError("P913", key=key, got=got, expected="a list of sentences")
    return texts


def _sides(record: Mapping[str, Any]) -> tuple[list[list[str]], list[list[list[str]]]]:
    sides = [_texts(record, name) for name in ("source", "target")]
    return sides, [[tokens_of(text) for text in side] for side in sides]


def _left_out(source: Sequence[str], target: Sequence[str]) -> Dropped | None:
    """Return the reason to drop two translations of a sentence (Cohn and others 2008), or None."""
    if source == target:
        return Dropped("same text")
    long = max(len(source), len(target)) > LONGEST
    return Dropped("length") if long or _ratio(source, target) < 1 / STEEPEST else None


def _words(tokens: Sequence[str]) -> set[str]:
    return {token for token in tokens if token[0].isalnum()}


def _ratio(source: Sequence[str], target: Sequence[str]) -> float:
    """Return the length of the shorter sentence / the length of the longer one."""
    shorter, longer = sorted((len(source), len(target)))
    return shorter / longer if longer else 0.0


def _overlap(source: Sequence[str], target: Sequence[str]) -> float:
    """Return the share of words that two sentences have in common (Dice)."""
    one, other = Counter(source), Counter(target)
    both = one.total() + other.total()
    return 2 * (one & other).total() / both if both else 0.0


def _overlaps(source: _Sentences, target: _Sentences) -> FloatArray:
    """Return the overlap of each source sentence with each target sentence; shape (n, m)."""
    found = [_overlap(one, other) for one, other in product(source, target)]
    return np.array(found).reshape(len(source), len(target))


def _in_order(source: _Sentences, target: _Sentences) -> list[tuple[int, int, float]]:
    """Return the pairs of sentences without crossings that have the greatest sum of overlaps."""
    scores = _overlaps(source, target)
    rows, columns = scores.shape
    scores[scores < _ALIGNED_FROM] = 0
    best = np.zeros((rows + 1, columns + 1))
    for i in range(rows):
        for j in range(columns):
            joined = best[i, j] + scores[i, j]
            best[i + 1, j + 1] = max(joined, best[i, j + 1], best[i + 1, j])
    found = []
    i, j = rows, columns
    while i and j:
        if best[i, j] == best[i - 1, j]:
            i -= 1
        elif best[i, j] == best[i, j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            found.append((i, j, float(scores[i, j])))
    return found[::-1]
