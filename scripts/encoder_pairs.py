"""Make the pairs that teach the pair encoder: `python scripts/encoder_pairs.py DATA OUT.jsonl`.

Sentences of SNLI (but the premises that are held out), WikiSplit, Edinburgh++ and the embedded
sample are changed by rule, so that what one version says of the other follows from the change:
monotone substitutions under quantifiers and negation, names and numbers exchanged, negation,
antonyms, exchanged roles, passives, deletions, embeddings, synonyms. Where the change is a matter
of words (substitutions, deletions, synonyms) the calculus judges too, and a pair stays only where
it agrees. Each line is `{"source", "target", "entails", "entailed", "kind"}`.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from lemminflect import getInflection, getLemma
from spacy.language import Language
from spacy.tokens import Doc, Token

import spacy_paraphrase
from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon.index import POS
from spacy_paraphrase.lexicon.inflection import inflect
from spacy_paraphrase.lexicon.relations import relation
from spacy_paraphrase.lexicon.resources import default_lexicon, default_weights
from spacy_paraphrase.results import judgement_of

SAMPLE = Path(__file__).parents[1] / "assets" / "sample" / "train.jsonl"
ENTAILS, NEUTRAL, CONTRADICTS = "entailment", "neutral", "contradiction"
# Share of each kind; the calculus has to agree with those marked.
SHARES = {
    "substitution": (0.22, True), "number": (0.07, False), "bound": (0.03, False),
    "same-number": (0.03, False), "name": (0.05, False), "part-of-name": (0.02, False),
    "negation": (0.05, False), "negated-kind": (0.05, False), "antonym": (0.03, False),
    "roles": (0.03, False), "comparative": (0.02, False), "passive": (0.04, False),
    "deletion": (0.13, True), "embedding": (0.05, False), "control": (0.04, False),
    "synonym": (0.09, True), "sister": (0.05, True),
}  # fmt: skip
USES = 30  # of one word for another, at most


def listed(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


# Words that turn or lift what is said: sentences with one are not changed.
OPERATORS = listed("""
    every each all any both no none nobody nothing never not n't few fewer most only without if
    unless hardly barely than until before whether neither nor or may might could would should
    must can will 'll wo ca but either half least many much several too so that more less
""")
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
# Words too general to be put for others.
VAGUE = listed("""
    entity object thing whole artifact organism matter cause group unit part being change act make
    do have be get go set move state region area piece use work one line point case someone
    instrumentality structure kind abstraction attribute collection device
""")
# Words whose first sense is seldom the one meant, or that hardly anybody says so.
ODD = listed("""
    bike stage people miss news toast donna john sonny java mortal somebody dead damned public
    limited skinny fry minor fella individual soul match board court pitch play wing break pool
    team show drive shoot stand lie lay sit hang star bar club band track trial crowd party lot
    pair couple number level time year day way side end top front back head hand face note name
    season rest jockey boss type book pass rate scheme class specs nation crab
""")
NUMBERS = listed("""
    two three four five six seven eight nine ten eleven twelve
""")
MONTHS = listed("""
    January February March April May June July August September October November December
