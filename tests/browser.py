"""A headless Chromium, driven through its debugging pipe; nothing but the browser is needed."""

import base64
import contextlib
import itertools
import json
import os
import shutil
import signal
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATH = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
FLAGS += ("--no-first-run", "--disable-extensions", "--hide-scrollbars")


class Page:
    """One page of the browser."""

    def __init__(self, write, read):
        self._write, self._read = write, read
        self._numbers = itertools.count(1)
        self._rest = b""
        self.requested = []
        self._session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime"):
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        """Call a method of the protocol and return its result."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self):
        while b"\0" not in self._rest:
            got = os.read(self._read, 1 << 16)
            assert got, "the browser has gone"
            self._rest += got
        line, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(line)
        if message.get("method") == "Network.requestWillBeSent":
            self.requested.append(message["params"]["request"]["url"])
        return message

    def open(self, path, width=1200, height=900):
        """Open a file and wait until it is there."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        self.call("Page.navigate", url=path.resolve().as_uri())
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def value(self, expression):
        """Return what an expression of JavaScript is worth."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def click(self, selector):
        """Click in the middle of an element, as a mouse does."""
        self.value(f"document.querySelector('{selector}').scrollIntoView({{block: 'center'}})")
        box = self.value(f"document.querySelector('{selector}').getBoundingClientRect().toJSON()")
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at)

    def screenshot(self, path):
        """Save what is seen."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))


@contextlib.contextmanager
def browser(folder):
    """Give a page of a browser that keeps its files in a folder."""
    commands, write = os.pipe()
    read, answers = os.pipe()
    # The browser reads from descriptor 3 and writes to descriptor 4.
    line = f'exec "$@" 3<&{commands} 4>&{answers}'
    flags = [*FLAGS, f"--user-data-dir={folder}", "--remote-debugging-pipe", "about:blank"]
    process = subprocess.Popen(
        ["bash", "-c", line, "bash", PATH, *flags],
        pass_fds=(commands, answers),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(commands)
    os.close(answers)
    try:
        page = Page(write, read)
        yield page
        page.call("Browser.close")
        process.wait(timeout=60)
    finally:
        # All of them: what a helper of the browser still writes would come back into the folder.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(write)
        os.close(read)
