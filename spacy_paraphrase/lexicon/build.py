"""Compile a wordnet into the lexical index.

Any wordnet that the `wn` package reads will do; `wn` itself is imported here alone, and only when
something is built.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spacy_paraphrase.errors import ParaphraseError
from spacy_paraphrase.lexicon.counts import counting_lemmatizer, token_counts, wordfreq_counts
from spacy_paraphrase.lexicon.frequency import (
    Lemmatizer,
    WordWeights,
    as_written,
    information_content,
)
from spacy_paraphrase.lexicon.index import POS, LexicalIndex
from spacy_paraphrase.lexicon.store import Arrays
from spacy_paraphrase.lexicon.wndb import read_wndb

HYPERNYMS = ("hypernym", "instance_hypernym")
NEAR_SYNSETS = ("similar",)
NEAR_SENSES = ("similar", "derivation", "pertainym", "participle")
Item = Mapping[str, Any]  # a synset, an entry or a sense of a WN-LMF resource
Progress = Callable[[Collection[Any], str], Iterable[Any]]


def quiet(items: Collection[Any], label: str) -> Iterable[Any]:
    """Show no progress."""
    return items


def read_installed(specifier: str, progress: Progress = quiet) -> dict[str, Any]:
    """Read a lexicon from the database of `wn`, in the form of a WN-LMF resource.

    A wordnet that takes its hypernyms from another one over the interlingual index (those of the
    Open Multilingual Wordnet do) gets the synsets that it has no word for as well.

    Args:
        specifier: Lexicon and version, such as "oewn:2024".
        progress: Wraps what is iterated over, given with a label.

    Raises:
        ParaphraseError: P304 if `wn` has no such lexicon, or several.
    """
    import wn

    try:
        wordnet = wn.Wordnet(specifier, normalizer=None)
    except wn.Error as error:
        raise ParaphraseError("P304", specifier=specifier, found=0) from error
    if len(wordnet.lexicons()) != 1:
        raise ParaphraseError("P304", specifier=specifier, found=len(wordnet.lexicons()))
    lexicon = wordnet.lexicons()[0]
    entries = [
        {
            "id": word.id,
            "lemma": {"writtenForm": word.lemma(), "partOfSpeech": word.pos},
            "senses": [
                {
                    "id": sense.id,
                    "synset": sense.synset().id,
                    "relations": _relations(sense.relations("antonym", *NEAR_SENSES)),
                }
                for sense in word.senses()
            ],
        }
        for word in progress(wordnet.words(), "words")
    ]
    synsets: dict[str, Item] = {}
    queue = {_key(synset): (synset, synset.pos) for synset in wordnet.synsets()}
    while queue:
        found: dict[str, tuple[Any, str]] = {}
        for key, (synset, pos) in progress(queue.items(), "synsets"):
            relations = synset.relations(*HYPERNYMS, *NEAR_SYNSETS)
            synsets[key] = {"id": key, "partOfSpeech": pos, "relations": _relations(relations)}
            # a synset without words has no part of speech of its own in wn
            found.update((_key(t), (t, pos)) for targets in relations.values() for t in targets)
        queue = {key: item for key, item in found.items() if key not in synsets}
    return {
        "lexicons": [
            {
                "id": lexicon.id,
                "version": lexicon.version,
                "language": lexicon.language,
                "license": lexicon.license,
                "entries": entries,
                "synsets": list(synsets.values()),
            }
        ]
    }


def build(
    source: Path | str,
    folder: Path | str,
    *,
    language: str = "en",
    lexicon: str = "pwn:3.0",
    counts: Mapping[str, float] | None = None,
    progress: Progress = quiet,
) -> list[Path]:
    """Build the lexical data of a language: its lexical index and its word weights.

    Args:
        source: A folder of WordNet database files, or a lexicon of `wn`, such as "oewn:2024".
        folder: Where the files `<language>.wordnet` and `<language>.weights` go.
        language: BCP 47 code.
        lexicon: What to call what is read from a folder: identifier, colon, version.
        counts: How often each word form occurs in some corpus; by default as in `wordfreq`.
        progress: Wraps what is iterated over, given with a label.

    Returns:
        The paths of the two files.

    Raises:
        ParaphraseError: P302 to P306 if the source or the counts cannot be had.
    """
    if counts is None:
        counts = wordfreq_counts(language)
    lemmatize = counting_lemmatizer(language)
    if Path(source).is_dir():
        resource = read_wndb(source, lexicon, language)
    else:
        resource = read_installed(str(source), progress)
    index = build_index(resource, counts, lemmatize, progress)
    weights = WordWeights.from_counts(language, token_counts(counts, language))
    paths = [Path(folder) / f"{language}.wordnet", Path(folder) / f"{language}.weights"]
    Path(folder).mkdir(parents=True, exist_ok=True)
    index.to_disk(paths[0])
    weights.to_disk(paths[1])
    return paths


def build_index(
    resource: Item,
    counts: Mapping[str, float],
    lemmatize: Lemmatizer = as_written,
    progress: Progress = quiet,
) -> LexicalIndex:
    """Compile a wordnet into an index.

    Args:
        resource: A WN-LMF resource, as `read_installed`, `read_wndb` and `wn.lmf.load` give it;
            the first of its lexicons is taken.
        counts: How often each word form occurs in some corpus (see `wordfreq_counts`).
        lemmatize: Gives the lemmas of a word form (see `information_content`).
        progress: Wraps what is iterated over, given with a label.

    Example:
        >>> entry = {"lemma": {"writtenForm": "dog", "partOfSpeech": "n"},
        ...          "senses": [{"id": "dog-1", "synset": "s1", "relations": []}]}
        >>> synset = {"id": "s1", "partOfSpeech": "n", "relations": []}
        >>> lexicon = {"id": "toy", "version": "1", "language": "en", "license": "CC0",
        ...            "entries": [entry], "synsets": [synset]}
        >>> build_index({"lexicons": [lexicon]}, {"dog": 3}).synsets("dog", "NOUN")
        [0]
    """
    lexicon = resource["lexicons"][0]
    synsets = sorted(
        (synset for synset in lexicon["synsets"] if _pos(synset) in POS),
        key=lambda synset: (POS.index(_pos(synset)), synset["id"]),
    )
    number = {synset["id"]: i for i, synset in enumerate(synsets)}
    entries = _entries(lexicon["entries"], number)
    synset_of = {s["id"]: number[s["synset"]] for senses in entries.values() for s in senses}
    entry_of = {s["id"]: i for i, senses in enumerate(entries.values()) for s in senses}

    near = [set(_targets(synset, NEAR_SYNSETS, number)) for synset in synsets]
    antonyms: list[set[int]] = [set() for _ in entries]
    for senses in progress(entries.values(), "relations"):
        for sense in senses:
            near[synset_of[sense["id"]]].update(_targets(sense, NEAR_SENSES, synset_of))
            antonyms[entry_of[sense["id"]]].update(_targets(sense, ("antonym",), entry_of))
    hypernyms = [_targets(synset, HYPERNYMS, number) for synset in synsets]
    arrays: Arrays = {
        "lemmas": np.frombuffer("\n".join(lemma for _, lemma in entries).encode(), np.uint8),
        "entry_counts": _count(pos for pos, _ in entries),
        "synset_counts": _count(POS.index(_pos(synset)) for synset in synsets),
        **_lists("senses", [_unique(synset_of[s["id"]] for s in e) for e in entries.values()]),
        **_lists("hypernyms", _without_cycles(hypernyms)),
        **_lists("near", _both_ways(near)),
        **_lists("antonyms", _both_ways(antonyms)),
        "information": np.zeros(len(synsets), dtype=np.float32),
    }
    meta = {
        "language": lexicon["language"],
        "name": f"{lexicon['id']}:{lexicon['version']}",
        "license": lexicon["license"],
    }
    forms = progress(counts.items(), "counts")
    information = information_content(LexicalIndex(meta, arrays), forms, lemmatize)
    return LexicalIndex(meta, {**arrays, "information": information})


def _key(item: Any) -> str:
    """Identifier of a sense or synset of `wn`, which gives one for all synsets without words."""
    key: str = item.ili if item.id == "*INFERRED*" else item.id
    return key


def _relations(relations: Mapping[str, Iterable[Any]]) -> list[dict[str, str]]:
    return [
        {"relType": name, "target": _key(target)}
        for name, targets in relations.items()
        for target in targets
    ]


def _pos(item: Item) -> str:
    """Part of speech of a synset; a satellite adjective is an adjective."""
    pos: str = item["partOfSpeech"]
    return "a" if pos == "s" else pos


def _entries(
    entries: Iterable[Item], synsets: Collection[str]
) -> dict[tuple[int, str], list[Item]]:
    """Senses by part of speech and lemma, sorted; homographs are merged."""
    merged: dict[tuple[int, str], list[Item]] = {}
    for entry in entries:
        lemma, pos = " ".join(entry["lemma"]["writtenForm"].split()), _pos(entry["lemma"])
        senses = [sense for sense in entry.get("senses", []) if sense["synset"] in synsets]
        if senses and pos in POS:
            merged.setdefault((POS.index(pos), lemma), []).extend(senses)
    return dict(sorted(merged.items()))


def _targets(item: Item, names: Collection[str], number: Mapping[str, int]) -> list[int]:
    return [
        number[relation["target"]]
        for relation in item.get("relations", [])
        if relation["relType"] in names and relation["target"] in number
    ]


def _without_cycles(hypernyms: Sequence[Sequence[int]]) -> list[list[int]]:
    """Drop the edges that lead back in a depth-first walk; some wordnets have a few."""
    new, open_, done = 0, 1, 2
    state = [new] * len(hypernyms)
    kept: list[list[int]] = [[] for _ in hypernyms]
    for first in range(len(hypernyms)):
        stack = [first]
        while stack:
            synset = stack[-1]
            if state[synset] == new:
                state[synset] = open_
                kept[synset] = _unique(h for h in hypernyms[synset] if state[h] != open_)
                stack.extend(h for h in kept[synset] if state[h] == new)
            else:
                state[synset] = done
                stack.pop()
    return kept


def _both_ways(links: Sequence[Collection[int]]) -> list[list[int]]:
    both = [set(targets) for targets in links]
    for source, targets in enumerate(links):
        for target in targets:
            both[target].add(source)
    return [sorted(targets - {source}) for source, targets in enumerate(both)]


def _unique(numbers: Iterable[int]) -> list[int]:
    return list(dict.fromkeys(numbers))


def _count(positions: Iterable[int]) -> NDArray[np.int32]:
    return np.bincount(list(positions), minlength=len(POS)).astype(np.int32)


def _lists(name: str, lists: Sequence[Sequence[int]]) -> dict[str, NDArray[Any]]:
    counts = np.array([len(numbers) for numbers in lists], dtype=np.uint16)
    values = np.array([number for numbers in lists for number in numbers], dtype=np.int32)
    return {name: values, f"{name}_counts": counts}
