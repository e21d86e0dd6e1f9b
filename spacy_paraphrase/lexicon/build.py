"""Build the lexical data (index of a wordnet, word weights). Only commands use this module.

`read_wndb` reads the `data.*` and `index.*` files of Princeton WordNet (manual page wndb(5WN),
WordNet 3.0) into a WN-LMF resource: plain dictionaries that `wn.add_lexical_resource` and
`build_index` accept. It skips glosses and examples. It reads only the pointers that relate words
by meaning: hypernyms, antonyms, similar adjectives, verb groups (as "similar"), derivations,
pertainyms and participles.

The module also accepts every wordnet that the `wn` package can read. No other module imports `wn`,
and this one imports it only when it builds an index.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import ParaphraseError
from ..jobs.arrays import Arrays
from .index import POS, LexicalIndex
from .resources import Lemmatizer, WordWeights, as_written, information_content

FILES = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
POINTERS = {
    "@": "hypernym",
    "@i": "instance_hypernym",
    "!": "antonym",
    "&": "similar",
    "$": "similar",
    "+": "derivation",
    "\\": "pertainym",
    "<": "participle",
}


class _Pointer(NamedTuple):
    relation: str
    offset: str
    pos: str
    source: int  # 1-based number of the word, 0 for the synset as a whole
    target: int


class _Synset(NamedTuple):
    id: str
    pos: str
    words: list[str]
    pointers: list[_Pointer]


def read_wndb(folder: Path | str, lexicon: str, language: str) -> dict[str, Any]:
    r"""Read a folder of WordNet database files.

    A file may be split into numbered parts (`data.noun1`, `data.noun2`). Synsets get identifiers
    `<lexicon>-<offset>-<pos>`, where pos is n, v, a, s or r. Each spelling of a word is a separate
    entry ("cat" and "CAT"). Its senses have the order of the index file, most frequent first.

    Args:
        folder: The folder that contains `data.noun`, `index.noun` and so on.
        lexicon: The name of the new lexicon: identifier, colon, version.
        language: BCP 47 code of its language.

    Returns:
        A WN-LMF resource, as `wn.lmf.load` gives it.

    Raises:
        ParaphraseError: P302 if the folder lacks one of the files, P303 if a line of a file does
            not follow the format.

    Example:
        >>> resource = read_wndb("dict", "pwn:3.0", "en")  # doctest: +SKIP
        >>> len(resource["lexicons"][0]["synsets"])  # doctest: +SKIP
        117659
    """
    name, _, version = lexicon.partition(":")
    synsets: dict[tuple[str, str], _Synset] = {}
    ranks: dict[tuple[str, str], list[str]] = {}
    for file, pos in FILES.items():
        for offset, synset in _read(Path(folder), f"data.{file}", _data_line):
            synsets[pos, offset] = synset._replace(id=f"{name}-{offset}-{synset.pos}")
        for lemma, offsets in _read(Path(folder), f"index.{file}", _index_line):
            ranks[pos, lemma] = offsets
    found = []
    for synset in synsets.values():
        relations = [
            {"relType": p.relation, "target": synsets[p.pos, p.offset].id}
            for p in synset.pointers
            if not p.source
        ]
        facts = {"id": synset.id, "ili": "", "partOfSpeech": synset.pos}
        found.append({**facts, "relations": relations})
    whole = {
        "id": name,
        "label": lexicon,
        "language": language,
        "email": "",
        "license": "https://wordnet.princeton.edu/license-and-commercial-use",
        "version": version,
        "entries": _wndb_entries(name, synsets, ranks),
        "synsets": found,
    }
    return {"lmf_version": "1.4", "lexicons": [whole]}


def _wndb_entries(
    lexicon: str, synsets: dict[tuple[str, str], _Synset], ranks: dict[tuple[str, str], list[str]]
) -> list[dict[str, Any]]:
    """Return an entry for each spelling and part of speech, with senses in index order."""
    found: dict[tuple[str, str], list[tuple[int, dict[str, Any]]]] = {}
    for (pos, offset), synset in synsets.items():
        for number, word in enumerate(synset.words, start=1):
            rank = ranks[pos, word.lower()].index(offset)
            sense = {
                "id": f"{synset.id}-{number}",
                "synset": synset.id,
                "relations": [
                    {"relType": p.relation, "target": f"{synsets[p.pos, p.offset].id}-{p.target}"}
                    for p in synset.pointers
                    if p.source == number
                ],
            }
            found.setdefault((word, pos), []).append((rank, sense))
    return [
        {
            "id": f"{lexicon}-{word}-{pos}",
            "lemma": {"writtenForm": word.replace("_", " "), "partOfSpeech": pos},
            "senses": [sense for _, sense in sorted(senses, key=lambda ranked: ranked[0])],
        }
        for (word, pos), senses in found.items()
    ]


def _read(folder: Path, name: str, parse: Any) -> Iterator[tuple[str, Any]]:
    paths = sorted(path for path in folder.glob(f"{name}*") if path.name[len(name) :].isdigit())
    paths = [folder / name] if (folder / name).is_file() else paths
    if not paths:
        raise ParaphraseError("P302", folder=str(folder), file=name)
    for path in paths:
        with path.open(encoding="utf8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.startswith(" ") or not line.strip():  # the licence at the top of the file
                    continue
                try:
                    yield parse(line)
                except (ValueError, IndexError) as error:
                    raise ParaphraseError("P303", file=str(path), line=number) from error


def _data_line(line: str) -> tuple[str, _Synset]:
    fields = line.split(" | ", 1)[0].split()
    offset, _, pos, count = fields[:4]
    end = 4 + 2 * int(count, 16)
    words = [word.split("(", 1)[0] for word in fields[4:end:2]]  # galore(ip): adjective position
    pointers = []
    for i in range(end + 1, end + 1 + 4 * int(fields[end]), 4):
        symbol, target, target_pos, numbers = fields[i : i + 4]
        if symbol in POINTERS:
            ends = int(numbers[:2], 16), int(numbers[2:], 16)
            pointers.append(_Pointer(POINTERS[symbol], target, target_pos, *ends))
    return offset, _Synset("", pos, words, pointers)


def _index_line(line: str) -> tuple[str, list[str]]:
    fields = line.split()
    return fields[0], fields[-int(fields[2]) :]


# Word counts to build lexical data from; used by the build command only.

VERBS = ("VERB", "AUX", "")


def wordfreq_counts(language: str, corpus_size: float = 1e8) -> dict[str, float]:
    """Return the word frequencies of the package `wordfreq`, as counts in a corpus.

    Args:
        language: BCP 47 code.
        corpus_size: Number of words of the hypothetical corpus that the counts refer to.

    Raises:
        ParaphraseError: P305 if the package is not installed, P306 if it lacks the language.
    """
    wordfreq = _imported("wordfreq")
    try:
        frequencies = wordfreq.get_frequency_dict(language)
    except LookupError as error:
        raise ParaphraseError("P306", language=language) from error
    return {word: frequency * corpus_size for word, frequency in frequencies.items()}


def token_counts(counts: Mapping[str, float], language: str) -> dict[str, float]:
    """Split word forms into spaCy tokens and count those: "don't" counts for "do" and "n't".

    Numbers of several digits are skipped, because wordfreq replaces each of their digits by zero.
    """
    import spacy

    tokenizer = spacy.blank(language).tokenizer
    tokens: dict[str, float] = defaultdict(float)
    for form, count in counts.items():
        if form.isalpha():
            tokens[form] += count
        elif sum(map(str.isdigit, form)) < 2:
            for token in tokenizer(form):
                tokens[token.lower_] += count
    return dict(tokens)


def counting_lemmatizer(language: str) -> Lemmatizer:
    """Return a function that maps a word form to the lemmas that its count is added to.

    `lemminflect` lemmatises English forms. Forms of other languages are their own lemmas.
    Stop words count as verbs only, because "he", for example, hardly ever means helium.

    Raises:
        ParaphraseError: P305 if the language is English and `lemminflect` is not installed.
    """
    import spacy

    stop_words = spacy.util.get_lang_class(language).Defaults.stop_words
    all_lemmas = _imported("lemminflect").getAllLemmas if language == "en" else lambda form: {}

    def lemmatize(form: str) -> list[tuple[str, str]]:
        found = [(lemma, pos) for pos, each in all_lemmas(form).items() for lemma in each]
        found = found or as_written(form)
        if form in stop_words:
            return [(lemma, "VERB") for lemma, pos in found if pos in VERBS]
        return found

    return lemmatize


def _imported(package: str) -> ModuleType:
    try:
        return import_module(package)
    except ImportError as error:
        raise ParaphraseError("P305", package=package) from error


def read_counts(path: Path | str) -> dict[str, float]:
    """Read word counts from a UTF-8 file; each line has a word, a tab and a count.

    Raises:
        ParaphraseError: P308 if a line has another form.
    """
    counts: dict[str, float] = defaultdict(float)
    with Path(path).open(encoding="utf8") as lines:
        for number, line in enumerate(lines, start=1):
            line = line.rstrip("\n")
            word, _, count = line.rpartition("\t")
            try:
                counts[word] += float(count)
            except ValueError as error:
                values = {"line": number, "file": str(path), "got": line}
                raise ParaphraseError("P308", **values) from error
    return dict(counts)


# Compile a wordnet into the lexical index.

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

    Some wordnets (such as those of the Open Multilingual Wordnet) take their hypernyms from another
    wordnet by the interlingual index. For them, the result also has the synsets without a word.

    Args:
        specifier: Lexicon and version, such as "oewn:2024".
        progress: Wraps an iterable to show its progress under a label.

    Raises:
        ParaphraseError: P304 if `wn` has no such lexicon, or more than one.
    """
    import wn

    try:
        wordnet = wn.Wordnet(specifier, normalizer=None)
    except wn.Error as error:
        raise ParaphraseError("P304", specifier=specifier, found=0) from error
    if len(wordnet.lexicons()) != 1:
        raise ParaphraseError("P304", specifier=specifier, found=len(wordnet.lexicons()))
    lexicon = wordnet.lexicons()[0]
    entries = []
    for word in progress(wordnet.words(), "words"):
        senses = []
        for sense in word.senses():
            relations = _relations(sense.relations("antonym", *NEAR_SENSES))
            senses.append({"id": sense.id, "synset": sense.synset().id, "relations": relations})
        lemma = {"writtenForm": word.lemma(), "partOfSpeech": word.pos}
        entries.append({"id": word.id, "lemma": lemma, "senses": senses})
    synsets: dict[str, Item] = {}
    queue = {_key(synset): (synset, synset.pos) for synset in wordnet.synsets()}
    while queue:
        found: dict[str, tuple[Any, str]] = {}
        for key, (synset, pos) in progress(queue.items(), "synsets"):
            relations = synset.relations(*HYPERNYMS, *NEAR_SYNSETS)
            synsets[key] = {"id": key, "partOfSpeech": pos, "relations": _relations(relations)}
            # in `wn`, a synset without words has no part of speech; it gets that of its source
            found.update((_key(t), (t, pos)) for targets in relations.values() for t in targets)
        queue = {key: item for key, item in found.items() if key not in synsets}
    facts = {name: getattr(lexicon, name) for name in ("id", "version", "language", "license")}
    return {"lexicons": [{**facts, "entries": entries, "synsets": list(synsets.values())}]}


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
        folder: The output folder for the files `<language>.wordnet` and `<language>.weights`.
        language: BCP 47 code.
        lexicon: The name of a lexicon that is read from a folder: identifier, colon, version.
        counts: Frequency of each word form in a corpus; by default that of `wordfreq`.
        progress: Wraps an iterable to show its progress under a label.

    Returns:
        The paths of the two files.

    Raises:
        ParaphraseError: P302 to P306 if the source or the counts are not available.
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
            only the first of its lexicons is used.
        counts: Frequency of each word form in a corpus (see `wordfreq_counts`).
        lemmatize: A function that gives the lemmas of a word form (see `information_content`).
        progress: Wraps an iterable to show its progress under a label.

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
    for sense in chain.from_iterable(progress(entries.values(), "relations")):
        near[synset_of[sense["id"]]].update(_targets(sense, NEAR_SENSES, synset_of))
        antonyms[entry_of[sense["id"]]].update(_targets(sense, ("antonym",), entry_of))
    arrays = _arrays(synsets, entries, number, synset_of, near, antonyms)
    meta = {name: lexicon[name] for name in ("language", "license")}
    meta["name"] = f"{lexicon['id']}:{lexicon['version']}"
    forms = progress(counts.items(), "counts")
    information = information_content(LexicalIndex(meta, arrays), forms, lemmatize)
    return LexicalIndex(meta, {**arrays, "information": information})


