"""The same in other words, or in words that say a little less.

Each function takes a statement and yields changes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from spacy.tokens import Token

from weights.encoder.wording import NUMBERS, listed
from weights.judge.dropping import Function, generic
from weights.judge.editing import (
    Change,
    Piece,
    Statement,
    left_out,
    lemma,
    put,
    put_phrase,
    without,
)
from weights.judge.lists import CONTRACTING, GENERAL, PHRASES, REWORDED, WEAKER

MONTHS = listed(
    "January February March April May June July August September October November December"
)
PARTICLES = listed("""
    Bin De Van Von Al El La Le Da Di Du San Santa Saint New North South East West Mount Fort Los Las
""")
YEAR = r"1\d{3}|20\d\d"
INTRANSITIVE = listed("""
    began started begins starts happened occurred died resides ended lives
""")
FILLERS = listed("""
    also however therefore moreover furthermore indeed thus additionally actually simply really
    consequently certainly clearly obviously very quite extremely fortunately unfortunately
    interestingly finally eventually then
""")


_ALWAYS = listed(
    "also however therefore moreover furthermore indeed thus additionally consequently then"
)
_DEGREES = listed("very quite really actually simply certainly clearly obviously extremely")
_TELLING = listed("say think believe claim know hope")
_NOT_ONLY = listed("if when after a to as because")
_TIED = frozenset(listed("if when as unless until because after also"))
_MEASURED = ("QUANTITY", "MONEY", "PERCENT", "TIME", "DATE")


def filler_dropped(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence without a word that may be there or not."""
    for t in s.body:
        after = s.doc[t.i + 1].text
        if t.lower_ == "that" and t.dep_ == "mark" and t.head.dep_ == "ccomp":
            if lemma(t.head.head) in _TELLING and t.i == t.head.head.i + 1:
                yield Change("filler dropped", without(s.pieces, {t.i}), True, True, False)
        elif t.lower_ in FILLERS and t.dep_ == "advmod" and not list(t.children):
            same = t.lower_ in _ALWAYS
            if _is_filler(s, t, after) and (same or s.upward([t.i])):
                pieces = without(s.pieces, s.with_marks(t))
                yield Change("filler dropped", pieces, True, True if same else None, False)
        elif t.lower_ == "only" and t.dep_ == "advmod" and t.head.pos_ in ("VERB", "NUM", "ADP"):
            before = s.doc[t.i - 1].lower_ if t.i else "the"
            bound = before in ("not", "the", "n't", "if") or "few" in s.lowered
            later = {w.lower_ for w in s.doc[t.i + 1 :]} & _TIED
            if not bound and after not in _NOT_ONLY and not later:
                counted = t.head.pos_ == "NUM"
                measured = counted and t.head.ent_type_ in _MEASURED
                entailed = None if measured else counted and before == "of"
                change = left_out(s, "only left out", "only put in", {t.i})
                yield change._replace(entailed=entailed)


def _is_filler(s: Statement, t: Token, after: str) -> bool:
    if (t.i == 0 and after != ",") or (t.lower_ == "then" and t.i):
        return False
    if t.lower_ == "however" and t.i and len(s.with_marks(t)) < 3:
        return False
    return t.lower_ not in _DEGREES or all(c.dep_ != "neg" for c in t.head.children)


