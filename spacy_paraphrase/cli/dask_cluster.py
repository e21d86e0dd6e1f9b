"""A Dask cluster of processes of this machine that shows its state to nobody.

A cluster of Dask's own opens port 8787 and one for each worker, with or without its dashboard.
"""

from __future__ import annotations

from typing import Any

from distributed import Nanny, Scheduler, SpecCluster, Worker

# Only processes of this machine reach the cluster.
_HOST = {"host": "127.0.0.1", "protocol": "tcp://"}


class _Unserved:
    """A node of a cluster without a server of pages."""

    def start_http_server(self, *_: Any, **__: Any) -> None:
        """Open no port."""


class _Scheduler(_Unserved, Scheduler):
    pass


class _Worker(_Unserved, Worker):
    pass


def local_cluster(n_process: int) -> SpecCluster:
    """Return a cluster of so many processes, each of one thread, to be closed after use."""
    share = {"nthreads": 1, "memory_limit": 1 / n_process}
    worker = {"cls": Nanny, "options": {**_HOST, **share, "worker_class": _Worker}}
    scheduler = {"cls": _Scheduler, "options": {**_HOST, "port": 0, "dashboard": False}}
    return SpecCluster(scheduler=scheduler, workers=dict.fromkeys(range(n_process), worker))