def _arrays(
    synsets: Sequence[Item],
    entries: Mapping[tuple[int, str], Sequence[Item]],
    number: Mapping[str, int],
    synset_of: Mapping[str, int],
    near: list[set[int]],
    antonyms: list[set[int]],
) -> Arrays:
    hypernyms = [_targets(synset, HYPERNYMS, number) for synset in synsets]
    return {
        "lemmas": np.frombuffer("\n".join(lemma for _, lemma in entries).encode(), np.uint8),
        "entry_counts": _count(pos for pos, _ in entries),
        "synset_counts": _count(POS.index(_pos(synset)) for synset in synsets),
        **_lists("senses", [{synset_of[s["id"]]: None for s in e} for e in entries.values()]),
        **_lists("hypernyms", _without_cycles(hypernyms)),
        **_lists("near", _both_ways(near)),
        **_lists("antonyms", _both_ways(antonyms)),
        "information": np.zeros(len(synsets), dtype=np.float32),
    }


def _key(item: Any) -> str:
    """Return the identifier of a `wn` item; a synset without words is identified by its ILI."""
    key: str = item.ili if item.id == "*INFERRED*" else item.id
    return key


def _relations(relations: Mapping[str, Iterable[Any]]) -> list[dict[str, str]]:
    return [
        {"relType": name, "target": _key(target)}
        for name, targets in relations.items()
        for target in targets
    ]


