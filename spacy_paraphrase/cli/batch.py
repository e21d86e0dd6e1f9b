"""Jobs over files in commands: in this process, in several, or on a Dask cluster."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from tqdm import tqdm

from ..errors import ParaphraseError
from ..jobs.atomic import json_line
from .options import OnCluster, Tier, Uses, argument, option, writes
from .streams import SOME_FAILED, STANDARD, misused

if TYPE_CHECKING:
    from ..acquire.mining_jobs import Chain
    from ..jobs import Job
    from ..jobs.parts import Read

# A function that is called with files, and with the argument `run`: the `Chain` of its jobs.
Miner: TypeAlias = Callable[..., Any]


def job_files(path: str, given: Mapping[str, Any]) -> Uses:
    """Return the files that a job writes (`jobs.run_job`)."""
    from ..jobs.parts import ROWS
    from ..jobs.run import ERRORS, MANIFEST, STEPS, WORK, beside

    out = Path(path)
    names = [MANIFEST, WORK, STEPS, *([] if given.get("errors") else [ERRORS])]
    single = out.suffix == ".jsonl"
    rows = [out] if single else [out / ROWS.replace("*", "00000"), *out.glob(ROWS)]
    made = [*rows, *(beside(out, name) for name in names)]
    return Uses(written=tuple(map(str, made)), locked=(path,))


Output = Annotated[
    str,
    argument(
        "OUT",
        "JSONL file, - for standard output, or a folder of part-*.jsonl.gz; the manifest stands "
        "beside it or in it",
        job_files,
    ),
]


@dataclass(frozen=True)
class RunningJobs(OnCluster):
    """How jobs are run."""

    errors: Annotated[
        str | None,
        option("FILE", "JSONL file for what failed (default: beside OUT, or in it)", writes),
    ] = None

    def job(self, job: Job, inputs: list[str], output: str, read: Read | None = None) -> int:
        """Run one job over files; see `miner`."""
        return self.miner(lambda files, run: run(job, files), inputs, output, job.name, read)

    def miner(
        self, miner: Miner, inputs: list[str], output: str, last: str, read: Read | None = None
    ) -> int:
        """Run the jobs of a miner over files, report on them, and return the exit status.

        Args:
            miner: Function that runs its jobs over files with the runner that it gets as `run`.
            inputs: Files, output folders of jobs, or "-" for JSON lines on standard input.
            output: A file, a folder, or "-" for standard output.
            last: Name of the job whose rows are the output.
            read: Returns the records of a part (`jobs.run_job`); by default JSON lines.

        Raises:
            ParaphraseError: P508 for --resume without a file to continue; errors of `run_job`; P852
                for --dask without the packages.
        """
        from ..acquire.mining_jobs import Chain, Files
        from ..jobs.parts import read_json

        if self.resume and STANDARD in (output, *inputs):
            raise misused("--resume", STANDARD, "files")
        with ExitStack() as stack:
            client = stack.enter_context(connect(self.dask, self.n_process))
            temporary = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            if STANDARD in inputs:
                copied = temporary / "input.jsonl"
                with open(copied, "wb") as stream:
                    shutil.copyfileobj(sys.stdin.buffer, stream)
                inputs = [str(copied) if path == STANDARD else path for path in inputs]
            out = temporary / "output.jsonl" if output == STANDARD else Path(output)
            options: dict[str, Any] = {"errors": self.errors, "resume": self.resume}
            options |= {"n_process": self.n_process, "client": client, "progress": self._bar(last)}
            chain = Chain(out, last, **options)
            miner(Files(tuple(inputs), read or read_json), run=chain)
            failures = chain.finish()
            if output == STANDARD:
                sys.stdout.buffer.writelines(map(json_line, chain.last.rows()))
            self._tell(chain, failures, stored=output != STANDARD or bool(self.errors))
        return SOME_FAILED if failures else 0

    def _bar(self, name: str) -> Callable[[Iterator[Any], int], Any] | None:
        if self.quiet:
            return None
        return lambda results, total: tqdm(
            results, desc=name, total=total, unit="part", disable=None, leave=False
        )

    def _tell(self, chain: Chain, failures: Path | None, stored: bool) -> None:
        """Report what was done and where errors are stored, or only the errors if they are not."""
        if failures and not stored:
            sys.stderr.write(failures.read_text("utf-8"))
            return
        if not self.quiet:
            dropped = Counter[str]()
            for done in chain.done:
                dropped.update(done.manifest["dropped"])
            left = ", ".join(f"{count:,} {reason}" for reason, count in dropped.items())
            left = f" (left out: {left})" if left else ""
            records, rows = (done.manifest["counts"] for done in (chain.done[0], chain.last))
            sys.stderr.write(f"{records['records']:,} records, {rows['rows']:,} rows{left}\n")
        if failures:
            with open(failures, "rb") as lines:
                sys.stderr.write(f"{sum(1 for _ in lines):,} failed: {failures}\n")


@dataclass(frozen=True)
class RunningRankedJobs(RunningJobs):
    """Runs jobs whose rows are then scored, labelled and sorted."""

    tier: Tier = None

    def mined(self, miner: Miner, inputs: list[str], output: str, read: Read) -> int:
        """Run a miner of rows; see `miner`."""
        from ..acquire.row_score import RANKED, rank_job
        from ..pipeline import usual_tier

        job = rank_job("en", self.tier or usual_tier())
        return self.miner(
            lambda files, run: run(job, miner(files, run=run)), inputs, output, RANKED, read
        )


@contextmanager
def connect(address: str | None, n_process: int) -> Iterator[Any]:
    """Connect to a Dask cluster; "local" starts one on this machine for the time of the block.

    Without an address there is none.

    Raises:
        ParaphraseError: P852 without Dask; P912 if there is no cluster at the address.
    """
    if not address:
        yield None
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise ParaphraseError("P852", package="distributed", extra="dask") from error
    if address == "local":
        from .dask_cluster import local_cluster

        with local_cluster(n_process) as cluster, Client(cluster) as client:
            yield client
        return
    try:
        found = Client(address)
    except (OSError, ValueError) as error:
        raise ParaphraseError("P912", address=address, got=error) from error
    with found:
        yield found
