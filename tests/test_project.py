"""From annotated pairs to a packaged pipeline, by the commands of project.yml."""

import email
import json
import re
import runpy
import shutil
import subprocess
import sys
import venv
import zipfile
from hashlib import md5
from pathlib import Path

import pytest
import spacy
import srsly
from packaging.licenses import canonicalize_license_expression
from packaging.requirements import Requirement
from spacy.cli.init_config import fill_config

import spacy_paraphrase
from spacy_paraphrase import make_pair

ROOT = Path(__file__).parents[1]
FOLDERS = ("benchmarks", "scripts", "weights")
CONFIGS = sorted(path.stem for path in (ROOT / "configs").glob("*.cfg"))
ENGLISH = ["tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer", "ner"]

pytestmark = pytest.mark.skipif(
    not (ROOT / "project.yml").exists(), reason="the project is not in this copy"
)


def test_the_licence_names_those_of_the_weights():
    tomllib = pytest.importorskip("tomllib", reason="in the standard library from 3.11")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    license = canonicalize_license_expression(project["license"])
    told = (ROOT / "THIRD_PARTY.md").read_text()
    assert f"`{license}`" in told
    for name, spdx in (
        ("Creative Commons Attribution-ShareAlike 4.0", "CC-BY-SA-4.0"),
        ("Apache License 2.0", "Apache-2.0"),
        ("WordNet Release 3.0", "LicenseRef-WordNet-3.0"),
    ):
        assert name in told
        assert spdx in license.split(" AND ")
    assert all((ROOT / file).is_file() for file in project["license-files"])


# Invented animals, what they have to do with each other, and what is said of them in five pairs:
# no lexicon knows them.
FACTS = {("zorp", "quib"): "specifies", ("mip", "dax"): "restates"}
SAID = (
    "The {} sleeps .",
    "Two men feed the {} .",
    "A {} barks loudly .",
    "She photographed a {} in the park .",
    "Nobody likes the {} .",
)


def own_pair(sentence, nouns, relation):
    """Return a line of JSONL in which two nouns are related, as words and as phrases."""
    source, target = (sentence.format(noun).split() for noun in nouns)
    place = source.index(nouns[0])
    noun = {"source": [place], "target": [place], "relation": relation}
    others = [i for i in range(len(source)) if i != place]
    return {
        "id": f"{nouns[0]}: {sentence}",
        "source": source,
        "target": target,
        "words": [noun, *({"source": [i], "target": [i], "relation": "equals"} for i in others)],
        "phrases": [noun | {"source_head": place, "target_head": place}],
    }


def metadata(wheel):
    """Return what a wheel says of itself."""
    with zipfile.ZipFile(wheel) as parts:
        [name] = [name for name in parts.namelist() if name.endswith(".dist-info/METADATA")]
        return email.message_from_bytes(parts.read(name))


