import os

# Workers share the cores: in each of them, and in what it starts, one thread multiplies matrices.
os.environ.setdefault("OMP_NUM_THREADS", "1")

import shutil
import sys
from pathlib import Path

import pytest
import spacy
from hypothesis import HealthCheck, settings
from ml.tiny_encoder import fake_runtime, write_encoder

import spacy_paraphrase

# Benchmarks, scripts and weights are imported from here; the package as it is installed.
sys.path.append(str(Path(__file__).parents[1]))

# Neither speed nor chance is a property of the code under test: a slow machine must not fail it,
# and made-up examples are the same in every run.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("default")

# Files that take longest, the longest first: so workers that get a file at a time end together.
LONGEST = [
    "components/test_every_component.py",
    "test_readme.py",
    "scripts/test_ablate.py",
    "cli/test_jobs.py",
    "cli/test_bad_lines.py",
    "cli/test_runner.py",
    "view/test_view_command.py",
    "test_odd_values.py",
    "test_project.py",
    "test_extensions.py",
    "view/test_view_page.py",
    "test_data_files.py",
    "test_site.py",
    "scoring/test_learned_scores.py",
    "test_benchmarks.py",
    "test_docstrings.py",
    "test_light.py",
    "readers/test_real_corpora.py",
    "components/test_learned_relation.py",
    "components/test_graph_matcher.py",
    "acquire/test_shards.py",
    "cli/test_commands.py",
    "generation/fusion/test_pairwise_fusion.py",
    "cli/test_hostile.py",
    "test_notebooks.py",
    "cli/test_paths.py",
    "cli/test_formats.py",
    "cli/test_many.py",
    "many/test_spaces.py",
    "render/test_render_interactive.py",
    "view/test_view_kill.py",
    "render/test_render_figures.py",
]


def pytest_configure(config):
    """Give files to workers in the order of collection, not by how many tests they hold."""
    config.option.loadscopereorder = False


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Put the longest files first; their tests are slow, as are those that take minutes each."""
    places = {Path(__file__).parent / name: k for k, name in enumerate(LONGEST)}
    for item in items:
        if item.path in places or item.get_closest_marker("long"):
            item.add_marker("slow")
    items.sort(key=lambda item: places.get(item.path, len(places)))


@pytest.fixture(scope="session")
def fast():
    """The pipeline of the fast tier, but for fusions, which take long; not to be changed."""
    return spacy_paraphrase.load(tier="fast", exclude=["sentence_fuser"])


@pytest.fixture(scope="session")
def nlp(fast):
    """The pipeline that a test takes if its folder has no other one."""
    return fast


@pytest.fixture(scope="session")
def whole():
    """The pipeline of the fast tier as users have it; not to be changed."""
    return spacy_paraphrase.load(tier="fast")


@pytest.fixture(scope="session")
def composing():
    """The same with composition alone, which no training changes; not to be changed."""
    return spacy_paraphrase.load(
        tier="fast", exclude=["sentence_fuser"], relation_classifier={"judge": None}
    )


@pytest.fixture
def blank():
    """An English tokeniser."""
    return spacy.blank("en")


@pytest.fixture
def write(tmp_path):
    """Write a file of the test's own and return its path."""

    def _write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    return _write


@pytest.fixture
def collect():
    """Read to the end; return the records and the errors reported."""

    def _collect(reader, *args):
        errors = []
        records = list(reader(*args, on_error=errors.append))
        return records, errors

    return _collect


@pytest.fixture
def encoder_folder(monkeypatch, tmp_path):
    """A small pair encoder that runs without onnxruntime."""
    pytest.importorskip("tokenizers")
    monkeypatch.setitem(sys.modules, "onnxruntime", fake_runtime())
    return write_encoder(tmp_path / "tiny")


@pytest.fixture(scope="module")
def dask():
    """Dask, whose clusters serve their page at any free port, not at one that others may have."""
    distributed = pytest.importorskip("distributed")
    start = distributed.Scheduler.start_http_server

    def serve(scheduler, routes, address, **_):
        start(scheduler, routes, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distributed.Scheduler, "start_http_server", serve)
        yield distributed


@pytest.fixture(scope="module")
def dask_client(dask):
    """A client of a Dask cluster of two processes."""
    settings = {"threads_per_worker": 1, "dashboard_address": None}
    with (
        dask.LocalCluster(n_workers=2, processes=True, **settings) as cluster,
        dask.Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def spark():
    """A session of a Spark cluster of two executors."""
    sql = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    made = sql.SparkSession.builder.master("local-cluster[2,1,2048]")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
    }
    for key, value in settings.items():
        made = made.config(key, value)
    session = made.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
    gateway = session.sparkContext._gateway
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait(300)
