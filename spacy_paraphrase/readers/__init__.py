"""Corpora of pairs: readers for common formats, and gold Docs made from them.

Every reader is a generator of `PairRecord`. A pair that cannot be read raises an error that names
file and line, or is passed to the reader's `on_error`, so that nothing is lost silently.
"""

from typing import Any

from ..pairs.alignment import POSSIBLE, SURE
from ..registry import paper
from .columns import Columns
from .corpus import PairCorpus, doc_to_record, read_docbin, read_docs, record_to_doc
from .ists import IstsRecord, chunk_links, read_ists, record_to_wa, write_wa
from .jsonl import read_jsonl, record_from_json, record_to_json
from .nli import has_judged_lines, is_sentence_table, read_nli, read_table
from .records import LinkRecord, PairRecord, Place, word_links
from .rewrites import RewriteRecord, read_rewrites
from .word_alignments import read_jacana, read_multimwa, read_pharaoh

__all__ = [
    "POSSIBLE",
    "SURE",
    "Columns",
    "IstsRecord",
    "LinkRecord",
    "PairCorpus",
    "PairRecord",
    "Place",
    "RewriteRecord",
    "chunk_links",
    "doc_to_record",
    "has_judged_lines",
    "is_sentence_table",
    "read_daeso",
    "read_docbin",
    "read_docs",
    "read_graph_pairs",
    "read_ists",
    "read_jacana",
    "read_jsonl",
    "read_multimwa",
    "read_nli",
    "read_pharaoh",
    "read_rewrites",
    "read_table",
    "record_from_json",
    "record_to_doc",
    "record_to_json",
    "record_to_wa",
    "word_links",
    "write_algraeph",
    "write_wa",
]

_PAPERS = {"read_daeso": "daeso", "read_graph_pairs": "daeso", "write_algraeph": "algraeph"}


def __getattr__(name: str) -> Any:
    """Return what reads and writes the forms that are in `papers`."""
    if name not in _PAPERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(paper(_PAPERS[name]), name)
