"""The meaning of the columns of sentence pairs, detected from their names and values.

Columns of tables and keys of JSON lines are recognised by these names, ignoring case:

| what | names |
|---|---|
| id | id, pairID, pair_ID, idx |
| source and target | source, target; sentence1, sentence2; sentence_A, sentence_B; premise, hypothesis; question1, question2; #1 String, #2 String; text1, text2; context, hypothesis |
| what the source says of the target | entails, forward, entailment_AB, entailment_label, entailment_judgment |
| what the target says of the source | entailed, backward, entailment_BA |
| one of several | gold_label, label: see below |
| graded similarity, 0 to 1 | similarity |
| relatedness, 1 to 5 | relatedness_score, relatedness |
| similarity, 0 to 5, or 0 to 1 where nothing is above 1 | score |
| whether they are paraphrases, 1 or 0 | paraphrase, is_paraphrase, is_duplicate, Quality |
| what kind of text they come from | domain |

What one side says of the other is entailment, neutral or contradiction; A_entails_B and the like,
as SICK has it; 0, 1, 2; and "-", -1 or nothing where the annotators did not agree.

The meaning of a label depends on its values: words and 0, 1, 2 are entailment classes from source
to target, true and false mean paraphrase or not, numbers with fractions are similarities. Only 0
and 1 are entailment classes for a premise and hypothesis, else not paraphrase and paraphrase, as in
PAWS, MRPC and QQP; this gives a warning, and can be set.
"""  # noqa: E501

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ..errors import ParaphraseError, short_repr, warning
from ..metrics.label_measures import NLI
from ..pairs.pair import SIDES
from .files import PathLike
from .records import Place, unfit

Labels: TypeAlias = Literal["nli", "paraphrase"]

SIDE_NAMES = (
    ("source", "target"),
    ("sentence1", "sentence2"),
    ("sentence_a", "sentence_b"),
    ("premise", "hypothesis"),
    ("question1", "question2"),
    ("#1 string", "#2 string"),
    ("text1", "text2"),
    ("context", "hypothesis"),
)
_NAMES = {
    "id": ("id", "pairid", "pair_id", "idx"),
    "entails": ("entails", "forward", "entailment_ab", "entailment_label", "entailment_judgment"),
    "entailed": ("entailed", "backward", "entailment_ba"),
    "label": ("gold_label", "label"),
    "similarity": ("similarity",),
    "relatedness": ("relatedness_score", "relatedness"),
    "score": ("score",),
    "paraphrase": ("paraphrase", "is_paraphrase", "is_duplicate", "quality"),
    "domain": ("domain",),
}
_KNOWN = {name for names in (*_NAMES.values(), *SIDE_NAMES) for name in names}
# Parts of the names of what annotators say.
_JUDGING = ("annot", "entail", "equiv", "gold", "judg", "label", "paraphr", "rating", "similar")
_VERBS = ("entails", "neutral", "contradicts")
_UNKNOWN = ("", "-", "-1")
_FLAGS = {"1": True, "true": True, "0": False, "false": False}
# Different labels that are looked at.
_DISTINCT = 1000


