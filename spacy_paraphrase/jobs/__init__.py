"""Jobs over large files: in a loop, in processes, on Dask or on Spark, with the same results.

To spread a stream over processes in order, see the module `processes`.
"""

from .job import Dropped, Job, Row, as_rows, run_loop
from .run import Outcome, run_job

__all__ = ["Dropped", "Job", "Outcome", "Row", "as_rows", "run_job", "run_loop"]
