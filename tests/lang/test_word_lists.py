"""No module but the files of `lang` holds words of a language.

A string is an English word here if it is in lower case and

- a stop word of spaCy's English, or
- in the lists of `lang/en.toml`, or one of the commonest words of the package's own word weights,
  unless something in the package (a variable, an argument, an attribute, a module) has that name.

Reported are collections of two such words or more (sets, lists, tuples, dictionaries, and texts
that are split), texts of several words that are split, and single words that something is compared
with, looked for in, or that a function is called with. Left out are docstrings, the labels of
parsers, names of our own things (`OURS`), comparisons of our own fields (`FIELDS`), and calls that
take names (`CALLS`).
"""

import ast
import dataclasses
from collections.abc import Mapping
from pathlib import Path

import pytest
from spacy.glossary import GLOSSARY
from spacy.lang.en.stop_words import STOP_WORDS

import spacy_paraphrase
from spacy_paraphrase.lang import language_data
from spacy_paraphrase.lexicon.resources import default_weights

PACKAGE = Path(spacy_paraphrase.__file__).parent
# Rooms that read, measure and draw; the words in them are names of files, columns and options.
OTHER_ROOMS = {"lang", "cli", "readers", "metrics", "render", "view"}
# Modules of other rooms that hold what people read.
TOLD = {"errors.py", "scoring/reasons.py"}
# How many words of the word weights are common.
COMMON = 5_000
# Names of our own things that are stop words or common words too, by what they name.
OURS = {
    "relations of words": "same across together none rare whole",
    "kinds of statements": "both only",
    "judgements of a sentence pair": "neutral neither",
    "arguments of other packages": "big en",
    "kinds of wordnet relations": "near",
    "kinds of numbers and parts of dates": "decade month",
    "facts of a wordnet": "license email",
    "kinds of noun phrases": "definite indefinite",
    "verdicts of two sentences, and how groups grow": "covers average star",
    "verdicts of a statement": "partly",
    "categories of words and kinds of mentions": "name other",
    "links of clauses, and what comparisons compare with": "noun subject standard",
    "where a word stands": "before behind",
    "kinds of modality": "necessary permitted",
    "how a place is met, and what stands for a word": "elsewhere top any several their",
}
# Lists of names of our own things, by what they name; other lists of these words are reported.
OUR_LISTS = {
    "parts of feature names that change places with the sides": "around less more within",
    "bounds of a number": "about few least less more most",
    "bounds from above": "few less most",
    "bounds that turn nothing round": "about least more",
    "roles of a quantity: limits": "after since until",
    "roles of a quantity: what does not change it": "by",
    "roles of a quantity: changes": "from",
    "features of words that deny": "no nobody not there",
    "keys of what a page tells": "colour first",
}
# What has names of our own things for its values.
FIELDS = {
    *("bound", "kind", "reason", "path", "level", "relation", "relations", "label", "part", "cost"),
    *("constraint", "method", "name", "category", "link", "role", "stance", "capitals", "search"),
    *("dep_", "dep", "deps", "pos_", "pos", "tag_", "ent_type_", "entities", "labels"),
}
# Functions and classes that take names of our own things.
CALLS = {
    *("Literal", "TypeVar", "getattr", "attribute", "column", "get", "dependents", "registered"),
    *("at", "words_at", "stands_as", "Edge"),
    *("sound", "one_of", "flag", "whole", "number", "share", "unfit"),
    *(
        "ParaphraseError",
        "fragment",
        "warning",
        "refuse",
        "Statement",
        "Fusion",
        "Quantity",
        "Conflict",
        "join",
        "checked",
        "coded",
        "not_that",
        "_unfit",
        "ValueError",
    ),
}
LABELS = {key.lower() for key in GLOSSARY}
# Fields of the lists that hold labels, tags, parts of words and spellings.
NO_WORDS = (
    *("_labels", "_tags", "_entities", "_roles", "_objects", "_heads", "_of_label", "_forms"),
    *("suffixes", "_endings", "_variants", "_beginnings", "_families", "_numerals", "_measures"),
)


def data_words():
    """Return all words of the English lists; labels, tags and entity types are none."""
    data = language_data("en")
    for field in dataclasses.fields(data):
        if not field.name.endswith(NO_WORDS):
            yield from flat(getattr(data, field.name))


