"""Another word in the place of one, so that something else is said.

Each function takes a statement and yields changes; the new word is marked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from spacy.tokens import Token

from spacy_paraphrase.lexicon.inflection import inflect
from weights.encoder.wording import NUMBERS, listed
from weights.judge.dropping import MEASURES, NEEDY, Function
from weights.judge.editing import (
    HELPS,
    Change,
    Piece,
    Statement,
    insert,
    lemma,
    mark,
    neither,
    put,
    verb_marked,
)
from weights.judge.lists import CONNECTIVES, PREPOSITIONS, SISTERS
from weights.judge.rewording import number_of

# Prepositions that cannot be true together with the one that is put for them.
OPPOSED = listed("before after with without inside outside above below in within on")


# Verbs of what goes on, that may be so before and after.
_LASTING = listed("""
    own like love hate hold contain include exist work want need believe think play teach study
    write sing perform record use own produce continue
""")


_SUPPORTING = listed("vote fight argue play speak campaign demonstrate testify")


def another_preposition(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield another preposition, that changes what is said."""
    for t in s.body:
        thing = s.child(t, "pobj")
        if t.dep_ != "prep" or thing is None or thing.i < t.i or t.ent_type_:
            continue
        if s.child(t, "advmod", "npadvmod", "prep") is not None or not _tells(s, t, thing):
            continue
        other = PREPOSITIONS[t.lower_]
        if thing.ent_type_ in ("DATE", "TIME") and t.lower_ in ("in", "on"):
            other = rng.choice(("before", "after"))
        other = other.capitalize() if t.i == 0 else other
        pieces, needed = put(s.pieces, {t.i: other}), frozenset([t.i, t.head.i, *s.tree(thing)])
        conflict = True if t.lower_ in OPPOSED and _happened(s, t) else None
        yield Change("another preposition", pieces, False, False, conflict, needed)


def _tells(s: Statement, t: Token, thing: Token) -> bool:
    """Whether a preposition is one of meaning here, so that another one says something else."""
    word, head = t.lower_, t.head
    dated = thing.ent_type_ in ("DATE", "TIME")
    place = thing.ent_type_ in ("GPE", "LOC", "FAC")
    if word not in PREPOSITIONS:
        return False
    if word in ("in", "on", "since", "until", "within"):
        return dated or (place and word == "in")
    if word == "for":
        return not dated and lemma(head) in _SUPPORTING
    if word == "with":
        loose = s.reading.constituents[t.i].obligatory <= 0.15
        return not dated and head.pos_ == "VERB" and loose
    if word == "from":
        return place and head.pos_ == "VERB" and "to" not in {c.lower_ for c in head.children}
    if word == "against":
        return head.pos_ == "VERB"
    if word in ("like", "unlike"):
        return t.i == 0 or s.doc[t.i - 1].text == ","
    if word in ("after", "before"):
        return lemma(head) not in ("name", "look", "call", "model")
    return word not in ("over", "up", "down", "among", "through", "between", "off")


def _happened(s: Statement, t: Token) -> bool:
    """Whether what a preposition says more of is told as something that once happened."""
    verb = t.head
    if verb.pos_ != "VERB" or not s.upward([t.i, verb.i]) or lemma(verb) in (*NEEDY, *_LASTING):
        return False
    deps = {c.dep_ for c in verb.children}
    if verb.dep_ not in ("ROOT", "conj"):
        return False
    return s.past(verb) and not deps & {"neg", "acomp", "attr"}


