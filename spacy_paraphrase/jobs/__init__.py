"""Much work: jobs over files in a loop, in processes, on Dask or on Spark, with the same rows.

Work over a stream, in order, is spread over processes by `processes`.
"""

from .job import Dropped, Job, Row, run_loop
from .run import Outcome, run_job

__all__ = ["Dropped", "Job", "Outcome", "Row", "run_job", "run_loop"]
