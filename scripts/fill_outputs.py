"""Put into README, docs and notebooks what their code prints today; read the diff.

python scripts/fill_outputs.py [PAGE...]
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES += sorted((ROOT / "notebooks").glob("*.ipynb"))
PYTHON = re.compile(r"(^```python\n)(.*?)(^```\n)((?:```text\n)(.*?)(^```$))?", re.M | re.S)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"^\$ ([^\n]*\n)((?:(?!\$ )[^\n]*\n)*)", re.M)


def fill(text: str) -> str:
    """Return a page with the outputs of today."""
    names: dict[str, object] = {"__name__": "__main__"}

    def run(match: re.Match[str]) -> str:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(match[2], names)
        start = match[1] + match[2] + match[3]
        return start + f"```text\n{printed.getvalue()}```" if match[4] else start

    def call(match: re.Match[str]) -> str:
        line, printed = match[1], match[2]
        if line.startswith(("echo", "spacy-paraphrase")):
            command = line.replace("spacy-paraphrase", f"{sys.executable} -m spacy_paraphrase")
            done = subprocess.run(
                command, shell=True, cwd=folder, capture_output=True, text=True, check=True
            )
            printed = done.stdout.rstrip() + "\n" if printed.strip() else ""
        return f"$ {line}{printed}"

    def session(match: re.Match[str]) -> str:
        return f"```console\n{COMMAND.sub(call, match[1])}```"

    # The code and the commands of one page work in one folder of their own.
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return CONSOLE.sub(session, PYTHON.sub(run, text))
        finally:
            os.chdir(here)


def execute(path: Path) -> None:
    """Run a notebook and store its outputs, without what differs from run to run."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, record_timing=False).execute()
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        # The picture stands in the HTML already.
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("image/svg+xml", None)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for page in [Path(name) for name in sys.argv[1:]] or PAGES:
        if page.suffix == ".ipynb":
            execute(page)
        else:
            page.write_text(fill(page.read_text(encoding="utf-8")), encoding="utf-8")
