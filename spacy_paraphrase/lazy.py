"""Attributes that are made when they are first asked for."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property(functools.cached_property):  # noqa: N801
        """The `cached_property` of Python 3.12: without the lock that it has in 3.10 and 3.11.

        Taking that costs more than most of our values. Threads that ask for a value at once may
        each make it, and one of these is kept.
        """

        def __get__(self, instance, owner=None):
            """Return the value, which stands in the object from then on."""
            if instance is None:
                return self
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value


__all__ = ["cached_property"]
