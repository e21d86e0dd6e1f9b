"""Phrase pairs from aligned pairs of sentences, counted over a corpus.

Papers: Cohn, Callison-Burch and Lapata 2008, *Constructing corpora for the development and
evaluation of paraphrase systems* (aligned boundaries, atomic and composite pairs); Quirk, Brockett
and Dolan 2004, *Monolingual machine translation for paraphrase generation* (fully linked pairs,
lexical score); Bannard and Callison-Burch 2005, *Paraphrasing with bilingual parallel corpora*
(free boundaries). The extraction itself is that of `metrics.phrase_measures`.

A row of the table is plain data: `source` and `target` (lists of lower-cased words), `count`,
`score` (the mean score of the links inside), `p_target` and `p_source` (relative frequencies),
`lexical_target` and `lexical_source` (`lexical_score` both ways), `relation` and its `share`, `pos`
and `dep` of the heads, `kind`, `origin`, and up to five `examples`, the ids of pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import prod
from operator import add
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from ..analysis.sentence import OPEN_CLASS
from ..checked import SettingCheck, check_fields, checked
from ..jobs import Job, Row, run_loop
from ..metrics import PhrasePair, atomic, phrase_pairs, unaligned_ratio
from ..pairs.pair import SIDES, SideName
from ..readers import LinkRecord, PairRecord, record_from_json
from ..trees.tree import tree_from_heads
from .loss_guard import LossGuard
from .word_shares import WordShares, load_shares, word_shares

Variant: TypeAlias = Literal["strict", "full", "free"]
Kind: TypeAlias = Literal["atomic", "composite"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
_, FULL, FREE = VARIANTS
# For each word, the words that it is linked with, and their shares.
WordTable: TypeAlias = Mapping[str, Mapping[str, float]]
Records: TypeAlias = Iterable[Any]
Run: TypeAlias = Callable[[Job, Records], Iterable[Row]]

# The relation of phrases that cannot both be true.
CONFLICT = "conflict"
# Maximum number of words of a fully linked side (Quirk and others).
LONGEST_FULL = 5
EXAMPLES = 5
# Scores are added up as integers, so that the sum does not depend on the order.
_UNIT = 10_000
# Separators of the two sides of a key, and of the words of a side.
_SIDES, _WORDS = "\t", " "


@dataclass(frozen=True)
class PhraseSettings:
    """The settings of phrase extraction.

    Attributes:
        variant: Links at all four edges, links of all words, or unlinked words at the edges.
            "strict": linked words at all four edges; "full": each word of both sides linked inside,
            at most five words; "free": unlinked words at the edges are included too.
        max_len: Maximum number of words of a side.
        composites_up_to: Maximum number of words of a side made up of smaller pairs; 0 for none.
        max_unaligned_ratio: Maximum share of words without a link. None for any; 0 is best for
            tables used in rewriting: 90 % of fully linked pairs were right, and 73 % of all pairs.
        min_link_score: Minimum score of a link.

    Raises:
        ParaphraseError: P901 for an invalid setting.
    """

    variant: Variant = "strict"
    max_len: int = 7
    composites_up_to: int = 4
    max_unaligned_ratio: float | None = None
    min_link_score: float = 0.5

    def __post_init__(self) -> None:
        check_fields(self, "max_len", "composites_up_to", "max_unaligned_ratio", "min_link_score")
        ratio = 1.0 if self.max_unaligned_ratio is None else self.max_unaligned_ratio
        check = SettingCheck("P901")
        check.one_of("variant", self.variant, VARIANTS)
        check.sound("max_len", self.max_len, self.max_len >= 1, "a number of words, at least 1")
        most, expected = self.composites_up_to, "a number of words, 0 for none"
        check.sound("composites_up_to", most, most >= 0, expected)
        expected = "a share of 0 to 1, or none"
        check.sound("max_unaligned_ratio", self.max_unaligned_ratio, 0 <= ratio <= 1, expected)
        check.share("min_link_score", self.min_link_score, "a score of 0 to 1")


class FoundPhrases(NamedTuple):
    """An occurrence of a phrase pair.

    Attributes:
        span: First and last source word, first and last target word.
        kind: "composite" if smaller phrase pairs make it up.
        score: Mean score of the links inside.
        unaligned: Share of the words inside that have no link.
        relation: The relation of a link of phrases, chunks or single words with exactly these
            spans; else composed from linked words and unlinked content words inside; "conflict" if
            a link inside is in conflict; "" if a link has no relation.
    """

    span: PhrasePair
    kind: Kind
    score: float
    unaligned: float
    relation: str


def harvest(record: PairRecord, settings: PhraseSettings | None = None) -> list[FoundPhrases]:
    """Return the phrase pairs of an aligned pair whose words differ in more than case, in order.

    Phrases that begin or end with punctuation are skipped, since they also occur without it; so are
    pairs that differ in a negation, number, date or role (`loss_guard.LossGuard`).

    Args:
        record: The pair, with links between words.
        settings: The settings of phrase extraction.

    Example:
        >>> from spacy_paraphrase.readers import PairRecord, word_links
        >>> links = word_links([(0, 0), (1, 1), (2, 1), (3, 2)])
        >>> source, target = ("He", "burst", "out", "crying"), ("He", "began", "crying")
        >>> [pair.span for pair in harvest(PairRecord(1, source, target, words=links))]
        [(0, 2, 0, 1), (0, 3, 0, 2), (1, 2, 1, 1), (1, 3, 1, 2)]
    """
    settings = settings or PhraseSettings()
    words = [link for link in record.words or () if link.score >= settings.min_link_score]
    links = {(link.source[0], link.target[0]): link for link in words}
    labels = _labels(record, [_silenced(record, link) for link in words])
    found = []
    guard, most = LossGuard(record), settings.max_unaligned_ratio
    for span, kind in _extract(links, len(record.source), len(record.target), settings):
        i1, i2, j1, j2 = span
        one, other = lowered(record.source[i1 : i2 + 1]), lowered(record.target[j1 : j2 + 1])
        if one == other or not all(map(is_word, (one[0], one[-1], other[0], other[-1]))):
            continue
        if guard.lost(range(i1, i2 + 1), range(j1, j2 + 1)):
            continue
        pair = phrases_at(record, span, kind, links)
        if most is not None and pair.unaligned > most:
            continue
        if pair.relation != CONFLICT:
            pair = pair._replace(relation=labels.get(span, pair.relation))
        found.append(pair)
    return found


def phrases_at(
    record: PairRecord, span: PhrasePair, kind: Kind, links: Mapping[tuple[int, int], LinkRecord]
) -> FoundPhrases:
    """Return the phrase pair of a span, with the relation by its links.

    Args:
        record: The pair.
        span: First and last source word, first and last target word; it contains a link.
        kind: Whether smaller phrase pairs make it up.
        links: Word links, by their positions.
    """
    i1, i2, j1, j2 = span
    inside = [link for (i, j), link in links.items() if i1 <= i <= i2 and j1 <= j <= j2]
    score = sum(link.score for link in inside) / len(inside)
    relation = relation_of(record, inside, range(i1, i2 + 1), range(j1, j2 + 1))
    return FoundPhrases(span, kind, score, unaligned_ratio(span, links), relation)


def _extract(
    links: Mapping[tuple[int, int], LinkRecord], n: int, m: int, settings: PhraseSettings
) -> Iterator[tuple[PhrasePair, Kind]]:
    """Yield the phrase pairs of a variant with their kinds; unlinked edges do not change a kind."""
    full = settings.variant == FULL
    longest = min(settings.max_len, LONGEST_FULL) if full else settings.max_len
    pairs = phrase_pairs(links, n, m, max_len=longest)
    atoms = atomic(pairs)
    spans = {pair: pair in atoms for pair in pairs}
    if settings.variant == FREE:
        grown = phrase_pairs(links, n, m, boundary="free", max_len=longest)
        spans = {pair: _core(pair, links) in atoms for pair in grown}
    for span in sorted(spans):
        length = max(span[1] - span[0], span[3] - span[2]) + 1
        if not spans[span] and length > settings.composites_up_to:
            continue
        if not full or not unaligned_ratio(span, links):
            yield span, "atomic" if spans[span] else "composite"


def _core(pair: PhrasePair, links: Iterable[tuple[int, int]]) -> PhrasePair:
    """Return a phrase pair without the unlinked words at its edges."""
    i1, i2, j1, j2 = pair
    inside = [(i, j) for i, j in links if i1 <= i <= i2 and j1 <= j <= j2]
    sources, targets = zip(*inside, strict=True)
    return min(sources), max(sources), min(targets), max(targets)


def _labels(record: PairRecord, words: Iterable[LinkRecord]) -> dict[PhrasePair, str]:
    """Return the relations of linked spans; phrase links override chunk and word links."""
    found = {}
    for link in (*words, *(record.chunks or ()), *(record.phrases or ())):
        ends = link.source, link.target
        if (link.relation or link.conflict) and all(e[-1] - e[0] == len(e) - 1 for e in ends):
            span = link.source[0], link.source[-1], link.target[0], link.target[-1]
            found[span] = CONFLICT if link.conflict else link.relation
    return found


def _silenced(record: PairRecord, link: LinkRecord) -> LinkRecord:
    """Return a word link, without a relation if it joins two different function words."""
    # The relation of words such as "in" and "around" depends on their contexts.
    i, j = link.source[0], link.target[0]
    analyses = record.source_tokens or {}, record.target_tokens or {}
    if any("pos" not in tokens for tokens in analyses):
        return link
    if {analyses[0]["pos"][i], analyses[1]["pos"][j]} & OPEN_CLASS:
        return link
    same = record.source[i].lower() == record.target[j].lower()
    if all("lemmas" in tokens for tokens in analyses):
        same = same or analyses[0]["lemmas"][i].lower() == analyses[1]["lemmas"][j].lower()
    return link if same else replace(link, relation="")


def _joined(links: Iterable[LinkRecord], bare: tuple[bool, bool]) -> str:
    """Return the relation of phrases by their links and by the presence of unlinked words."""
    said = {link.relation for link in links}
    if "" in said:
        return ""
    more = bare[0] or bool(said & {"specifies", "intersects"})
    less = bare[1] or bool(said & {"generalizes", "intersects"})
    if more and less:
        return "intersects"
    return "specifies" if more else "generalizes" if less else "restates"


def relation_of(
    record: PairRecord,
    links: Iterable[LinkRecord],
    sources: Collection[int],
    targets: Collection[int],
) -> str:
    """Return the relation of some source words to some target words, by their links.

    It is composed from the relations of linked words and from unlinked content words; "conflict" if
    a link is in conflict, and "" if a link has no relation.

    Args:
        record: The pair.
        links: Links between words.
        sources: The words of the source.
        targets: The words of the target.
    """
    inside = [k for k in links if k.source[0] in sources and k.target[0] in targets]
    if any(link.conflict for link in inside):
        return CONFLICT
    linked = {link.source[0] for link in inside}, {link.target[0] for link in inside}
    bare = []
    for name, places, known in zip(SIDES, (sources, targets), linked, strict=True):
        pos = (getattr(record, f"{name}_tokens") or {}).get("pos")
        words = getattr(record, name)
        open_class = (i for i in places if (pos[i] in OPEN_CLASS if pos else is_word(words[i])))
        bare.append(any(i not in known for i in open_class))
    return _joined([_silenced(record, link) for link in inside], (bare[0], bare[1]))


def is_word(text: str) -> bool:
    """Return whether a token is not punctuation only."""
    return any(map(str.isalnum, text))


def is_unlike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two phrases are more than a smaller pair with added words.

    All edges must be words, both edges must differ, and no phrase may have all words of the other.

    Example:
        >>> is_unlike(["burst", "out"], ["began"]), is_unlike(["the", "cat"], ["the", "dog"])
        (True, False)
    """
    added = set(one) < set(other) or set(other) < set(one)
    if added or one[0] == other[0] or one[-1] == other[-1]:
        return False
    return all(map(is_word, (one[0], one[-1], other[0], other[-1])))


