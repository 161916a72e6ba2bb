"""Chromium and Firefox, driven by WebDriver BiDi (W3C): Firefox speaks it itself, Chromium through its driver."""

import base64
import json
import os
import re
import subprocess
import time
import urllib.request

import websocket



class Failure(Exception):
    """A command that the browser refused."""


class Browser:
    """A browser with one window."""

    def __init__(self, name, scheme, folder):
        self.name, self.scheme, self.folder = name, scheme, folder
        self.number = 0
        self.events = []
        os.makedirs(folder, exist_ok=True)
        self.socket = self.start()
        # Only a tab with the focus shows which element has it. In Firefox's first one, the address bar has it.
        self.context = self.ask("browsingContext.create", {"type": "tab"})["context"]
        self.ask("session.subscribe", {"events": [
            "network.beforeRequestSent", "browsingContext.userPromptOpened", "log.entryAdded"]})

    def run(self, command):
        """Start a program whose output goes to a file, which is returned."""
        log = open(os.path.join(self.folder, "log.txt"), "w+")
        self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        return log

    def said(self, log, pattern):
        """Wait until the program's output matches a pattern."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            log.seek(0)
            found = re.search(pattern, log.read())
            if found:
                return found
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        log.seek(0)
        raise Failure(f"{self.name} did not start:\n{log.read()}")

    def ask(self, method, parameters):
        """Send a command, and return its result; events that come first are kept."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("type") == "event":
                self.events.append(answer)
            elif answer.get("id") == self.number:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']}: {answer.get('message')}")
                return answer["result"]

    def open(self, address):
        """Load a page in a window with nothing before it."""
        self.ask("browsingContext.navigate", {"context": self.context, "url": "about:blank", "wait": "complete"})
        self.events.clear()
        self.ask("browsingContext.navigate", {"context": self.context, "url": address, "wait": "complete"})
        # The last page's focus may be in the window around it.
        self.ask("browsingContext.activate", {"context": self.context})

    def allow_scripts(self, is_allowed):
        """Turn scripts off in pages that are opened from now on."""
        self.ask("emulation.setScriptingEnabled", {
            "enabled": None if is_allowed else False, "contexts": [self.context]})

    def resize(self, width, height):
        self.ask("browsingContext.setViewport", {
            "context": self.context, "viewport": {"width": width, "height": height}})

    def evaluate(self, expression):
        """The value of an expression of JavaScript, which may be a promise."""
        result = self.ask("script.evaluate", {
            "target": {"context": self.context}, "awaitPromise": True,
            "expression": f"(async () => JSON.stringify((await ({expression})) ?? null))()"})
        if result["type"] == "exception":
            raise Failure(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    def execute(self, script):
        """Run a script in the page."""
        result = self.ask("script.evaluate", {
            "target": {"context": self.context}, "awaitPromise": False, "expression": script + "; 0"})
        if result["type"] == "exception":
            raise Failure(result["exceptionDetails"]["text"])

    def wait(self, expression, what, seconds=20):
        """Wait until an expression of JavaScript is true."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise Failure(f"gave up waiting until {what}")
            time.sleep(0.05)

    def settle(self):
        """Wait until the page has drawn twice."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    KEYS = {
        "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowUp": "\ue013",
        "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Home": "\ue011", "End": "\ue010", "PageDown": "\ue00f",
        "Shift": "\ue008", "Backspace": "\ue003",
    }

    def press(self, *keys, shift=False):
        """Press keys one after the other."""
        actions = [{"type": "keyDown", "value": self.KEYS["Shift"]}] if shift else []
        for key in keys:
            value = self.KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        if shift:
            actions.append({"type": "keyUp", "value": self.KEYS["Shift"]})
        self.perform([{"type": "key", "id": "keys", "actions": actions}])

    def click(self, selector):
        """Click the middle of an element."""
        self.point(selector, 0.5, 0.5)

    def point(self, selector, x, y):
        """Click a place in an element, in parts of its width and height."""
        box = self.evaluate(f"(() => {{ const it = document.querySelector({json.dumps(selector)});"
                            "it.scrollIntoView({block: 'nearest'}); const box = it.getBoundingClientRect();"
                            "return [box.left, box.top, box.width, box.height]; })()")
        place = {"x": round(box[0] + box[2] * x), "y": round(box[1] + box[3] * y)}
        self.perform([{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", **place}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]}])

    def perform(self, actions):
        self.ask("input.performActions", {"context": self.context, "actions": actions})
        self.ask("input.releaseActions", {"context": self.context})

    def picture(self, selector=None, whole=False):
        """A picture of an element, of the view, or of the whole page, as PNG."""
        parameters = {"context": self.context, "origin": "document" if whole or selector else "viewport"}
        if selector:
            box = self.evaluate(f"(() => {{ const box = document.querySelector({json.dumps(selector)})"
                                ".getBoundingClientRect();"
                                "return [box.left + scrollX, box.top + scrollY, box.width, box.height]; })()")
            parameters["clip"] = {"type": "box", **dict(zip(("x", "y", "width", "height"), box))}
        return base64.b64decode(self.ask("browsingContext.captureScreenshot", parameters)["data"])

    def paper(self):
        """The page as PDF."""
        return base64.b64decode(self.ask("browsingContext.print", {
            "context": self.context, "background": True, "page": {"width": 21.0, "height": 29.7}})["data"])

    def requests(self):
        """The addresses that the page requested."""
        # An answer shows that what was before it has arrived.
        self.ask("session.status", {})
        return [event["params"]["request"]["url"] for event in self.events
                if event["method"] == "network.beforeRequestSent"]

    def prompts(self):
        return [event for event in self.events if event["method"] == "browsingContext.userPromptOpened"]

    def errors(self):
        """Errors of the page's scripts, and what its policy refused."""
        return [event["params"].get("text") for event in self.events
                if event["method"] == "log.entryAdded" and event["params"]["level"] == "error"]

    def close(self):
        self.socket.close()
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Firefox(Browser):
    """Firefox with preferences in a profile of its own."""

    def start(self):
        profile = os.path.join(self.folder, "profile")
        os.makedirs(profile)
        preferences = {
            "layout.css.prefers-color-scheme.content-override": 0 if self.scheme == "dark" else 1,
            "browser.shell.checkDefaultBrowser": False, "datareporting.policy.dataSubmissionEnabled": False,
            "media.autoplay.default": 0, "network.captive-portal-service.enabled": False,
            "app.normandy.enabled": False, "browser.aboutConfig.showWarning": False,
        }
        with open(os.path.join(profile, "user.js"), "w") as file:
            for name, value in preferences.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        log = self.run(["firefox-esr", "--headless", "--no-remote", "--profile", profile,
                        "--remote-debugging-port", "0", "about:blank"])
        address = self.said(log, r"WebDriver BiDi listening on (ws://\S+)").group(1)
        self.socket = websocket.create_connection(f"{address}/session", timeout=120, suppress_origin=True)
        self.ask("session.new", {"capabilities": {}})
        return self.socket


class Chromium(Browser):
    """Chromium through its driver, which speaks BiDi for it."""

    def start(self):
        log = self.run(["chromedriver", "--port=0"])
        port = self.said(log, r"started successfully on port (\d+)").group(1)
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
            "--autoplay-policy=no-user-gesture-required", f"--user-data-dir={self.folder}/profile",
            f"--blink-settings=preferredColorScheme={0 if self.scheme == 'dark' else 1}",
        ]
        capabilities = {"browserName": "chrome", "webSocketUrl": True, "unhandledPromptBehavior": "ignore",
                        "goog:chromeOptions": {"args": arguments, "binary": "/usr/bin/chromium"}}
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/session", method="POST",
            data=json.dumps({"capabilities": {"alwaysMatch": capabilities}}).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            self.session = json.load(answer)["value"]
        self.port = port
        self.socket = websocket.create_connection(
            self.session["capabilities"]["webSocketUrl"], timeout=120, suppress_origin=True)
        return self.socket

    def close(self):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/session/{self.session['sessionId']}", method="DELETE")
        urllib.request.urlopen(request, timeout=60).close()
        super().close()


KINDS = {"chromium": Chromium, "firefox": Firefox}