def another_connective(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield another conjunction between two clauses."""
    for t in s.body:
        verb = t.head
        if t.dep_ not in ("mark",) or verb.dep_ != "advcl" or t.lower_ not in CONNECTIVES:
            continue
        if t.i != min(s.tree(verb)) or s.finite(verb) is None or s.subject(verb) is None:
            continue
        before = s.doc[t.i - 1].lower_ if t.i else ""
        if before in ("even", "just", "not", "only", "partly", "as", *MEASURES):
            continue
        if t.lower_ == "since" and not (s.past(verb) and lemma(s.root) == "have"):
            continue
        other = CONNECTIVES[t.lower_]
        conflict = True if t.lower_ in ("before", "after") else None
        other = other.capitalize() if t.i == 0 else other
        pieces, needed = put(s.pieces, {t.i: other}), frozenset([t.i, verb.i, s.root.i])
        yield Change("another connective", pieces, False, False, conflict, needed)


def tense_changed(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield what was as what will be, and the other way."""
    verb = s.root
    finite = s.finite(verb)
    subject = s.subject(verb)
    if finite is None or subject is None or not s.upward([verb.i]):
        return
    if any(c.dep_ == "conj" and c.pos_ in ("VERB", "AUX") for c in verb.children):
        return
    group = [c for c in verb.lefts if c.dep_ in HELPS]
    marked = verb_marked(s, verb)
    if finite.tag_ == "VBD" and len(group) < 2:
        if finite.lower_ in ("was", "were"):
            edits = {finite.i: "will be"}
        elif finite == verb:
            edits = {finite.i: f"will {lemma(verb)}"}
        else:
            return
    elif finite.lower_ == "will" and group and group[0] == finite and len(group) == 1:
        after = s.doc[finite.i + 1]
        if after != verb or any(c.dep_ == "neg" for c in verb.children):
            return
        if lemma(verb) == "be":
            plural = s.plural(subject)
            if plural is None:
                return
            form = "were" if plural else "was"
        else:
            form = s.words.inflected(lemma(verb), "VBD")
        edits = {finite.i: "", verb.i: form}
    else:
        return
    if any(e.label_ in ("DATE", "TIME") for e in s.doc.ents):
        return
    if {"ago", "once", "formerly", "yesterday", "would", "had"} & s.lowered:
        return
    yield neither("tense changed", mark(put(s.pieces, edits), marked), *marked)


# What begins those lists of words that exclude each other which are of verbs.
_VERBAL = frozenset(
    listed("""
    win found buy direct praise increase arrive open borrow rise accept attack build hire employ
    love import enter gain support remember allow expand strengthen encourage include appoint
    release publish
    """)
)


def sisters(s: Statement, t: Token, rng: random.Random) -> Iterator[str]:
    """Yield a word that excludes another one, in its form."""
    if t.pos_ not in ("NOUN", "VERB", "ADJ") or t.dep_ in ("aux", "auxpass", "prt"):
        return
    if t.pos_ == "VERB" and (t.tag_ in ("VBG",) or s.child(t, "prt", "xcomp", "oprd") is not None):
        return
    alone = t.pos_ == "VERB" and s.child(t, "dobj", "nsubjpass") is None
    if alone and t.lower_ not in ("rose", "fell"):
        return
    if t.dep_ in ("compound", "npadvmod", "nmod") or (t.pos_ == "ADJ" and t.dep_ == "advmod"):
        return
    base = t.lower_ if t.pos_ == "ADJ" else lemma(t)
    for group in SISTERS:
        if base not in group or (group[0] in _VERBAL) != (t.pos_ == "VERB"):
            continue
        others = [w for w in group if w != base and w not in s.lowered]
        if others:
            word = rng.choice(others)
            inflected = t.tag_ in ("NNS", "VBD", "VBZ", "VBN")
            yield inflect(word, t.tag_, s.lang) if inflected else word
            return


# Adjectives whose opposite is that of another sense, or belongs to a fixed phrase.
_MANY_SENSES = listed("""
    own same other many few several such more last first general right left public common open
    different related light high dark hard free white black minor major positive negative full wet
    dominant relative odd concrete abstract false real objective physical mental slow fast short
    long tight soft lean thick natural good live new active sharp dead little medical future
    multiple dry bad old big great low late early strong weak poor rich deep flat
    clear cold hot warm sweet
    sound bright dull heavy smooth rough simple complex broad narrow special particular local
    national current past present double foreign domestic native civil military professional
    popular serious fresh raw artificial positive indirect direct due final just key
    main modern official personal primary private ready single solid straight top total true wide
    alternate former latter possible necessary far northern southern eastern western north south
    east west
""")


def another_word(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield a word that excludes another, or an antonym, put for it."""
    for t in s.body:
        if t.ent_type_ or not t.is_alpha or t.is_title or not s.upward([t.i]) or not t.i:
            continue
        if {s.doc[t.i - 1].text, s.doc[t.i + 1].text} & {"-", "–"}:
            continue
        for word in sisters(s, t, rng):
            yield neither("sister word", put(s.pieces, {t.i: word}), t.i, t.head.i)
        if t.tag_ == "JJ" and t.dep_ in ("amod", "acomp") and t.lower_ not in _MANY_SENSES:
            graded = any(c.lower_ in ("more", "most", "less", "least") for c in t.children)
            if graded or s.words.first(t.lower_, "ADJ") is None:
                continue
            for word in s.words.opposites(t.lower_, "ADJ")[:2]:
                yield neither("antonym", put(s.pieces, {t.i: word}), t.i, t.head.i)


# What makes a number a bound, before it or as the verb of which it is said.
_SINCE = listed("by since until till before after from through over above below up exceeding")
_REACHING = listed("exceed reach top surpass pass total approach")


def another_number(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield another number in the place of one."""
    for t in s.body:
        value = number_of(t)
        if value is None or t.dep_ not in ("nummod", "pobj", "compound"):
            continue
        before, after = s.doc[t.i - 1].lower_ if t.i else "", s.doc[t.i + 1].lower_
        if {before, after} & {"or", "to", "-", "–"} or before in _SINCE:
            continue
        if any(lemma(a) in _REACHING for a in t.ancestors):
            continue
        bounds = ("between", "than", "least", "most", "over", "nearly", "about", "around", "some")
        if before in (*bounds, "almost", "approximately", "under"):
            continue
        year = value in range(1000, 2030) and "," not in t.text
        named = t.ent_type_ in ("ORDINAL", "PRODUCT", "LAW", "WORK_OF_ART", "EVENT")
        if named or (t.dep_ == "pobj" and not year):
            continue
        others = [n for x in s.body if x.i != t.i for n in [number_of(x)] if n and n != value]
        alike = [
            n
            for n in others
            if (n in range(1000, 2030)) == year and (year or max(n, value) < 5 * min(n, value))
        ]
        if alike and rng.random() < 0.5:
            new = rng.choice(alike)
        elif year:
            new = value + rng.choice((-1, 1)) * rng.randint(1, 12)
        else:
            new = max(2, round(value * rng.choice((0.5, 0.8, 1.25, 1.5, 2))))
            new += rng.choice((0, 0, 1))
            if value > 100 and value % 10 == 0:
                new = new // 10 * 10
        if new == value or new < 2 or (year and new > 2024):
            continue
        if t.is_alpha:
            if new > 12:
                continue
            text = NUMBERS[new - 2]
        else:
            text = f"{new:,}" if "," in t.text else str(new)
            if (new < 32 and value > 31) or (value < 32 < new and t.ent_type_ == "DATE"):
                continue
        text = text.capitalize() if t.i == 0 and t.is_alpha else text
        pieces, needed = put(s.pieces, {t.i: text}), frozenset([t.i, t.head.i])
        yield Change("another number", pieces, False, False, True, needed)


# Verbs of what is in one place anyway, or that need their place.
_PLACED = listed("""
    hold take be bear find locate situate base happen occur die marry set live reside stay
    establish open publish release bury inter arrive return move go come remain play attend
""")
_AMOUNTS = frozenset(
    listed("""
    some several many few most all about approximately around nearly almost over more less percent
    half both each every lot lots number majority any much least dozen hundred thousand million
    billion hundreds thousands millions dozens only part variety range
""")
)
_OF_ALL = listed("""
    play speak write sell eat use offer produce teach study contain include support visit have win
    make provide serve receive cover build
""")


def _amount(t: Token) -> bool:
    """Whether a word tells how much or how many."""
    labels = ("CARDINAL", "QUANTITY", "MONEY", "PERCENT", "DATE", "TIME", "ORDINAL")
    return t.like_num or t.tag_ == "CD" or t.lower_ in _AMOUNTS or t.ent_type_ in labels


def only_put_in(s: Statement, rng: random.Random) -> Iterator[Change]:
    """Yield the sentence with "only" before what is said of the verb."""
    if not s.upward([s.root.i]) or {"only", "also"} & s.lowered:
        return
    if any(c.tag_ == "MD" for c in s.root.lefts):
        return
    for t in s.root.rights:
        thing = s.child(t, "pobj")
        named = thing is not None and thing.ent_type_ in ("GPE", "ORG", "PERSON", "LOC")
        if named and lemma(s.root) in _PLACED:
            continue
        if any(_amount(s.doc[i]) for i in s.tree(t)) or s.child(t, "conj") is not None:
            continue
        site = t.lower_ in ("in", "with", "for", "at", "to", "from")
        phrase = t.dep_ == "prep" and named and site
        follows = s.root.i + 1 == min(s.tree(t), default=0) and t.pos_ in ("NOUN", "PROPN")
        if (phrase and s.joined(t)) or (t.dep_ == "dobj" and follows and lemma(s.root) in _OF_ALL):
            pieces = insert(s.pieces, min(s.tree(t)), (Piece("only", -1, True),))
            needed = frozenset([s.root.i, t.i, *s.tree(t)])
            yield Change("only put in", pieces, False, True, None, needed)


REPLACING: tuple[Function, ...] = (
    another_preposition,
    another_connective,
    tense_changed,
    another_word,
    another_number,
    only_put_in,
)
