"""Jobs over large files: in a loop, in processes, on Dask or on Spark, with the same results.

All rooms use the modules on files and processes, so each public name is imported only when it is
first used (PEP 562).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .job import Dropped as Dropped
    from .job import Job as Job
    from .job import Row as Row
    from .job import as_rows as as_rows
    from .job import run_loop as run_loop
    from .run import Outcome as Outcome
    from .run import run_job as run_job

_MODULES = dict.fromkeys(("Dropped", "Job", "Row", "as_rows", "run_loop"), ".job")
_MODULES |= dict.fromkeys(("Outcome", "run_job"), ".run")
__all__ = list(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name], __name__), name)