def lowered(words: Iterable[str]) -> list[str]:
    """Return words in lower case, as in rows."""
    return [word.lower() for word in words]


# -- Counted over a corpus -------------------------------------------------------------------------


@checked()
def mine_phrases(
    records: Records,
    settings: PhraseSettings | None = None,
    *,
    origin: str = "",
    store: str | Path | None = None,
    run: Run = run_loop,
) -> Iterable[Row]:
    """Return the phrase table rows of aligned pairs, by source and target.

    The records are read twice: first for the linked words, then for the phrases.

    Args:
        records: Pairs: `PairRecord`, or the objects of `record_to_json`.
        settings: The settings of phrase extraction.
        origin: Name of the corpus, for the rows.
        store: A folder for statistics of linked words, for all processes; None for memory.
        run: Function that runs a job over records and returns its rows.

    Example:
        >>> from spacy_paraphrase.readers import PairRecord, word_links
        >>> links = word_links([(0, 0), (1, 1)])
        >>> pairs = [(("it", "began"), ("it", "started")), (("it", "began"), ("it", "opened"))]
        >>> records = [PairRecord(k, *pair, words=links) for k, pair in enumerate(pairs)]
        >>> for row in mine_phrases(records, PhraseSettings(composites_up_to=0)):
        ...     print(row["source"], row["target"], row["count"], row["p_target"], row["p_source"])
        ['began'] ['opened'] 1 0.5 1.0
        ['began'] ['started'] 1 0.5 1.0
    """
    settings = settings or PhraseSettings()
    records = list(records) if isinstance(records, Iterator) else records
    shares = word_shares(run(word_job(settings.min_link_score), records))
    forth, back = shares if store is None else [each.save(store) for each in shares]
    del shares  # saved shares need no memory
    rows = run(phrase_job(settings, origin), records)
    by_target = run(share_job("target", back), rows)
    return run(share_job("source", forth), by_target)


