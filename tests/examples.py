"""Pairs with hand-made parses, for tests that need no model."""

import spacy
from spacy.tokens import Doc

from spacy_paraphrase import make_pair
from spacy_paraphrase.analysis.sentence import Sentence
from spacy_paraphrase.generation.proposers.sources import PhraseTableSource
from spacy_paraphrase.lexicon.phrase_table import SmallTable, TableRow, key_of

VOCAB = spacy.blank("en").vocab


def parsed(vocab, rows):
    """Return a Doc from lines of word, lemma, part of speech, head index, dependency label."""
    columns = list(zip(*(line.split() for line in rows.strip().splitlines()), strict=True))
    words, lemmas, pos, heads, deps = columns
    return Doc(vocab, words=words, lemmas=lemmas, pos=pos, heads=[int(h) for h in heads], deps=deps)


def sentence(rows):
    """Return lines, as `parsed` takes them, as one side."""
    return Sentence(parsed(VOCAB, rows)[:])


COFFEE_SOURCE = """
Daily daily ADJ 1 amod
coffee coffee NOUN 2 nsubj
diminishes diminish VERB 2 ROOT
risk risk NOUN 2 dobj
on on ADP 3 prep
Alzheimer Alzheimer PROPN 4 pobj
and and CCONJ 5 cc
Dementia Dementia PROPN 5 conj
. . PUNCT 2 punct
"""
COFFEE_TARGET = """
Three three NUM 1 nummod
cups cup NOUN 6 nsubj
of of ADP 1 prep
coffee coffee NOUN 2 pobj
a a DET 5 det
day day NOUN 1 npadvmod
reduces reduce VERB 6 ROOT
chance chance NOUN 6 dobj
on on ADP 7 prep
Parkinson Parkinson PROPN 8 pobj
and and CCONJ 9 cc
Dementia Dementia PROPN 9 conj
. . PUNCT 6 punct
"""


def coffee_pair(nlp):
    """The worked example of Marsi and Krahmer 2010, with the parse its figure shows."""
    source, target = parsed(nlp.vocab, COFFEE_SOURCE), parsed(nlp.vocab, COFFEE_TARGET)
    return make_pair(nlp, source, target)


def pairs_of(links):
    """Return the texts of links; of phrases the text of their heads."""
    return {(link.source.text, link.target.text) for link in links}


def rule_table(rules):
    """Return a source of rewriting that may, and need not, put some phrases for others."""
    rows = [
        TableRow(key_of(old), new)
        for old, some in rules.items()
        for new in ([some] if isinstance(some, str) else some)
    ]
    return PhraseTableSource(SmallTable(rows), longest=8)
