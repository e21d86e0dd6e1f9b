"""Corpora of pairs: readers for the common forms, and gold Docs made from them.

Every reader is a generator of `PairRecord`. A pair that cannot be read raises an error that names
file and line, or goes to the reader's `on_error`, so that nothing is lost in silence.
"""

from ..alignment import POSSIBLE, SURE
from .algraeph import write_algraeph
from .columns import Columns
from .corpus import PairCorpus, doc_to_record, read_docbin, read_docs, record_to_doc
from .daeso import read_daeso, read_graph_pairs
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
