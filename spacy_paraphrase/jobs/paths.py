"""Checks of paths: a run must not overwrite its input, and two runs must not write one file.

A run declares the paths that it reads and writes before it opens any file. Symbolic and hard links
are followed; a file also counts as part of the folders that contain it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from ..errors import ParaphraseError

# The name of an argument or option, and a path that it stands for.
Named: TypeAlias = tuple[str, str | Path]
# A file that stands in folders that runs make and take away again.
MARK = ".spacy-paraphrase"


def check_apart(read: Iterable[Named], written: Iterable[Named]) -> None:
    """Check that no output is an input, contains one or lies in one, and that outputs differ.

    Outputs that are neither files nor folders (a terminal, a pipe) are not checked.

    Raises:
        ParaphraseError: P510 if one of these checks fails.
    """
    inputs = [(name, path, _chain(path)) for name, path in read]
    outputs: dict[Any, Named] = {}
    for name, path in written:
        if is_special(path):
            continue
        chain = _chain(path)
        clashes = [
            (other, place)
            for other, place, others in inputs
            if chain[0] in others or others[0] in chain
        ]
        other, place = (*clashes, outputs.setdefault(chain[0], (name, path)))[0]
        if clashes or other != name:
            values = {"other": str(place), "path": str(path)}
            raise ParaphraseError("P510", first=other, second=name, **values)


def is_special(path: str | Path) -> bool:
    """Return whether a path is neither a file nor a folder, for example a pipe."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _chain(path: str | Path) -> list[Any]:
    """Return what tells a file or folder from any other, then the same of those above it."""
    real = Path(os.path.realpath(path))
    return [_identity(each) for each in (real, *real.parents)]


def _identity(path: Path) -> Any:
    try:
        found = os.stat(path)
    except OSError:
        return str(path)
    return found.st_dev, found.st_ino


@contextmanager
def claimed(paths: Iterable[str | Path]) -> Iterator[None]:
    """Context manager that keeps other runs from writing these files or folders.

    Raises:
        ParaphraseError: P705 if another process writes one of them.
        OSError: If no lock file can be made beside it.
    """
    with ExitStack() as stack:
        for path in paths:
            target = Path(os.path.realpath(path))
            # Where there is no folder, opening the file tells what is wrong.
            if not is_special(path) and target.parent.is_dir():
                stack.callback(release, target, claim(target))
        yield


def claim(path: Path) -> int:
    """Lock a file, and return the descriptor of the lock file, which contains this process's id.

    The system releases the lock when the process ends, however it ends.

    Raises:
        ParaphraseError: P705 if another process has the lock.
        OSError: If no lock file can be made beside the file.
    """
    lock = lock_of(path)
    while True:
        try:
            descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            error.filename = str(path)
            raise
        try:
            _hold(descriptor)
        except OSError as error:
            holder = os.read(descriptor, 100).decode("ascii", "replace").strip()
            os.close(descriptor)
            raise ParaphraseError("P705", path=str(path), got=holder, lock=str(lock)) from error
        try:
            same = os.path.samestat(os.fstat(descriptor), os.stat(lock))
        except FileNotFoundError:
            same = False
        if same:  # else who held it has taken it away since
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode())
            return descriptor
        os.close(descriptor)


def release(path: Path, descriptor: int) -> None:
    """Release a lock."""
    with suppress(OSError):
        os.unlink(lock_of(path))
    os.close(descriptor)


def lock_of(path: Path) -> Path:
    """Return the path of the lock file of a file or folder."""
    return path.with_name(path.name + ".lock")


def _hold(descriptor: int) -> None:
    """Lock a file for this process alone.

    Raises:
        OSError: If another one has it.
    """
    try:
        import fcntl
    except ImportError:
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def make_folder(path: Path, *, keep: bool = False) -> None:
    """Make a folder that `remove_folder` may delete later.

    Args:
        path: The folder.
        keep: Whether to keep the contents that an earlier run left in it.

    Raises:
        ParaphraseError: P516 if the folder exists and was not made by a run.
        OSError: If it cannot be made.
    """
    if keep:
        _check_made(path)
    else:
        remove_folder(path)
    path.mkdir(parents=True, exist_ok=True)
    (path / MARK).touch()


def remove_folder(path: Path) -> None:
    """Delete a folder, if it exists.

    Raises:
        ParaphraseError: P516 if it was not made by `make_folder`.
    """
    _check_made(path)
    shutil.rmtree(path, ignore_errors=True)


def _check_made(path: Path) -> None:
    if path.is_file() or (path.is_dir() and any(path.iterdir()) and not (path / MARK).exists()):
        raise ParaphraseError("P516", path=str(path))