def flat(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from flat(tuple(value.items()))
    elif isinstance(value, tuple | frozenset):
        for item in value:
            yield from flat(item)


def names(tree):
    """Return what things in a module are called."""
    for node in ast.walk(tree):
        for field in ("id", "attr", "arg", "name"):
            if isinstance(name := getattr(node, field, None), str):
                yield name.strip("_").lower()


def parsed():
    """Yield the name and the tree of every module that is looked at."""
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE)
        if module.parts[0] not in OTHER_ROOMS and module.as_posix() not in TOLD:
            yield module.as_posix(), ast.parse(path.read_text("utf-8"))


TREES = dict(parsed())
NAMED = {name for tree in TREES.values() for name in names(tree)} | {
    Path(module).stem for module in TREES
}
COMMONEST = sorted(default_weights("en").weights.items(), key=lambda pair: pair[1])[:COMMON]
CLOSED = {word for word in STOP_WORDS if word.isalpha()}
OPEN = {word for word in {*dict(COMMONEST), *data_words()} if len(word) > 1} - NAMED
WORDS = {word for word in CLOSED | OPEN if word == word.lower() and not word.isdigit()}
WORDS -= LABELS | {word for text in OURS.values() for word in text.split()}


def words_in(nodes):
    """Return the English words among the string constants of some nodes, starred ones included."""
    found = []
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += [node.value] * (node.value in WORDS)
        elif isinstance(node, ast.Starred):
            found += words_in([node.value])
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            found += words_in(node.elts)
    return found


def called(node):
    """Return the name of what is called, compared or subscripted."""
    if isinstance(node, ast.Subscript):
        return called(node.value)
    return getattr(node, "attr", None) or getattr(node, "id", "")


def lists_in(tree):
    """Yield line and words of each list of words in a module, the outermost alone."""
    seen = set()
    for node in ast.walk(tree):
        if id(node) in seen:
            continue
        found, least = [], 2
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            found = words_in(node.elts)
        elif isinstance(node, ast.Dict):
            found = words_in([key for key in node.keys if key]) or words_in(node.values)
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            found, least = words_in(sides), 1
            if not FIELDS.isdisjoint(map(called, sides)):
                found = []
                seen.update(map(id, ast.walk(node)))
        elif isinstance(node, ast.Call):
            found, least = words_of_call(node)
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            found, least = words_of_text(node.value.value), 4
        elif isinstance(node, ast.Subscript) and called(node) in CALLS:
            seen.update(map(id, ast.walk(node)))
        if len(found) >= least:
            if " ".join(sorted(set(found))) in OUR_LISTS.values():
                found = []
            seen.update(map(id, ast.walk(node)))
            if found:
                yield node.lineno, sorted(found)


def words_of_call(node):
    """Return the words that a function is called with, and how many of them make a list."""
    if called(node.func) in CALLS:
        return [], 1
    owner = getattr(node.func, "value", None)
    texts = [a.value for a in (*node.args, owner) if isinstance(a, ast.Constant)]
    split = [word for text in texts if isinstance(text, str) for word in text.split()]
    return [word for word in split if word in WORDS], 1 if len(split) == 1 else 2


def words_of_text(text):
    """Return the words of a text that is nothing but words, or parts of them, to be split."""
    parts = text.split() if isinstance(text, str) else []
    return parts if all(part.islower() and part.isalpha() for part in parts) else []


def offenders(module):
    return [f"{module}:{line} {' '.join(found)}" for line, found in lists_in(TREES[module])]


@pytest.mark.parametrize("module", TREES)
def test_words_of_a_language_stand_in_its_module(module):
    found = offenders(module)
    assert not found


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("A = frozenset(('he', 'she'))", "he she"),
        ("A = {'whom': 'who', 'whose': 'who'}", "whom whose"),
        ("A = word_set('may might could')", "could might"),
        ("A = 'without never'.split()", "never"),
        ("x = token.lower_ == 'of'", "of"),
        ("x = lemma in ('be', 'have')", "be have"),
        ("x = 'than' in reading.words", "than"),
        ("x = Word('and')", "and"),
    ],
)
def test_the_search_finds_what_it_is_for(code, words):
    found = [word for _, some in lists_in(ast.parse(code)) for word in some]
    assert set(words.split()) <= set(found)


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    'She may go.'",
        "x = token.dep_ in ('prep', 'agent')",
        "x = link.relation in ('specifies', 'generalizes')",
        "A = {'source': 1, 'target': 2}",
        "raise ParaphraseError('P010', got='nothing at all')",
        "x = quantifier.bound in ('most', 'less')",
    ],
)
def test_the_search_leaves_our_own_names_alone(code):
    assert not list(lists_in(ast.parse(code)))
