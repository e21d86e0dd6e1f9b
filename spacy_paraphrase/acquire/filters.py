"""Filters of mined rows: functions that drop or flag a row, with a reason.

A row is a phrase row (it has a "count") or a sentence pair; a filter for one kind ignores the
other. Sources: Cohn, Callison-Burch and Lapata 2008, *Constructing corpora for the development and
evaluation of paraphrase systems*; Madnani and Dorr 2010, *Generating phrasal and sentential
paraphrases: a survey of data-driven methods*; Kotlerman, Madnani and Cahill 2013, *ParaQuery*;
Callison-Burch 2008, *Syntactic constraints on paraphrases extracted from parallel corpora*; Napoles
2018, *Monolingual sentence rewriting as machine translation*.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Literal, NamedTuple, TypeAlias

from spacy.util import registry

from ..checked import SettingCheck
from ..errors import ParaphraseError
from ..jobs import Dropped, Job, Row
from ..lang import language_data
from ..lexicon.phrase_table import phrase_words
from ..lexicon.relations import relation
from ..lexicon.resources import lexical_index
from ..readers.files import json_object, numbered_lines
from ..readers.records import unfit
from ..registry import registered
from ..scoring.words import is_stop_word
from .labels import is_function_word, lemmas_of
from .loss_guard import lost


class Rejection(NamedTuple):
    """The verdict of a filter on a row that is dropped or flagged.

    Attributes:
        action: "drop", or "flag": the row is kept, with the reason under "flags".
        reason: The reason.
    """

    action: Literal["drop", "flag"]
    reason: str


Filter: TypeAlias = Callable[[Row], "Rejection | None"]
# All filters in their order; the default ones are those that need no arguments or resources.
ORDER = (
    *("identity", "length", "shared_words", "variants", "function_words", "stop_pivots"),
    *("category", "opposites", "conflicts", "protected", "polarity", "pair_score", "readability"),
    *("support", "top_k", "leakage"),
)
# Maximum number of rows of a phrase that are kept.
MOST = 20
DEFAULT = tuple(
    name for name in ORDER if name not in ("polarity", "pair_score", "readability", "leakage")
)


def is_phrase_row(row: Row) -> bool:
    """Return whether a row is a phrase row and not a sentence pair."""
    return "count" in row


def words_of(row: Row, language: str = "en") -> tuple[list[str], list[str]]:
    """Return the words of both sides in their original case."""
    sides = row["source"], row["target"]
    one, other = (
        phrase_words(side, language) if isinstance(side, str) else list(side) for side in sides
    )
    return one, other


def lower_words(row: Row, language: str = "en") -> tuple[list[str], list[str]]:
    """Return the words of both sides in lower case."""
    one, other = ([word.lower() for word in side] for side in words_of(row, language))
    return one, other


def differing(row: Row, language: str = "en") -> tuple[list[str], list[str]]:
    """Return the words, in lower case, that only one of the sides has."""
    one, other = lower_words(row, language)
    return [w for w in one if w not in other], [w for w in other if w not in one]


def _drop(wrong: bool, reason: str) -> Rejection | None:
    return Rejection("drop", reason) if wrong else None


# -- The filters -----------------------------------------------------------------------------------


@registered("IdentityFilter.v1")
def make_identity(language: str = "en") -> Filter:
    """Drop rows whose sides are the same except for case, punctuation and hyphens."""
    return partial(_identity, language=language)


def _identity(row: Row, language: str) -> Rejection | None:
    return _drop(len(_normal(row, language)) == 1, "identity")


def _letters(words: Sequence[str]) -> str:
    """Return the letters and digits of words; without any, the words themselves."""
    return "".join(filter(str.isalnum, "".join(words))) or " ".join(words)


@registered("LengthFilter.v1")
def make_length(
    most: int = 50, ratio: float = 9.0, phrase_ratio: float = 3.0, language: str = "en"
) -> Filter:
    """Drop rows whose sides differ too much in length, and sentences that are too long.

    Args:
        most: Maximum number of words of a sentence.
        ratio: Maximum ratio of the lengths of two sentences.
        phrase_ratio: Maximum ratio of the lengths of two phrases.
        language: Language of the tokeniser.
    """
    return partial(_length, most=most, ratios=(ratio, phrase_ratio), language=language)


def _length(row: Row, most: int, ratios: tuple[float, float], language: str) -> Rejection | None:
    short, long = sorted(map(len, words_of(row, language)))
    phrases = is_phrase_row(row)
    wrong = not short or long > ratios[phrases] * short or (long > most and not phrases)
    return _drop(wrong, "length")


@registered("SharedWordsFilter.v1")
def make_shared_words(least: int = 3, language: str = "en") -> Filter:
    """Drop pairs of sentences with fewer than `least` words in common."""
    return partial(_shared, least=least, language=language)


def _shared(row: Row, least: int, language: str) -> Rejection | None:
    if is_phrase_row(row):
        return None
    one, other = map(Counter, lower_words(row, language))
    shared = sum(n for word, n in (one & other).items() if any(map(str.isalnum, word)))
    return _drop(shared < least, "shared words")


@registered("VariantsFilter.v1")
def make_variants() -> Filter:
    """Flag phrases that are forms of the same lemmas: "50 ton", "50 tons"."""
    return _variants


def _variants(row: Row) -> Rejection | None:
    one, other = lower_words(row)
    same = is_phrase_row(row) and len(one) == len(other)
    same = same and all({*lemmas_of(a)} & {*lemmas_of(b)} for a, b in zip(one, other, strict=True))
    return Rejection("flag", "variants") if same else None


@registered("FunctionWordsFilter.v1")
def make_function_words(language: str = "en") -> Filter:
    """Drop phrases of function words whose other side has a content word."""
    return partial(_function_words, language=language)


def _function_words(row: Row, language: str) -> Rejection | None:
    if not is_phrase_row(row):
        return None
    content = [any(not is_function_word(w, language) for w in side) for side in lower_words(row)]
    return _drop(content[0] != content[1], "function words")


@registered("StopPivotsFilter.v1")
def make_stop_pivots(language: str = "fr") -> Filter:
    """Drop pivoted phrases if all pivots are stop words of the pivot language."""
    return partial(_stop_pivots, language=language)


def _stop_pivots(row: Row, language: str) -> Rejection | None:
    words = [word for pivot in row.get("pivots") or () for word in pivot.lower().split()]
    stops = bool(words) and all(is_stop_word(word, language) for word in words)
    return _drop(stops, "stop-word pivots")


@registered("CategoryFilter.v1")
def make_category() -> Filter:
    """Drop phrases whose heads differ in part of speech or dependency label.

    Part of speech and label are in "pos" and "dep": two values with a slash if the sides differ.
    """
    return _category


def _category(row: Row) -> Rejection | None:
    values = [str(row.get(name) or "").split("/") for name in ("pos", "dep")]
    return _drop(any(len(set(filter(None, each))) > 1 for each in values), "category")


@registered("OppositesFilter.v1")
def make_opposites(language: str = "en") -> Filter:
    """Drop phrases that differ in antonyms or co-hyponyms."""
    return partial(_opposites, language=language)


def _opposites(row: Row, language: str) -> Rejection | None:
    index = lexical_index(language)
    if index is None or not is_phrase_row(row):
        return None
    pairs = [(" ".join(row["source"]).lower(), " ".join(row["target"]).lower())]
    only = differing(row)
    if all(len(side) == 1 for side in only):
        pairs.append((only[0][0], only[1][0]))
    for one, other in pairs:
        found = {
            relation(index, a, "", b, "") for a in lemmas_of(one) for b in lemmas_of(other)
        } - {"none"}
        if "antonym" in found and "synonym" not in found:
            return Rejection("drop", "antonym")
        if found == {"sister"}:
            return Rejection("drop", "co-hyponym")
    return None


@registered("ConflictsFilter.v1")
def make_conflicts(language: str = "en") -> Filter:
    """Drop phrases that differ in a negation, number, date or role (`loss_guard.lost`).

    Sentence pairs that differ in these, or in names, are flagged.
    """
    return partial(_conflicts, language=language)


def _conflicts(row: Row, language: str) -> Rejection | None:
    one, other = words_of(row, language)
    reason = lost(one, other, language_data(language))
    if is_phrase_row(row):
        return Rejection("drop", reason) if reason else None
    # The first word is skipped, because it always has a capital.
    names, others = (
        {w.lower() for w in s[1:] if w[:1].isupper() and w[1:].islower()} for s in (one, other)
    )
    reason = reason or ("names" if names - others and others - names else None)
    return Rejection("flag", f"conflict: {reason}") if reason else None


@registered("ProtectedFilter.v1")
def make_protected(language: str = "en") -> Filter:
    """Drop phrases that would replace only closed-class words, or a name."""
    return partial(_protected, language=language)


def _protected(row: Row, language: str) -> Rejection | None:
    if not is_phrase_row(row):
        return None
    words = [word for side in differing(row) for word in side]
    closed = bool(words) and all(is_function_word(word, language) for word in words)
    named = "PROPN" in str(row.get("pos") or "").split("/")
    return _drop(closed or named, "protected")


@registered("PolarityFilter.v1")
def make_polarity(path: str) -> Filter:
    """Drop phrases whose words have opposite signs in a polarity list (word, tab, number)."""
    signs = {}
    for place, line in numbered_lines(path):
        word, _, value = line.decode("utf8", "replace").partition("\t")
        try:
            number = float(value)
        except ValueError as error:
            raise unfit(place, repr(line[:80]), "word, tab, number") from error
        if number:
            signs[word.lower()] = number > 0
    return partial(_polarity, signs=signs)


def _polarity(row: Row, signs: Mapping[str, bool]) -> Rejection | None:
    one, other = ({signs[w] for w in side if w in signs} for side in lower_words(row))
    return _drop(len(one) == len(other) == 1 and one != other, "polarity")


@registered("PairScoreFilter.v1")
def make_pair_score(least: float = 0.4, most: float = 0.98, model: str = "en") -> Filter:
    """Drop sentence pairs whose similarity is outside a range (`paraphrase_similarity`)."""
    from ..pipeline import load

    return partial(_pair_score, band=(least, most), nlp=load(model, paraphrase_similarity={}))


def _pair_score(row: Row, band: tuple[float, float], nlp: Any) -> Rejection | None:
    if is_phrase_row(row):
        return None
    from ..pairs.pair import make_pair

    score = nlp(make_pair(nlp, row["source"], row["target"]))._.paraphrase.scores["similarity"]
    return _drop(not band[0] <= score <= band[1], "pair score")


@registered("ReadabilityFilter.v1")
def make_readability() -> Filter:
    """Drop simplification pairs whose target has more and longer words than the source.

    Both sentence length and word length must be greater, as one alone is a weak sign.
    """
    return _readability


def _readability(row: Row) -> Rejection | None:
    if is_phrase_row(row):
        return None
    (n, long), (m, longer) = (
        (len(words), sum(map(len, words)) / max(len(words), 1)) for words in lower_words(row)
    )
    return _drop(m > n and longer > long, "readability")


@registered("SupportFilter.v1")
def make_support(count: float = 2.0, link_score: float = 0.9, documents: int = 2) -> Filter:
    """Drop mined phrases that are rare or from too few texts, unless their link scores are high.

    Rows without examples were not mined from text, and are kept.
    """
    return partial(_support, count=count, link_score=link_score, documents=documents)


def _support(row: Row, count: float, link_score: float, documents: int) -> Rejection | None:
    examples = row.get("examples")
    if not is_phrase_row(row) or not examples:
        return None
    if (row.get("found_score") or row.get("score") or 0.0) >= link_score:
        return None
    return _drop(row["count"] < count or len(set(map(str, examples))) < documents, "support")


@registered("TopKFilter.v1")
def make_top_k(k: int = MOST) -> Filter:
    """Keep only the k best rows of each phrase, by score, then count (done in `filter_job`)."""
    return partial(_of_all, k=k)


def _of_all(row: Row, k: int) -> Rejection | None:
    """Keep the row; `_best` drops rows when all rows of a phrase are known."""
    return None


@registered("LeakageFilter.v1")
def make_leakage(paths: Sequence[str], language: str = "en") -> Filter:
    """Drop sentence pairs that occur in given files (JSONL), in either direction."""
    known = set()
    for path in paths:
        for place, line in numbered_lines(path):
            if line.strip():
                record = json_object(place, line)
                if not _has_sides(record):
                    raise unfit(place, repr(line[:80]), 'an object with "source" and "target"')
                known.add(_normal(record, language))
    return partial(_leakage, known=known, language=language)


def _normal(row: Row, language: str) -> frozenset[str]:
    return frozenset(map(_letters, lower_words(row, language)))


def _leakage(row: Row, known: set[frozenset[str]], language: str) -> Rejection | None:
    return _drop(not is_phrase_row(row) and _normal(row, language) in known, "leakage")


# -- Running the filters ---------------------------------------------------------------------------


def make_filters(names: Iterable[str] = DEFAULT, **settings: Mapping[str, Any]) -> list[Filter]:
    """Return filters by their names, in the order of `ORDER`.

    Args:
        names: Some of `ORDER`.
        **settings: Arguments of the factories of filters: `leakage={"paths": ["dev.jsonl"]}`.

    Raises:
        ParaphraseError: P923 for a filter that does not exist.
    """
    wanted = {*names, *settings}
    unknown = ", ".join(sorted(wanted - {*ORDER}))
    SettingCheck("P923").sound("filter", unknown, not unknown, ", ".join(ORDER))
    found = []
    for name in ORDER:
        if name in wanted:
            title = "".join(part.capitalize() for part in name.split("_"))
            factory = registry.misc.get(f"spacy-paraphrase.{title}Filter.v1")
            found.append(factory(**settings.get(name, {})))
    return found


def filter_job(names: Iterable[str] = DEFAULT, **settings: Mapping[str, Any]) -> Job:
    """Return the job that filters rows; dropped rows are counted by reason.

    The reasons of flags are under the key "flags" of a row. Phrase rows are sorted by phrase, best
    first; sentence pairs by their words.

    Args:
        names: As in `make_filters`.
        **settings: As in `make_filters`.

    Raises:
        ParaphraseError: P923 for a filter that does not exist.

    Example:
        >>> from spacy_paraphrase.jobs import run_loop
        >>> rows = [
        ...     {"source": ["high"], "target": ["low"], "count": 3},
        ...     {"source": ["high"], "target": ["tall"], "count": 3},
        ... ]
        >>> [row["target"] for row in run_loop(filter_job(["opposites"]), rows)]
        [['tall']]
    """
    wanted = tuple(name for name in ORDER if name in {*names, *settings})
    make_filters(names, **settings)
    text = json.dumps(settings, sort_keys=True)
    k = settings.get("top_k", {}).get("k", MOST) if "top_k" in wanted else None
    return Job("filter", partial(_map, names=wanted, settings=text), partial(_best, k=k), _rows)


@lru_cache(maxsize=4)
def _made(names: tuple[str, ...], settings: str) -> list[Filter]:
    return make_filters(names, **json.loads(settings))


def _has_sides(row: Row) -> bool:
    return all(isinstance(row.get(side), str | list) for side in ("source", "target"))


def _map(row: Row, names: tuple[str, ...], settings: str) -> Iterator[tuple[str, Any] | Dropped]:
    if not _has_sides(row):
        got = repr(row)[:80]
        raise ParaphraseError("P104", place="The row", reason=f"no 'source' and 'target': {got}")
    flags = []
    for each in _made(names, settings):
        verdict = each(row)
        if verdict is not None and verdict.action == "drop":
            yield Dropped(verdict.reason)
            return
        if verdict is not None:
            flags.append(verdict.reason)
    if flags:
        row = {**row, "flags": list(dict.fromkeys([*row.get("flags", ()), *flags]))}
    side = row["source"]
    yield (side if isinstance(side, str) else " ".join(side)), {"rows": [row], "dropped": 0}


def _best(one: dict[str, Any], other: dict[str, Any], k: int | None) -> dict[str, Any]:
    rows = sorted([*one["rows"], *other["rows"]], key=_rank)
    best = rows[:k] if k is None or (all(map(is_phrase_row, rows)) and len(rows) > k) else rows
    dropped = one["dropped"] + other["dropped"] + len(rows) - len(best)
    return {"rows": best, "dropped": dropped}


def _rank(row: Row) -> tuple[Any, ...]:
    score = 1.0 if row.get("score") is None else row["score"]
    return (-score, -row.get("count", 1), json.dumps(row, sort_keys=True))


def _rows(key: str, value: dict[str, Any]) -> Iterator[Row | Dropped]:
    yield from value["rows"]
    yield from [Dropped("top-k")] * value["dropped"]