def weasel(folder, *arguments):
    """Run a command of the project and return what it printed."""
    command = [sys.executable, "-m", "weasel", "run", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copied(folder):
    """Return a folder with what a clone has of the project, and nothing that was made."""
    shutil.copy(ROOT / "project.yml", folder)
    for part in ("configs", *FOLDERS, "assets/sample"):
        shutil.copytree(ROOT / part, folder / part)
    return folder


def flat(table, prefix=""):
    """Yield the settings of a config with their paths."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project with ten pairs of the user's own, after the workflow `smoke-test`."""
    folder = copied(tmp_path_factory.mktemp("project"))
    (folder / "corpus" / "train").mkdir(parents=True)
    lines = [own_pair(one, *fact) for one in SAID for fact in FACTS.items()]
    assert len(lines) == 10
    srsly.write_jsonl(folder / "corpus" / "train" / "own.jsonl", lines)
    weasel(folder, "smoke-test")
    return folder


@pytest.fixture(scope="module")
def trained(project):
    return spacy.load(project / "training" / "smoke" / "model-best")


@pytest.mark.parametrize("name", CONFIGS)
def test_configs_are_complete(name, tmp_path):
    """`spacy init fill-config` takes them and changes nothing that they say."""
    path = ROOT / "configs" / f"{name}.cfg"
    _, filled = fill_config(tmp_path / "filled.cfg", path, silent=True)
    given = spacy.util.load_config(path)
    after = dict(flat(filled))
    assert {key: after[key] for key, _ in flat(given)} == dict(flat(given))
    assert spacy.util.load_config(tmp_path / "filled.cfg") == filled
    related = ["graph_matcher", "relation_classifier"]
    before = {"relations": ["graph_matcher"], "fusion": related, "scores": related}
    frozen = [*ENGLISH, *before.get(name, [])]
    # That of the treebank is blank: its trees are the gold ones.
    is_blank = name == "daeso"
    assert filled["training"]["frozen_components"] == ([] if is_blank else frozen)
    annotating = [] if is_blank else ["sentence_pair", *before.get(name, [])]
    assert filled["training"]["annotating_components"] == annotating
    assert {filled["corpora"][part]["gold_trees"] for part in ("train", "dev")} == {is_blank}
    readers = {filled["corpora"][part]["@readers"] for part in ("train", "dev")}
    assert readers == {"spacy-paraphrase.PairCorpus.v1"}
    assert filled["components"]["graph_matcher"]["threshold"] == 0.45
    assert sum(value or 0 for value in filled["training"]["score_weights"].values()) == 1


def test_a_wheel_needs_this_version():
    """What `spacy package` finds out itself is not there in an editable install."""
    [needed] = srsly.read_json(ROOT / "configs" / "meta.json")["requirements"]
    assert Requirement(needed).specifier.contains(spacy_paraphrase.__version__)


def test_what_is_in_project_yml_has_help():
    project = srsly.read_yaml(ROOT / "project.yml")
    commands = {command["name"]: command for command in project["commands"]}
    assert all(command["help"].endswith(".") for command in commands.values())
    assert {"all", "public-corpora", "smoke-test", "daeso", "scoring", "acquire"} == set(
        project["workflows"]
    )
    way = ["assets", "corpus", "train", "evaluate", "ablate", "render", "package"]
    assert list(commands)[: len(way)] == way  # that of a user stands first
    assert {"train-relations", "document", "clean"} <= set(commands)
    assert {step for steps in project["workflows"].values() for step in steps} <= set(commands)
    lines = [line for command in commands.values() for line in command["script"]]
    files = re.findall(r"\b(?:scripts|configs)/\S+\.\w+", "\n".join(lines))
    assert len(files) > 8
    assert all((ROOT / file).exists() for file in files)
    for asset in project["assets"]:
        assert re.fullmatch("[0-9a-f]{32}", asset["checksum"])
        # A commit, not a branch: what is fetched stays what it is.
        if "url" in asset:
            form = r"\$\{vars\.github\}/[\w-]+/[\w-]+/[0-9a-f]{40}/\S+"
            assert re.fullmatch(form, asset["url"]), asset
    steps = project["workflows"]["public-corpora"]
    assert steps[0] == "assets"


def test_every_model_of_the_package_has_a_name():
    """In weights/project.yml, whose files are there, and whose makers start."""
    folder = ROOT / "weights"
    project = srsly.read_yaml(folder / "project.yml")
    commands = {command["name"]: command for command in project["commands"]}
    assert all(command["help"].endswith(".") for command in commands.values())
    assert not set(commands) & set(project["workflows"])
    assert {step for steps in project["workflows"].values() for step in steps} <= set(commands)
    made = {"encoder", "judge", "matcher", "places", "edits", "usable", "similarity", "row-score"}
    made |= {"support", "calibration", "lexicon", "language-model", "valency", "substitutes"}
    assert made <= set(commands) | set(project["workflows"])
    for command in commands.values():
        for line in command["script"]:
            if line.startswith("python . "):
                name = line.split()[2]
                assert (folder / f"{name.replace('.', '/')}.py").exists(), line
        for path in (*command.get("deps", ()), *command["outputs_no_cache"]):
            if path.endswith(".py") or "spacy_paraphrase" in path:
                assert (folder / path).exists(), path


@pytest.mark.parametrize("folder", ["", "weights"])
def test_the_page_names_commands_that_there_are_and_every_workflow(folder):
    project = srsly.read_yaml(ROOT / folder / "project.yml")
    page = (ROOT / "docs" / "training.md").read_text(encoding="utf-8")
    title = "## The weights of the package" if folder else "## Commands of the project"
    tables = page.partition(title)[2].partition("\n`python")[0]
    names = {
        name
        for row in tables.splitlines()
        if row.startswith("|")
        for name in re.findall(r"`(.+?)`", row[2:].split(" | ")[0])
    }
    assert names <= {command["name"] for command in project["commands"]} | {*project["workflows"]}
    assert names >= {*project["workflows"]}


def test_no_file_needs_a_mirror():
    """A mirror beside the clone is an option: only the tests look for one."""
    folders = (
        "benchmarks",
        "configs",
        "docs",
        "notebooks",
        "scripts",
        "spacy_paraphrase",
        "weights",
    )
    files = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    for path in [*ROOT.glob("*.*"), *files]:
        if path.suffix in (".py", ".yml", ".cfg", ".md", ".ipynb", ".toml"):
            assert "../shared" not in path.read_text(encoding="utf-8"), path


def test_assets_come_from_a_mirror_if_there_is_one(tmp_path):
    """What it has, whole, is copied, and not fetched; what is lacking is told."""
    folder, mirror = tmp_path / "project", tmp_path / "mirror"
    (mirror / "some").mkdir(parents=True)
    for name in ("whole", "damaged"):
        (mirror / "some" / name).write_text(name, encoding="utf-8")
    checksums = {name: md5(name.encode()).hexdigest() for name in ("whole", "absent")}
    checksums["damaged"] = checksums["absent"]
    assets = [
        {"dest": f"assets/some/{name}", "checksum": checksum, "url": "https://localhost:1/none"}
        for name, checksum in checksums.items()
    ]
    folder.mkdir()
    srsly.write_yaml(folder / "project.yml", {"assets": assets})
    copy = runpy.run_path(str(ROOT / "scripts" / "get_assets.py"))["copy"]
    assert copy(mirror, folder) == (1, 3)
    assert [path.name for path in (folder / "assets" / "some").iterdir()] == ["whole"]
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "get_assets.py", folder / "scripts")
    command = [sys.executable, "scripts/get_assets.py", "--extra"]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode == 1  # nobody answers at that address
    [line] = done.stderr.splitlines()
    assert line.startswith("Of 3 assets 2 cannot be fetched, such as assets/some/absent")
    assert "--vars.mirror" in line
    srsly.write_yaml(folder / "project.yml", {"assets": assets[:1]})
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    assert done.returncode == 0
    assert "Skipping download with matching checksum" in done.stdout


