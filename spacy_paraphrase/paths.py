"""Paths of a run: that nothing it reads is written over, and no two runs write one file.

A run declares what it reads and what it writes before it opens anything. Links and hard links are
followed; a file lies in the folders above it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

from .errors import ParaphraseError

# The name of an argument or option, and a path that it stands for.
Named: TypeAlias = tuple[str, str | Path]
# A file that stands in folders that runs make and take away again.
MARK = ".spacy-paraphrase"


def check_apart(read: Iterable[Named], written: Iterable[Named]) -> None:
    """Check that nothing is written that is read, or holds it or lies in it, and nothing twice.

    What is written and is neither file nor folder (a terminal, a pipe) may be anything.

    Raises:
        ParaphraseError: P510 if something is.
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
            told = {"other": str(place), "path": str(path)}
            raise ParaphraseError("P510", first=other, second=name, **told)


def is_special(path: str | Path) -> bool:
    """Return whether a path is of something else than a file or a folder, such as a pipe."""
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
    """Keep other runs from writing these files or folders, until the block ends.

    Raises:
        ParaphraseError: P705 if another process writes one.
        OSError: If there can be no lock beside it.
    """
    with ExitStack() as stack:
        for path in paths:
            target = Path(os.path.realpath(path))
            # Where there is no folder, opening the file tells what is wrong.
            if not is_special(path) and target.parent.is_dir():
                stack.callback(release, target, claim(target))
        yield


def claim(path: Path) -> int:
    """Return a descriptor of the lock of a file, which holds the number of this process.

    The system gives a lock up when its process ends, in whatever way.

    Raises:
        ParaphraseError: P705 if another one has it.
        OSError: If there can be no lock beside the file.
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
    """Give a lock back."""
    with suppress(OSError):
        os.unlink(lock_of(path))
    os.close(descriptor)


def lock_of(path: Path) -> Path:
    """Return the file that is the lock of another one, or of a folder."""
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
    """Make a folder that `remove_folder` may take away again.

    Args:
        path: The folder.
        keep: Whether what an earlier run left in it stays.

    Raises:
        ParaphraseError: P516 if there is one that no run has made.
        OSError: If it cannot be made.
    """
    if keep:
        _check_made(path)
    else:
        remove_folder(path)
    path.mkdir(parents=True, exist_ok=True)
    (path / MARK).touch()


def remove_folder(path: Path) -> None:
    """Take a folder away, if there is one.

    Raises:
        ParaphraseError: P516 if `make_folder` has not made it.
    """
    _check_made(path)
    shutil.rmtree(path, ignore_errors=True)


def _check_made(path: Path) -> None:
    if path.is_file() or (path.is_dir() and any(path.iterdir()) and not (path / MARK).exists()):
        raise ParaphraseError("P516", path=str(path))
