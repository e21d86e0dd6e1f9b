"""A headless Chromium of this machine, driven by Playwright; it downloads none."""

import contextlib
import shutil

import pytest
from playwright.sync_api import expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATH = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
needed = pytest.mark.skipif(PATH is None, reason="there is no Chromium on this machine")
# Machines that build are slow; a test that passes does not wait.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@contextlib.contextmanager
def browser():
    """Give a browser."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=PATH, args=list(FLAGS))
        yield launched
        launched.close()


@contextlib.contextmanager
def new_page(browser, **options):
    """Give a page that keeps what it asked for and what went wrong in it: none may go wrong."""
    context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, **options})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.requested, page.errors = [], []
    page.on("request", lambda request: page.requested.append(request.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda said: said.type == "error" and page.errors.append(said.text))
    yield page
    assert not page.errors
    context.close()


@contextlib.contextmanager
def opened(path, **options):
    """Give a page with a file, in a browser of its own."""
    with browser() as one, new_page(one, **options) as page:
        page.goto(path.resolve().as_uri())
        yield page
