"""Types of arrays, tables of pandas, files of arrays, and the data files of the package.

A file of arrays is a header with a checksum, then a compressed numpy archive without pickles.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import ParaphraseError
from .atomic import whole_file

if TYPE_CHECKING:
    import pandas

FloatArray: TypeAlias = NDArray[np.float64]
FloatingArray: TypeAlias = NDArray[np.floating]
Float32Array: TypeAlias = NDArray[np.float32]
IntArray: TypeAlias = NDArray[np.int64]
Int32Array: TypeAlias = NDArray[np.int32]
Int8Array: TypeAlias = NDArray[np.int8]
BoolArray: TypeAlias = NDArray[np.bool_]
Array: TypeAlias = NDArray[Any]


PACKAGE = Path(__file__).parents[1]
CHECKSUMS = PACKAGE / "data.sha256"
VERSION = b"1"
Meta = dict[str, Any]
Arrays = dict[str, NDArray[Any]]


def frame_of(rows: Sequence[Sequence[Any]], columns: Sequence[str]) -> pandas.DataFrame:
    """Return rows as a table of pandas.

    Raises:
        ParaphraseError: P852 if pandas is not installed.
    """
    try:
        import pandas
    except ImportError as error:
        raise ParaphraseError("P852", package="pandas", extra="frames") from error
    return pandas.DataFrame(rows, columns=list(columns))


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
    with whole_file(path) as stream:
        stream.write(data)


def read_data(path: Path | str) -> bytes:
    """Return what a data file holds; one of the package is held against its checksum.

    Raises:
        ParaphraseError: P034 if a file of the package is missing or damaged, P300 if there is no
            such file elsewhere.
    """
    place = Path(path)
    right = checksums().get(place)
    if not isfile(place):  # nor is there one of a name that is too long
        raise ParaphraseError("P034" if right else "P300", path=str(path), got="missing")
    data = place.read_bytes()
    if right and sha256(data).hexdigest() != right:
        raise ParaphraseError("P034", path=str(path), got="damaged")
    return data


@cache
def checksums() -> dict[Path, str]:
    """Return the SHA-256 of every data file of the package (`scripts/checksums.py` writes them)."""
    lines = (line.split("  ") for line in CHECKSUMS.read_text(encoding="utf-8").splitlines())
    return {PACKAGE / name: right for right, name in lines}


def _header(kind: bytes, body: bytes) -> bytes:
    return b"spacy-paraphrase " + kind + VERSION + zlib.crc32(body).to_bytes(4, "big")
