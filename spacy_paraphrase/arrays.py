"""Types of arrays, and files of arrays.

A file is a header with a checksum, then a compressed numpy archive without pickles.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .errors import ParaphraseError

FloatArray: TypeAlias = NDArray[np.float64]
FloatingArray: TypeAlias = NDArray[np.floating]
Float32Array: TypeAlias = NDArray[np.float32]
IntArray: TypeAlias = NDArray[np.int64]
Int32Array: TypeAlias = NDArray[np.int32]
Int8Array: TypeAlias = NDArray[np.int8]
BoolArray: TypeAlias = NDArray[np.bool_]
Array: TypeAlias = NDArray[Any]


VERSION = b"1"
Meta = dict[str, Any]
Arrays = dict[str, NDArray[Any]]


def pack_arrays(kind: bytes, meta: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return arrays as bytes; equal arrays give equal bytes.

    Args:
        kind: Says what the arrays are, such as `b"wordnet"`.
        meta: Facts about them, JSON-able.
        arrays: The arrays by name.
    """
    text = json.dumps(dict(meta), sort_keys=True).encode("utf8")
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer, allow_pickle=False, meta=np.frombuffer(text, dtype=np.uint8), **arrays
    )
    body = buffer.getvalue()
    return _header(kind, body) + body


def unpack_arrays(kind: bytes, data: bytes, source: str) -> tuple[Meta, Arrays]:
    """Return what `pack` was given.

    Args:
        kind: What the arrays should be.
        data: What `pack` returned.
        source: Where the bytes come from, for the error message.

    Raises:
        ParaphraseError: P301 if they are damaged, of another kind or of another version.
    """
    size = len(_header(kind, b""))
    body = data[size:]
    if data[:size] != _header(kind, body):
        raise ParaphraseError("P301", source=source, kind=kind.decode())
    with np.load(io.BytesIO(body), allow_pickle=False) as archive:
        arrays = {name: archive[name] for name in archive.files}
    return json.loads(arrays.pop("meta").tobytes()), arrays


def write_file(path: Path | str, data: bytes) -> None:
    """Write a file; an interrupted write leaves the old file as it was."""
    part = Path(path).with_name(Path(path).name + ".part")
    part.write_bytes(data)
    part.replace(path)


def existing_file(path: Path | str) -> Path:
    """Return the path of a file.

    Raises:
        ParaphraseError: P300 if there is no such file.
    """
    if not Path(path).is_file():
        raise ParaphraseError("P300", path=str(path))
    return Path(path)


def _header(kind: bytes, body: bytes) -> bytes:
    return b"spacy-paraphrase " + kind + VERSION + zlib.crc32(body).to_bytes(4, "big")