@dataclass(frozen=True)
class Columns:
    """Explicit settings for the columns of a file.

    Attributes:
        source: The column of the source, instead of one recognised by its name.
        target: Likewise of the target.
        names: The names of all columns of a table without a header.
        labels: The meaning of labels, instead of one detected from their values.
    """

    source: str | None = None
    target: str | None = None
    names: tuple[str, ...] = ()
    labels: Labels | None = None

    def sides(self, names: Iterable[str]) -> tuple[str | None, str | None]:
        """Return which of some columns are source and target, None for one that is not there.

        Example:
            >>> Columns().sides(["idx", "Premise", "Hypothesis"])
            ('Premise', 'Hypothesis')
        """
        there = {_plain(name): name for name in names}
        whole = [pair for pair in SIDE_NAMES if there.keys() >= {*pair}]

        def find(given: str | None, k: int) -> str | None:
            known = [given] if given else [pair[k] for pair in (*whole, *SIDE_NAMES)]
            return next((there[_plain(name)] for name in known if _plain(name) in there), None)

        return find(self.source, 0), find(self.target, 1)

    def missing(self, names: Iterable[str]) -> list[str]:
        """Return the columns that the settings name and that are not among some."""
        there = set(map(_plain, names))
        given = filter(None, (self.source, self.target))
        return [name for name in given if _plain(name) not in there]

    def fields(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a row holds, by what it is: source, target, and keys of the table above."""
        there = {_plain(name): value for name, value in row.items()}
        found: dict[str, Any] = {}
        for field, names in _NAMES.items():
            given = [there[name] for name in names if there.get(name) not in (None, "")]
            if given:
                found[field] = given[0]
        return found | self.side_values(row)

    def side_values(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the sides of a row under "source" and "target", as far as they are there."""
        sides = zip(SIDES, self.sides(row), strict=True)
        return {key: row[name] for key, name in sides if name is not None}


def with_sides(row: dict[str, Any], columns: Columns) -> dict[str, Any]:
    """Return a row with its sides under "source" and "target", as far as they are there."""
    return row | columns.side_values(row)


def without_sides(path: PathLike, header: Iterable[str]) -> ParaphraseError:
    """Return the error of a table whose columns are not those of a pair."""
    expected = (
        "a table whose header names source and target (on the command line --source-column and "
        "--target-column name others, --columns all of a table without header)"
    )
    return ParaphraseError("P101", path=path, got=short_repr([*header]), expected=expected)


def named(
    header: Sequence[str], keys: Sequence[str], optional: Sequence[str], columns: Columns
) -> dict[str, str]:
    """Return which column each key stands in, of those that are there.

    Example:
        >>> named(["idx", "premise", "hypothesis", "label"], ("source", "target"), (), Columns())
        {'source': 'premise', 'target': 'hypothesis'}
    """
    sides: dict[str, str | None] = {}
    if keys == SIDES:
        sides |= zip(SIDES, columns.sides(header), strict=True)
    found = {key: sides.get(key, key) for key in (*keys, *optional)}
    return {key: name for key, name in found.items() if name is not None and name in header}


@dataclass(frozen=True)
class Meaning:
    """What the columns mean whose values tell it.

    Attributes:
        label: What a label says.
        most: The highest score, or label that is one.
    """

    label: Literal["nli", "paraphrase", "similarity"] = "nli"
    most: float = 5.0


def find_meaning(path: PathLike, rows: Iterable[Mapping[str, Any]], columns: Columns) -> Meaning:
    """Return what the columns of labels and scores of a file mean, by their values.

    It warns of ambiguous columns (W113), and of columns that look like a judgement but are not read
    (W114).

    Args:
        path: Name of the file, for warnings.
        rows: All its rows, values by column.
        columns: What the caller says of the columns.
    """
    found: dict[str, set[str]] = {"label": set(), "score": set()}
    names: dict[str, None] = {}
    for row in rows:
        names |= dict.fromkeys(name for name in row if not isinstance(row[name], list))
        fields = columns.fields(row)
        for field in found.keys() & fields:
            if len(found[field]) < _DISTINCT:
                found[field].add(as_text(fields[field]))
    unread = [name for name in names if name not in columns.sides(names) and _looks_judged(name)]
    if unread:
        known = ", ".join(name for key in ("label", "paraphrase", "score") for name in _NAMES[key])
        message = warning("W114", path=path, columns=", ".join(unread), known=known)
        warnings.warn(message, stacklevel=3)
    meant, read_as = _meaning(found["label"], found["score"], names, columns)
    for of, values, meaning, change in read_as:
        name = next(name for name in names if _plain(name) in _NAMES[of])
        more = {"values": values, "meaning": meaning, "change": change}
        warnings.warn(warning("W113", path=path, column=name, **more), stacklevel=3)
    return meant


_Guess: TypeAlias = tuple[str, str, str, str]  # a field, its values, how they are read, the way out


def _meaning(
    labels: set[str], scores: set[str], names: Collection[str], columns: Columns
) -> tuple[Meaning, list[_Guess]]:
    """Return what columns mean by their values, and what of that could be otherwise."""
    guesses: list[_Guess] = []
    most = _highest(scores)
    if most == 1.0:
        change = "call the column relatedness (1 to 5)"
        guesses.append(("score", "0 to 1", "similarity of 0 to 1", change))
    change = "--labels nli|paraphrase, in Python labels=,"
    if columns.labels or not labels.isdisjoint(NLI):
        return Meaning(columns.labels or "nli", most or 5.0), guesses
    if (highest := _highest(labels - {*_UNKNOWN})) is not None:
        values = f"0 to {highest:g}"
        guesses.append(("label", values, f"similarity of {values}", change))
        return Meaning("similarity", highest), guesses
    if not labels - {*_UNKNOWN} or not labels <= {*_FLAGS, *_UNKNOWN}:
        return Meaning(most=most or 5.0), guesses
    said = not labels.isdisjoint(("true", "false"))
    premises = {"premise", "context"} & {*map(_plain, filter(None, columns.sides(names)))}
    if premises and not said:
        guesses.append(("label", "0/1", "entailment/neutral", change))
        return Meaning(most=most or 5.0), guesses
    if not said:
        guesses.append(("label", "0/1", "paraphrase no/yes", change))
    return Meaning("paraphrase", most or 5.0), guesses


def _highest(values: set[str]) -> float | None:
    """Return the top of the scale that numbers with fractions are of, None if they are none."""
    try:
        numbers = [float(value) for value in values if value not in ("", "-")]
    except ValueError:
        return None
    if not any(number % 1 for number in numbers):
        return None
    return 1.0 if max(numbers) <= 1 else 5.0


def _looks_judged(name: str) -> bool:
    plain = _plain(name)
    known = plain.rstrip("0123456789") in _KNOWN
    return not known and any(part in plain for part in _JUDGING)


def _plain(name: str) -> str:
    return name.strip().lower()


def as_text(value: Any) -> str:
    """Return a value in the normal form of judgements: lower case, integers without fraction.

    Example:
        >>> as_text(" ENTAILMENT"), as_text("1.0"), as_text(1), as_text(True), as_text(3.8)
        ('entailment', '1', '1', 'true', '3.8')
    """
    text = str(value).strip().lower()
    whole = text.removesuffix(".0")
    return whole if whole.removeprefix("-").isdecimal() else text


# -- Judgements ------------------------------------------------------------------------------------


def judgement(place: Place, fields: Mapping[str, Any], meaning: Meaning) -> dict[str, Any]:
    """Return the judgements in the fields of a row, as arguments of `PairRecord`.

    Args:
        place: Where the row stands.
        fields: What `Columns.fields` gives.
        meaning: What `find_meaning` gives.

    Raises:
        ParaphraseError: P102 if a value is invalid for its column.
    """
    fields = dict(fields)
    said = fields.pop("label", None)
    field = {"nli": "entails", "similarity": "score"}.get(meaning.label, "paraphrase")
    if said is not None and as_text(said) not in _UNKNOWN:
        fields.setdefault(field, said)
    return {
        "entails": _class(place, fields.get("entails"), "ab"),
        "entailed": _class(place, fields.get("entailed"), "ba"),
        "similarity": _similarity(place, fields, meaning.most),
        "paraphrase": _paraphrase(place, fields.get("paraphrase")),
    }


def _class(place: Place, value: Any, direction: str) -> str | None:
    if value is None or as_text(value) in _UNKNOWN:
        return None
    known: dict[str, str] = {}
    for number, (label, verb) in enumerate(zip(NLI, _VERBS, strict=True)):
        known |= dict.fromkeys((label, str(number), f"{direction[0]}_{verb}_{direction[1]}"), label)
    if as_text(value) not in known:
        expected = f"one of {', '.join(NLI)}, or - for none"
        raise unfit(place, f"the label {short_repr(value)}", expected)
    return known[as_text(value)]


def _paraphrase(place: Place, value: Any) -> bool | None:
    if value is None or as_text(value) in _UNKNOWN:
        return None
    if as_text(value) not in _FLAGS:
        raise unfit(place, f"the paraphrase {short_repr(value)}", "1 or 0, true or false")
    return _FLAGS[as_text(value)]


def _similarity(place: Place, fields: Mapping[str, Any], highest: float) -> float | None:
    """Return similarity in shares: as it is, by SICK, or by the tasks of textual similarity."""
    scales = (("similarity", 0.0, 1.0), ("relatedness", 1.0, 5.0), ("score", 0.0, highest))
    for name, least, most in scales:
        if name not in fields:
            continue
        try:
            number = float(fields[name])
        except (TypeError, ValueError):
            number = float("nan")
        if not least <= number <= most:
            expected = f"a number of {least:g} to {most:g}"
            raise unfit(place, f"the {name} {short_repr(fields[name])}", expected)
        return (number - least) / (most - least)
    return None