def reworded(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a word in other words."""
    for t in s.body:
        others = REWORDED.get(t.lower_, ())
        if not others or t.ent_type_ or t.pos_ == "PROPN" or (t.is_title and t.i):
            continue
        if t.lower_ == "because" and s.doc[t.i + 1].lower_ == "of":
            pieces = put(s.pieces, {t.i: "due", t.i + 1: "to"}, marked=False)
            if t.head != s.root or s.root.lemma_ != "be":
                yield Change("reworded", pieces, True, True, False)
            continue
        if not _fits_word(s, t):
            continue
        other = rng.choice(others)
        if t.lower_ == "although" and "even" in other and s.doc[t.i - 1].lower_ == "even":
            continue
        other = other.capitalize() if t.is_title else other
        yield Change("reworded", put(s.pieces, {t.i: other}, marked=False), True, True, False)


def reworded_phrases(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a phrase of several words in other words."""
    for start in range(len(s.body) - 3):
        for words, other in PHRASES:
            end = start + len(words)
            if tuple(t.lower_ for t in s.doc[start:end]) != words:
                continue
            after, before = s.doc[end], s.doc[start - 1] if start else None
            if words[-1] in ("than", "over", "about", "nearly") and not after.like_num:
                continue
            if words == ("due", "to") and (before is None or lemma(before) == "be"):
                continue
            if words[0] in ("over", "about") and (s.doc[start].dep_ == "prep" or not start):
                continue
            if before is not None and before.lower_ in ("not", "no", "even", "as", "of", "only"):
                continue
            text = other.capitalize() if start == 0 else other
            new = (Piece(text, start),)
            pieces = put_phrase(s.pieces, list(range(start, end)), new)
            yield Change("reworded", pieces, True, True, False)


_WITH_A_THING = listed("""
    near upon beneath amid toward towards during via besides beside despite concerning regarding
    throughout
""")
# Before "many" and "several", what makes them part of something else.
_OF_AMOUNTS = listed("the as so how too these very his")


def _fits_word(s: Statement, t: Token) -> bool:
    lower, after = t.lower_, s.doc[t.i + 1]
    if lower in ("though", "although", "because", "whereas"):
        return t.dep_ == "mark" and s.doc[t.i - 1].lower_ not in ("even", "as", "just", "only")
    if lower in _WITH_A_THING:
        thing = s.child(t, "pobj")
        if lower == "upon" and (s.doc[t.i - 1].pos_ != "VERB" or t.i == 0):
            return False
        return t.dep_ == "prep" and thing is not None and thing.i > t.i
    if lower in ("several", "many"):
        counted = t.dep_ == "amod" and t.head.tag_ == "NNS" and after.i == t.head.i
        free = s.doc[t.i - 1].lower_ not in _OF_AMOUNTS
        return counted and free and t.head.dep_ in ("dobj", "pobj", "nsubj")
    if lower in ("big", "huge", "entire"):
        return t.dep_ == "amod"
    if lower in ("nearly", "almost", "approximately", "roughly"):
        return after.like_num
    if lower in ("help", "assist", "require", "begin", "created", "ended", "obtained"):
        return t.pos_ == "VERB" and s.child(t, "dobj") is not None and s.child(t, "xcomp") is None
    if lower == "subsequently":
        outside = t.i == 0 or t.i > t.head.i
        return t.dep_ == "advmod" and t.head.pos_ == "VERB" and outside and not list(t.children)
    if lower in ("perhaps", "maybe"):
        return True
    if lower in ("however", "initially", "currently", "immediately", "mostly"):
        return t.i == 0 and after.text == ","
    if t.pos_ == "VERB" and (s.child(t, "prt", "oprd", "xcomp", "ccomp") or t.dep_ == "amod"):
        return False
    if t.pos_ == "NOUN" and t.dep_ in ("compound", "npadvmod"):
        return False
    if t.pos_ == "VERB" and s.child(t, "dobj", "nsubjpass") is None and lower not in INTRANSITIVE:
        return t.tag_ == "VBN" and lower in ("located", "situated", "founded", "established")
    return t.pos_ in ("VERB", "NOUN", "ADV", "ADJ") and after.text != "-"


def more_general(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a noun replaced by a synonym or by a more general one."""
    for t in s.body:
        places = ("nsubj", "dobj", "pobj", "nsubjpass", "attr")
        if t.tag_ not in ("NN", "NNS") or t.dep_ not in places or not s.upward([t.i]):
            continue
        if {"whether", "if"} & s.lowered:
            continue
        if t.ent_type_ or not t.is_alpha or t.is_title or "-" in s.doc[t.i - 1 : t.i + 2].text:
            continue
        if {c.dep_ for c in t.children} & {"compound", "amod", "conj", "nummod", "appos"}:
            continue
        base = lemma(t)
        word = GENERAL.get(base)
        definite = any(c.lower_ in ("a", "an", "his", "her", "their") for c in t.lefts)
        if word is not None and (definite or t.tag_ == "NNS" or rng.random() < 0.5):
            form = _plural_of(word) if t.tag_ == "NNS" else word
            if generic(s, t) or (s.doc[t.i - 1].lower_ == "of" and t.tag_ == "NN"):
                continue
            kinds = ("more general word", "more special word")
            yield _less_said(s, *kinds, {t.i: form}, False, added=t)


def _less_said(
    s: Statement,
    kind: str,
    back: str,
    edits: dict[int, str],
    entailed: bool | None,
    *others: Token,
    added: Token,
) -> Change:
    """Return a sentence that says less; `added` does not follow, `others` are needed too."""
    pieces, own = put(s.pieces, edits, marked=False), frozenset([added.i])
    needed = own | {t.i for t in others}
    return Change(kind, pieces, True, entailed, False, needed, back=back, added=own)


def _plural_of(word: str) -> str:
    first, *rest = word.split()
    several = {"person": "people", "child": "children", "body": "bodies"}
    several |= {"fish": "fish", "aircraft": "aircraft"}
    ending = "es" if first.endswith(("s", "x", "ch")) else "s"
    return " ".join([several.get(first, first + ending), *rest])


# Before a number or quantifier, what makes it a bound or part of something else.
_BOUND = listed("""
    not at how as so than the too n't about nearly almost least only to other first last next past
    over around
""")


def quantity_weakened(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with a number or quantifier that says less."""
    for t in s.body:
        before = s.doc[t.i - 1].lower_ if t.i else ""
        scopes = [x for x in s.reading.turning if x.token != t.i and t.i in x.reach]
        if scopes or before in _BOUND:
            continue
        noun = t.head
        if t.lower_ in WEAKER and t.dep_ in ("amod", "det") and noun.tag_ == "NNS":
            if noun.i < t.i or noun.dep_ not in ("nsubj", "dobj", "pobj", "nsubjpass"):
                continue
            if s.doc[t.i + 1].like_num or any(c.dep_ == "nummod" for c in noun.children):
                continue
            word = rng.choice(WEAKER[t.lower_])
            if s.doc[t.i + 1].lower_ in ("the", "his", "her", "its", "of", "these", "their"):
                word = f"{word} of"
                if s.doc[t.i + 1].lower_ == "of":
                    continue
            if any(c.lower_ in ("very", "more") for c in t.children):
                continue
            word = word.capitalize() if t.i == 0 else word
            yield _weakened(s, t, word, None)
        elif t.dep_ == "nummod" and noun.tag_ == "NNS" and noun.i > t.i:
            value = number_of(t)
            alone = not [*t.children] and before not in ("of", "-", "$", "£", "€", "between", "and")
            if value is None or value < 3 or not alone or s.doc[t.i + 1].text == "-":
                continue
            if any(c.dep_ in ("det", "poss") for c in noun.children):
                continue
            if t.ent_type_ in ("DATE", "TIME", "MONEY", "ORDINAL") or before in ("his", "her"):
                continue
            if t.ent_iob_ == "I" or "and" in {x.lower_ for x in s.doc[t.i + 1 : t.i + 2]}:
                continue
            bound = f"at least {t.text.lower()}" if rng.random() < 0.4 else _below(value)
            bound = bound[:1].upper() + bound[1:] if t.i == 0 else bound
            yield _weakened(s, t, bound, False)


def _weakened(s: Statement, t: Token, word: str, entailed: bool | None) -> Change:
    """Return a sentence with a weaker word in the place of a quantifier or number."""
    kinds = ("quantity weakened", "quantity strengthened")
    return _less_said(s, *kinds, {t.i: word}, entailed, t.head, added=t)


def _below(value: int) -> str:
    """Return a bound that a number is above."""
    if value <= 12:
        return f"more than {('one', *NUMBERS)[value - 2]}"
    step = 10 ** (len(str(value)) - 1)
    bound = value // step * step
    if bound == value:
        bound -= step if value > step else step // 10
    return f"more than {bound:,}"


def number_of(t: Token) -> int | None:
    """Return the value of a number."""
    if t.lower_ in NUMBERS:
        return NUMBERS.index(t.lower_) + 2
    if re.fullmatch(r"[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+", t.text):
        return int(t.text.replace(",", ""))
    return None


def rewritten_number(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a number written in another way."""
    doc = s.doc
    for t in s.body:
        value = number_of(t)
        after = doc[t.i + 1].text
        if value and t.dep_ == "nummod" and not [*t.children] and t.whitespace_ and t.i:
            if t.ent_type_ in ("MONEY", "PERCENT") or doc[t.i - 1].text in ("$", "-", "£", "€"):
                continue
            if after in ("%", "-", "–", "/") or t.head.pos_ != "NOUN" or t.head.i < t.i:
                continue
            other = None
            if 2 <= value <= 12:
                other = str(value) if t.is_alpha else NUMBERS[value - 2]
            elif value > 9999 or (value > 999 and t.ent_type_ != "DATE"):
                other = str(value) if "," in t.text else f"{value:,}"
            if other:
                pieces = put(s.pieces, {t.i: other}, marked=False)
                yield Change("written otherwise", pieces, True, True, False)


def rewritten_date(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a date written in another way, or told less exactly."""
    for t in s.body:
        if t.text in MONTHS and 0 < t.i < len(s.doc) - 2:
            yield from _month_first(s, t)
            yield from _day_first(s, t)


def _less_exact(s: Statement, edits: dict[int, str], year: Token, gone: Token) -> Change:
    kept = [s.doc[i] for i in edits]
    kinds = ("date less exact", "date more exact")
    return _less_said(s, *kinds, edits, False, year, *kept, added=gone)


def _month_first(s: Statement, t: Token) -> Iterator[Change]:
    """Yield "25 June 1947", "June 1947" for "June 25, 1947", and "1947" for "June 1947"."""
    before, day = s.doc[t.i - 1], s.doc[t.i + 1]
    if re.fullmatch(YEAR, day.text) and before.lower_ == "in":
        yield _less_exact(s, {t.i: ""}, day, t)
    if not re.fullmatch(r"\d\d?", day.text) or t.i + 4 >= len(s.doc):
        return
    comma, year = s.doc[t.i + 2], s.doc[t.i + 3]
    if comma.text != "," or not re.fullmatch(YEAR, year.text):
        return
    new = (Piece(day.text, day.i), Piece(t.text, t.i), Piece(year.text, year.i))
    pieces = put_phrase(s.pieces, [t.i, day.i, comma.i, year.i], new)
    if s.doc[year.i + 1].text == ",":
        pieces = without(pieces, {year.i + 1})
    yield Change("written otherwise", pieces, True, True, False)
    if before.lower_ == "on":
        yield _less_exact(s, {before.i: _like(before, "in"), day.i: "", comma.i: ""}, year, day)


def _day_first(s: Statement, t: Token) -> Iterator[Change]:
    """Yield "June 25, 1947" and "June 1947" for "25 June 1947"."""
    day, year = s.doc[t.i - 1], s.doc[t.i + 1]
    before = s.doc[t.i - 2] if t.i > 1 else day
    if not re.fullmatch(r"\d\d?", day.text) or not re.fullmatch(YEAR, year.text):
        return
    if before.lower_ in ("on", "of", "from", "until", "since"):
        new = [Piece(t.text, t.i), Piece(day.text, day.i), Piece(","), Piece(year.text, year.i)]
        if s.doc[year.i + 1].text not in (",", ".", ")"):
            new.append(Piece(","))
        pieces = put_phrase(s.pieces, [day.i, t.i, year.i], new)
        yield Change("written otherwise", pieces, True, True, False)
    if before.lower_ == "on":
        yield _less_exact(s, {before.i: _like(before, "in"), day.i: ""}, year, day)


def _like(token: Token, word: str) -> str:
    """Return a word with the capital of another."""
    return word.capitalize() if token.is_title else word


_PLACES = listed("Town End Villa Hall House Road City Park Island Bay Lake River County Center")
_COMPASS = listed("north south east west northern southern eastern western central upper lower")


def _common(s: Statement, word: str) -> bool:
    """Whether what ends a name is a common word too, so that it may be no surname."""
    index = s.words.index
    return any(
        index.lemmas[e] == word for pos in ("NOUN", "ADJ", "VERB") for e in index.entries(word, pos)
    )


def part_of_name(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a person's surname for the whole name."""
    for ent in s.doc.ents:
        names = [t for t in ent if t.tag_ != "POS"]
        if ent.label_ != "PERSON" or len(names) != 2 or not all(t.text.isalpha() for t in names):
            continue
        if names[0].text in PARTICLES or names[1].text in PARTICLES:
            continue
        if names[1].lower_ in _COMPASS or _common(s, names[1].lower_):
            continue
        if {"Jr", "Sr", "II", "III", "St", "King", "Queen"} & {t.text for t in names}:
            continue
        last, first = names[1], names[0]
        around = {t.dep_ for t in last.children}
        if around - {"compound", "punct", "case", "appos", "conj", "cc"} or last.text in _PLACES:
            continue
        if last.head in ent or sum(t.text == last.text for t in s.doc) > 1:
            continue
        if first.dep_ != "compound" or not last.is_title or len(last) < 4:
            continue
        before, after = s.doc[first.i - 1], s.doc[last.i + 1]
        if last.dep_ not in ("nsubj", "nsubjpass", "pobj", "dobj", "poss"):
            continue
        if (first.i > 1 and before.text.istitle()) or before.lower_ in ("named", "called", "as"):
            continue
        if '"' in (before.text, after.text) or after.text == "(":
            continue
        if s.root.lemma_ == "be" and last.i < s.root.i:
            continue
        pieces = without(s.pieces, {first.i})
        yield Change("part of name", pieces, True, None, False, frozenset([last.i]))


def contracted(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield "did not" for "didn't", and back."""
    for t in s.body:
        if t.dep_ != "neg" or not t.i:
            continue
        before = s.doc[t.i - 1]
        if t.lower_ == "not" and before.lower_ in CONTRACTING and t.head.pos_ in ("VERB", "AUX"):
            if s.doc[t.i + 1].lower_ in ("only", "just", "merely", "so"):
                continue
            text = f"{before.text}n't"
        elif t.lower_ == "n't":
            full = {"ca": "can", "wo": "will", "sha": "shall"}.get(before.lower_, before.text)
            full = full.capitalize() if before.is_title else full
            text = "cannot" if full == "can" else f"{full} not"
        else:
            continue
        pieces = put_phrase(s.pieces, [before.i, t.i], [Piece(text, before.i)])
        yield Change("contracted", pieces, True, True, False)


REWORDING: tuple[Function, ...] = (
    filler_dropped,
    reworded,
    reworded_phrases,
    more_general,
    quantity_weakened,
    rewritten_number,
    rewritten_date,
    part_of_name,
    contracted,
)
