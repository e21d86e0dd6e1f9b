"""Words that stand for each other, and sentences with some of their words changed.

`Words` finds by WordNet what can be put for a word, and in which form; `write` puts a sentence with
its edits together; the functions behind it say what is what in a simple statement.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from lemminflect import getInflection, getLemma
from spacy.tokens import Doc, Token

from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon.index import POS
from spacy_paraphrase.lexicon.inflection import inflect
from spacy_paraphrase.lexicon.relations import relation
from spacy_paraphrase.lexicon.resources import default_lexicon, default_weights

USES = 30  # of one word for another, at most
NAMES = ("PERSON", "GPE", "ORG", "NORP", "FAC", "LOC")
Edits = dict[int, str]  # tokens as they are to be written; "" deletes


def listed(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


# Words that turn or lift what is said: sentences with one are not changed.
OPERATORS = listed("""
    every each all any both no none nobody nothing never not n't few fewer most only without if
    unless hardly barely than until before whether neither nor or may might could would should
    must can will 'll wo ca but either half least many much several too so that more less
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
NUMBERS = listed("two three four five six seven eight nine ten eleven twelve")


class Exchange(NamedTuple):
    """A word of a sentence, another word, and how that is related to it."""

    token: Token
    how: str
    word: str


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


# -- Writing ---------------------------------------------------------------------------------------


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
    named = first.pos_ == "PROPN" or first.ent_type_ in NAMES or first.text == "I"
    return text if named else text[:1].lower() + text[1:]


def detokenise(text: str) -> str:
    """Undo tokenisation, roughly."""
    text = re.sub(r" (n't|'(?:s|re|ve|ll|d|m)\b)", r"\1", text.strip())
    text = re.sub(r"\s+([,.;:?!%)])", r"\1", text)
    text = re.sub(r"([($])\s+", r"\1", text)
    text = re.sub(r"(\w) - (\w)", r"\1-\2", text)
    return re.sub(r"\s+", " ", text)


# -- Simple statements -----------------------------------------------------------------------------


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
