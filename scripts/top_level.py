"""Puts `top_level.txt` beside the metadata of a wheel, as setuptools does and hatchling does not.

`spacy package` reads there which distribution a registered function comes from, and writes it among
the requirements of the pipeline that it packages.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILE = Path(__file__).with_suffix(".txt")


class TopLevel(BuildHookInterface):  # type: ignore[type-arg]
    """Run by hatchling for each wheel (`tool.hatch.build.targets.wheel.hooks.custom`)."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the file to put into the wheel, and where."""
        key = "force_include_editable" if version == "editable" else "force_include"
        metadata = f"{self.build_config.builder.artifact_project_id}.dist-info"
        build_data[key][str(FILE)] = f"{metadata}/{FILE.name}"