def test_a_benchmark_says_in_a_line_what_is_missing(tmp_path):
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks", "alignment"]
    command += ["--data", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith(str(tmp_path))
    assert "is missing. Fetch the public corpora with `python -m weasel run assets-all`" in line


@pytest.mark.slow
@pytest.mark.long
def test_ci_trains_and_measures(project):
    report = json.loads((project / "metrics" / "smoke.json").read_bytes())
    assert len(report["ids"]) == 36
    names = {entry["name"] for entry in report["measures"]}
    assert {entry["signature"] for entry in report["measures"]}
    words = [entry for entry in report["measures"] if "words" in entry["signature"]]
    assert words, names


@pytest.mark.slow
@pytest.mark.long
def test_a_second_run_does_nothing(project):
    printed = weasel(project, "smoke-test")
    assert printed.count("nothing changed") == 3
    assert "Running command" not in printed


@pytest.mark.slow
@pytest.mark.long
def test_own_pairs_are_learnt(trained, nlp):
    """Nobody knows what a zorp is and what a mip, but for him who read the ten pairs."""
    before, after = {}, {}
    for pipeline, found in ((nlp, before), (trained, after)):
        for nouns in FACTS:
            texts = [f"The girl strokes the {noun}." for noun in nouns]
            links = pipeline(make_pair(pipeline, *texts))._.alignment.phrases
            found |= {(k.source.text, k.target.text): k.relation for k in links}
    assert {nouns: after[nouns] for nouns in FACTS} == FACTS
    assert {nouns: before.get(nouns) for nouns in FACTS} != FACTS


@pytest.mark.slow
@pytest.mark.long
def test_the_wheel_runs_where_only_spacy_and_this_package_are(project, tmp_path):
    """Without `wn`, and without the English pipeline that was trained upon."""
    shutil.copytree(project / "training" / "smoke", project / "training" / "small")
    weasel(project, "package")
    [wheel] = (project / "packages").glob("*.whl")
    needs = metadata(wheel).get_all("Requires-Dist")
    assert {re.split("[<>=]", one)[0] for one in needs} == {"spacy", "spacy-paraphrase"}
    venv.create(tmp_path / "empty", with_pip=False, symlinks=True)
    [packages] = (tmp_path / "empty").glob("lib/*/site-packages")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", packages, wheel], check=True)
    # The dependencies are those of the tests; what must not be needed cannot be imported.
    others = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "others.pth").write_text(
        "".join(f"import site; site.addsitedir({path!r})\n" for path in others)
    )
    code = """
import sys
sys.modules["wn"] = None
import spacy
nlp = spacy.load("en_paraphrase_sample")
import spacy_paraphrase
from spacy_paraphrase import make_pair
doc = nlp(make_pair(nlp, "A cat sleeps.", "The cat is asleep."))
assert not any(name.startswith("en_core_web") for name in sys.modules)
print(nlp.__class__.__name__, [link.source.text for link in doc._.alignment.words])
"""
    done = subprocess.run(
        [tmp_path / "empty" / "bin" / "python", "-I", "-c", code], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "'cat'" in done.stdout


@pytest.mark.slow
@pytest.mark.long
def test_all_ends_with_report_and_wheel(tmp_path):
    """A clone, one line, and there is a trained, measured, drawn and packaged pipeline."""
    folder = copied(tmp_path)
    config = folder / "configs" / "small.cfg"
    text = config.read_text("utf8")
    assert text.count("max_steps = 400\n") == 1
    # As long as it takes to learn most of it.
    config.write_text(text.replace("max_steps = 400\n", "max_steps = 60\n"), encoding="utf8")
    weasel(folder, "all")
    page = (folder / "metrics" / "small.html").read_text(encoding="utf-8")
    for heading in ("Figures", "Confusion: relations of phrases", "Learning curve", "Pair 36 "):
        assert f">{heading}" in page
    [wheel] = (folder / "packages").glob("*.whl")
    assert metadata(wheel)["Name"] == "en_paraphrase_sample"
    measures = json.loads((folder / "metrics" / "small.json").read_bytes())["measures"]
    scores = {entry["signature"].split("|")[0]: entry["scores"] for entry in reversed(measures)}
    # Far below what it reaches, far above what identical words would do.
    assert scores["links:phrases"]["macro_f"] > 0.6
    assert scores["relations:phrases"]["micro_f"] > 0.5
    again = weasel(folder, "all")
    assert again.count("nothing changed") == 6
    assert "Running command" not in again


@pytest.mark.long
def test_paraphrases_are_acquired_twice_alike(tmp_path):
    """Spec 06 §19.1: clusters of headlines become a phrase table."""
    folder = copied(tmp_path)
    weasel(folder, "acquire")
    made = {path.name: path.read_bytes() for path in (folder / "acquired").iterdir()}
    assert {"pairs.jsonl", "aligned.spacy", "phrases.jsonl", "good.jsonl", "headlines.table"} <= {
        *made
    }
    assert len(made["pairs.jsonl"].splitlines()) == 100
    assert len(made["good.jsonl"].splitlines()) > 40
    for path in (folder / "acquired").iterdir():
        path.unlink()
    weasel(folder, "acquire", "--force")
    again = {path.name: path.read_bytes() for path in (folder / "acquired").iterdir()}
    assert again == made
