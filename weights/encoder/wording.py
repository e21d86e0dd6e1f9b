"""Words that stand for each other: `Words` finds by WordNet what can be put for a word."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from lemminflect import getInflection, getLemma
from spacy.tokens import Token

from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon.index import POS
from spacy_paraphrase.lexicon.inflection import inflect
from spacy_paraphrase.lexicon.relations import relation
from spacy_paraphrase.lexicon.resources import default_lexicon, default_weights

NAMES = ("PERSON", "GPE", "ORG", "NORP", "FAC", "LOC")


def listed(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


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


def detokenise(text: str) -> str:
    """Undo tokenisation, roughly."""
    text = re.sub(r" (n't|'(?:s|re|ve|ll|d|m)\b)", r"\1", text.strip())
    text = re.sub(r"\s+([,.;:?!%)])", r"\1", text)
    text = re.sub(r"([($])\s+", r"\1", text)
    text = re.sub(r"(\w) - (\w)", r"\1-\2", text)
    return re.sub(r"\s+", " ", text)


def lemma_of(token: Token) -> str:
    """Return the lemma a form comes from; the pipeline has "rid" for "riding"."""
    if token.lower_ in getInflection(token.lemma_, token.tag_) or token.lemma_ == "be":
        return token.lemma_
    found = getLemma(token.lower_, "VERB" if token.tag_[0] == "V" else "NOUN")
    return found[0] if found else token.lemma_
