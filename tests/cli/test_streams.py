import json

from hypothesis import given
from hypothesis import strategies as st

from spacy_paraphrase import ParaphraseError
from spacy_paraphrase.cli import streams, table_files
from spacy_paraphrase.cli.streams import Failure
from spacy_paraphrase.jobs.atomic import json_line

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(JSON)
def test_any_value_is_one_line_for_every_reader(value):
    line = json_line(value)
    text = line.decode("utf-8")
    assert text.endswith("\n")
    assert text.splitlines() == [text[:-1]]
    assert json.loads(text) == value


def test_lines_are_numbered_and_lose_the_byte_order_mark(tmp_path):
    path = tmp_path / "in"
    path.write_bytes(b"\xef\xbb\xbfa\r\n\n\xef\xbb\xbfb")
    with streams.lines_of(str(path)) as lines:
        assert list(lines) == [(1, b"a\r\n"), (2, b"\n"), (3, b"b")]
    assert table_files.count_rows(str(path)) == 3


def test_failures_go_to_standard_error_or_to_a_file(tmp_path, capsys):
    failure = Failure.of(7, ["x"], ParaphraseError("P501", got="{braces}"))
    with streams.failure_writer(None) as report:
        report(failure)
    path = tmp_path / "errors"
    with streams.failure_writer(str(path)) as report:
        report(failure)
    text = capsys.readouterr().err
    assert text == path.read_text()
    record = json.loads(text)
    assert list(record) == ["line", "id", "code", "reason"]
    assert (record["line"], record["id"], record["code"]) == (7, ["x"], "P501")
    assert record["reason"].startswith("The line is not JSON: {braces}.")
