import pytest
import spacy


@pytest.fixture(scope="session")
def nlp():
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
