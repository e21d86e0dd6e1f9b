"""The commands `texts` and `support`, and their options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import typer

from . import streams
from .options import App, Model, Running, Uses, argument, option, reads, writes

app = App()
Tier = Annotated[
    Literal["fast", "accurate"] | None,
    typer.Option(help="accurate also runs an encoder over sentences (the default if it can run)"),
]
FailOn = Annotated[str, option("LIST", "exit status 1 if one of these is found")]
AsJson = Annotated[bool, typer.Option("--json", help="write JSON")]


def _second(path: str, given: Mapping[str, Any]) -> Uses:
    """Return the files of a second argument, which is written if the first one holds many pairs."""
    first = given["old"] if "old" in given else given["text"]
    return (writes if first.endswith(streams.MANY) else reads)(path, given)


@app.command(
    "spacy-paraphrase texts old.md new.md",
    "spacy-paraphrase texts old.txt new.txt --html changes.html --fail-on contradicts,dropped",
    "spacy-paraphrase texts versions.jsonl changes.jsonl --errors errors.jsonl",
)
def texts(
    old: Annotated[
        str,
        argument(
            "OLD",
            "file (text, Markdown, .docx, .pdf), folder, or - for standard input; or a JSONL file, "
            'a line of which is {"id": any, "source": text, "target": text}',
            reads,
        ),
    ],
    new: Annotated[
        str, argument("NEW", "the same for another version; or the JSONL file to write", _second)
    ],
    *,
    model: Model = "en",
    tier: Tier = None,
    as_json: AsJson = False,
    html: Annotated[str | None, option("FILE", "page with both texts side by side", writes)] = None,
    fail_on: FailOn = "",
    running: Running,
) -> int:
    """Compare two texts: what was changed, added or dropped, and what is contradictory."""
    from . import texts as command

    if command.are_many(old, new, {"--html": html, "--fail-on": fail_on}, running):
        return command.many("text_comparison", old, new, running, model, tier)
    return command.texts(old, new, model, tier, as_json, html, fail_on)


@app.command(
    "spacy-paraphrase support article.txt summary.txt",
    'spacy-paraphrase support passage.txt answer.txt --fail-on "contradicted,not said"',
    "spacy-paraphrase support answers.jsonl checked.jsonl",
)
def support(
    text: Annotated[
        str,
        argument(
            "TEXT",
            "text file that is assumed to be true, or -; or a JSONL file, a line of which is "
            '{"id": any, "text": text, "statements": text or [texts]}',
            reads,
        ),
    ],
    statements: Annotated[
        str,
        argument(
            "STATEMENTS",
            "text file, each sentence of which is a statement; or the JSONL file to write",
            _second,
        ),
    ],
    *,
    model: Model = "en",
    tier: Tier = None,
    as_json: AsJson = False,
    fail_on: FailOn = "",
    running: Running,
) -> int:
    """Check the sentences of a text, such as a summary or an answer, against another text."""
    from . import texts as command

    if command.are_many(text, statements, {"--fail-on": fail_on}, running):
        return command.many("support_checker", text, statements, running, model, tier)
    return command.support(text, statements, model, tier, as_json, fail_on)
