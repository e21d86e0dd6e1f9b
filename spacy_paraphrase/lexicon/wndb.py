r"""Reader of WordNet's own database files.

Reads the `data.*` and `index.*` files that Princeton WordNet is distributed as (manual page
wndb(5WN), WordNet 3.0) into the form of a WN-LMF resource: plain dictionaries that
`wn.add_lexical_resource` and `spacy_paraphrase.lexicon.build` take. Glosses and examples are left
out, and of the pointers those are read that relate words by meaning: hypernyms, antonyms,
similar adjectives, verb groups (as "similar"), derivations, pertainyms and participles.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from spacy_paraphrase.errors import ParaphraseError

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

    A file may come in numbered parts (`data.noun1`, `data.noun2`). Synsets get the identifiers
    `<lexicon>-<offset>-<pos>`, pos being n, v, a, s or r. Each spelling of a word is an entry of
    its own ("cat" and "CAT"), its senses in the order of the index file, the most frequent first.

    Args:
        folder: Holds `data.noun`, `index.noun` and so on.
        lexicon: What to call it: identifier, colon, version.
        language: BCP 47 code of its language.

    Returns:
        A WN-LMF resource, as `wn.lmf.load` gives it.

    Raises:
        ParaphraseError: P302 if the folder lacks one of the files, P303 if a line of one of them
            is not in the format.

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
    return {
        "lmf_version": "1.4",
        "lexicons": [
            {
                "id": name,
                "label": lexicon,
                "language": language,
                "email": "",
                "license": "https://wordnet.princeton.edu/license-and-commercial-use",
                "version": version,
                "entries": _entries(name, synsets, ranks),
                "synsets": [
                    {
                        "id": synset.id,
                        "ili": "",
                        "partOfSpeech": synset.pos,
                        "relations": [
                            {"relType": p.relation, "target": synsets[p.pos, p.offset].id}
                            for p in synset.pointers
                            if not p.source
                        ],
                    }
                    for synset in synsets.values()
                ],
            }
        ],
    }


def _entries(
    lexicon: str,
    synsets: dict[tuple[str, str], _Synset],
    ranks: dict[tuple[str, str], list[str]],
) -> list[dict[str, Any]]:
    """One entry for each spelling and part of speech, its senses in the order of the index."""
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
                if line.startswith(" ") or not line.strip():  # the licence stands at the top
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
            source_word, target_word = int(numbers[:2], 16), int(numbers[2:], 16)
            pointers.append(
                _Pointer(POINTERS[symbol], target, target_pos, source_word, target_word)
            )
    return offset, _Synset("", pos, words, pointers)


def _index_line(line: str) -> tuple[str, list[str]]:
    fields = line.split()
    return fields[0], fields[-int(fields[2]) :]