def _pos(item: Item) -> str:
    """Return the part of speech of a synset; a satellite adjective is an adjective."""
    pos: str = item["partOfSpeech"]
    return "a" if pos == "s" else pos


def _entries(
    entries: Iterable[Item], synsets: Collection[str]
) -> dict[tuple[int, str], list[Item]]:
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
    """Remove the back edges of a depth-first search; the hypernyms of some wordnets have cycles."""
    new, open_, done = 0, 1, 2
    state = [new] * len(hypernyms)
    acyclic: list[list[int]] = [[] for _ in hypernyms]
    for first in range(len(hypernyms)):
        stack = [first]
        while stack:
            synset = stack[-1]
            if state[synset] == new:
                state[synset] = open_
                acyclic[synset] = list(
                    dict.fromkeys(h for h in hypernyms[synset] if state[h] != open_)
                )
                stack.extend(h for h in acyclic[synset] if state[h] == new)
            else:
                state[synset] = done
                stack.pop()
    return acyclic


def _both_ways(links: Sequence[Collection[int]]) -> list[list[int]]:
    both = [set(targets) for targets in links]
    for source, targets in enumerate(links):
        for target in targets:
            both[target].add(source)
    return [sorted(targets - {source}) for source, targets in enumerate(both)]


def _count(positions: Iterable[int]) -> NDArray[np.int32]:
    return np.bincount(list(positions), minlength=len(POS)).astype(np.int32)


def _lists(name: str, lists: Sequence[Collection[int]]) -> dict[str, NDArray[Any]]:
    counts = np.array([len(numbers) for numbers in lists], dtype=np.uint16)
    values = np.array([number for numbers in lists for number in numbers], dtype=np.int32)
    return {name: values, f"{name}_counts": counts}
