"""Packing of Docs for transfer between processes.

`Doc.to_bytes` looks for converters among all entry points of the environment once per Doc and once
per span group, which can take as long as the alignment of a pair. Here a Doc is a dictionary that
`pickle` takes as it is.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from spacy.tokens import Doc, Span, SpanGroup
from spacy.vocab import Vocab

Packed: TypeAlias = dict[str, Any]

_SPANS = ["spans"]


def packed(doc: Doc) -> Packed:
    """Return all that `Doc.to_bytes` keeps."""
    groups = [
        (
            key,
            group.name,
            group.attrs,
            [(s.start, s.end, s.label_, s.kb_id_, s.id_) for s in group],
        )
        for key, group in doc.spans.items()
    ]
    return {"doc": doc.to_dict(exclude=_SPANS), "spans": groups}


def unpacked(vocab: Vocab, data: Packed) -> Doc:
    """Return the Doc that was packed."""
    doc = Doc(vocab).from_dict(data["doc"], exclude=_SPANS)
    for key, name, attrs, spans in data["spans"]:
        found = [
            Span(doc, start, end, label, kb_id=kb_id, span_id=id)
            for start, end, label, kb_id, id in spans
        ]
        doc.spans[key] = SpanGroup(doc, name=name, attrs=attrs, spans=found)
    return doc
