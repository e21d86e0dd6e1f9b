"""Statistics of annotated pairs, and checks for errors that readers accept.

The checks follow from the definitions of the five relations (Marsi and Krahmer 2010, *Automatic
analysis of semantic similarity in comparable text through syntactic tree matching*): `equals` holds
between the same words, case and order aside; two sides that entail each other cannot conflict; a
matching uses each node once; the link of two sentences agrees with what was judged of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from spacy.language import Language
from spacy.training import Alignment as TokenAlignment

from ..errors import ParaphraseError, short_repr
from ..metrics.label_measures import NLI, relation_of
from ..pairs.alignment import LEVELS, POSSIBLE, RELATIONS, Level
from ..pairs.pair import SIDES, SideName
from ..trees.tree import tree_from_heads
from .records import LinkRecord, PairRecord, Place

# What makes data unfit for use; all other kinds of findings are worth a look.
ERRORS = frozenset({"unreadable", "equals", "conflict", "yield", "leak"})
KINDS = {
    "unreadable": "the pair cannot be read",
    "equals": "equals between different words",
    "conflict": "a conflict where one side entails the other",
    "yield": "the words of a phrase are not those under its head",
    "leak": "the same pair in two files",
    "identical": "the same words, not labelled equals",
    "twice": "a phrase in more than one link",
    "judgement": "the link of the two sentences disagrees with what was judged of them",
    "sentence": "the same sentence in two files",
    "duplicate": "the same pair twice in a file",
}
# Labels by what they say of two sentences; those without one are counted as "".
JUDGED = {"entails": NLI, "entailed": NLI, "paraphrase": ("yes", "no")}
Text = tuple[str, ...]


@dataclass(frozen=True)
class Finding:
    """Something wrong with a pair.

    Attributes:
        kind: A key of `KINDS`.
        place: Where the pair stands.
        got: What is wrong there.
    """

    kind: str
    place: Place
    got: str

    @property
    def is_error(self) -> bool:
        """Whether the data are unfit for use; else it is worth a look."""
        return self.kind in ERRORS


def unreadable(error: ParaphraseError) -> Finding:
    """Return the finding that the error of a reader stands for."""
    return Finding("unreadable", error.values["place"], str(error))


def check_record(record: PairRecord) -> Iterator[Finding]:
    """Yield what contradicts itself in one pair.

    Example:
        >>> link = LinkRecord((0,), (0,), "equals")
        >>> record = PairRecord("a", ("cat",), ("dog",), words=(link,))
        >>> [finding.kind for finding in check_record(record)]
        ['equals']
    """
    place = record.place or Place("pair", 0, record.id)
    for level in LEVELS:
        for link in record.links(level) or ():
            for kind in _contradictions(record, level, link):
                yield Finding(kind, place, f"{level[:-1]} link {_link_text(record, link)}")
    for name in SIDES:
        heads = Counter(getattr(link, f"{name}_head") for link in record.phrases or ())
        for head, count in heads.items():
            if count > 1:
                yield Finding("twice", place, f"{name} {getattr(record, name)[head]!r}")
    yield from _check_judgement(record, place)


def check_overlap(corpora: Mapping[str, Iterable[PairRecord]]) -> Iterator[Finding]:
    """Yield the pairs and sentences that occur in more than one file, and pairs that do twice.

    Texts are compared by their letters and digits, case aside; pairs in either direction.

    Args:
        corpora: The pairs of each file.
    """
    pairs: dict[frozenset[Text], Place] = {}
    sentences: dict[Text, Place] = {}
    for path, records in corpora.items():
        for record in records:
            place = record.place or Place(path, 0, record.id)
            texts = [normalised(getattr(record, name)) for name in SIDES]
            first = pairs.setdefault(frozenset(texts), place)
            if first is not place:
                kind = "duplicate" if first.path == place.path else "leak"
                yield Finding(kind, place, f"also in {first}")
                continue
            for name, text in zip(SIDES, texts, strict=True):
                seen = sentences.setdefault(text, place)
                if seen.path != place.path:
                    yield Finding("sentence", place, f"the {name}, also in {seen}")


def normalised(words: Iterable[str]) -> Text:
    """Return the words in lower case, without what is neither letter nor digit.

    Example:
        >>> normalised(["The", "cat", "-", "flap", "'s", "."])
        ('the', 'cat', 'flap', 's')
    """
    bare = ("".join(c for c in word if c.isalnum()).casefold() for word in words)
    return tuple(word for word in bare if word)


def _contradictions(record: PairRecord, level: Level, link: LinkRecord) -> Iterator[str]:
    source, target = _texts(record, link)
    same = sorted(source) == sorted(target)
    if link.relation == "equals" and not same:
        yield "equals"
    if link.relation not in ("equals", "") and source == target:
        yield "identical"
    if link.conflict and link.relation not in ("intersects", ""):
        yield "conflict"
    if level == "phrases" and not all(_is_yield(record, link, name) for name in SIDES):
        yield "yield"


def _texts(record: PairRecord, link: LinkRecord) -> tuple[Text, Text]:
    """Return the words of both ends, case aside and, where there are others, punctuation too."""
    ends = [[getattr(record, name)[i].casefold() for i in getattr(link, name)] for name in SIDES]
    source, target = (tuple(w for w in end if normalised([w])) or tuple(end) for end in ends)
    return source, target


def _is_yield(record: PairRecord, link: LinkRecord, name: SideName) -> bool:
    """Return whether a phrase is what its head dominates; true where there is no tree."""
    arcs = getattr(record, f"{name}_tree")
    if arcs is None:
        return True
    words = getattr(record, name)
    under = tree_from_heads([head for head, _ in arcs]).subtree(getattr(link, f"{name}_head"))
    return [i for i in under if not words[i].isspace()] == list(getattr(link, name))


def _check_judgement(record: PairRecord, place: Place) -> Iterator[Finding]:
    trees = [getattr(record, f"{name}_tree") or () for name in SIDES]
    roots = [[i for i, (head, _) in enumerate(arcs) if head == i] for arcs in trees]
    if None in (record.entails, record.entailed):
        return
    for link in record.phrases or ():
        if [[link.source_head], [link.target_head]] == roots:
            identical = link.relation == "equals"
            expected = relation_of(str(record.entails), str(record.entailed), identical)
            conflict = "contradiction" in (record.entails, record.entailed)
            if link.relation and (link.relation, link.conflict) != (expected, conflict):
                judged = f"judged {record.entails} and {record.entailed}"
                yield Finding("judgement", place, f"{link.relation}, {judged}")


def _link_text(record: PairRecord, link: LinkRecord) -> str:
    ends = [" ".join(getattr(record, name)[i] for i in getattr(link, name)) for name in SIDES]
    conflict = " with a conflict" if link.conflict else ""
    return f"{short_repr(ends[0])} {link.relation or '~'} {short_repr(ends[1])}{conflict}"


@dataclass
class LevelCounts:
    """The links of one level.

    Attributes:
        pairs: Pairs that were annotated on this level.
        links: Links.
        possible: Links that are only possible.
        conflicts: Links whose sides cannot both be true.
        shared: Links with an end that another link has too.
        relations: Links by relation, "" for none.
        lost: Links with an end that the tokeniser cuts otherwise.
    """

    pairs: int = 0
    links: int = 0
    possible: int = 0
    conflicts: int = 0
    shared: int = 0
    relations: Counter[str] = field(default_factory=Counter)
    lost: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        return vars(self) | {"relations": {r: self.relations[r] for r in (*RELATIONS, "")}}


@dataclass
class Counts:
    """What a file holds.

    Attributes:
        pairs: Pairs.
        words: Words of the sources and of the targets.
        trees: Pairs with trees.
        levels: The links by level.
        entails: Pairs by what the source says of the target, "" where that is not known.
        entailed: Likewise of what the target says of the source.
        paraphrase: Pairs by whether they are paraphrases, "yes" or "no", "" where it is not known.
        similarity: Pairs with a graded similarity, and its mean, 0 to 1.
    """

    pairs: int = 0
    words: tuple[int, int] = (0, 0)
    trees: int = 0
    levels: dict[Level, LevelCounts] = field(
        default_factory=lambda: {level: LevelCounts() for level in LEVELS}
    )
    entails: Counter[str] = field(default_factory=Counter)
    entailed: Counter[str] = field(default_factory=Counter)
    paraphrase: Counter[str] = field(default_factory=Counter)
    similarity: tuple[int, float] = (0, 0.0)

    def to_json(self) -> dict[str, Any]:
        """Return the counts as plain data."""
        judged: dict[str, dict[str, Any]] = {
            name: {label: getattr(self, name)[label] for label in (*labels, "")}
            for name, labels in JUDGED.items()
        }
        judged["similarity"] = dict(zip(("pairs", "mean"), self.similarity, strict=True))
        levels = {level: counts.to_json() for level, counts in self.levels.items()}
        return vars(self) | {"words": list(self.words), "levels": levels} | judged


def count_records(records: Iterable[PairRecord], nlp: Language) -> Counts:
    """Count what the pairs hold.

    Args:
        records: The pairs.
        nlp: The pipeline whose tokeniser cuts the text of a pair, its words with blanks between,
            to find the links that do not survive that.

    Example:
        >>> import spacy
        >>> from spacy_paraphrase.readers import PairRecord, word_links
        >>> pair = PairRecord("a", ("A", "cat"), ("cats", "don't"), words=word_links([(1, 1)]))
        >>> count_records([pair], spacy.blank("en")).levels["words"].lost
        1
    """
    counts = Counts()
    grades: list[float] = []
    for record in records:
        counts.pairs += 1
        source, target = counts.words
        counts.words = (source + len(record.source), target + len(record.target))
        counts.trees += record.source_tree is not None
        counts.entails[record.entails or ""] += 1
        counts.entailed[record.entailed or ""] += 1
        called = record.paraphrase
        counts.paraphrase["" if called is None else "yes" if called else "no"] += 1
        grades += [] if record.similarity is None else [record.similarity]
        whole = [_whole_words(getattr(record, name), nlp) for name in SIDES]
        for level in LEVELS:
            if record.links(level) is not None:
                _count_level(counts.levels[level], record, level, whole)
    counts.similarity = len(grades), sum(grades) / max(len(grades), 1)
    return counts


def _count_level(
    counts: LevelCounts, record: PairRecord, level: Level, whole: list[set[int]]
) -> None:
    links = record.links(level) or ()
    heads = level == "phrases"
    ends = [[getattr(link, f"{name}_head" if heads else name) for name in SIDES] for link in links]
    uses = [Counter(end[side] for end in ends) for side in range(len(SIDES))]
    counts.pairs += 1
    for link, end in zip(links, ends, strict=True):
        counts.links += 1
        counts.possible += link.score <= POSSIBLE
        counts.conflicts += link.conflict
        counts.shared += any(use[unit] > 1 for use, unit in zip(uses, end, strict=True))
        counts.relations[link.relation] += 1
        words = [(unit,) if heads else unit for unit in end]
        counts.lost += any(not whole[side].issuperset(words[side]) for side in range(len(SIDES)))


def _whole_words(words: tuple[str, ...], nlp: Language) -> set[int]:
    """Return the indices of the words that are exactly one token each to the tokeniser."""
    tokens = [token.text for token in nlp.make_doc(" ".join(words))]
    to_tokens = TokenAlignment.from_strings(list(words), tokens)
    ours, theirs = to_tokens.x2y, to_tokens.y2x
    return {i for i in range(len(words)) if len(ours[i]) == 1 and len(theirs[int(ours[i][0])]) == 1}
