"""Lattices of sentences with the same meaning, made by merging their parses top-down.

Pang, Knight and Marcu 2003, *Syntax-based alignment of multiple translations: extracting
paraphrases and generating new sentences*, as in Madnani and Dorr 2010, *Generating phrasal and
sentential paraphrases*: parses of translations of one sentence are merged where they expand in the
same way; where they do not, their subtrees become alternatives with the same meaning. Here the
parses are dependency trees, and word links control merging: linked words are one node, and their
subtrees are merged if no link leaves them (keywords are used for this check there).

Groups are given by the ids of pairs: "g/r0/r1" are the sentences r0 and r1 of group g, as in the
output of `mine pairs --method renderings`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product
from math import prod
from typing import Any, NamedTuple, TypeAlias

from ..acquire.phrases import Kind, Run, as_record, counted_job, phrase_entries, phrases_at
from ..acquire.rules import ParsedSide
from ..analysis.sentence import COARSE_POS, OPEN_CLASS
from ..checked import checked
from ..errors import ParaphraseError
from ..jobs import Dropped, Job, Row, run_loop
from ..lang import LanguageData, language_data
from ..metrics import PhrasePair
from ..pairs.pair import SIDES
from ..pairs.results import invert_relation
from ..readers import LinkRecord, PairRecord, record_from_json, record_to_json
from .path_space import VERSION, check_settings

# Words that no merging may move or lose: those that say something, and what stands for them.
_TELLING = OPEN_CLASS | {"PRON", ""}

# A sentence, by its name, and some of its words.
Words: TypeAlias = tuple[str, Sequence[int]]
# A sentence, and the word that heads a subtree of it.
Node: TypeAlias = tuple[str, int]
# Segments one after the other: {"word": w}, or {"choices": ways}, each of which is one of these.
Way: TypeAlias = list[Row]


@dataclass(frozen=True)
class MergeSettings:
    """What is merged.

    Attributes:
        min_group: The fewest sentences of a group.
        longest: The most words of a sentence.
        max_len: The most words of a side of a phrase pair.
        min_link_score: The least score of a link.
        cap: Greatest number of sentences of a group; time grows with its square.

    Raises:
        ParaphraseError: P901 for a setting that makes no sense.
    """

    min_group: int = 3
    longest: int = 45
    max_len: int = 7
    min_link_score: float = 0.5
    cap: int = 20

    def __post_init__(self) -> None:
        counts = ("min_group", "longest", "max_len", "cap")
        check_settings(self, counts=counts, shares=("min_link_score",))


class Merged(NamedTuple):
    """The merged parses of a group.

    Attributes:
        ways: The alternatives for the whole; merged sentences are one alternative, each other
            sentence is another.
        phrases: The alternative phrases of two sentences as entries of a phrase table
            (`phrases.counted_job`), each with "source" and "target".
    """

    ways: list[Way]
    phrases: list[Row]


# -- One group -------------------------------------------------------------------------------------


def merge_parses(
    records: Iterable[PairRecord], settings: MergeSettings | None = None, language: str = "en"
) -> Merged:
    """Merge the parses of the sentences of a group, from their roots down.

    Args:
        records: The aligned and parsed pairs of the group, by the names of both sentences
            (`names_of`); sentences without a pair are not merged.
        settings: What is merged.
        language: Language of the negations.

    Raises:
        ParaphraseError: P917 for a pair without trees.
    """
    group = _Group(records, settings or MergeSettings(), language_data(language))
    ways = group.merge([(name, _root(side)) for name, side in sorted(group.sides.items())])
    phrases = [row for found in sorted(group.found.items()) for row in group.rows(*found)]
    return Merged(ways, phrases)


def _root(side: ParsedSide) -> int:
    """Return the root of a sentence; -1 if it has several, which nothing is linked with."""
    return side.heads.index(-1) if side.heads.count(-1) == 1 else -1


class _Expansion(NamedTuple):
    """What several subtrees consist of that expand alike."""

    # Subtrees below their heads that belong together, one of each, from left to right.
    below: list[list[Node]]
    between: list[list[Words]]  # the words of each before, between and behind those


class _Group:
    """The sentences of a group, the links between them, and the phrase pairs found so far."""

    def __init__(
        self, records: Iterable[PairRecord], settings: MergeSettings, lang: LanguageData
    ) -> None:
        self.sides: dict[str, ParsedSide] = {}
        self.found: dict[tuple[str, str, PhrasePair], Kind] = {}
        self._records: dict[tuple[str, str], PairRecord] = {}
        self._links: dict[tuple[str, str], dict[tuple[int, int], LinkRecord]] = {}
        self._telling: dict[str, set[int]] = {}
        self._settings, self._lang = settings, lang
        for record in records:
            _, a, b = names_of(record)
            for name, side in zip((a, b), SIDES, strict=True):
                if name not in self.sides:
                    self.sides[name] = ParsedSide(record, side)
            links = [k for k in record.words or () if k.score >= settings.min_link_score]
            self._records[a, b] = record
            self._links[a, b] = {(k.source[0], k.target[0]): k for k in links}
            self._links[b, a] = {(k.target[0], k.source[0]): k for k in links}
        for name, parsed in self.sides.items():
            words = range(len(parsed.words))
            self._telling[name] = {
                i for i in words if parsed.pos[i] in _TELLING and not parsed.is_mark(i)
            }

    def merge(self, nodes: Sequence[Node]) -> list[Way]:
        """Return the ways to say what some subtrees say; those that expand alike are one way."""
        alike: list[tuple[list[Node], _Expansion]] = []
        for node in nodes:
            for k, (some, _) in enumerate(alike):
                if expansion := self._expansion([*some, node]):
                    alike[k] = [*some, node], expansion
                    break
            else:
                alike.append(([node], _Expansion([], [[self._dominated(node)]])))
        composed = [{*some} for some, expansion in alike if expansion.below]
        for one, other in combinations(nodes, 2):
            inner = any({one, other} <= some for some in composed)
            self._note(self._dominated(one), self._dominated(other), inner)
        return _distinct(self._way(expansion) for _, expansion in alike)

    def _way(self, expansion: _Expansion) -> Way:
        way: Way = []
        for k, words in enumerate(expansion.between):
            texts = [[self.sides[name].texts[i] for i in places] for name, places in words]
            way += _one_of(_distinct([{"word": word} for word in text] for text in texts))
            if k < len(expansion.below):
                way += _one_of(self.merge(expansion.below[k]))
            for one, other in combinations(words, 2):
                self._note(one, other, False)
        return way

    def _expansion(self, nodes: Sequence[Node]) -> _Expansion | None:
        """Return what subtrees consist of if their heads are linked and they expand alike."""
        if not all(self._linked(*pair) for pair in combinations(nodes, 2)):
            return None
        below = self._below(nodes)
        between = []
        for at, node in enumerate(nodes):
            cut = self._cut(node, [some[at] for some in below])
            if cut is None:
                return None
            between.append(cut)
        heads = [
            [node[1] in words for _, words in cut] for node, cut in zip(nodes, between, strict=True)
        ]
        runs = [list(words) for words in zip(*between, strict=True)]
        fits = all(self._fit(*pair) for words in runs for pair in combinations(words, 2))
        return _Expansion(below, runs) if fits and heads.count(heads[0]) == len(heads) else None

    def _below(self, nodes: Sequence[Node]) -> list[list[Node]]:
        """Return the subtrees below some heads that belong together, one of each."""
        below = [[child] for child in self._children(nodes[0])]
        for node in nodes[1:]:
            children = self._children(node)
            for some in below:
                some += [c for c in children if all(self._belong(c, other) for other in some)][:1]
            below = [some for some in below if some[-1][0] == node[0]]
        return below

    def _linked(self, one: Node, other: Node) -> bool:
        """Return whether two words are linked that are of one kind."""
        pos = [self.sides[name].pos[i] for name, i in (one, other)]
        kinds = [COARSE_POS.get(each, each) for each in pos]
        links = self._links.get((one[0], other[0]), {})
        return (one[1], other[1]) in links and kinds[0] == kinds[1]

    def _dominated(self, node: Node) -> Words:
        side = self.sides[node[0]]
        return node[0], side.yields[node[1]] if node[1] >= 0 else range(len(side.words))

    def _children(self, node: Node) -> list[Node]:
        name, head = node
        side = self.sides[name]
        return [
            (name, child)
            for child, above in enumerate(side.heads)
            if above == head
            and side.is_constituent(child)
            and not self._telling[name].isdisjoint(side.yields[child])
        ]

    def _cut(self, node: Node, below: Sequence[Node]) -> list[Words] | None:
        """Return the words of a subtree around some below; None if these are not in order."""
        name, words = self._dominated(node)
        spans = [self.sides[name].yields[child] for _, child in below]
        if spans != sorted(spans):
            return None
        ends = [-1, *(end for span in spans for end in (span[0], span[-1])), words[-1] + 1]
        around = zip(ends[::2], ends[1::2], strict=True)
        return [(name, [i for i in words if first < i < last]) for first, last in around]

    def _inside(self, one: Words, other: Words) -> set[tuple[int, int]] | None:
        """Return the links between words of two sentences that say something."""
        # None if there is one to or from another word, if what they join cannot both be true, if
        # one denies more than the other, or if the sentences are no pair.
        (a, words), (b, others) = one, other
        links = self._links.get((a, b))
        denied = [
            sum(self.sides[name].words[i] in self._lang.negations for i in places)
            for name, places in (one, other)
        ]
        if links is None or denied[0] != denied[1]:
            return None
        found = set()
        for (i, j), link in links.items():
            ends = i in words, j in others
            if any(ends) and i in self._telling[a] and j in self._telling[b]:
                if link.conflict or not all(ends):
                    return None
                found.add((i, j))
        return found

    def _belong(self, one: Node, other: Node) -> bool:
        """Return whether links join two subtrees, and lead nowhere else."""
        # Both are headed by words that say something, or both by others, such as prepositions.
        is_telling = [head in self._telling[name] for name, head in (one, other)]
        joined = self._inside(self._dominated(one), self._dominated(other))
        return is_telling[0] == is_telling[1] and bool(joined)

    def _fit(self, one: Words, other: Words) -> bool:
        """Return whether words can stand beside others: only one side says more, if any."""
        inside = self._inside(one, other)
        if inside is None:
            return False
        bare = (
            self._telling[name].intersection(words) - {link[k] for link in inside}
            for k, (name, words) in enumerate((one, other))
        )
        return not all(bare)

    # -- Phrase pairs ------------------------------------------------------------------------------

    def _note(self, one: Words, other: Words, inner: bool) -> None:
        """Note that words of two sentences stand side by side, if links join them."""
        # Marks at their edges are left out, and so are whole sentences.
        if (one[0], other[0]) not in self._records:
            one, other = other, one
        whole = any(len(places) == len(self.sides[name].words) for name, places in (one, other))
        if whole or not self._inside(one, other):
            return
        span: list[int] = []
        texts = []
        for name, places in (one, other):
            side = self.sides[name]
            words = [i for i in places if not side.is_mark(i)]
            span += (words[0], words[-1])
            texts.append(side.words[words[0] : words[-1] + 1])
        if texts[0] != texts[1] and max(map(len, texts)) <= self._settings.max_len:
            key = one[0], other[0], (span[0], span[1], span[2], span[3])
            self.found.setdefault(key, "composite" if inner else "atomic")

    def rows(self, key: tuple[str, str, PhrasePair], kind: Kind) -> Iterator[Row]:
        """Yield what is known of phrases that stand side by side, both ways round."""
        a, b, span = key
        record = self._records[a, b]
        pair = phrases_at(record, span, kind, self._links[a, b])
        for words, value in phrase_entries(record, [pair]):
            source, target = (side.split(" ") for side in words.split("\t"))
            yield {"source": source, "target": target, **value}
            yield {"source": target, "target": source, **_inverted(value)}


def _inverted(value: Row) -> Row:
    """Return what is known of phrases whose sides change places."""
    found = dict(value)
    found["relation"] = {invert_relation(name): n for name, n in value["relation"].items()}
    for key in ("pos", "dep"):
        found[key] = {"/".join(reversed(name.split("/"))): n for name, n in value[key].items()}
    return found


def _distinct(ways: Iterable[Way]) -> list[Way]:
    """Return ways, each once whatever its case, the most frequent first."""
    texts = [(json.dumps(way).lower(), way) for way in ways]
    counts = Counter(text for text, _ in texts)
    first = dict(reversed(texts))
    return [first[text] for text in sorted(counts, key=lambda text: -counts[text])]


def _one_of(ways: list[Way]) -> Way:
    return ways[0] if len(ways) == 1 else [{"choices": ways}]


def shown(way: Way) -> str:
    """Return a lattice as people read it.

    Example:
        >>> shown([{"choices": [[{"word": "a"}, {"word": "big"}], []]}, {"word": "dog"}])
        '(a big|) dog'
    """
    parts = (
        segment.get("word") or "(" + "|".join(map(shown, segment["choices"])) + ")"
        for segment in way
    )
    return " ".join(parts)


def sentences_of(way: Way) -> Iterator[list[str]]:
    """Yield the sentences of a lattice, as words; some may be equal.

    Example:
        >>> list(sentences_of([{"word": "go"}, {"choices": [[{"word": "now"}], []]}]))
        [['go', 'now'], ['go']]
    """
    parts = (
        [[segment["word"]]]
        if "word" in segment
        else [words for other in segment["choices"] for words in sentences_of(other)]
        for segment in way
    )
    for chosen in product(*parts):
        yield [word for words in chosen for word in words]


def paths_of(way: Way) -> int:
    """Return the number of paths of a lattice.

    Example:
        >>> paths_of([{"choices": [[{"word": "a"}], []]}, {"choices": [[{"word": "b"}], []]}])
        4
    """
    return prod(sum(map(paths_of, s["choices"])) for s in way if "choices" in s)


# -- Groups of a corpus ----------------------------------------------------------------------------


def names_of(record: PairRecord) -> tuple[str, str, str]:
    """Return the group of a pair and its two sentences; the group is "" if its id names none.

    Example:
        >>> names_of(PairRecord("news/7/r0/r2", ("a",), ("b",)))
        ('news/7', 'r0', 'r2')
    """
    group, *names = str(record.id).rsplit("/", 2)
    return (group, names[0], names[1]) if len(names) == 2 else ("", "", group)


def merge_job(settings: MergeSettings, language: str = "en") -> Job:
    """Return the job that merges the parses of each group of aligned, parsed pairs.

    Its rows are {"version", "id", "segments", "sentences", "paths", "phrases", "origin", "reads"}:
    the lattice, the names of the sentences, how many paths it has, and what `Merged` has.
    """
    joined, merged = partial(_join, settings.cap), partial(_merged, settings, language)
    return Job("merged parses", partial(_map, settings), joined, merged)


def _map(settings: MergeSettings, item: Any) -> Iterator[tuple[str, Any] | Dropped]:
    record = as_record(item)
    group, a, b = names_of(record)
    if record.source_tree is None:
        raise ParaphraseError("P917", id=record.id)
    if not group:
        yield Dropped("no group")
    elif max(len(record.source), len(record.target)) > settings.longest:
        yield Dropped("long sentence")
    else:
        bare = replace(record, phrases=None, chunks=None, fusions=None)
        yield group, [[a, b, record_to_json(bare)]]


def _join(cap: int, one: list[Any], other: list[Any]) -> list[Any]:
    """Return the pairs of the first `cap` sentences and of one more if some are left out."""
    found = {
        (a, b): [a, b, record] for a, b, record in sorted([*one, *other], key=str, reverse=True)
    }
    names = sorted({name for pair in found for name in pair})[: cap + 1]
    return [found[pair] for pair in sorted(found) if {*pair} <= {*names}]


def _merged(
    settings: MergeSettings, language: str, group: str, pairs: list[Any]
) -> Iterator[Row | Dropped]:
    names = sorted({name for pair in pairs for name in pair[:2]})
    if len(names) > settings.cap:
        yield Dropped("sentences over cap")
        names = names[: settings.cap]
    if len(names) < settings.min_group:
        yield Dropped("small group")
        return
    records = [record_from_json(record) for a, b, record in pairs if {a, b} <= {*names}]
    ways, phrases = merge_parses(records, settings, language)
    way = _one_of(ways)
    if len(ways) == len(names):
        yield Dropped("nothing merged")
        return
    row: Row = {"version": VERSION, "id": group, "segments": way, "sentences": names}
    row |= {"paths": paths_of(way), "phrases": phrases, "origin": "merged parses"}
    yield row | {"reads": shown(way)}


@checked()
def mine_merged(
    records: Iterable[Any], settings: MergeSettings | None = None, *, run: Run = run_loop
) -> Iterable[Row]:
    """Return the lattices of groups of aligned, parsed pairs, as rows (`merge_job`)."""
    return run(merge_job(settings or MergeSettings()), records)


def merged_phrases(lattices: Iterable[Row], *, run: Run = run_loop) -> Iterable[Row]:
    """Return the phrase pairs of lattices as the rows of a phrase table (`phrase_job`).

    Args:
        lattices: The rows of `mine_merged`.
        run: Runs a job over records and gives its rows.
    """
    return run(phrase_job(), lattices)


def phrase_job() -> Job:
    """Return the job that counts the phrase pairs of the rows of `merge_job`, both ways round."""
    return counted_job("merged phrases", _map_phrases, "merged parses")


def _map_phrases(row: Row) -> Iterator[tuple[str, Any]]:
    for phrase in row["phrases"]:
        value = {key: each for key, each in phrase.items() if key not in SIDES}
        yield "\t".join(" ".join(phrase[side]) for side in SIDES), value