def phrase_job(settings: PhraseSettings, origin: str = "") -> Job:
    """Return the job that counts the phrase pairs of aligned pairs."""
    return counted_job("phrases", partial(_map, **asdict(settings)), origin)


def counted_job(name: str, map: Callable[[Any], Iterator[tuple[str, Any]]], origin: str) -> Job:
    """Return the job that makes phrase table rows from entries (`phrase_entries`)."""
    return Job(name, map, _combine, partial(_reduce, origin=origin))


def as_record(item: Any) -> PairRecord:
    """Return a pair, or the pair of an object of `record_to_json`."""
    return item if isinstance(item, PairRecord) else record_from_json(item)


def _map(item: Any, **settings: Any) -> Iterator[tuple[str, Any]]:
    record = as_record(item)
    return phrase_entries(record, harvest(record, PhraseSettings(**settings)))


def phrase_entries(record: PairRecord, pairs: Iterable[FoundPhrases]) -> Iterator[tuple[str, Any]]:
    """Yield the input of `counted_job`: the words of each phrase pair, and its properties."""
    heads = [_Heads(record, "source"), _Heads(record, "target")]
    for pair in pairs:
        i1, i2, j1, j2 = pair.span
        ends = lowered(record.source[i1 : i2 + 1]), lowered(record.target[j1 : j2 + 1])
        tops = heads[0].of(i1, i2), heads[1].of(j1, j2)
        # The values of both heads: "NOUN", or "NOUN/VERB" if they differ.
        pos, dep = (a if a == b else f"{a}/{b}" for a, b in zip(*tops, strict=True))
        yield (
            _SIDES.join(map(_WORDS.join, ends)),
            {
                "count": 1,
                "score": round(_UNIT * pair.score),
                "unaligned": round(_UNIT * pair.unaligned),
                "kind": {pair.kind: 1},
                "relation": {pair.relation: 1} if pair.relation else {},
                "pos": {pos: 1} if pos else {},
                "dep": {dep: 1} if dep else {},
                "examples": [] if record.id is None else [str(record.id)],
            },
        )


