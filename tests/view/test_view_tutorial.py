"""The page "annotate your own data in ten minutes", followed as it says."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from view.serving import server

PAGE = Path(__file__).parents[2] / "docs" / "annotating.md"
STEPS = ["--training.max_steps", "20", "--training.eval_frequency", "10"]


def commands():
    """Return the commands of the page in their order, without those that install."""
    blocks = re.findall(r"^```bash\n(.*?)^```$", PAGE.read_text("utf8"), re.M | re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line for line in lines if line.startswith(("spacy-paraphrase", "python -m spacy"))]


def run(line, folder):
    program, *args = shlex.split(line.replace("spacy-paraphrase", "python -m spacy_paraphrase"))
    assert program == "python"
    if "400" in args:  # as long as it takes to see that it works
        args = args[: args.index("--training.max_steps")] + STEPS
    done = subprocess.run(
        [sys.executable, *args], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_the_page_is_followed(tmp_path):
    [pairs] = re.findall(r"^```jsonl\n(.*?)^```$", PAGE.read_text("utf8"), re.M | re.S)
    (tmp_path / "pairs.jsonl").write_text(pairs, encoding="utf8")
    view, *others = commands()
    assert view == "spacy-paraphrase view pairs.jsonl --annotate ann.jsonl --annotator Ann"
    with (
        server(*shlex.split(view)[2:], cwd=tmp_path) as (_, address),
        httpx.Client(base_url=address, timeout=120) as client,
    ):
        rows = client.get("pairs").json()["pairs"]
        assert len(rows) == 12
        for row in rows:
            actions = f"pairs/{row['number']}/actions"
            assert client.get(f"pairs/{row['number']}").json()["model"]["links"]
            client.post(actions, json={"kind": "accept"})
            told = client.post(actions, json={"kind": "done", "value": True}).json()
            assert told["annotation"]["state"] == "done"
    said = [run(line, tmp_path) for line in others]
    assert said[0].startswith("ann.jsonl: 12 pairs")
    assert len(list((tmp_path / "ann-learnt" / "pipeline").iterdir())) > 5
    assert (tmp_path / "trained" / "model-best" / "config.cfg").exists()
    assert len((tmp_path / "links.jsonl").read_text("utf8").splitlines()) == 12
