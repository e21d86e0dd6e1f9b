"""Where to go on with an output that was interrupted.

Every input line ends as one output line or one failure, in order, so the output alone says how far
the run came: its lines are held against the input until there are none left. An input line that
the next output line does not belong to must be one that failed; where the file of failures does
not say so, it is run again to see.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from ..errors import ParaphraseError
from ..pair import SIDES, sides
from . import records
from .pairs import Line, Runner
from .streams import Failure, to_line


def skip_done(
    runner: Runner, lines: Iterator[Line], output: str, failures: str | None
) -> list[Failure]:
    """Move `lines` to the first line that is not done, and cut a half-written line off the output.

    Args:
        runner: The pipeline that made the output.
        lines: The input from its beginning.
        output: Path of the output; it need not exist.
        failures: Path of the file of failures, if there is one; likewise.

    Returns:
        The failures among the lines that are done.

    Raises:
        ParaphraseError: P509 if the output does not belong to this input and pipeline.
    """
    known = _known(failures)
    failed = []
    offset = 0
    with open(output, "a+b") as stream:
        stream.seek(0)
        for number, written in enumerate(stream, 1):
            if not written.endswith(b"\n"):
                break
            identity = _identity_written(written, number, output)
            for line in lines:
                if _identity(runner, line) == identity:
                    break
                failed.append(known.get(line[0]) or _failure(runner, line, output))
            else:
                got = f"its line {number} belongs to no line of the rest of the input"
                raise ParaphraseError("P509", path=output, got=got)
            offset += len(written)
        stream.truncate(offset)
    return failed


def _known(path: str | None) -> dict[int, Failure]:
    """Return the failures of a file by line; what is no failure (half-written) is left out."""
    known = {}
    if path and os.path.exists(path):
        with open(path, "rb") as stream:
            for line in stream:
                try:
                    failure = Failure(**json.loads(line))
                except (ValueError, TypeError):
                    continue
                known[failure.line] = failure
    return known


def _identity(runner: Runner, line: Line) -> bytes | None:
    """Return id and words of an input line; None if it gives no pair."""
    with runner.nlp.memory_zone():
        try:
            record = records.parse(line[1])
            doc = records.make_doc(runner.nlp, record)
        except ParaphraseError:
            return None
        words: list[Any] = [[token.text for token in side] for side in sides(doc)]
    return to_line([record.get("id"), *words])


def _identity_written(written: bytes, number: int, output: str) -> bytes:
    try:
        record = json.loads(written)
        return to_line([record["id"], *(record[name] for name in SIDES)])
    except (ValueError, TypeError, KeyError) as error:
        got = f"its line {number} is no output line"
        raise ParaphraseError("P509", path=output, got=got) from error


def _failure(runner: Runner, line: Line, output: str) -> Failure:
    with runner.nlp.memory_zone():
        result = runner.alone(line)
    if not isinstance(result, Failure):
        got = f"it lacks line {line[0]} of the input, which has a result"
        raise ParaphraseError("P509", path=output, got=got)
    return result
