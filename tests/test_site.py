"""The site needs no network and can be searched; what a package index shows has no dead link."""

import os
import re
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path
from urllib.parse import urlparse

import pytest
import srsly
from playwright.sync_api import expect

import browser
import spacy_paraphrase
from spacy_paraphrase.errors import MESSAGES

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the site."""
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", env=dict(os.environ, CI="")
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_every_error_code_has_its_place(site):
    page = (site / "errors.html").read_text(encoding="utf-8")
    assert re.findall(r'<h3 id="([pw]\d+)"', page)[0] == "p001"
    assert {code.upper() for code in re.findall(r'<h3 id="(\w+)"', page)} == set(MESSAGES)
    assert "<em>text</em> contains no pair. Expected a Doc from make_pair(nlp, source" in page
    assert "load(sentence_fuser={'kinds': [...]})" in page


@pytest.mark.slow
@browser.needed
def test_the_site_is_searched_without_server_and_network(site):
    with browser.opened(site / "cli.html") as page:
        page.locator(".md-search__input").press_sequentially("many_to_many")
        found = re.compile(r"\d+ matching documents")
        expect(page.locator(".md-search-result__meta")).to_have_text(found)
        link = page.locator(".md-search-result__item a").first
        assert link.evaluate("link => link.href").endswith("/api.html")
        assert {urlparse(url).scheme for url in page.requested} <= {"file", "data", "about"}


@pytest.mark.slow
@browser.needed
@pytest.mark.parametrize("width", [1300, 420])
def test_code_does_not_show_under_the_button_that_copies_it(site, width):
    with browser.opened(site / "cli.html", viewport={"width": width, "height": 900}) as page:
        ground, opacity, over = page.evaluate(
            "(() => {const nav = document.querySelector('.md-code__nav');"
            "const [at, box] = [nav, nav.parentNode].map(e => e.getBoundingClientRect());"
            "const style = getComputedStyle(nav);"
            "return [style.backgroundColor, style.opacity, at.right - box.right]})()"
        )
        assert not re.search(r", 0\)$|transparent", ground)
        assert opacity == "1"
        assert abs(over) < 1


def test_what_a_package_index_shows_has_no_dead_link():
    """Pictures and links into the repository are there, and not in the built description."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    built = metadata("spacy-paraphrase")["Description"]
    assert built.startswith("# spacy-paraphrase\n")
    targets = re.findall(r"\]\(([^)\s]*)\)", built)
    assert targets
    assert all(urlparse(target).scheme == "https" for target in targets), targets
    assert "<img" not in built
    local = [target for target in re.findall(r"\]\(([^)\s]*)\)", readme) if "://" not in target]
    assert len(local) > 5
    assert all((ROOT / target.partition("#")[0]).exists() for target in local)


def test_citation_and_package_are_of_one_version():
    citation = srsly.read_yaml(ROOT / "CITATION.cff")
    assert citation["version"] == spacy_paraphrase.__version__
    assert {"cff-version", "message", "title", "authors", "license"} <= set(citation)
    assert [work["year"] for work in citation["references"]] == [2005, 2005, 2010]


def test_issue_forms_are_whole():
    forms = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
    assert len(forms) == 4
    for form in map(srsly.read_yaml, forms):
        if "blank_issues_enabled" not in form:
            assert {"name", "description", "body"} <= set(form)
            assert all(part["attributes"]["label"] for part in form["body"])