""")
DAYS = listed("""
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday
""")
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

NAMES = ("PERSON", "GPE", "ORG", "NORP", "FAC", "LOC")
ROLES = ("nsubj", "dobj", "pobj", "ROOT", "nsubjpass")
Edits = dict[int, str]  # tokens as they are to be written; "" deletes


class Pair(NamedTuple):
    """A pair, what its sides say of each other, and what was changed."""

    source: str
    target: str
    entails: str
    entailed: str
    kind: str


class Exchange(NamedTuple):
    """A word of a sentence, another word, and how that is related to it."""

    token: Token
    how: str
    word: str


class Frame(NamedTuple):
    """A sentence with its quantifier set: the edits, and the polarity of each token."""

    name: str
    edits: Edits
    polarity: dict[int, int]


# Words


class Words:
    """Common words that the first sense of a word has to do with."""

    def __init__(self) -> None:
        self.index, self.weights = default_lexicon(), default_weights()
        self.lang = language_data("en")
        # The words that have a synset as their first sense.
        self.named: dict[int, list[str]] = defaultdict(list)
        for entry, lemma in enumerate(self.index.lemmas):
            simple = lemma.isalpha() and lemma.islower() and len(lemma) > 2
            senses = self.index.senses.row(entry) if simple and self.weights(lemma) < 12.9 else []
            if senses and self.clear(lemma, senses):
                self.named[senses[0]].append(lemma)
        self.below: dict[int, list[int]] = defaultdict(list)
        self.used: Counter[tuple[str, str]] = Counter()
        for synset in range(self.index.n_synsets):
            for above in self.index.hypernyms.row(synset):
                self.below[above].append(synset)

    def clear(self, lemma: str, senses: list[int]) -> bool:
        """Whether a word has few senses, and is not as often another part of speech."""
        pos = self.index.synset_pos[senses[0]]
        rest = [s for s in self.index.synsets(lemma, "") if self.index.synset_pos[s] != pos]
        if POS[pos] == "n" and re.search("ing$|[^s]s$", lemma):
            return False
        return len(rest) < len(senses) <= 5 and lemma not in ODD + VAGUE

    @cache  # noqa: B019
    def first(self, lemma: str, pos: str) -> int | None:
        """Return the first sense of a word that has not too many."""
        senses = self.index.synsets(lemma, pos)
        few = {"NOUN": 7, "VERB": 6, "ADJ": 4}.get(pos, 0)
        return senses[0] if 0 < len(senses) <= few and lemma not in VAGUE + ODD else None

    @cache  # noqa: B019
    def related(self, how: str, lemma: str, pos: str) -> tuple[str, ...]:
        """Return the words that are "above", "below", "same" or "sister" to a word."""
        synset = self.first(lemma, pos)
        if synset is None:
            return ()
        direct = self.index.hypernyms.row(synset)
        if how == "above":
            steps = self.index.hypernym_steps(synset)
            found = [s for s, n in steps if 0 < n <= (3 if pos == "NOUN" else 1)]
        elif how == "below":
            found = list(self.below[synset])
            if pos == "NOUN":
                found += [t for s in self.below[synset] for t in self.below[s]]
        elif how == "same":
            found = [synset]
        else:
            found = [s for above in direct for s in self.below[above] if s != synset]
            found = [s for s in found if self.index.information[direct[0]] > 5]
        words = {word for s in found for word in self.named[s]} - {lemma}
        if how == "sister":
            words = {w for w in words if relation(self.index, lemma, pos, w, pos) == how}
        return tuple(sorted(w for w in words if not (w in lemma or lemma in w)))

    def opposites(self, lemma: str, pos: str) -> list[str]:
        """Return the antonyms of the first sense's entry that are common words."""
        entries = self.index.entries(lemma, pos)
        found = {self.index.lemmas[a] for e in entries for a in self.index.antonyms.row(e)}
        return sorted(word for word in found if word.isalpha() and self.weights(word) < 12)

    def form(self, token: Token, lemma: str) -> str:
        """Return a lemma in the form of a token."""
        return self.inflected(lemma, token.tag_)

    def inflected(self, lemma: str, tag: str) -> str:
        """Return the most frequent form of a lemma, of participles that in -n."""
        forms = getInflection(lemma, tag) or (inflect(lemma, tag, self.lang),)
        return min(forms, key=lambda form: (tag == "VBN" and form[-1] != "n", self.weights(form)))

    def bodily(self, lemma: str) -> bool:
        """Whether a noun is first of all a body in space, as "dog" and "table"."""
        senses, body = self.index.synsets(lemma, "NOUN"), self.index.synsets("object", "NOUN")[0]
        return bool(senses) and body in self.index.closure.row(senses[0])

    def pick(
        self, options: list[Exchange], edits: Edits, rng: random.Random
    ) -> Iterator[tuple[Exchange, Edits]]:
        """Yield one of the exchanges with its edits, none that has been made often."""
        fresh = [o for o in options if self.used[o.token.lemma_, o.word] < USES]
        for option in rng.sample(fresh, min(1, len(fresh))):
            token, _, word = option
            self.used[token.lemma_, word] += 1
            before = edits.get(token.i, "").split()[:-1]
            form = word if before and token.pos_ == "VERB" else self.form(token, word)
            yield option, {**edits, token.i: " ".join([*before, form])}


