"""The ways in which a sentence is changed, each with what both versions then say of each other.

Monotone substitutions and deletions under quantifiers and negation, synonyms and sisters, names and
numbers exchanged, negation, antonyms, exchanged roles, passives, and sentences embedded in others.
Every function takes a parsed statement (see `wording.plain`) and yields pairs.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Doc, Token

from wording import (
    NUMBERS,
    Edits,
    Exchange,
    Words,
    auxiliaries,
    lemma_of,
    listed,
    negate,
    phrase,
    root,
    subject,
    tidy,
    write,
)

ENTAILS, NEUTRAL, CONTRADICTS = "entailment", "neutral", "contradiction"
# Adjectives and adverbs whose deletion does not give something more general.
UNSAFE = listed("""
    fake former alleged potential possible so-called toy artificial same other different first
    next last more few many several such own another future false model nearly almost allegedly
    probably possibly apparently likely presumably reportedly supposedly early late mere main sole
    entire whole top second third only good best old new big small large little long short high
    low single final previous
""")
# Prepositions of what can be left out.
ADJUNCTS = listed("""
    in on at near during after by beside behind outside inside under over along through for from
    with across
""")
# Verbs with a place or thing that they need, of a state.
NEEDY = listed("""
    be put place look lean consist depend rely refer belong live seem become have base locate
    situate set name call lie reside stay get go come take make give use try start serve appear
    deal participate know lead result
""")
# Verbs that say much the same of both sides, or never the other way round.
MUTUAL = listed("""
    meet marry resemble hug kiss fight face join equal accompany date embrace play have include
    contain wear hold involve feature
