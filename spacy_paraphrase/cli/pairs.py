"""Lines through a pipeline: each comes out as its result or as its failure, in order.

Where a component fails, spaCy drops Docs, or a batch of them, or ends the stream. So pairs that do
not come back are run again alone, which gives either their result or the reason. Lines are taken
in blocks, each in a memory zone of its own: what new words leave behind in the vocabulary is freed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NoReturn, TypeAlias, cast

from spacy.language import Language
from spacy.tokens import Doc

from ..errors import ParaphraseError
from . import records
from .streams import Failure

BLOCK = 10_000
Line: TypeAlias = tuple[int, bytes]


@dataclass(frozen=True)
class Runner:
    """A pipeline, and what is made of the Docs that come out of it.

    Attributes:
        nlp: The pipeline; its default error handler is replaced.
        finish: Makes a result of a Doc and of the id of its record.
        batch_size: Pairs per batch; the pipeline's own if None.
    """

    nlp: Language
    finish: Callable[[Doc, Any], Any]
    batch_size: int | None = None

    def run(self, lines: Iterator[Line]) -> Iterator[Any]:
        """Yield, for every line in order, what `finish` makes of it, or a `Failure`."""
        # spaCy's own handlers may return; the type that it declares forgets them.
        self.nlp.default_error_handler = cast(Callable[..., NoReturn], _skip)
        for first in lines:
            with self.nlp.memory_zone():
                yield from self._block(chain([first], islice(lines, BLOCK - 1)))

    def alone(self, line: Line) -> Any:
        """Return what `finish` makes of one line, or a `Failure`."""
        number, raw = line
        id = None
        try:
            record = records.parse(raw)
            id = record.get("id")
            result: Any = records.make_doc(self.nlp, record)
            steps: list[tuple[str, Callable[[Any], Any]]] = [
                *self.nlp.pipeline,
                ("output", lambda doc: self.finish(doc, id)),
            ]
            for name, step in steps:
                try:
                    result = step(result)
                except ParaphraseError:
                    raise
                except Exception as error:
                    # Components may be anybody's; whatever one raises concerns this line alone.
                    got = f"{type(error).__name__}: {error}"
                    raise ParaphraseError("P506", name=name, got=got) from error
        except ParaphraseError as error:
            return Failure.of(number, id, error)
        return result

    def _block(self, lines: Iterator[Line]) -> Iterator[Any]:
        waiting: deque[Line] = deque()
        unreadable: list[Exception] = []

        def docs() -> Iterator[tuple[Doc, tuple[int, Any]]]:
            for line in _until_error(lines, unreadable):
                waiting.append(line)
                try:
                    record = records.parse(line[1])
                    yield records.make_doc(self.nlp, record), (line[0], record.get("id"))
                except ParaphraseError:
                    continue  # `alone` will say why

        stopped = True
        while stopped:
            stopped = False
            try:
                done = self.nlp.pipe(docs(), as_tuples=True, batch_size=self.batch_size)
                for doc, (number, id) in done:
                    while waiting[0][0] < number:
                        yield self.alone(waiting.popleft())
                    line = waiting.popleft()
                    try:
                        result = self.finish(doc, id)
                    except Exception:
                        result = self.alone(line)
                    yield result
            except Exception:
                if not waiting:
                    raise
                stopped = True
            while waiting:
                yield self.alone(waiting.popleft())
        if unreadable:
            raise unreadable[0]


def _until_error(lines: Iterator[Line], errors: list[Exception]) -> Iterator[Line]:
    """Yield the lines up to one that cannot be read, and note the error.

    Raised inside the pipeline, it would be taken for one of a component.
    """
    try:
        yield from lines
    except Exception as error:
        errors.append(error)


def _skip(name: str, component: Any, docs: list[Doc], error: Exception) -> None:
    """Let Docs go that a component failed in: their pairs are run again alone.

    A function of this module, so that worker processes find it by name.
    """
