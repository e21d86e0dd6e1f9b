"""Components that are saved as bytes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar


class StoredAsBytes:
    """Saves a component as one file: what its `to_bytes` gives and its `from_bytes` takes.

    Attributes:
        file: Name of the file in the folder of the component.
    """

    file: ClassVar[str]

    @abstractmethod
    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Return all that is to be saved."""

    @abstractmethod
    def from_bytes(self, data: bytes, *, exclude: Iterable[str] = ()) -> Any:
        """Take over what `to_bytes` gave, and return the component."""

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Write what `to_bytes` gives into a folder."""
        Path(path).mkdir(exist_ok=True, parents=True)
        (Path(path) / self.file).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Any:
        """Read what `to_disk` wrote, and return the component."""
        return self.from_bytes((Path(path) / self.file).read_bytes())
