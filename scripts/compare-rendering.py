#!/usr/bin/env python3
"""Compare composited and painted rendering of each feature in fixtures/html/rendering/features.html.

    scripts/compare-rendering.py [feature ...]

Records each feature twice, almost losslessly, for 0.8 s at 10 fps. Prints a table of the worst frame's PSNR, the share
of its pixels that differ by more than 24 of 255 in a color channel, and the largest square of such pixels.

Needs ffmpeg, NumPy and a built pagereel. Environment variables: PAGEREEL is the program (default:
.build/release/pagereel), SCALE the device pixel ratio (default: 1), KEEP a folder for pictures of both renderings side
by side.
"""

import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

import numpy

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = os.environ.get("PAGEREEL", os.path.join(ROOT, ".build/release/pagereel"))
SCALE = int(os.environ.get("SCALE", "1"))
SIZE = (320 * SCALE, 240 * SCALE)
THRESHOLD = 24


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def record(address, output, rendering):
    result = subprocess.run(
        [PROGRAM, "record", address, "-o", output, "--overwrite", "--json", "--rendering", rendering,
         "--start-on", "signal", "--duration", "0.8s", "--fps", "10", "--size", "320x240", "--scale", str(SCALE),
         "--quality", "1", "--date", "2026-01-01T00:00:00Z", "--seed", "1"],
        stdout=subprocess.PIPE, check=True, timeout=120)
    return json.loads(result.stdout)


def frames(path):
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        stdout=subprocess.PIPE, check=True).stdout
    return numpy.frombuffer(raw, numpy.uint8).reshape(-1, SIZE[1], SIZE[0], 3).astype(int)


def largest_patch(mask):
    """Return the side of the largest square in which every pixel is set."""
    side = 0
    while mask.any():
        side += 1
        mask = mask[:-1, :-1] & mask[1:, :-1] & mask[:-1, 1:] & mask[1:, 1:]
    return side


def compare(first, second):
    """Return PSNR, share and patch of the frame that differs most.

    Skips the first frame, because an image may still be loading in one of the recordings.
    """
    worst = (float("inf"), 0.0, 0)
    for one, other in zip(first[1:], second[1:]):
        error = ((one - other) ** 2).mean()
        psnr = float("inf") if error == 0 else 10 * numpy.log10(255**2 / error)
        mask = abs(one - other).max(axis=2) > THRESHOLD
        if psnr < worst[0]:
            worst = (psnr, mask.mean() * 100, largest_patch(mask))
    return worst


def main():
    handler = functools.partial(Handler, directory=os.path.join(ROOT, "fixtures"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = f"http://127.0.0.1:{server.server_port}/html/rendering/features.html"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out.mp4")
        names = sys.argv[1:]
        while not sys.argv[1:]:
            title = record(f"{page}?from={len(names)}", path, "painted")["title"]
            if title.startswith("http"):
                break
            names += title.split(",")
        print("| feature | PSNR (dB) | pixels that differ (%) | largest patch (px) |\n| --- | --- | --- | --- |")
        for name in names:
            pictures = []
            for rendering in ["composited", "painted"]:
                record(f"{page}?only={name}", path, rendering)
                pictures.append(frames(path))
            psnr, share, patch = compare(*pictures)
            text = "the same" if psnr == float("inf") else f"{psnr:.1f}"
            print(f"| `{name}` | {text} | {share:.2f} | {patch} |", flush=True)
            keep = os.environ.get("KEEP")
            if keep:
                rows = numpy.concatenate([p[-1] for p in pictures], axis=1).astype(numpy.uint8)
                subprocess.run(
                    ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
                     f"{rows.shape[1]}x{rows.shape[0]}", "-i", "-", os.path.join(keep, f"{name}.png")],
                    input=rows.tobytes(), check=True)


main()
