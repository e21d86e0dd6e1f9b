"""`resources`: listing and building lexical data."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import ParaphraseError
from .options import App, Uses, argument, examples, option, reads

resources = App(
    name="resources",
    invoke_without_command=True,
    epilog=examples(
        "spacy-paraphrase resources",
        "spacy-paraphrase resources build oewn:2024            a lexicon that wn has downloaded",
        "spacy-paraphrase resources build wordnet/dict         a folder of WordNet database files",
        "spacy-paraphrase resources build omw-nl:1.4 --language nl",
    ),
)


def _built(path: str, given: Mapping[str, Any]) -> Uses:
    names = (f"{given['language']}.wordnet", f"{given['language']}.weights")
    return Uses(written=tuple(str(Path(path, name)) for name in names), locked=(path,))


@resources.callback()
def _resources(context: typer.Context) -> int:
    """Show the lexical data that is there, or build it."""
    from ..lexicon.resources import SHIPPED, user_folder

    folders = () if context.invoked_subcommand else (user_folder(), SHIPPED)
    whole = [_show_folder(folder) for folder in folders]
    return 0 if all(whole) else 1


@resources.command("spacy-paraphrase resources build oewn:2024")
def build(
    source: Annotated[
        str, argument("SOURCE", "folder of WordNet files, or a lexicon of wn (oewn:2024)", reads)
    ],
    out: Annotated[
        Path | None, option("FOLDER", "folder for the files (default: your own cache)", _built)
    ] = None,
    language: Annotated[str, option("CODE", "BCP 47 code")] = "en",
    lexicon: Annotated[str, option("NAME", "name of a folder's WordNet")] = "pwn:3.0",
    counts: Annotated[
        Path | None, option("FILE", "your own word counts: word, tab, count", reads)
    ] = None,
) -> int:
    """Build the lexical data of a language from a wordnet."""
    from tqdm import tqdm

    from ..lexicon import build as building
    from ..lexicon.resources import user_folder

    paths = building.build(
        source,
        out or user_folder(),
        language=language,
        lexicon=lexicon,
        counts=building.read_counts(counts) if counts else None,
        progress=lambda items, label: tqdm(items, desc=label, unit="", disable=None),
    )
    sys.stdout.writelines(f"{path}\n" for path in paths)
    return 0


def _show_folder(folder: Path) -> bool:
    from ..lexicon.resources import SHIPPED

    owner = "comes with the package" if folder == SHIPPED else f"your own, {folder}"
    paths = sorted([*folder.glob("*.wordnet"), *folder.glob("*.weights")])
    sys.stdout.write(f"{owner}:\n" if paths else f"{owner}: nothing\n")
    whole = True
    for path in paths:
        try:
            content = _content(path)
        except ParaphraseError as error:
            content, whole = str(error), False
        sys.stdout.write(f"  {path.name}  {content}, {path.stat().st_size / 1e6:.1f} MB\n")
    return whole


def _content(path: Path) -> str:
    from ..lexicon.index import LexicalIndex
    from ..lexicon.resources import WordWeights

    if path.suffix == ".weights":
        return f"{len(WordWeights.from_disk(path).weights):,} word weights"
    index = LexicalIndex.from_disk(path)
    return f"{index.meta['name']}, {len(index.information):,} synsets"
