"""A headless Chromium, driven over a pipe by its own protocol: no port, no driver program, the standard library alone."""

import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

PROGRAMS = ("/usr/lib/chromium/chromium", "chromium", "chromium-browser", "google-chrome")
KEY_CODES = {"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Escape": 27, "End": 35,
             "Home": 36, "PageUp": 33, "PageDown": 34, "Tab": 9}


def find_browser():
    """The path of a Chromium, or None."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Browser:
    def __init__(self, program):
        self.home = tempfile.mkdtemp(prefix="puredux-page-")
        command_read, self.commands = os.pipe()
        self.answers, answer_write = os.pipe()

        def place_pipes():  # The browser reads commands from descriptor 3 and writes answers to 4.
            read, write = os.dup(command_read), os.dup(answer_write)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--remote-debugging-pipe", f"--user-data-dir={self.home}",
             "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb", "--no-first-run",
             "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--enable-precise-memory-info", "about:blank"],
            preexec_fn=place_pipes, close_fds=False, start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.count, self.rest, self.replies, self.events = 0, b"", {}, []

    def close(self):
        for descriptor in (self.commands, self.answers):
            os.close(descriptor)
        # The browser's own process group, which was created above.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def new_tab(self, in_window=False):
        """A tab; in a window of its own it draws though another one is in front."""
        target = self.call("Target.createTarget", url="about:blank", newWindow=in_window)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.call(domain + ".enable")
        return tab

    def call(self, method, session=None, timeout=90, **parameters):
        self.count += 1
        number = self.count
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        deadline = time.monotonic() + timeout
        while number not in self.replies:
            self._receive(deadline)
        reply = self.replies.pop(number)
        if "error" in reply:
            raise RuntimeError(f"{method}: {reply['error']}")
        return reply["result"]

    def _receive(self, deadline):
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self.answers], [], [], left)[0]:
            raise TimeoutError("the browser does not answer")
        data = os.read(self.answers, 1 << 20)
        if not data:
            raise ConnectionError("the browser has ended")
        *messages, self.rest = (self.rest + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self.replies[message["id"]] = message
            else:
                self.events.append(message)


class Tab:
    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target

    def call(self, method, timeout=90, **parameters):
        return self.browser.call(method, self.session, timeout, **parameters)

    def evaluate(self, expression, timeout=90):
        """The value of an expression, or of its promise."""
        answer = self.call("Runtime.evaluate", timeout, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", expression))
        return answer["result"].get("value")

    def wait(self, condition, timeout=60):
        """Asks for the condition in the page, at each of its frames or timers, until it holds."""
        end = time.monotonic() + timeout
        while True:
            try:
                return self.evaluate(
                    "new Promise((hold, fail) => { const end = performance.now() + %d; (function look() {"
                    " let value; try { value = (%s); } catch {} if (value) hold(value);"
                    " else if (performance.now() > end) fail(new Error('waited in vain for ' + %s));"
                    " else setTimeout(look, 15); })(); })" % (timeout * 1000, condition, json.dumps(condition)), timeout + 5)
            except RuntimeError as error:
                # Navigating to another page cancels a pending evaluation, so it is repeated in the new page.
                if "navigated or closed" in str(error) and time.monotonic() < end:
                    continue
                raise RuntimeError(f"{error}\nThe page shows:\n{self.evaluate('document.body.innerText')[:2000]}") from None

    def open(self, address):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def bring_to_front(self):
        """Only the tab in front draws."""
        self.call("Page.bringToFront")

    def size(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, key):
        code = KEY_CODES.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def click(self, selector):
        x, y = self.evaluate(
            f"(() => {{ const node = document.querySelector({json.dumps(selector)}); node.scrollIntoView({{block: 'nearest'}});"
            " const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path):
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def problems(self):
        """Exceptions, errors in the console, violations of the policy, and requests that leave this machine."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            details = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                found.append(details["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif event["method"] == "Log.entryAdded" and details["entry"]["level"] == "error":
                found.append(f"{details['entry']['text']} {details['entry'].get('url', '')}")
            elif event["method"] == "Network.requestWillBeSent":
                url = details["request"]["url"]
                if not url.startswith(("http://127.0.0.1:", "about:", "data:", "blob:", "file:")):
                    found.append(f"a request to {url}")
        return found

    def forget_problems(self):
        self.browser.events.clear()
