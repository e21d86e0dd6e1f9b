"""Sentences whose trees are written down, a word a line."""

from spacy.tokens import Doc
from spacy.util import get_lang_class

VOCAB = get_lang_class("en")().vocab


def parsed(table):
    """Return the Doc of lines of word, lemma, part of speech, tag if there is one, head, label."""
    words, lemmas, *tags, heads, deps = map(
        list, zip(*map(str.split, table.strip().splitlines()), strict=True)
    )
    heads = [int(head) for head in heads]
    columns = {"lemmas": lemmas, "pos": tags[0], "tags": tags[-1], "deps": deps, "heads": heads}
    return Doc(VOCAB, words=words, **columns)