""")
MONTHS = listed(
    "January February March April May June July August September October November December"
)
DAYS = listed("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
MEN = listed("John Peter Ahmed Carlos David Robert Kenji Paul Omar Thomas")
WOMEN = listed("Mary Anna Fatima Elena Susan Julia Yuki Laura Grace Helen")
# Determiner, and whether it is upward (1) or downward (-1) in its noun and in what is said of it.
SINGULAR = {"A": (1, 1), "Every": (-1, 1), "Each": (-1, 1), "No": (-1, -1), "Not every": (1, -1)}
PLURAL = {
    "Some": (1, 1), "All": (-1, 1), "No": (-1, -1), "Few": (0, -1), "Most": (0, 1),
    "Several": (1, 1), "At least three": (1, 1), "At most five": (-1, -1), "Exactly four": (0, 0),
    "More than two": (1, 1), "Fewer than six": (-1, -1), "Not all": (1, -1),
}  # fmt: skip
# What is said of an embedded sentence: the whole of the part, the part of the whole.
FRAMES = {
    "{name} says that {s}": (NEUTRAL, NEUTRAL),
    "{name} believes that {s}": (NEUTRAL, NEUTRAL),
    "{name} hopes that {s}": (NEUTRAL, NEUTRAL),
    "It is possible that {s}": (NEUTRAL, ENTAILS),
    "Allegedly, {s}": (NEUTRAL, NEUTRAL),
    "If {s}, {name} will be glad": (NEUTRAL, NEUTRAL),
    "{name} asked whether {s}": (NEUTRAL, NEUTRAL),
    "{name} realised that {s}": (ENTAILS, NEUTRAL),
    "{name} knows that {s}": (ENTAILS, NEUTRAL),
    "{name} did not notice that {s}": (ENTAILS, NEUTRAL),
    "{name} is surprised that {s}": (ENTAILS, NEUTRAL),
    "It is true that {s}": (ENTAILS, ENTAILS),
    "It is not true that {s}": (CONTRADICTS, CONTRADICTS),
    "It is false that {s}": (CONTRADICTS, CONTRADICTS),
    "It turned out that {s}": (ENTAILS, NEUTRAL),
}
# Likewise of a verb that another one governs.
CONTROL = {
    "managed to": (ENTAILS, NEUTRAL), "wanted to": (NEUTRAL, NEUTRAL), "may": (NEUTRAL, NEUTRAL),
    "hoped to": (NEUTRAL, NEUTRAL), "planned to": (NEUTRAL, NEUTRAL),
    "promised to": (NEUTRAL, NEUTRAL), "was allowed to": (NEUTRAL, NEUTRAL),
    "failed to": (CONTRADICTS, CONTRADICTS), "refused to": (CONTRADICTS, CONTRADICTS),
    "did not manage to": (CONTRADICTS, CONTRADICTS),
    "did not want to": (NEUTRAL, NEUTRAL), "proceeded to": (ENTAILS, ENTAILS),
}  # fmt: skip
DIGITS = r"[1-9]\d*(,\d{3})*"
ROLES = ("nsubj", "dobj", "pobj", "ROOT", "nsubjpass")


class Pair(NamedTuple):
    """A pair, what its sides say of each other, and what was changed."""

    source: str
    target: str
    entails: str
    entailed: str
    kind: str


class Frame(NamedTuple):
    """A sentence with its quantifier set: the edits, and the polarity of each token."""

    name: str
    edits: Edits
    polarity: dict[int, int]


def frames(doc: Doc) -> list[Frame]:
    """Return a sentence with its quantifier or negation set in all ways that fit."""
    subj = subject(doc)
    assert subj is not None
    inside = {t.i for t in subj.subtree}

    def polar(noun: int, rest: int) -> dict[int, int]:
        return {t.i: noun if t.i in inside else rest for t in doc}

    kept = [Frame("kept", {}, polar(1, 1))]
    dets = [t for t in subj.lefts if t.dep_ in ("det", "nummod", "poss", "quantmod")]
    marked = all(t.lower_ in ("a", "an", "the", "some", *NUMBERS) for t in dets) and len(dets) < 2
    if subj.tag_ not in ("NN", "NNS") or not marked or "conj" in {t.dep_ for t in subj.children}:
        return kept
    if (negated := negate(doc)) is not None:
        kept.append(Frame("not", negated, polar(1, -1)))
    first = dets[0] if dets else doc[0]
    if first.i != 0 or (subj.tag_ == "NN" and not dets):
        return kept
    for name, polarity in (SINGULAR if subj.tag_ == "NN" else PLURAL).items():
        text = name if dets else f"{name} {phrase([first])}"
        kept.append(Frame(name, {0: text}, polar(*polarity)))
    if inside == {0, subj.i} and subj.lemma_ == "person":
        kept.append(Frame("nobody", {0: "Nobody", subj.i: ""}, polar(0, -1)))
    return kept


def reading(direction: int) -> tuple[str, str]:
    """Return what the specific says of the general and the other way, by polarity."""
    return {1: (ENTAILS, NEUTRAL), -1: (NEUTRAL, ENTAILS), 0: (NEUTRAL, NEUTRAL)}[direction]


def replaceable(token: Token) -> bool:
    """Whether a word can be exchanged: no name, no part of a compound or fixed phrase."""
    if token.pos_ not in ("NOUN", "VERB") or not token.is_alpha or (token.is_title and token.i):
        return False
    if token.tag_ == "VBN" and token.dep_ == "amod":
        return False
    bound = {"compound", "prt", "neg", "dative", "xcomp", "ccomp"}
    around = bound & {t.dep_ for t in token.children}
    hyphen = any(t.text == "-" for t in token.doc[max(token.i - 1, 0) : token.i + 2])
    alone = token.pos_ == "VERB" and token.dep_ != "ROOT"
    return token.dep_ in ROLES and not (around or hyphen or alone)


def weak(token: Token, frame: Frame) -> bool:
    """Whether no definite stands on the way to the root, as downward changes need it."""
    way = [token, *token.ancestors]
    if any(t.dep_ in ("ccomp", "xcomp", "advcl", "pcomp", "acl", "relcl") for t in way):
        return False
    dets = [c for t in way if t.pos_ == "NOUN" for c in t.lefts if c.dep_ in ("det", "poss")]
    return all(c.i in frame.edits or c.lower_ in ("a", "an", "some") for c in dets)


def exchanges(doc: Doc, how: tuple[str, ...], words: Words) -> list[Exchange]:
    """Return the words that can be exchanged, with how and what for."""
    found = []
    for token in filter(replaceable, doc):
        for name in how:
            for word in words.related(name, lemma_of(token).lower(), token.pos_):
                found.append(Exchange(token, name, word))
    return found


def substitutions(doc: Doc, words: Words, rng: random.Random) -> Iterator[Pair]:
    """Yield hypernyms and hyponyms under operators, synonyms, sisters."""
    options = exchanges(doc, ("above", "below"), words)
    for frame in rng.sample(frames(doc), min(2, len(frames(doc)))):
        fitting = [o for o in options if frame.polarity[o.token.i] == 1 or weak(o.token, frame)]
        for option, changed in words.pick(fitting, frame.edits, rng):
            one, two = write(doc, frame.edits), write(doc, changed)
            if option.how == "below":
                one, two = two, one
            yield Pair(one, two, *reading(frame.polarity[option.token.i]), "substitution")
    frame = rng.choice(frames(doc))
    same = exchanges(doc, ("same",), words)
    same = [o for o in same if o.token.pos_ == "NOUN" or has_object(doc)]
    for _, changed in words.pick(same, frame.edits, rng):
        yield Pair(write(doc, frame.edits), write(doc, changed), ENTAILS, ENTAILS, "synonym")
    kept = frames(doc)[0]
    others = [o for o in exchanges(doc, ("sister",), words) if o.token.dep_ in ("dobj", "pobj")]
    for _, changed in words.pick([o for o in others if weak(o.token, kept)], {}, rng):
        yield Pair(write(doc, {}), write(doc, changed), NEUTRAL, NEUTRAL, "sister")


def has_object(doc: Doc) -> bool:
    """Whether the root has a direct object."""
    return any(t.dep_ == "dobj" for t in root(doc).children)


def numbers(doc: Doc, rng: random.Random) -> Iterator[Pair]:
    """Yield numbers and dates exchanged, written otherwise, bounded."""
    text = write(doc, {})
    for t in doc:
        other, same = None, None
        dated = any(x.text in MONTHS for x in doc[max(t.i - 2, 0) : t.i + 2])
        if t.text in MONTHS or t.text in DAYS:
            group = MONTHS if t.text in MONTHS else DAYS
            other = rng.choice([x for x in group if x != t.text])
        elif t.dep_ == "nummod" and t.lower_ in NUMBERS and not [*t.children]:
            value = NUMBERS.index(t.lower_) + 2
            other = rng.choice([x for x in NUMBERS if x != t.lower_])
            same = str(value)
            if any(c.dep_ in ("det", "poss") for c in t.head.lefts):
                yield Pair(text, write(doc, {t.i: other}), CONTRADICTS, CONTRADICTS, "number")
                continue
            more = NUMBERS[rng.randrange(value if rng.random() < 0.6 else len(NUMBERS) - 1) % 11]
            fits = ENTAILS if NUMBERS.index(more) + 2 <= value else CONTRADICTS
            back = NEUTRAL if fits == ENTAILS else CONTRADICTS
            yield Pair(text, write(doc, {t.i: f"at least {more}"}), fits, back, "bound")
        elif re.fullmatch(r"(1[5-9]|20)\d\d", t.text):
            if t.dep_ == "nummod" and not dated:
                continue
            other = str(int(t.text) + rng.choice((-1, 1)) * rng.randint(1, 30))
        elif re.fullmatch(r"[1-9]\d?", t.text) and dated:
            other = str(rng.choice([n for n in range(1, 29) if str(n) != t.text]))
        elif t.dep_ == "nummod" and re.fullmatch(DIGITS, t.text) and not [*t.children]:
            value = int(t.text.replace(",", ""))
            new = max(2, round(value * rng.choice((0.5, 0.8, 1.3, 2)))) + rng.randint(0, 1)
            other = f"{new + (new == value):,}"
            if value > 20 and t.ent_type_ != "DATE" and t.head.tag_ == "NNS":
                bound = 10 ** (len(str(value)) - 1) * int(str(value)[0]) - 1
                edits = {t.i: f"more than {bound + 1 if bound + 1 < value else bound:,}"}
                yield Pair(text, write(doc, edits), ENTAILS, NEUTRAL, "bound")
            if 2 <= value <= 12:
                same = NUMBERS[value - 2]
            elif value > 999:
                same = t.text.replace(",", "") if "," in t.text else f"{value:,}"
        if other:
            yield Pair(text, write(doc, {t.i: other}), CONTRADICTS, CONTRADICTS, "number")
        if same and same != t.text and t.whitespace_ and doc[t.i + 1].text not in ("%", "/", "-"):
            yield Pair(text, write(doc, {t.i: same}), ENTAILS, ENTAILS, "same-number")


def names(doc: Doc, pools: dict[str, list[str]], rng: random.Random) -> Iterator[Pair]:
    """Yield names exchanged, and a name of which only a part is said."""
    subj = subject(doc)
    people = {"man": MEN, "boy": MEN, "woman": WOMEN, "girl": WOMEN}
    if subj is not None and subj.lower_ in people and [t.i for t in subj.subtree] == [0, 1]:
        one, two = rng.sample(people[subj.lower_], 2)
        first, second = (write(doc, {0: name, 1: ""}) for name in (one, two))
        yield Pair(first, second, CONTRADICTS, CONTRADICTS, "name")
        yield Pair(write(doc, {0: f"Dr. {one}", 1: ""}), first, ENTAILS, NEUTRAL, "part-of-name")
    for ent in doc.ents:
        fits = ent.root.dep_ in ("nsubj", "dobj", "pobj", "nsubjpass") and ent.text.isascii()
        pool = pools.get(f"{ent.label_} {len(ent)}", [])
        around = {t.dep_ for t in ent.root.children if t not in ent} | {t.dep_ for t in ent}
        if not fits or len(pool) < 5 or around & {"poss", "det", "appos", "conj", "case", "nummod"}:
            continue
        other = rng.choice([name for name in pool if name != ent.text])
        gone = {t.i: "" for t in ent}
        changed = write(doc, {**gone, ent[0].i: other})
        text = write(doc, {})
        yield Pair(text, changed, CONTRADICTS, CONTRADICTS, "name")
        if ent.label_ == "PERSON" and len(ent) == 2 and ent[0].text[-1] != ".":
            yield Pair(text, write(doc, {ent[0].i: ""}), ENTAILS, NEUTRAL, "part-of-name")
            titled = write(doc, {ent[0].i: "Dr."})
            yield Pair(titled, write(doc, {ent[0].i: ""}), ENTAILS, NEUTRAL, "part-of-name")


def negations(doc: Doc, words: Words, rng: random.Random) -> Iterator[Pair]:
    """Yield negation put in, alone or with a hypernym, and antonyms."""
    text, denied = write(doc, {}), negate(doc, short=rng.random() < 0.4)
    if denied is not None and not {"also", "just", "still"} & {t.lower_ for t in doc}:
        yield Pair(text, write(doc, denied), CONTRADICTS, CONTRADICTS, "negation")
    found = {f.name: f for f in frames(doc)}
    some, none = found.get("A") or found.get("Some"), found.get("No")
    if some and none:
        if rng.random() < 0.4:
            sides = write(doc, some.edits), write(doc, none.edits)
            yield Pair(*sides, CONTRADICTS, CONTRADICTS, "negation")
        options = [o for o in exchanges(doc, ("above", "below"), words) if weak(o[0], none)]
        for option, changed in words.pick(options, some.edits, rng):
            label = CONTRADICTS if option.how == "below" else NEUTRAL
            sides = write(doc, changed), write(doc, none.edits)
            yield Pair(*sides, label, label, "negated-kind")
    for t in doc:
        if t.dep_ == "acomp" and t.head.dep_ == "ROOT" and t.tag_ == "JJ":
            for word in words.opposites(t.lower_, "ADJ")[:1]:
                yield Pair(text, write(doc, {t.i: word}), CONTRADICTS, CONTRADICTS, "antonym")
        elif t.dep_ == "amod" and t.head == subject(doc) and attributive(t, words):
            verb = "is" if t.head.tag_ == "NN" else "are"
            for word in words.opposites(t.lower_, "ADJ")[:1]:
                noun = f"The {t.head.text} {verb}"
                yield Pair(text, tidy(f"{noun} {word}"), CONTRADICTS, CONTRADICTS, "antonym")
                if rng.random() < 0.4:
                    yield Pair(text, tidy(f"{noun} {t.lower_}"), ENTAILS, NEUTRAL, "antonym")
        elif t.dep_ == "ROOT" and words.first(lemma_of(t), "VERB") is not None:
            for word in words.opposites(lemma_of(t), "VERB")[:1]:
                opposed = write(doc, {t.i: words.form(t, word)})
                yield Pair(text, opposed, CONTRADICTS, CONTRADICTS, "antonym")


def attributive(t: Token, words: Words) -> bool:
    """Whether an adjective can be said of its noun by itself, which stands once."""
    once = sum(other.lemma_ == t.head.lemma_ for other in t.doc) == 1
    known = words.first(t.lower_, "ADJ") is not None or t.lower_ in ("young", "old", "tall")
    safe = t.lower_ not in UNSAFE or t.lower_ == "old"
    return t.tag_ == "JJ" and t.head.tag_ in ("NN", "NNS") and once and known and safe


def passive(verb: Token, helps: list[Token], plural: bool, words: Words) -> str | None:
    """Return the passive of a verb and its auxiliaries."""
    be = ("are", "were") if plural else ("is", "was")
    done = words.inflected(lemma_of(verb), "VBN")
    if not helps and verb.tag_ in ("VBD", "VBZ", "VBP"):
        return f"{be[verb.tag_ == 'VBD']} {done}"
    if len(helps) == 1 and helps[0].lemma_ == "be" and verb.tag_ == "VBG":
        return f"{be[helps[0].tag_ == 'VBD']} being {done}"
    if len(helps) == 1 and helps[0].lower_ in ("has", "have", "had"):
        has = "had" if helps[0].lower_ == "had" else "have" if plural else "has"
        return f"{has} been {done}"
    return None


def roles(doc: Doc, words: Words, rng: random.Random) -> Iterator[Pair]:
    """Yield sides of a verb or a comparison exchanged, passives."""
    verb, subj, helps = root(doc), subject(doc), auxiliaries(doc)
    objects = [t for t in verb.rights if t.dep_ == "dobj"]
    usual = lemma_of(verb) not in NEEDY + MUTUAL
    if not usual or subj is None or subj.dep_ != "nsubj" or len(objects) != 1:
        return
    sides = [list(subj.subtree), list(objects[0].subtree)]
    both = [t for side in sides for t in side]
    if any(t.pos_ == "PRON" or t.dep_ in ("conj", "relcl", "poss", "appos") for t in both):
        return
    if {t.pos_ for t in (subj, objects[0])} - {"NOUN", "PROPN"} or objects[0].ent_type_ == "DATE":
        return
    if {t.dep_ for t in verb.children} & {"conj", "xcomp", "ccomp", "dative", "prt"}:
        return
    agent, patient = map(phrase, sides)
    gap = [t for t in verb.lefts if t.i > subj.right_edge.i and t not in helps]
    if gap or verb.i + 1 != sides[1][0].i:
        return
    rest = "".join(t.text_with_ws for t in doc[sides[1][-1].i + 1 :]).strip(" .")
    middle = " ".join(t.text for t in (*helps, verb))
    form = passive(verb, helps, objects[0].tag_ in ("NNS", "NNPS"), words)
    back = passive(verb, helps, subj.tag_ in ("NNS", "NNPS"), words)
    text = write(doc, {})
    if len(rest.split()) < 6 and form and back:
        yield Pair(text, tidy(f"{patient} {form} by {agent} {rest}"), ENTAILS, ENTAILS, "passive")
        if rng.random() < 0.5:
            turned = tidy(f"{agent} {back} by {patient} {rest}")
            yield Pair(text, turned, NEUTRAL, NEUTRAL, "passive")
    alike = (subj.tag_ == objects[0].tag_) or (verb.tag_ == "VBD" and not helps)
    if alike:
        yield Pair(text, tidy(f"{patient} {middle} {agent} {rest}"), NEUTRAL, NEUTRAL, "roles")
    if all(t.tag_ == "NN" and words.bodily(t.lemma_) for t in (subj, objects[0])):
        high = rng.choice(listed("taller older heavier bigger smaller lighter"))
        one, two = (f"the {t.text}" for t in (subj, objects[0]))
        ways = tidy(f"{one} is {high} than {two}"), tidy(f"{two} is {high} than {one}")
        yield Pair(*ways, CONTRADICTS, CONTRADICTS, "comparative")


def modifiers(doc: Doc) -> Iterator[tuple[Token, set[int]]]:
    """Yield what can be left out: the word it belongs to, and its tokens."""
    for t in doc:
        tree = {s.i for s in t.subtree}
        conjuncts = [c for c in t.head.children if c.dep_ == "conj"]
        if t.dep_ == "amod" and len(tree) == 1 and t.tag_ == "JJ" and t.lower_ not in UNSAFE:
            ok = t.head.tag_ in ("NN", "NNS")
        elif t.dep_ == "advmod" and len(tree) == 1 and t.lower_.endswith("ly"):
            ok = t.head.pos_ == "VERB" and t.lower_ not in UNSAFE
        elif t.dep_ == "prep" and t.lower_ in ADJUNCTS and len(tree) > 1:
            ok = t.head.pos_ in ("VERB", "NOUN") and t.head.lemma_ not in NEEDY and t.i > t.head.i
        elif t.dep_ == "relcl":
            ok = t.head.pos_ == "NOUN"
        elif t.dep_ == "advcl" and t.i > t.head.i:
            ok = t.tag_ == "VBG" and t.head.dep_ == "ROOT" and t.head.lemma_ != "be"
        elif t.dep_ == "conj" and len(conjuncts) == 1 and t.head.dep_ in ("ROOT", "dobj", "pobj"):
            links = [c for c in t.head.children if c.dep_ == "cc" and c.lower_ == "and"]
            apart = not {"between", "both"} & {s.lower_ for s in doc}
            ok = len(links) == 1 and t.pos_ == t.head.pos_ != "PROPN" and apart
            tree |= {c.i for c in links}
        else:
            ok = False
        if ok and len(tree) < len(doc) - 4:
            yield t.head, tree


def deletions(doc: Doc, rng: random.Random) -> Iterator[Pair]:
    """Yield something left out, under all operators."""
    options = [*modifiers(doc)]
    for frame in rng.sample(frames(doc), min(2, len(frames(doc)))):
        fitting = [o for o in options if frame.polarity[o[0].i] == 1 or weak(o[0], frame)]
        fitting = [o for o in fitting if not o[1] & frame.edits.keys()]
        for head, gone in rng.sample(fitting, min(1, len(fitting))):
            commas = {min(gone) - 1} if doc[min(gone) - 1].text == "," else set()
            edits = {**frame.edits, **dict.fromkeys(gone | commas, "")}
            labels = reading(frame.polarity[head.i])
            yield Pair(write(doc, frame.edits), write(doc, edits), *labels, "deletion")


def embeddings(doc: Doc, words: Words, rng: random.Random) -> Iterator[Pair]:
    """Yield the sentence under a verb or an adverb that does or does not vouch for it."""
    text, verb, helps = write(doc, {}), root(doc), auxiliaries(doc)
    whole, labels = rng.choice([*FRAMES.items()])
    said = whole.format(name=rng.choice(MEN + WOMEN), s=phrase(list(doc)))
    yield Pair(tidy(said), text, *labels, "embedding")
    ing = len(helps) == 1 and helps[0].lemma_ == "be" and verb.tag_ == "VBG"
    if (ing or (not helps and verb.tag_ == "VBD")) and lemma_of(verb) not in ("be", "have"):
        subj = subject(doc)
        if any(t.dep_ in ("conj", "advcl", "advmod") for t in verb.children) or subj is None:
            return
        human = subj.lemma_ in ("man", "woman", "person", "boy", "girl", "child")
        if not (human or subj.ent_type_ == "PERSON" or subj.tag_ == "PRP"):
            return
        how, labels = rng.choice([*CONTROL.items()])
        if how.startswith("was") and subj.tag_ in ("NNS", "PRP"):
            return
        gone = {t.i: "" for t in helps}
        past = write(doc, {**gone, verb.i: words.inflected(lemma_of(verb), "VBD")})
        under = write(doc, {**gone, verb.i: f"{how} {lemma_of(verb)}"})
        yield Pair(under, past, *labels, "control")


def mirrored(pair: Pair) -> Pair:
    """Return a pair seen from the other side."""
    return Pair(pair.target, pair.source, pair.entailed, pair.entails, pair.kind)