# Writing


def tidy(text: str) -> str:
    """Mend blanks, commas, articles, the first capital and the full stop of a changed sentence."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r"\s+([,.;:])", r"\1", text)
    text = re.sub(r",+([,.;])", r"\1", text).strip(" ,.;")
    vowel = r"(?=(?:[aeio]|u(?!ni|s[eu]|ti|ku)|hour|hono|heir)(?!ne\b|uro|nce\b))"
    text = re.sub(r"\b([Aa])n? " + vowel, r"\1n ", text)
    text = re.sub(r"\b([Aa])n (?!hour|hono|heir)(?=[b-df-hj-np-tv-z])", r"\1 ", text)
    return text[:1].upper() + text[1:] + "."


def write(doc: Doc, edits: Edits) -> str:
    """Return a sentence with some tokens changed."""
    parts = ((edits.get(t.i, t.text), t.whitespace_) for t in doc)
    return tidy("".join(text + blank for text, blank in parts if text))


def phrase(tokens: list[Token]) -> str:
    """Return tokens as they stand inside a sentence."""
    text = "".join(t.text_with_ws for t in tokens).strip(" ,.")
    first = tokens[0]
    return (
        text
        if first.pos_ == "PROPN" or first.ent_type_ in NAMES or first.text == "I"
        else text[:1].lower() + text[1:]
    )


def detokenise(text: str) -> str:
    """Undo tokenisation, roughly."""
    text = re.sub(r" (n't|'(?:s|re|ve|ll|d|m)\b)", r"\1", text.strip())
    text = re.sub(r"\s+([,.;:?!%)])", r"\1", text)
    text = re.sub(r"([($])\s+", r"\1", text)
    text = re.sub(r"(\w) - (\w)", r"\1-\2", text)
    return re.sub(r"\s+", " ", text)


# Sentences


def snli(data: Path) -> Iterator[str]:
    """Yield the sentences of SNLI, without the rows whose premise is held out."""
    rows = []
    for part in ("dev", "test"):
        with open(data / f"relations/snli/snli.{part}.tsv", encoding="utf-8", newline="") as file:
            lines = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            rows += [row for row in lines if row["label"] in (ENTAILS, NEUTRAL, CONTRADICTS)]
    premises = sorted({row["premise"] for row in rows})
    random.Random(0).shuffle(premises)
    held = set(premises[:500])
    for row in rows:
        if row["premise"] not in held:
            yield from (text for text in (row["premise"], row["hypothesis"]) if text not in held)


def others(data: Path) -> Iterator[str]:
    """Yield the sentences of WikiSplit, Edinburgh++ and the sample."""
    for part in ("tune", "validation"):
        for line in (data / f"fusion/wiki-split/{part}.tsv").read_text("utf-8").splitlines():
            whole, _, parts = line.partition("\t")
            yield from (whole, *parts.split("<::::>"))
    for record in json.loads(
        (data / "alignment/edinburgh/gold.train.sure.json").read_text("utf-8")
    ):
        yield from (record["source"], record["target"])
    for line in SAMPLE.read_text("utf-8").splitlines():
        record = json.loads(line)
        yield from (" ".join(record["source"]), " ".join(record["target"]))


def sentences(texts: Iterator[str], rng: random.Random) -> list[str]:
    """Return the usable sentences, each once, shuffled."""
    found = dict.fromkeys(detokenise(text) for text in texts)
    usable = [
        text[0].upper() + text[1:].rstrip(" .") + "."
        for text in found
        if 4 <= len(text.split()) <= 25 and text.isascii() and text[0].isalnum()
        and not re.search(r"[?!\"`;:()\[\]#*_]|''|^'|\s'|' | - |\.\s\w", text)
    ]  # fmt: skip
    rng.shuffle(usable)
    return usable


def plain(doc: Doc) -> bool:
    """Whether a sentence is a finite statement with a subject and without operators."""
    roots = [t for t in doc if t.dep_ == "ROOT"]
    if len(roots) != 1 or roots[0].pos_ not in ("VERB", "AUX") or subject(doc) is None:
        return False
    finite = {t.tag_ for t in (roots[0], *auxiliaries(doc))} & {"VBD", "VBZ", "VBP"}
    return bool(finite) and not any(t.lower_ in OPERATORS for t in doc)


def lemma_of(token: Token) -> str:
    """Return the lemma a form comes from; the pipeline has "rid" for "riding"."""
    if token.lower_ in getInflection(token.lemma_, token.tag_) or token.lemma_ == "be":
        return token.lemma_
    found = getLemma(token.lower_, "VERB" if token.tag_[0] == "V" else "NOUN")
    return found[0] if found else token.lemma_


def root(doc: Doc) -> Token:
    """Return the root of a sentence."""
    return next(t for t in doc if t.dep_ == "ROOT")


def subject(doc: Doc) -> Token | None:
    """Return the head of the subject, where the sentence begins with it."""
    found = [t for t in root(doc).lefts if t.dep_ in ("nsubj", "nsubjpass")]
    return found[0] if len(found) == 1 and found[0].left_edge.i == 0 else None


def auxiliaries(doc: Doc) -> list[Token]:
    """Return the auxiliaries of the root, from left to right."""
    return [t for t in root(doc).lefts if t.dep_ in ("aux", "auxpass")]


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


def negate(doc: Doc, short: bool = False) -> Edits | None:
    """Return the edits that deny a sentence."""
    verb, helps = root(doc), auxiliaries(doc)
    if lemma_of(verb) == "be" or helps:
        first = helps[0] if helps else verb
        if first.lower_ not in ("is", "are", "was", "were", "has", "have", "had"):
            return None
        return {first.i: first.text + ("n't" if short else " not")}
    does = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(verb.tag_)
    if not does or any(t.dep_ == "conj" for t in verb.children):
        return None
    return {verb.i: does + ("n't " if short else " not ") + lemma_of(verb)}


# Kinds of change


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
    """Kinds 1 and 5: hypernyms and hyponyms under operators, synonyms, sisters."""
    options = exchanges(doc, ("above", "below"), words)
    for frame in rng.sample(frames(doc), min(2, len(frames(doc)))):
        fitting = [o for o in options if frame.polarity[o.token.i] == 1 or weak(o.token, frame)]
        for option, changed in words.pick(fitting, frame.edits, rng):
            one, two = write(doc, frame.edits), write(doc, changed)
            if option.how == "below":
                one, two = two, one
            yield Pair(one, two, *reading(frame.polarity[option.token.i]), "substitution")
    frame = rng.choice(frames(doc))
    same = [
        o for o in exchanges(doc, ("same",), words) if o.token.pos_ == "NOUN" or has_object(doc)
    ]
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
    """Kind 2: numbers and dates exchanged, written otherwise, bounded."""
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
        elif (
            re.fullmatch(r"[1-9]\d*(,\d{3})*", t.text) and t.dep_ == "nummod" and not [*t.children]
        ):
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
    """Kind 2: names exchanged, and a name of which only a part is said."""
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
    """Kind 3: negation put in, alone or with a hypernym, and antonyms."""
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
    """Kind 3: sides of a verb or a comparison exchanged, passives."""
    verb, subj, helps = root(doc), subject(doc), auxiliaries(doc)
    objects = [t for t in verb.rights if t.dep_ == "dobj"]
    if (
        subj is None
        or subj.dep_ != "nsubj"
        or len(objects) != 1
        or lemma_of(verb) in NEEDY + MUTUAL
    ):
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
            ok = len(links) == 1 and doc[links[0].i - 1].lower_ != "between"
            ok = (
                ok
                and t.pos_ == t.head.pos_ != "PROPN"
                and not {"between", "both"} & {s.lower_ for s in doc}
            )
            tree |= {c.i for c in links}
        else:
            ok = False
        if ok and len(tree) < len(doc) - 4:
            yield t.head, tree


def deletions(doc: Doc, rng: random.Random) -> Iterator[Pair]:
    """Kind 4: something left out, under all operators."""
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
    """Kind 4: the sentence under a verb or an adverb that does or does not vouch for it."""
    text, verb, helps = write(doc, {}), root(doc), auxiliaries(doc)
    whole, labels = rng.choice([*FRAMES.items()])
    said = whole.format(name=rng.choice(MEN + WOMEN), s=phrase(list(doc)))
    yield Pair(tidy(said), text, *labels, "embedding")
    ing = len(helps) == 1 and helps[0].lemma_ == "be" and verb.tag_ == "VBG"
    if (ing or (not helps and verb.tag_ == "VBD")) and lemma_of(verb) not in ("be", "have"):
        subj = subject(doc)
        if any(t.dep_ in ("conj", "advcl", "advmod") for t in verb.children) or subj is None:
            return
        if subj.lemma_ not in ("man", "woman", "person", "boy", "girl", "child") and not (
            subj.ent_type_ == "PERSON" or subj.tag_ == "PRP"
        ):
            return
        how, labels = rng.choice([*CONTROL.items()])
        if how.startswith("was") and subj.tag_ in ("NNS", "PRP"):
            return
        gone = {t.i: "" for t in helps}
        past = write(doc, {**gone, verb.i: words.inflected(lemma_of(verb), "VBD")})
        under = write(doc, {**gone, verb.i: f"{how} {lemma_of(verb)}"})
        yield Pair(under, past, *labels, "control")


# All together


def candidates(docs: list[Doc], words: Words, rng: random.Random) -> dict[str, list[Pair]]:
    """Return the pairs of each kind that can be made of some sentences."""
    pools: dict[str, list[str]] = defaultdict(list)
    for doc in docs:
        for ent in doc.ents:
            if ent.label_ in ("PERSON", "GPE") and re.fullmatch(
                r"[A-Z][a-z]+( [A-Z][a-z]+)?", ent.text
            ):
                pools[f"{ent.label_} {len(ent)}"].append(ent.text)
    found: dict[str, list[Pair]] = defaultdict(list)
    for doc in docs:
        if plain(doc):
            made = (
                *substitutions(doc, words, rng), *numbers(doc, rng), *names(doc, pools, rng),
                *negations(doc, words, rng), *roles(doc, words, rng), *deletions(doc, rng),
                *embeddings(doc, words, rng),
            )  # fmt: skip
            for pair in made:
                if pair.source != pair.target:
                    found[pair.kind].append(pair)
    return found


def judged(nlp: Language, pairs: list[Pair]) -> Iterator[Pair]:
    """Yield the pairs of which the calculus says what the change lets expect."""
    docs = spacy_paraphrase.pipe_pairs(nlp, [pair[:2] for pair in pairs])
    for pair, doc in zip(pairs, docs, strict=True):
        told = judgement_of(doc._.relation)
        if (pair.entails, pair.entailed) == (told.entails, told.entailed):
            yield pair


def taught(data: Path, size: int, seed: int) -> list[Pair]:
    """Return about as many pairs as wanted, half of them of SNLI, shuffled."""
    rng = random.Random(seed)
    nlp, words = spacy_paraphrase.load(exclude=["sentence_fuser"]), Words()
    parts = []
    for texts in (snli(data), others(data)):
        chosen = sentences(texts, rng)[: size * 3 // 4 + 500]
        with nlp.select_pipes(disable=["sentence_pair", "graph_matcher", "relation_classifier"]):
            docs = [*nlp.pipe(chosen, batch_size=256)]
        words.used.clear()
        parts.append(candidates(docs, words, rng))
    pairs: list[Pair] = []
    for kind, (share, checked) in SHARES.items():
        wanted = round(size * share)
        found = []
        for part in parts:
            some = [*dict.fromkeys(part[kind])]
            rng.shuffle(some)
            found.append([*islice(judged(nlp, some) if checked else some, wanted * 2 // 3)])
        first = found[0][: max(wanted // 2, wanted - len(found[1]))]
        pairs += first + found[1][: wanted - len(first)]
    rng.shuffle(pairs)
    return [pair if rng.random() < 0.5 else mirrored(pair) for pair in pairs]


def mirrored(pair: Pair) -> Pair:
    """Return a pair seen from the other side."""
    return Pair(pair.target, pair.source, pair.entailed, pair.entails, pair.kind)


def main() -> None:
    """Write the pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pairs", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    pairs = taught(args.data, args.pairs, args.seed)
    lines = (json.dumps(pair._asdict(), ensure_ascii=False) + "\n" for pair in pairs)
    args.out.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
