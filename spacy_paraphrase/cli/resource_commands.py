"""`resources`, as it is said on the command line: its arguments and its help."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

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
    """Return the lexical data of a language in a folder."""
    names = (f"{given['language']}.wordnet", f"{given['language']}.weights")
    return Uses(written=tuple(str(Path(path, name)) for name in names), locked=(path,))


@resources.callback()
def _resources(context: typer.Context) -> int:
    """Show the lexical data that is there, or build it."""
    from .resources import show

    return 0 if context.invoked_subcommand else show()


@resources.command(epilog=examples("spacy-paraphrase resources build oewn:2024"))
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
    from .resources import build_data

    return build_data(source, out, language, lexicon, counts)
