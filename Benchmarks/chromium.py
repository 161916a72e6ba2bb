#!/usr/bin/env python3
"""Record a page with Chromium and ffmpeg, to compare speeds.

    Benchmarks/chromium.py MODE ADDRESS WIDTHxHEIGHT RATE SECONDS OUTPUT

    MODE     begin-frame: exact. Virtual time advances frame by frame, and the compositor makes each frame on request.
             screencast: real time. Chromium sends the frames that it shows.
    RATE     whole frames per second
    SECONDS  length of the video

Both modes take JPEG pictures of quality 80, the fastest format of Chromium. ffmpeg encodes them with pagereel's default
settings: x264, preset veryfast, CRF 20. Prints as JSON how many pictures differ in their bytes from the one before.

The protocol is https://chromedevtools.github.io/devtools-protocol (tip-of-tree), over the pipe of
--remote-debugging-pipe: JSON messages, each ended by a zero byte, on the descriptors 3 and 4. Only headless-shell has
begin-frame control.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
import time

PROGRAM = "/usr/bin/chromium-headless-shell"
QUALITY = 80
# So that the compositor shows each frame completely, and only when asked.
BEGIN_FRAME_OPTIONS = [
    "--enable-begin-frame-control",
    "--run-all-compositor-stages-before-draw",
    "--disable-new-content-rendering-timeout",
    "--disable-threaded-animation",
    "--disable-threaded-scrolling",
    "--disable-checker-imaging",
    "--disable-image-animation-resync",
]


class Browser:
    """A browser that runs while its context does."""

    def __init__(self, size, options):
        self.profile = tempfile.TemporaryDirectory()
        reading, self.requests = os.pipe()
        self.answers, writing = os.pipe()

        def arrange():
            # Either may be 3 or 4 itself.
            reader, writer = os.dup(reading), os.dup(writing)
            os.dup2(reader, 3)
            os.dup2(writer, 4)

        self.process = subprocess.Popen(
            [PROGRAM, "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             f"--user-data-dir={self.profile.name}", "--window-size={},{}".format(*size), *options, "about:blank"],
            preexec_fn=arrange, close_fds=False, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reading)
        os.close(writing)
        self.rest = b""
        self.events = []
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.send("Browser.close")
        self.process.wait()
        self.profile.cleanup()

    def send(self, method, parameters=None, session=None):
        """Sends a command without waiting, and returns its number."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        return self.number

    def receive(self):
        """Waits for the next message."""
        while b"\0" not in self.rest:
            part = os.read(self.answers, 1 << 20)
            if not part:
                raise EOFError("Chromium has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters=None, session=None):
        """Sends a command and waits for its result."""
        number = self.send(method, parameters, session)
        while True:
            message = self.receive()
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def event(self, *methods):
        """Waits for the next of some events; drops all before it."""
        while True:
            message = self.events.pop(0) if self.events else self.receive()
            if message.get("method") in methods:
                return message

    def page(self, size, is_controlled):
        """Opens an empty page, and returns its session."""
        target = self.call(
            "Target.createTarget",
            {"url": "about:blank", "width": size[0], "height": size[1], "enableBeginFrameControl": is_controlled})
        session = self.call("Target.attachToTarget", {"targetId": target["targetId"], "flatten": True})["sessionId"]
        self.call("Page.enable", session=session)
        return session


def exact_pictures(address, size, rate, count):
    """Yields the picture of each frame."""
    with Browser(size, BEGIN_FRAME_OPTIONS) as browser:
        page = browser.page(size, True)
        browser.call("Emulation.setVirtualTimePolicy", {"policy": "pause"}, page)
        browser.call("Page.navigate", {"url": address}, page)
        interval = 1000 / rate
        ticks = time.monotonic() * 1000
        picture = None
        while count > 0:
            browser.call(
                "Emulation.setVirtualTimePolicy",
                {"policy": "pauseIfNetworkFetchesPending", "budget": interval}, page)
            browser.event("Emulation.virtualTimeBudgetExpired")
            ticks += interval
            frame = browser.call(
                "HeadlessExperimental.beginFrame",
                {"frameTimeTicks": ticks, "interval": interval,
                 "screenshot": {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True}}, page)
            if "screenshotData" in frame:
                picture = base64.b64decode(frame["screenshotData"])
            # Nothing has been painted yet.
            if picture is None:
                continue
            count -= 1
            yield picture


def shown_pictures(address, size, rate, count):
    """Yields for each frame the picture that the page last showed before it."""
    with Browser(size, []) as browser:
        page = browser.page(size, False)
        browser.call("Page.navigate", {"url": address}, page)
        browser.event("Page.loadEventFired")
        browser.call(
            "Page.startScreencast",
            {"format": "jpeg", "quality": QUALITY, "maxWidth": size[0], "maxHeight": size[1], "everyNthFrame": 1}, page)
        picture = None
        begun = 0
        while count > 0:
            shown = browser.event("Page.screencastFrame")["params"]
            browser.send("Page.screencastFrameAck", {"sessionId": shown["sessionId"]}, page)
            # In seconds since 1970.
            now = shown["metadata"]["timestamp"]
            begun = begun or now
            while picture is not None and count > 0 and begun < now:
                yield picture
                begun += 1 / rate
                count -= 1
            picture = base64.b64decode(shown["data"])


def main():
    mode, address, size, rate, seconds, output = sys.argv[1:]
    size = tuple(map(int, size.split("x")))
    pictures = {"begin-frame": exact_pictures, "screencast": shown_pictures}[mode]
    encoder = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "image2pipe", "-c:v", "mjpeg", "-framerate", rate, "-i", "-",
         "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", output],
        stdin=subprocess.PIPE)
    different = 0
    last = None
    for picture in pictures(address, size, int(rate), int(rate) * int(seconds)):
        different += picture != last
        last = picture
        encoder.stdin.write(picture)
    encoder.stdin.close()
    if encoder.wait() != 0:
        sys.exit("ffmpeg has failed")
    print(json.dumps({"different": different}))


main()
