"""The doors `python -m benchmarks NAME` and `python -m weights NAME`: what pages name starts."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Literal

import pytest
import srsly

ROOT = Path(__file__).parents[1]
FOLDERS = ("benchmarks", "weights")

pytestmark = pytest.mark.skipif(
    not all((ROOT / folder).is_dir() for folder in FOLDERS), reason="not in this copy"
)
door = pytest.importorskip("scripts.door")
ENTRIES = [(f, name) for f in FOLDERS if (ROOT / f).is_dir() for name in door.entries(ROOT / f)]
# What is installed for some entries alone.
RARE = {"torch", "safetensors", "onnx", "playwright", "wordfreq"}


def pages():
    """Yield what may name commands."""
    yield from (ROOT / "docs").glob("*.md")
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "THIRD_PARTY.md"))
    yield from (ROOT / "assets").rglob("README.md")
    yield from (*ROOT.glob("*/project.yml"), ROOT / "project.yml", ROOT / "CHANGELOG.md")
    yield from (ROOT / "benchmarks" / "readings").glob("*.md")


def test_pages_name_commands_that_there_are():
    named = {
        (folder, name): page.name
        for page in pages()
        for folder, name in re.findall(
            r"python -m (benchmarks|weights)\s+([a-z][\w.]*\w)", page.read_text("utf-8")
        )
    }
    assert len(named) > 40
    assert not {name: page for name, page in named.items() if name not in ENTRIES}


def options(folder, name):
    """Return the options of an entry; None if it needs what is not installed."""
    try:
        return set(door.entry(folder, name)[1]._option_string_actions)
    except ModuleNotFoundError:
        return None


def test_pages_name_options_that_there_are():
    form = r"`python -m (benchmarks|weights)\s+([a-z][\w.]*\w)([^`]*)`"
    checked = 0
    for page in pages():
        for folder, name, rest in re.findall(form, page.read_text("utf-8")):
            given, known = set(re.findall(r"--[a-z-]+", rest)), options(folder, name)
            checked += len(given)
            assert known is None or given <= known, (page.name, name, given - known)
    assert checked > 20


def test_the_commands_of_the_weights_take_their_arguments():
    project = srsly.read_yaml(ROOT / "weights" / "project.yml")
    lines = [line for command in project["commands"] for line in command["script"]]
    makers = [line.replace("${vars.device}", "cpu").split()[2:] for line in lines if " . " in line]
    assert len(makers) > 25
    for name, *words in makers:
        if options("weights", name) is not None:
            assert door.entry("weights", name)[1].parse_args(words)


def test_pages_name_no_file_that_has_gone():
    for page in pages():
        for path in re.findall(
            r"(?:benchmarks|scripts|weights)/[\w/]+\.py", page.read_text("utf-8")
        ):
            assert (ROOT / path).exists(), (page.name, path)


@pytest.mark.parametrize(("folder", "name"), ENTRIES, ids=map(".".join, ENTRIES))
def test_an_entry_tells_its_arguments(folder, name):
    try:
        main, parser = door.entry(folder, name)
    except ModuleNotFoundError as error:
        if error.name.partition(".")[0] not in RARE:
            raise
        pytest.skip(str(error))
    told = parser.format_help()
    assert told.startswith(f"usage: python -m {folder} {name} ")
    assert door.entries(ROOT / folder)[name] in told
    taken = vars(parser.parse_args(required_of(parser)))
    assert set(taken) == set(main.__code__.co_varnames[: len(taken)])


def required_of(parser):
    """Return a word for every argument that has to be given."""
    words = []
    for action in parser._actions:
        if action.required:
            word = str(action.choices[0]) if action.choices else "1"
            words += [*action.option_strings[:1], word]
    return words


def test_without_a_name_all_are_listed():
    done = subprocess.run(
        [sys.executable, "-m", "weights"], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    listed = [line.split()[0] for line in done.stdout.splitlines()[2:]]
    assert listed == [name for folder, name in ENTRIES if folder == "weights"]
    assert all(len(line) < 120 for line in done.stdout.splitlines())


def test_a_name_that_there_is_not(capsys):
    assert door.enter("benchmarks", ["nothing"]) == 2
    assert "no entry 'nothing'" in capsys.readouterr().err


def example(
    where: Path,
    how: Literal["fast", "slow"] = "fast",
    *,
    both: Annotated[tuple[int, int] | None, "two numbers"] = None,
    some: list[str] = ("a",),
    quiet: Annotated[bool, "say nothing"] = False,
    least: float,
) -> None:
    """Take arguments of every kind."""


def test_arguments_follow_from_parameters():
    found = dict(door.arguments(example))
    assert list(found) == ["where", "how", "--both", "--some", "--quiet", "--least"]
    assert found["how"]["choices"] == ("fast", "slow")
    assert found["how"]["nargs"] == "?"
    assert (found["--both"]["nargs"], found["--both"]["type"]) == (2, int)
    assert found["--some"]["nargs"] == "+"
    assert found["--quiet"]["action"] == "store_true"
    assert found["--least"]["required"]
    assert found["--both"]["help"] == "two numbers"
    with pytest.raises(TypeError, match="some has the type"):
        list(door.arguments(of_a_dict))


def of_a_dict(some: dict) -> None:
    """Take what no command line has."""


def test_the_judge_reads_as_many_everyday_pairs_as_the_page_says():
    gather = pytest.importorskip("weights.judge.gather")
    number = f"{gather.MOST['everyday']:,}"
    assert f"{number} everyday pairs" in (ROOT / "docs" / "relations.md").read_text("utf-8")
    assert f"everyday pairs {number}" in " ".join(gather.__doc__.split())
