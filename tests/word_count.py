"""A job for tests, in a module that worker processes find: how often words occur, and where."""

import os
import signal
import time
from functools import partial
from pathlib import Path

from spacy_paraphrase.jobs import Dropped, Job


def words(record, note=None, pause=0.0):
    """Give the words of a text.

    A record may ask for its process to be killed, as often as it says, or held until there is a
    file.
    """
    if pause:
        time.sleep(pause)
    while "hold" in record and not Path(record["hold"]).exists():
        time.sleep(0.01)
    if "kill" in record and note:
        folder = Path(note)
        deaths = len(list(folder.iterdir()))
        if deaths < record["kill"]:
            (folder / f"{deaths}-{os.getpid()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
    for word in record["text"].split():
        if word.isdigit():
            yield Dropped("number")
        else:
            yield word, [1, [record["id"]]]


def add(one, other):
    return [one[0] + other[0], sorted({*one[1], *other[1]})[:3]]


def rows(word, value):
    if word == "unspeakable":
        raise KeyError(word)
    if value[0] == 1:
        yield Dropped("once")
    else:
        yield {"word": word, "count": value[0], "examples": value[1]}


def count(**settings):
    return Job("count words", partial(words, **settings), add, rows)