class _Heads:
    """The parts of speech and dependency labels of the heads of spans, as far as known."""

    def __init__(self, record: PairRecord, side: SideName) -> None:
        arcs = getattr(record, f"{side}_tree")
        tokens = getattr(record, f"{side}_tokens") or {}
        self._pos: Sequence[str] = tokens.get("pos") or ()
        self._deps = [label for _, label in arcs or ()]
        self._heads = tree_from_heads([head for head, _ in arcs]).heads.tolist() if arcs else None

    def of(self, first: int, last: int) -> tuple[str, str]:
        """Return part of speech and label of a span's head; empty for several or no heads."""
        tops = [first] if first == last else []
        if self._heads is not None:
            tops = [i for i in range(first, last + 1) if not first <= self._heads[i] <= last]
        if len(tops) != 1:
            return "", ""
        return tuple(c[tops[0]] if c else "" for c in (self._pos, self._deps))  # type: ignore[return-value]


def _combine(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    sums = {name: one[name] + other[name] for name in ("count", "score", "unaligned")}
    kinds = ("kind", "relation", "pos", "dep")
    votes = {name: summed_votes(one[name], other[name]) for name in kinds}
    return {**sums, **votes, "examples": merged_examples(one["examples"], other["examples"])}


def summed_votes(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Return the sum of two vote counts."""
    return dict(Counter(one) + Counter(other))


def merged_examples(one: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return the first `EXAMPLES` ids of both lists."""
    return sorted({*one, *other})[:EXAMPLES]


def _reduce(key: str, value: dict[str, Any], *, origin: str) -> Iterator[Row]:
    source, target = (side.split(_WORDS) for side in key.split(_SIDES))
    count = value["count"]
    relation, votes = most_votes(value["relation"])
    yield {
        "source": source,
        "target": target,
        "count": count,
        "score": round(value["score"] / count / _UNIT, 4),
        "unaligned": round(value["unaligned"] / count / _UNIT, 4),
        "relation": relation,
        "share": round(votes / count, 4) if relation else None,
        "pos": most_votes(value["pos"])[0],
        "dep": most_votes(value["dep"])[0],
        "kind": most_votes(value["kind"])[0],
        "origin": origin,
        "examples": value["examples"],
    }


def most_votes(votes: Mapping[str, int]) -> tuple[str | None, int]:
    """Return the value with most votes, the first by name for ties; None without votes."""
    return min(votes.items(), key=lambda item: (-item[1], item[0]), default=(None, 0))


# -- Shares and lexical scores ---------------------------------------------------------------------


def word_job(min_link_score: float = 0.5) -> Job:
    """Return the job that counts linked word pairs, as rows of two words and a count."""
    map_words = partial(_map_words, min_link_score=min_link_score)
    return Job("linked words", map_words, int.__add__, _reduce_words)


def _map_words(item: Any, *, min_link_score: float) -> Iterator[tuple[str, int]]:
    record = as_record(item)
    for link in record.words or ():
        if link.score >= min_link_score:
            ends = record.source[link.source[0]], record.target[link.target[0]]
            yield _SIDES.join(lowered(ends)), 1


def _reduce_words(key: str, count: int) -> Iterator[Row]:
    source, target = key.split(_SIDES)
    yield {"source": source, "target": target, "count": count}


def lexical_score(
    words: Sequence[str], given: Sequence[str], table: WordTable | WordShares
) -> float:
    """Return P(words | given): the product over words of the sum over the given words.

    Quirk, Brockett and Dolan 2004.

    Args:
        words: The words of a phrase.
        given: The words of the other phrase.
        table: The probabilities of words for each given word.

    Example:
        >>> round(lexical_score(["x", "y"], ["a"], {"a": {"x": 0.75, "y": 0.25}}), 4)
        0.1875
    """
    none: Mapping[str, float] = {}
    return prod(sum(table.get(other, none).get(word, 0.0) for other in given) for word in words)


def share_job(side: SideName, table: WordShares | str) -> Job:
    """Return the job that adds to rows the relative frequency of one side given the other.

    Args:
        side: "source" adds `p_target` and `lexical_target`, "target" the other two.
        table: The probabilities of words of the other side given those of this side, or the file of
            these.
    """
    map_row = partial(_map_row, side=side)
    return Job(f"shares by {side}", map_row, add, partial(_reduce_rows, side=side, table=table))


def _map_row(row: Row, *, side: SideName) -> Iterator[tuple[str, list[Row]]]:
    yield _WORDS.join(row[side]), [row]


def _reduce_rows(
    key: str, rows: list[Row], *, side: SideName, table: WordShares | str
) -> Iterator[Row]:
    if isinstance(table, str):
        table = load_shares(table)
    other = "target" if side == "source" else "source"
    total = sum(row["count"] for row in rows)
    for row in sorted(rows, key=lambda row: list(row[other])):
        lexical = lexical_score(row[other], row[side], table)
        share = round(row["count"] / total, 6)
        yield {**row, f"p_{other}": share, f"lexical_{other}": round(lexical, 6)}
