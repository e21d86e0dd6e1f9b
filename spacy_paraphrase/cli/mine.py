"""`mine`: paraphrases out of texts and pairs, by one miner or another.

As in `commands`, what is done is imported when a command runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..errors import ParaphraseError
from .commands import _PLAIN, _argument, _examples, _option, _processes
from .streams import SOME_FAILED

if TYPE_CHECKING:
    from ..acquire.files import Chain, Files

mine = typer.Typer(
    name="mine",
    help="Mine paraphrases from texts and pairs, for tables that can be looked at and used.",
    no_args_is_help=True,
    **_PLAIN,
)
_ALIGNED = ".jsonl or .spacy as align writes them, .json (jacana), .tsv (MultiMWA)"
Aligned = Annotated[list[str], _argument("PAIRS", f"aligned pairs: {_ALIGNED}")]
Texts = Annotated[
    list[str], _argument("TEXTS", "sentences: .txt, .jsonl with words or text, or .spacy files")
]
Out = Annotated[
    str, _option("OUT", "a .jsonl file, or a folder of part-*.jsonl.gz, with a manifest")
]
Origin = Annotated[str, _option("NAME", "what the corpus is called, for the rows")]
Processes = Annotated[int, _option("N", "processes; -1: one per core", callback=_processes)]
Dask = Annotated[str | None, _option("ADDRESS", "of the scheduler of a Dask cluster")]
Errors = Annotated[str | None, _option("FILE", "JSONL file for what failed")]
Resume = Annotated[bool, typer.Option("--resume", help="go on with an interrupted OUT")]


def _chain(
    out: str, last: str, n_process: int, dask: str | None, errors: str | None, resume: bool
) -> Chain:
    from ..acquire.files import Chain

    options: dict[str, Any] = {"n_process": n_process, "errors": errors, "resume": resume}
    if dask:
        options["client"] = _client(dask)
    return Chain(out, last, **options)


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise ParaphraseError("P852", package="distributed", extra="dask") from error
    return Client(address)


def _pairs(paths: list[str]) -> Files:
    from ..acquire.files import Files, read_pairs

    return Files(tuple(paths), read_pairs)


def _status(chain: Chain) -> int:
    return SOME_FAILED if chain.finish() else 0


@mine.command(
    epilog=_examples(
        "spacy-paraphrase mine phrases aligned.spacy --out phrases.jsonl",
        "spacy-paraphrase mine phrases gold.json --variant full --out phrases --origin gold",
    )
)
def phrases(
    pairs: Aligned,
    out: Out,
    variant: Annotated[
        Literal["strict", "full", "free"],
        _option("NAME", "links at all edges, links of all words, or unlinked words at the edges"),
    ] = "strict",
    max_len: Annotated[int, _option("N", "most words of a side")] = 7,
    composites_up_to: Annotated[
        int, _option("N", "most words of a side that smaller pairs make up; 0 for none")
    ] = 4,
    max_unaligned_ratio: Annotated[
        float | None, _option("R", "greatest share of words without a link")
    ] = None,
    min_link_score: Annotated[float, _option("S", "least score of a link")] = 0.5,
    origin: Origin = "",
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
) -> int:
    """Mine phrase pairs from aligned pairs: a phrase table with counts, shares and relations."""
    from ..acquire.phrases import PhraseSettings, mine_phrases

    settings = PhraseSettings(
        variant, max_len, composites_up_to, max_unaligned_ratio, min_link_score
    )
    chain = _chain(out, "shares by source", n_process, dask, errors, resume)
    mine_phrases(_pairs(pairs), settings, origin=origin, run=chain)
    return _status(chain)


@mine.command(epilog=_examples("spacy-paraphrase mine rules aligned.spacy --out rules.jsonl"))
def rules(
    pairs: Aligned,
    out: Out,
    lexicalise: Annotated[
        Literal["form", "lemma", "pos"],
        _option("LEVEL", "what words are: form, lemma, or the part of speech of closed classes"),
    ] = "lemma",
    max_variables: Annotated[int, _option("N", "most variables")] = 4,
    max_literals: Annotated[int, _option("N", "most words of a side that are no variables")] = 8,
    min_count: Annotated[int, _option("N", "how often a rule must be seen")] = 2,
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
) -> int:
    """Mine rules with variables from aligned, parsed pairs: "X be V by Y", "Y V X"."""
    from ..acquire.rules import RuleSettings, mine_rules

    settings = RuleSettings(lexicalise, max_variables, max_literals, min_count)
    chain = _chain(out, "rules", n_process, dask, errors, resume)
    mine_rules(_pairs(pairs), settings, run=chain)
    return _status(chain)


@mine.command(epilog=_examples("spacy-paraphrase mine anchors news.txt --out phrases.jsonl"))
def anchors(
    texts: Texts,
    out: Out,
    width: Annotated[int, _option("N", "words of an anchor on either side")] = 2,
    shortest: Annotated[int, _option("N", "fewest words of a phrase")] = 1,
    longest: Annotated[int, _option("N", "most words of a phrase")] = 4,
    min_count: Annotated[int, _option("N", "how many anchors two phrases share")] = 3,
    cap: Annotated[int, _option("N", "most phrases of an anchor")] = 1000,
    entities: Annotated[
        bool, typer.Option("--entities", help="the nearest names belong to the anchor (.spacy)")
    ] = False,
    origin: Origin = "",
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
    resume: Resume = False,
) -> int:
    """Mine phrases that stand between the same words: no pairs needed, less sure."""
    from spacy.lang.en.stop_words import STOP_WORDS

    from ..acquire.anchors import AnchorSettings, mine_anchors
    from ..acquire.files import Files, read_sentences

    settings = AnchorSettings(width, shortest, longest, min_count, cap, entities)
    chain = _chain(out, "anchored phrases", n_process, dask, errors, resume)
    files = Files(tuple(texts), read_sentences)
    mine_anchors(files, settings, stop_words=STOP_WORDS, origin=origin, run=chain)
    return _status(chain)


@mine.command(
    epilog=_examples(
        "spacy-paraphrase mine contexts pairs.spacy --out phrases.jsonl --patterns patterns.jsonl"
    )
)
def contexts(
    pairs: Aligned,
    out: Annotated[str, _option("OUT", "a .jsonl file")],
    patterns: Annotated[
        str | None, _option("FILE", "JSONL file for the tags of the phrases, and the contexts")
    ] = None,
    length: Annotated[int, _option("N", "most tags of a context on either side")] = 3,
    strength: Annotated[float, _option("S", "least share of examples of one kind")] = 0.95,
    k: Annotated[int, _option("N", "new contexts of each kind and length in a round")] = 10,
    max_span: Annotated[int, _option("N", "most words of a phrase")] = 4,
    rounds: Annotated[int, _option("N", "most rounds")] = 10,
    origin: Origin = "",
    n_process: Processes = 1,
    dask: Dask = None,
    errors: Errors = None,
) -> int:
    """Mine phrases from tagged pairs, aligned or not, by the tags around them: co-training."""
    from ..acquire.contexts import ContextSettings, mine_contexts
    from ..acquire.files import write_rows

    settings = ContextSettings(length, strength, k, max_span, rounds)
    chain = _chain(out, "", n_process, dask, errors, False)
    learnt = mine_contexts(_pairs(pairs), settings, origin=origin, run=chain)
    write_rows(out, learnt.rows)
    if patterns:
        write_rows(patterns, [*learnt.patterns, *learnt.contexts])
    return _status(chain)
