"""Reading of phrase tables in external formats and in that of this package.

A row is a JSON object: "source" and "target", lists of words; "count"; "score", "p_target" and
"p_source" (how probable either phrase is given the other), each a number or None; "relation", one
of `RELATIONS` or None; "pos" and "dep" of the heads; "origin"; and "examples", ids. Additional data
of a format are in "features", "alignment" and "pivots".
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from ..errors import ParaphraseError
from ..jobs.lines import parse_json
from ..lexicon import phrase_table
from ..lexicon.phrase_table import phrase_words
from ..pairs.results import LABELS
from .files import OnError, PathLike, build_records, decode, json_object, numbered_lines
from .records import Place, unfit

PhraseRow: TypeAlias = dict[str, Any]
PhraseFormat: TypeAlias = Literal["ppdb", "thrax", "terp", "meteor", "pivot", "jsonl", "tsv"]
TwoCosts: TypeAlias = Literal["second", "documented", "reject"]
RELATIONS = (*LABELS, "conflict")
# Entailment of PPDB 2.0 (Pavlick and others 2015) as a relation; what is independent is dropped.
ENTAILMENT = {
    "Equivalence": "restates",
    "ForwardEntailment": "specifies",
    "ReverseEntailment": "generalizes",
    "OtherRelated": "intersects",
    "Exclusion": "conflict",
}
_FLIPPED = {"specifies": "generalizes", "generalizes": "specifies"}
# What says how probable the paraphrase is given the phrase, and the other way round: in the second
# version of PPDB and in the first, all of them negative natural logarithms.
_P_TARGET = ("-logp(e2|e1)", "p(e|f)", "-logp(e|f)")
_P_SOURCE = ("-logp(e1|e2)", "p(f|e)", "-logp(f|e)")
# How many ids of texts a mined row keeps.
EXAMPLES = 5
_TERP_LINE = re.compile(r"(\S+)(?:\s+(\S+))?\s+<p>(.*?)</p>\s+<p>(.*?)</p>\s*")
_NAMES = {
    "source": ("source", "ref"),
    "target": ("target", "hyp"),
    "score": ("score", "quality"),
    "p_target": ("p_target", "prob"),
}

Split: TypeAlias = Callable[[str], list[str]]


class LeftOut(Exception):  # noqa: N818 (it is no error)
    """A line that is left out on purpose; the argument says why."""


class Reading(NamedTuple):
    """How lines are read.

    Attributes:
        split: Function that splits a phrase into words.
        syntactic: Whether to keep rules with gaps.
        two_costs: Meaning of two numbers in a line of TERp: "second", the second one is used, as in
            its program; "documented", the second is for the other direction; "reject", an error.
        flip_entailment: Whether to exchange forward and reverse entailment.
        origin: Origin of rows without one.
    """

    split: Split = phrase_words
    syntactic: bool = False
    two_costs: TwoCosts = "second"
    flip_entailment: bool = False
    origin: str = ""

    def words(self, phrase: str) -> list[str]:
        """Return the words of a phrase; of a rule with gaps, the gaps among them."""
        words = phrase.split()
        if any(word[0] == "[" and word[-1] == "]" and len(word) > 2 for word in words):
            if self.syntactic:
                return words
            raise LeftOut("gaps")
        return self.split(phrase)


DEFAULT = Reading()


def phrase_row(source: Sequence[str], target: Sequence[str], **known: Any) -> PhraseRow:
    """Return a row with all its keys; what is not known is None.

    Example:
        >>> row = phrase_row(["on", "site"], ["there"], score=0.8)
        >>> row["count"], row["score"], row["relation"]
        (1.0, 0.8, None)
    """
    names = ("score", "p_target", "p_source", "relation", "pos", "dep")
    row: PhraseRow = {"source": list(source), "target": list(target), "count": 1.0}
    row |= dict.fromkeys(names)
    return row | {"origin": "", "examples": []} | known


def read_phrase_rows(
    path: PathLike,
    format: PhraseFormat | None = None,
    reading: Reading = DEFAULT,
    *,
    on_error: OnError | None = None,
    dropped: Counter[str] | None = None,
) -> Iterator[PhraseRow]:
    """Yield the rows of a phrase table; a .gz file is decompressed while reading.

    Args:
        path: The file, or "-" for the standard input.
        format: Format of its lines; detected from each line if None:

            * "ppdb", of versions 1.0 and 2.0 (Ganitkevitch, Van Durme and Callison-Burch 2013;
              Pavlick and others 2015): `LHS ||| phrase ||| paraphrase ||| NAME=VALUE ... |||
              alignment ||| entailment`;
            * "thrax", as ParaQuery has it: `[X] ||| source ||| target ||| numbers ||| ["pivot:
              probability", ...]`, of which the fourth number is -ln p(target|source);
            * "terp", `probability <p>phrase</p> <p>paraphrase</p>`, or two numbers;
            * "meteor" (or "pivot"), three lines: probability, phrase, paraphrase;
            * "jsonl", objects with "source" and "target", texts or lists of words, and any other
              key of a row; "tsv", source, target, score, relation, of which the last two may lack.
        reading: How lines are read.
        on_error: Called with the error of each line that cannot be read.
        dropped: Counts the lines that are left out, by reason: "gaps", "relation", "identity".

    Raises:
        ParaphraseError: P101 if the file cannot be read; without `on_error`, P102 for a line that
            is not in the format.
    """
    return rows_of(numbered_lines(path), format, reading, on_error=on_error, dropped=dropped)


def rows_of(
    numbered: Iterable[tuple[Place, bytes]],
    format: PhraseFormat | None = None,
    reading: Reading = DEFAULT,
    *,
    on_error: OnError | None = None,
    dropped: Counter[str] | None = None,
) -> Iterator[PhraseRow]:
    """Yield the rows of lines; see `read_phrase_rows`."""
    decoded = build_records(numbered, lambda place, line: (place, decode(place, line)), on_error)
    lines = ((place, text) for place, text in decoded if text.strip())
    first = list(islice(lines, 1))
    threes = format in ("meteor", "pivot")
    threes = threes or (format is None and bool(first) and _is_number(first[0][1]))

    def build(place: Place, texts: list[str]) -> list[PhraseRow]:
        read = _of_meteor if threes else _READERS[format or line_format(texts[0])]
        try:
            return [_checked(place, row, reading) for row in read(place, texts, reading)]
        except LeftOut as reason:
            if dropped is not None:
                dropped[str(reason)] += 1
            return []

    size = 3 if threes else 1
    yield from chain.from_iterable(
        build_records(_groups(chain(first, lines), size), build, on_error)
    )


def _groups(lines: Iterator[tuple[Place, str]], size: int) -> Iterator[tuple[Place, list[str]]]:
    """Yield the lines by so many, with the place of the first of them."""
    for place, text in lines:
        yield place, [text, *(more for _, more in islice(lines, size - 1))]


def line_format(line: str) -> PhraseFormat:
    """Return the format that a line seems to be in.

    Example:
        >>> line_format("[X] ||| a ||| b ||| Rule=0"), line_format("[X] ||| a ||| b ||| 0 1 2 3")
        ('ppdb', 'thrax')
    """
    if line.startswith("{"):
        return "jsonl"
    if "|||" in line:
        cells = line.split("|||")
        values = cells[3].split() if len(cells) > 3 else []
        return "thrax" if values and all(map(_is_number, values)) else "ppdb"
    return "terp" if "<p>" in line else "tsv"


def _checked(place: Place, row: PhraseRow, reading: Reading) -> PhraseRow:
    for side in (row["source"], row["target"]):
        if not side or not all(isinstance(word, str) and word.strip() for word in side):
            raise unfit(place, repr(side)[:80], "a phrase of one word or more")
    row["source"] = [word.lower() for word in row["source"]]
    if row["source"] == [word.lower() for word in row["target"]]:
        raise LeftOut("identity")
    if reading.flip_entailment:
        row["relation"] = _FLIPPED.get(row["relation"], row["relation"])
    row["origin"] = row["origin"] or reading.origin
    return row


def _relation(place: Place, label: Any) -> str | None:
    if not label:
        return None
    if label == "Independent":
        raise LeftOut("relation")
    relation = ENTAILMENT.get(label, label) if isinstance(label, str) else None
    if relation not in RELATIONS:
        expected = f"one of {', '.join((*RELATIONS, *ENTAILMENT, 'Independent'))}"
        raise unfit(place, f"the relation {label!r}"[:80], expected)
    return relation


def _is_number(text: str) -> bool:
    try:
        return not math.isnan(float(text))
    except ValueError:
        return False


def _number(place: Place, text: Any, expected: str = "a finite number") -> float:
    try:
        value = float(text)
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value) or isinstance(text, bool):
        raise unfit(place, repr(text)[:80], expected)
    return value


def _probability(place: Place, text: Any) -> float:
    expected = "a probability from 0 to 1"
    value = _number(place, text, expected)
    if not 0 <= value <= 1:
        raise unfit(place, repr(text)[:80], expected)
    return value


# -- Formats ---------------------------------------------------------------------------------------


def _features(place: Place, cell: str) -> dict[str, float]:
    features: dict[str, float] = {}
    for part in cell.split():
        name, _, value = part.rpartition("=")
        if _is_number(value):
            features[name] = float(value)
        elif name in (*_P_TARGET, *_P_SOURCE):
            raise unfit(place, repr(part[:80]), "negative logarithms of probabilities")
    return features


def _of_ppdb(place: Place, texts: list[str], reading: Reading) -> Iterator[PhraseRow]:
    cells = [cell.strip() for cell in texts[0].split("|||")]
    if len(cells) < 4:
        raise unfit(place, repr(texts[0][:80]), "LHS ||| phrase ||| paraphrase ||| features")
    features = _features(place, cells[3])
    p_target, p_source = (_of_log(features, names) for names in (_P_TARGET, _P_SOURCE))
    score = features.get("PPDB2.0Score", p_target)
    relation = _relation(place, cells[5] if len(cells) > 5 else "")
    known: dict[str, Any] = {"score": score, "p_target": p_target, "p_source": p_source}
    known |= {"relation": relation, "features": features}
    links = [link.split("-") for link in (cells[4].split() if len(cells) > 4 else ())]
    if links and all(len(link) == 2 and "".join(link).isdecimal() for link in links):
        known["alignment"] = [[int(i), int(j)] for i, j in links]
    yield phrase_row(*(reading.words(cell) for cell in cells[1:3]), **known)


def _of_log(features: Mapping[str, float], names: Iterable[str]) -> float | None:
    value = next((features[name] for name in names if name in features), None)
    return None if value is None else math.exp(-max(value, 0.0))


def _of_thrax(place: Place, texts: list[str], reading: Reading) -> Iterator[PhraseRow]:
    cells = [cell.strip() for cell in texts[0].split("|||")]
    values = cells[3].split() if len(cells) > 3 else []
    if len(values) < 4:
        expected = "[X] ||| source ||| target ||| four numbers or more"
        raise unfit(place, repr(texts[0][:80]), expected)
    p_target = math.exp(-max(_number(place, values[3]), 0.0))
    phrases = (reading.words(cell) for cell in cells[1:3])
    row = phrase_row(*phrases, score=p_target, p_target=p_target)
    if len(cells) > 4 and cells[4]:
        try:
            pivots = [item.rpartition(":") for item in parse_json(cells[4])]
        except (ValueError, AttributeError, TypeError) as error:
            raise unfit(place, repr(cells[4][:80]), 'a list of "pivot:probability"') from error
        row["pivots"] = {pivot: _probability(place, value) for pivot, _, value in pivots}
    yield row


def _of_terp(place: Place, texts: list[str], reading: Reading) -> Iterator[PhraseRow]:
    found = _TERP_LINE.fullmatch(texts[0])
    if not found or (found[2] and reading.two_costs == "reject"):
        expected = "one probability <p>phrase</p> <p>paraphrase</p>"
        raise unfit(place, repr(texts[0][:80]), expected)
    costs = [_probability(place, cost) for cost in (found[1], found[2]) if cost]
    source, target = reading.words(found[3]), reading.words(found[4])
    if reading.two_costs == "documented" and len(costs) > 1:
        yield phrase_row(source, target, score=costs[0], p_target=costs[0])
        source, target = target, source
    yield phrase_row(source, target, score=costs[-1], p_target=costs[-1])


def _of_meteor(place: Place, texts: list[str], reading: Reading) -> Iterator[PhraseRow]:
    if len(texts) < 3:
        raise unfit(place, repr(texts[0][:80]), "a probability, a phrase and its paraphrase")
    p_target = _probability(place, texts[0].strip())
    phrases = (reading.words(text.strip()) for text in texts[1:])
    yield phrase_row(*phrases, score=p_target, p_target=p_target)


def _of_jsonl(place: Place, texts: list[str], reading: Reading) -> Iterator[PhraseRow]:
    record = json_object(place, texts[0].encode("utf-8"))
    for name, others in _NAMES.items():
        found = [record.pop(other) for other in others if other in record]
        if found:
            record[name] = found[0]
    sides = [record.pop(name, None) for name in ("source", "target")]
    words = [reading.words(side) if isinstance(side, str) else side for side in sides]
    if not all(isinstance(side, list) for side in words):
        raise unfit(place, repr(texts[0][:80]), 'an object with "source" and "target"')
    for name in ("p_target", "p_source"):
        if record.get(name) is not None:
            record[name] = _probability(place, record[name])
    for name in ("score", "count"):
        if record.get(name) is not None:
            record[name] = _number(place, record[name])
    record["relation"] = _relation(place, record.get("relation"))
    yield phrase_row(*words, **record)


def _of_tsv(place: Place, texts: list[str], reading: Reading) -> Iterator[PhraseRow]:
    cells = [*texts[0].split("\t"), "", ""]
    if len(cells) < 4:
        raise unfit(place, repr(texts[0][:80]), "source, tab, target, maybe score and relation")
    score = _number(place, cells[2]) if cells[2].strip() else None
    relation = _relation(place, cells[3].strip())
    phrases = (reading.words(cell) for cell in cells[:2])
    yield phrase_row(*phrases, score=score, relation=relation)


_READERS: dict[str, Callable[[Place, list[str], Reading], Iterator[PhraseRow]]] = {
    "ppdb": _of_ppdb,
    "thrax": _of_thrax,
    "terp": _of_terp,
    "jsonl": _of_jsonl,
    "tsv": _of_tsv,
}


# -- What a table keeps of a row -------------------------------------------------------------------


def quality_of(row: PhraseRow) -> float | None:
    """Return how good a row is, 0 to 1; None if its score is no such number.

    Of PPDB 2.0 it is (score - 1) / 4, within 0 and 1; of PPDB 1.0 the mean of `AGigaSim` and
    `GoogleNgramSim`; else the score, or 1 where there is none.
    """
    features = row.get("features") or {}
    if "PPDB2.0Score" in features:
        return float(min(max((features["PPDB2.0Score"] - 1) / 4, 0.0), 1.0))
    similar = [features[name] for name in ("AGigaSim", "GoogleNgramSim") if name in features]
    if similar:
        return float(min(max(sum(similar) / len(similar), 0.0), 1.0))
    score = row["score"]
    return 1.0 if score is None else float(score) if 0 <= score <= 1 else None


def support_of(row: PhraseRow) -> float | None:
    """Return in how many texts a mined row was seen; None for a row that is not mined.

    The ids of five texts are kept at most, so that a row with fewer was seen in no more.
    """
    texts = len({str(text) for text in row["examples"]})
    if not texts:
        return float(row["count"]) if "kind" in row else None
    return float(row["count"] if texts >= EXAMPLES else min(row["count"], texts))


def compiled_row(row: PhraseRow) -> phrase_table.TableRow | None:
    """Return what a compiled table keeps of a row; None for a conflict, which is no paraphrase.

    Raises:
        ParaphraseError: P922 for a score that is no quality.
    """
    if row["relation"] == "conflict":
        return None
    quality = quality_of(row)
    if quality is None:
        raise ParaphraseError("P922", row=" ".join(row["source"]), got=row["score"])
    source, target = (" ".join(row[side]) for side in ("source", "target"))
    relation = cast(phrase_table.Relation, row["relation"] or "")
    known = row["p_target"], support_of(row), row["p_source"]
    return phrase_table.TableRow(source, target, quality, relation, *known)
