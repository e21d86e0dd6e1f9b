"""The pictures and pages about the code agree with the code."""

import ast
import importlib.util
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "spacy_paraphrase"


def _script(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def house():
    return _script("house")


@pytest.fixture(scope="module")
def module_page():
    pytest.importorskip("mkdocs")
    return _script("module_page")


def test_the_picture_of_the_rooms_is_that_of_the_code(house):
    drawn = (ROOT / "docs" / "images" / "rooms.svg").read_text("utf8")
    assert drawn == house.picture(), "python scripts/house.py picture docs/images/rooms.svg"


def test_every_room_has_a_layer(house):
    rooms = {p.stem for p in PACKAGE.glob("*.py")} | {p.parent.name for p in PACKAGE.glob("*/*.py")}
    layers = {room for row in house.layers() for room in row}
    assert rooms - {"__init__", "__main__", "spacy_paraphrase"} == layers


def test_the_page_of_the_architecture_names_every_room(house):
    page = (ROOT / "docs" / "architecture.md").read_text("utf8")
    told = set(re.findall(r"`([a-z_]+)(?:/|\.py|`)", page))
    assert {room for row in house.layers() for room in row} - told <= {"arrays", "registry"}


@pytest.mark.parametrize("name", ["architecture", "papers"])
def test_every_module_that_a_page_names_exists(name):
    page = (ROOT / "docs" / f"{name}.md").read_text("utf8")
    named = re.findall(r"`([a-z]+)\.([a-z]\w+)`", page)
    missing = [
        f"{room}.{module}"
        for room, module in named
        if module not in {"py", "yml"} and not (PACKAGE / room / f"{module}.py").exists()
    ]
    assert len(named) > 10
    assert not missing


def test_every_name_on_the_way_of_a_pair_leads_somewhere(module_page):
    linked = module_page.with_links((ROOT / "docs" / "architecture.md").read_text("utf8"))
    anchors = set(re.findall(r'(?:id="|\{#)([\w-]+)', module_page.page()))
    led_to = re.findall(r"\]\(modules\.md#([\w-]+)\)", linked)
    assert len(led_to) > 40
    assert set(led_to) <= anchors
    left = re.findall(r"(?<!\[)`([a-z_]+(?:/|\.py)|[a-z]+\.[a-z]\w+)`", linked)
    assert set(left) <= {"project.yml"}


# What was reached, and never rises again.
MOST_READS = dict.fromkeys(("relations", "scoring", "many", "render", "cli", "view", "jobs"), 0)
ALL_READS = 245
# No function has more ways through it than the first, and so many have more than the second.
MOST_WAYS, MANY_WAYS, MOST_OF_MANY_WAYS = 15, 10, 490
# Two texts have a room of their own; what the judge has made idle is to go.
MOST_MODULES, MOST_LINES = 344, 86501
# Modules that have a name which another room uses as well.
MOST_SHARED_NAMES = 0


def test_the_parse_is_read_in_one_room(house):
    reads = house.parse_reads()
    assert {room: reads[room] for room in MOST_READS if reads[room] > MOST_READS[room]} == {}
    assert sum(reads.values()) <= ALL_READS


def test_no_function_has_too_many_ways_through_it(house):
    ways = house.complexities()
    assert {name: count for name, count in ways.items() if count > MOST_WAYS} == {}
    assert sum(count > MANY_WAYS for count in ways.values()) <= MOST_OF_MANY_WAYS


def test_the_house_does_not_grow(house):
    sizes = [len(lines) for lines in house.modules().values()]
    assert len(sizes) <= MOST_MODULES
    assert sum(sizes) <= MOST_LINES


def test_every_type_has_a_name_of_its_own(house):
    trees = [ast.parse("\n".join(lines)) for lines in house.modules().values()]
    types = [n.name for tree in trees for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
    assert len(types) > 400
    assert [name for name, count in Counter(types).items() if count > 1] == []


def test_few_modules_share_a_name(house):
    names = Counter(Path(path).name for path in house.modules())
    shared = {n: count for n, count in names.items() if count > 1 and n != "__init__.py"}
    assert sum(shared.values()) <= MOST_SHARED_NAMES, shared
