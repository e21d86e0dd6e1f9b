"""`space build`, `space query` and `retrieve`: word spaces, and text retrieval."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import ParaphraseError
from ..jobs.lines import json_lines
from ..jobs.paths import make_folder, remove_folder
from . import streams
from .batch import connect
from .options import (
    App,
    Dask,
    Errors,
    Fields,
    OnCluster,
    Processes,
    Uses,
    argument,
    loads,
    option,
    reads,
    writes,
)

if TYPE_CHECKING:
    from ..jobs import Job, Outcome
    from ..many.retrieval import TextIndex
    from ..many.spaces import WordSpace

# What a folder of rows is called by that of its space.
ROWS = ".rows"
# How many neighbours of a word, and of each of its senses, are shown.
SHOWN = 10

app = App()
space = App(
    name="space",
    help="Build word spaces of texts, and ask them which words are alike.",
    no_args_is_help=True,
)
app.add_typer(space)


def _space_files(path: str, given: Mapping[str, Any]) -> Uses:
    return Uses(written=(path, f"{path}{ROWS}"), locked=(path,))


LANGUAGE = option("CODE", "language of the texts")
Count = Annotated[int, typer.Option("-k", metavar="N", min=1, help="number of results")]


@space.command(
    "spacy-paraphrase space build notes.jsonl space",
    "spacy-paraphrase space build a.jsonl b.jsonl space --variant doc --n-process 2",
)
def build(
    input: Annotated[
        list[Path],
        argument(
            "IN...",
            'JSONL files; a line is {"id": text or number, "text": text or [texts]}, or has '
            '"sentences": [texts] in the place of "text"; maybe "label": [labels], the topmost '
            "first",
            reads,
        ),
    ],
    output: Annotated[Path, argument("SPACE", "folder for the space", _space_files)],
    *,
    config: Annotated[
        Any,
        Fields(
            "many.indexing:SpaceConfig",
            variant="",
            dim="N",
            window="N",
            min_count="N",
            nonzero="N",
            form=typer.Option(
                help="form of words that is counted (lemma: by --model, which is slower)"
            ),
            language=LANGUAGE,
            model=option("NAME", "pipeline for lemmas", loads),
        ),
    ],
    running: OnCluster,
) -> int:
    """Build a word space from texts, by word2vec or by Random Indexing."""
    from ..many.building import space_job, space_of, word2vec

    if config.variant == "word2vec":
        word2vec()  # what is missing is told before the texts are read
    _check_texts(input)
    work = output.with_name(f"{output.name}{ROWS}")
    make_folder(work, keep=running.resume)
    options = {"resume": running.resume, "errors": running.errors}
    done = _run(space_job(config), input, work, running.n_process, running.dask, **options)
    made = space_of(done.rows(), config)
    made.to_disk(output)
    if done.failed and done.errors.parent == work.absolute():  # it will not be there any more
        sys.stderr.write(done.errors.read_text(encoding="utf-8"))
    remove_folder(work)
    if not running.quiet:
        found = f"{made.texts:,} texts, {int(made.counts.sum()):,} words, {len(made):,} terms"
        sys.stderr.write(f"{found}, space {config.hash}\n")
    return streams.SOME_FAILED if done.failed else 0


@space.command(
    "spacy-paraphrase space query space bank", "spacy-paraphrase space query space bank money"
)
def query(
    folder: Annotated[Path, argument("SPACE", "folder of a space", reads)],
    words: Annotated[list[str], argument("WORD...", "a word; or several, to compare them")],
    k: Count = SHOWN,
) -> int:
    """Print the words most similar to a word, or compare words."""
    from ..many.spaces import WordSpace

    made = WordSpace.from_disk(folder)
    lines = _compared(made, words) if len(words) > 1 else _nearest(made, words[0], k)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 0


def _compared(made: WordSpace, words: list[str]) -> Iterator[str]:
    for other in words[1:]:
        found = made.similarity(words[0], other)
        yield f"{words[0]} {other} {'not known' if found is None else f'{found:.3f}'}"


def _nearest(made: WordSpace, word: str, k: int) -> Iterator[str]:
    term = made.term(word)
    if term not in made:
        yield f"{word}: not in the space"
        return
    place = made.index[term]
    yield f"{made.written(term)}: {made.counts[place]:,} times, in {made.dfs[place]:,} texts"
    yield from (f"  {score:.3f} {made.written(o)}" for o, score in made.nearest(term, k))


@app.command(
    "spacy-paraphrase retrieve notes.jsonl queries.jsonl hits.jsonl",
    "spacy-paraphrase retrieve notes.jsonl queries.jsonl hits.jsonl -k 3 --save index",
    "spacy-paraphrase retrieve index queries.jsonl hits.jsonl",
)
def retrieve(
    collection: Annotated[
        Path,
        argument("TEXTS", "texts in the format of `space build`, or a folder of --save", reads),
    ],
    queries: Annotated[
        str,
        argument("QUERIES", "queries in this format; a text with the same id is left out", reads),
    ],
    output: Annotated[str, argument("OUT", "JSONL file, - for standard output", writes)],
    k: Count = SHOWN,
    save: Annotated[
        Path | None, option("FOLDER", "folder to save the index of the texts in", writes)
    ] = None,
    language: Annotated[str, LANGUAGE] = "en",
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
) -> int:
    """Find the best texts for queries, by shared words (BM25).

    An output line has the id of a query, "hits", ids of texts with their scores, best first, and
    "unknown", the number of its words that are in no text.
    """
    from ..many.retrieval import TextIndex

    with streams.failure_writer(errors) as report:
        if collection.is_dir():
            index, failed = TextIndex.from_disk(collection), 0
        else:
            index, failures = _indexed(collection, language, n_process, dask)
            for failure in failures:
                report(failure)
            failed = len(failures)
        if not len(index):
            raise ParaphraseError("P969", got="an index without texts")
        if save is not None:
            index.to_disk(save)
        failed += _ask(index, queries, output, k, report)
    return streams.SOME_FAILED if failed else 0


def _ask(index: TextIndex, queries: str, output: str, k: int, report: Any) -> int:
    """Write what is found for the queries; return how many of them failed."""
    failed = 0
    with streams.lines_of(queries) as lines, streams.jsonl_writer(output) as write:
        queried = json_lines(lines, queries, int)
        for _, found in streams.results(queried, partial(index.ask, k=k)):
            if isinstance(found, streams.Failure):
                report(found)
                failed += 1
            else:
                write(found.to_json())
    return failed


def _indexed(
    collection: Path, language: str, n_process: int, dask: str | None
) -> tuple[TextIndex, list[streams.Failure]]:
    from ..many.retrieval import count_job, index_of

    _check_texts([collection])
    near = None if dask is None else collection.absolute().parent  # the cluster sees it
    with tempfile.TemporaryDirectory(dir=near) as folder:
        done = _run(count_job(language), [collection], Path(folder, "rows"), n_process, dask)
        index = index_of(done.rows(), language)
        lines = done.errors.read_bytes().splitlines() if done.failed else []
    names = ("line", "id", "code", "reason")
    return index, [streams.Failure(*map(json.loads(line).get, names)) for line in lines]


def _check_texts(inputs: list[Path]) -> None:
    """See that no two texts of some files have one id; what cannot be read is told later."""
    from ..jobs.parts import parts_of, read_json
    from ..many.building import check, has_id

    placed = (
        (f"{part.path}:{number}", record)
        for part in parts_of(inputs)
        for number, record in read_json(part)
        if has_id(record)
    )
    for _ in check(placed):
        pass


def _run(
    job: Job, inputs: list[Path], out: Path, n_process: int, dask: str | None, **settings: Any
) -> Outcome:
    """Run a job over files, here or on a cluster, which has to see them; see `jobs.run_job`."""
    from ..jobs import run_job

    with connect(dask, n_process) as client:
        return run_job(job, inputs, out, n_process=n_process, client=client, **settings)
