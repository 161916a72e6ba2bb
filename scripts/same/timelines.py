"""Cases of image videos, timelines, stills, checks, photos and schedules."""

import json
import textwrap

from case import Case, Command, images, record
from materials import (
    CASES_FILE, FILM, FORM_PAGE, GIF, HTML, IDENTIFIER, LOOP, MARKS, PAGE, PAUSE, REFUSED, SIGNAL_PAGES, STATIC,
    STEPS, SURROUNDINGS_PAGE, TONE, TRANSPARENT_PAGE, TWO, WRONG_ORDER,
)

TRANSITIONS = (
    "fade fade-black fade-white wipe wipe-right wipe-up wipe-down slide slide-right push push-down bounce-up zoom"
).split()
PICTURES = [
    Case("images-fits", [
        images(TWO, f"{fit}.mp4", f"--fit {fit} --size 200x120 --each 150ms --background '#204060'")
        for fit in ("contain", "cover", "stretch", "blur")]),
    Case("images-transitions", [
        images(TWO, f"{name}.mp4", f"--transition {name}:250ms --each 400ms --size 160x90") for name in TRANSITIONS
    ] + [images(TWO, "cut.mp4", "--transition cut --each 200ms --size 160x90")]),
    Case("images-kinds", [
        images("made/deep.png made/palette.png made/photo.jpg made/upright.jpg made/picture.webp made/picture.bmp "
               "made/picture.tiff made/logo.png made/odd.png", "out.mkv", "--each 100ms --codec ffv1 --json")]),
    Case("images-sizes", [
        images("made/odd.png made/wide.png", "odd.mp4", "--each 100ms --json"),
        images("made/wide.png", "one.mp4", "--fps 29.97")]),
    Case("images-lists", [
        images("--list list.txt", "text.mp4", "--size 160x90 --json"),
        images("--list list.yaml", "yaml.mp4", "--size 160x90 --each 300ms"),
        Command(images("--list -", "typed.mp4", "--size 160x90"), typed="made/odd.png 200ms\nmade/wide.png 0.1s\n")],
        {"list.txt": "# Two pictures and a moving one\nmade/wide.png 150ms\n\nmade/tall.png 0.25s\n"
                     f"{GIF} 300ms\n",
         "list.yaml": "- {src: made/wide.png, for: 150ms}\n- made/tall.png\n"}),
    Case("images-animations", [
        images(GIF, "gif.mkv", "--codec ffv1 --json"), images(GIF, "some.mkv", "--codec ffv1 --each 500ms"),
        images("made/moving.png", "apng.mkv", "--codec ffv1"),
        images("made/moving.png", "again.mkv", "--codec ffv1 --each 700ms"),
        images("fixtures/images/frame-numbers.png", "a.mkv"), images("fixtures/images/frame-numbers.webp", "b.mkv")]),
    Case("images-sound", [images(
        TWO, "out.mp4", f"--each 400ms --size 160x90 {TONE} --audio-crossfade 20ms --audio-fade-out 100ms --json")]),
    Case("images-transparent", [
        images("made/logo.png made/logo.png", f"out.{container}", "--transparent --each 200ms --transition fade:100ms")
        for container in ("webm", "mov")] + [
        images("made/logo.png", "a.webm", "--transparent --transition wipe:100ms"),
        images("made/logo.png", "white.mkv", "--codec ffv1 --background white --each 100ms")]),
    Case("images-photos", [
        images(TWO, "out.mp4", "--each 500ms --size 160x90 --live-photo live --motion-photo motion --json")]),
    Case("images-wrong", [
        images("made/wide.png missing.png", "a.mp4"), images("made/wide.png damaged.png", "a.mp4"),
        images("made/wide.png made/cut-off.png", "a.mp4", "--each 100ms"), images("--list list.txt", "a.mp4"),
        images("--list list.yaml", "a.mp4"), images("--list missing.txt", "a.mp4"), images("--list empty.txt", "a.mp4"),
        images(TWO, "a.mp4", "--each 200ms --transition fade:300ms"), images(TWO, "a.mp4", "--each 10ms"),
        images(TWO, "old.mp4")],
        {"damaged.png": "no picture\n", "list.txt": "made/wide.png 1s\nmade/missing.png 1s\n",
         "list.yaml": "- {src: made/wide.png, fro: 1s}\n", "empty.txt": "# nothing\n", "old.mp4": "an older file\n"}),
]

SMALL = "canvas: {width: 320, height: 180, fps: 20, background: '#101418'}\n"


def timeline(text):
    return SMALL + textwrap.dedent(text)


def composed(name, text, files=None, options="", more=()):
    """Make a case that explains and renders a timeline, then runs more commands."""
    commands = ["compose timeline.yaml --explain", f"compose timeline.yaml {options}".strip(), *more]
    return Case(f"compose-{name}", commands, {"timeline.yaml": timeline(text), **(files or {})})


COMPOSE = [
    composed("clips", """\
        defaults: {fit: contain, still: 200ms}
        video:
          - {color: "#336699", for: 4f}
          - {src: made/wide.png}
          - {src: made/tall.png, fit: blur}
          - {src: fixtures/images/frame-numbers.gif, for: 300ms, fit: cover}
          - {src: fixtures/video/frame-numbers.webm, in: 1s, out: 1.3s}
          - {src: made/film.mp4, in: 00:00.5, for: 300ms, fit: stretch}
          - {src: made/upright.jpg}
          - {src: made/turned.mp4, for: 200ms}
        outputs: [{file: out.mkv, codec: ffv1}]
        """),
    composed("titles", """\
        video:
          - {title: One line, for: 2f}
          - title:
              {text: "Two\\nlines", font: Sans Bold, size: 20%, color: "#ffcc00", background: "#003366", align: left}
            for: 2f
          - {title: {text: right, size: 30, align: right}, for: 10f, motion: {zoom: [1.0, 1.5], ease: inOutQuad}}
        outputs: [{file: out.mkv, codec: ffv1}]
        """),
    composed("pages", """\
        video:
          - {page: fixtures/html/moving.html, duration: 400ms}
          - page: {src: page.html, size: 160x90, scale: 2, date: 2026-01-01T08:00:00Z, seed: 7, timezone: Asia/Shanghai,
                   options: {dark: true, language: [de-AT]}}
            for: 300ms
          - {page: {src: fixtures/html/moving.html, start: signal}, in: 200ms, for: 200ms, speed: 2}
          - {page: fixtures/html/moving.html, for: 200ms, reverse: true}
        overlays:
          - {page: {src: clear.html, transparent: true, size: 160x90}, at: 100ms, for: 500ms, anchor: bottom-right}
        outputs: [{file: out.mp4}]
        """, {"page.html": SURROUNDINGS_PAGE, "clear.html": TRANSPARENT_PAGE}, "--json"),
    composed("speeds", """\
        video:
          - {src: made/film.mp4, in: 200ms, out: 1s, speed: 2}
          - {src: made/film.mp4, out: 300ms, speed: 0.5}
          - {src: made/film.mp4, in: 500ms, out: 1s, reverse: true}
          - {src: fixtures/video/frame-numbers.webm, for: 500ms, speed: 1.37, reverse: true}
        outputs: [{file: out.mp4}]
        """),
    composed("transitions", """\
        defaults: {still: 8f, transition: {type: fade, duration: 3f}}
        video:
          - {src: made/wide.png}
          - {src: made/tall.png, then: fade-black}
          - {color: "#ff0000", for: 15f, then: {type: fade-through, color: "#00ff00", duration: 4f}}
          - {src: made/wide.png, then: {type: wipe, direction: up, softness: 0.4, duration: 4f}}
          - {src: made/tall.png, then: {type: slide, direction: right, duration: 4f, ease: outBack}}
          - {src: made/wide.png, then: {type: push, direction: down, duration: 4f, ease: inOutElastic}}
          - {src: made/tall.png, then: {type: bounce-up, duration: 4f}}
          - {src: made/wide.png, then: {type: zoom, duration: 4f, ease: inCubic}}
          - {src: made/tall.png, then: {type: fade-white, duration: 4f}}
          - {src: made/wide.png, then: none}
          - {src: made/film.mp4, for: 10f, then: {type: fade, duration: 5f}}
          - {src: made/film.mp4, in: 1s, for: 10f}
        outputs: [{file: out.mp4}]
        """),
    composed("overlays", """\
        video: [{src: made/wide.png, for: 20f}]
        overlays:
          - {src: made/logo.png, at: 2f, for: end, anchor: bottom-right, margin: 8, width: 12%, opacity: 0.8, fade: 4f}
          - {src: made/tall.png, at: 100ms, for: 10f, anchor: top-left, height: 60, fade: [2f, 5f]}
          - {src: made/film.mp4, for: 8f, frame: [10, 90, 100, 80], fit: cover, audio: off}
          - {src: made/logo.png, at: 5f, for: 9f, transform: {rotate: 30, scale: 1.5, x: 10%, y: -20, mirror: true}}
          - {color: "#ff000040", at: 15f}
          - {title: {text: over, size: 24}, for: 5f, anchor: center}
          - {src: made/logo.png, for: 6f, anchor: right, transform: {matrix: [1, 0, 0.3, 1]}}
        outputs: [{file: out.mkv, codec: ffv1}]
        """),
    composed("movement", """\
        video:
          - src: made/wide.png
            for: 12f
            motion: {zoom: [1.0, 1.3], pan: [[0, 0], [5%, 10]], ease: outBounce}
          - src: made/tall.png
            for: 16f
            opacity: 0.9
            keyframes:
              - {at: 0s, opacity: 0, x: -20}
              - {at: 6f, opacity: 1, x: 0, scale: 1.2, ease: outCubic}
              - {at: 12f, rotate: 45, y: 10%, ease: bounceTwice}
          - {src: made/wide.png, for: 8f, fade: 3f, transform: {rotate: -10, scale: 0.7}}
        outputs: [{file: out.mkv, codec: ffv1}]
        """),
    composed("effects", """\
        defaults: {still: 3f}
        video:
          - {src: made/wide.png, effects: [{brightness: 0.3}, {contrast: 1.5}]}
          - {src: made/wide.png, effects: [{saturation: 0}, {tint: "#ff8000"}]}
          - {src: made/wide.png, effects: [{blur: 6}]}
          - {src: made/film.mp4, for: 3f, effects: [{vignette: 0.8}]}
        effects: [{contrast: 0.9}, {vignette: 0.2}]
        outputs: [{file: out.mkv, codec: ffv1}]
        """),
    composed("sounds", """\
        video: [{color: black, for: 3s}]
        audio:
          - {src: made/tone.wav, loop: {crossfade: 50ms}, volume: -14dB, fade: [200ms, 500ms], for: video}
          - {src: made/bursts.wav, at: 500ms, in: 200ms, out: 1.2s, volume: 50%, curve: quartic, fade: 100ms}
          - {src: fixtures/audio/loop.ogg, duck: true, for: video, curve: linear, fade: 300ms}
          - {src: made/film.mp4, at: 1s, for: 800ms, speed: 1.5, reverse: true, volume: 6dB}
          - src: fixtures/audio/loop.ogg
            in: 2s
            for: 1s
            at: 2s
            keyframes: [{at: 0s, volume: 0}, {at: 500ms, volume: 1}, {at: 1s, volume: 0.2}]
            duck: {threshold: -30dB, ratio: 3, attack: 5ms, release: 100ms}
        outputs: [{file: out.mkv, codec: ffv1}, {file: out.mp4}]
        """),
    composed("sound-of-clips", """\
        video:
          - src: made/film.mp4
            for: 600ms
            audio: {volume: -6dB, fade: [100ms, 200ms]}
            then: {type: fade, duration: 200ms}
          - {src: made/film.mp4, in: 1s, for: 600ms, audio: {volume: 2, curve: linear, fade: 100ms}}
          - {src: made/film.mp4, for: 300ms, audio: off}
        audio: [{src: made/tone.wav, loop: true, volume: 24dB}]
        outputs: [{file: out.mov}]
        """),
    composed("outputs", """\
        video:
          - {src: made/film.mp4, for: 1s}
          - {src: made/wide.png, for: 500ms}
        outputs:
          - {file: out.mp4, quality: 30}
          - {file: out.webm, width: 160, fps: 10, from: 500ms, for: 500ms, codec: vp9}
          - {file: out.mkv, codec: hevc, height: 90}
          - {file: out.mov, codec: prores, for: 200ms}
          - {file: out.gif, width: 120, fps: 10}
          - {file: poster.jpg, at: 700ms}
          - {file: poster.png, at: 12f, width: 100}
          - {file: poster.webp, at: 0s}
          - {file: sheet.png, sheet: {columns: 3, every: 250ms}, width: 80}
          - {file: "frames/%05d.png", from: 1s, for: 4f, width: 64}
          - {file: cut.otio}
        """, options="--json"),
    composed("photos", """\
        video: [{src: made/film.mp4}]
        outputs:
          - {livephoto: photos/live, from: 500ms, for: 1s, still: 300ms}
          - {livephoto: photos/bundle, pvt: true}
          - {motionphoto: photos/motion, from: 500ms, for: 1s, still: 300ms}
        """, options="--json"),
    composed("options", """\
        video: [{src: made/film.mp4, then: {type: fade, duration: 4f}}, {src: made/wide.png, for: 500ms}]
        audio: [{src: made/tone.wav, loop: true}]
        outputs: [{file: out.mp4}, {file: poster.jpg, at: 1s}]
        """, options="--preview", more=[
            "compose timeline.yaml --explain --json", "compose timeline.yaml -o part.mp4 -o part.gif --frames 10..19",
            "compose timeline.yaml -o poster.png --at 15f", "compose timeline.yaml -o old.mp4",
            "compose timeline.yaml -o old.mp4 --overwrite --quiet", "compose timeline.yaml --frames 40..80",
            "compose timeline.yaml -o poster.png", "compose timeline.yaml -o out.avi", "compose timeline.yaml --at 1s",
            "compose timeline.yaml -o verbose.gif --verbose", "compose missing.yaml"],
        files={"old.mp4": "an older file\n"}),
    composed("as-json", "outputs: [{file: unused.mp4}]\nvideo: [{color: white, for: 2f}]\n", more=[
        "compose timeline.json --explain --json", "compose timeline.json"], files={
        "timeline.json": json.dumps({
            "version": 1, "canvas": {"width": 64, "height": 36, "fps": "30000/1001"},
            "video": [{"color": "#abc", "for": "0.5s"}], "outputs": [{"file": "out.mp4"}]})}),
    composed("interchange", """\
        video:
          - {src: made/film.mp4, in: 200ms, out: 1s, then: {type: push, direction: up, duration: 4f}}
          - {src: made/film.mp4, out: 1.5s, speed: 2, then: {type: fade, duration: 5f}}
          - {src: made/wide.png, for: 1s, keyframes: [{at: 0s, opacity: 0}, {at: 10f, opacity: 1}]}
        overlays: [{src: made/logo.png, at: 200ms, for: 500ms, anchor: top-right}]
        audio: [{src: made/tone.wav, loop: true, volume: -6dB}]
        outputs: [{file: edit.otio}]
        """, more=["compose edit.otio --explain", "compose edit.otio -o out.mp4", "compose edit.otio -o again.otio",
                   "compose other.otio --explain", "compose other.otio -o other.mkv", "compose wrong.otio -o a.mp4"],
        files={"other.otio": json.dumps({
            "OTIO_SCHEMA": "Timeline.1", "name": "other", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [{
                "OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [
                    {"OTIO_SCHEMA": "Clip.1", "name": "film", "source_range": {
                        "OTIO_SCHEMA": "TimeRange.1",
                        "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 5},
                        "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 10}},
                     "effects": [{"OTIO_SCHEMA": "Effect.1", "effect_name": "Sparkle"}],
                     "media_reference": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "made/film.mp4"}},
                    {"OTIO_SCHEMA": "Gap.1", "source_range": {
                        "OTIO_SCHEMA": "TimeRange.1",
                        "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 0},
                        "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 25, "value": 5}}}]}]}}),
               "wrong.otio": '{"OTIO_SCHEMA": "Clip.1"}\n'}),
]

# One mistake each, by file name.
WRONG_TIMELINES = {
    "yaml": "video: [{color: red, for: 1s\n",
    "empty": "",
    "key": "video:\n  - {src: made/wide.png, fro: 1s}\n",
    "section": "vidoe: []\n",
    "value": "video:\n  - {src: made/wide.png, for: 1s, fit: contian}\n",
    "time": "video:\n  - {src: made/wide.png, for: soon}\n",
    "color": "video:\n  - {color: purplish, for: 1s}\n",
    "file": "video:\n  - {src: made/missing.png, for: 1s}\n",
    "damaged": "video:\n  - {src: damaged.mp4}\n",
    "two-sources": "video:\n  - {src: made/wide.png, color: black, for: 1s}\n",
    "transition": "video:\n  - {src: made/wide.png, for: 1s, then: {type: fade, duration: 2s}}\n"
                  "  - {src: made/tall.png, for: 1s}\n",
    "transition-name": "video:\n  - {src: made/wide.png, for: 1s, then: dissolve}\n  - {src: made/tall.png, for: 1s}\n",
    "beyond": "video:\n  - {src: made/film.mp4, in: 1s, out: 9s}\n",
    "overlay": "video:\n  - {color: black, for: 1s}\noverlays:\n  - {src: made/logo.png, at: 0.5s, for: 1s}\n",
    "no-length": "video:\n  - {page: fixtures/html/static.html}\n",
    "page": "video:\n  - {page: missing.html, for: 1s}\n",
    "page-option": "video:\n  - {page: {src: fixtures/html/static.html, options: {drak: true}}, for: 1s}\n",
    "sound": "video:\n  - {color: black, for: 1s}\naudio:\n  - {src: made/wide.png}\n",
    "volume": "video:\n  - {color: black, for: 1s}\naudio:\n  - {src: made/tone.wav, volume: 30dB}\n",
    "ease": "video:\n  - {color: black, for: 1s, motion: {zoom: [1, 2], ease: inOutQuat}}\n",
    "effect": "video:\n  - {src: made/wide.png, for: 1s, effects: [{sharpen: 1}]}\n",
    "canvas": "canvas: {width: 321}\nvideo:\n  - {color: black, for: 1s}\n",
    "version": "version: 2\nvideo:\n  - {color: black, for: 1s}\n",
    "output": "video:\n  - {color: black, for: 1s}\noutputs:\n  - {file: a.avi}\n",
    "still-without-time": "video:\n  - {color: black, for: 1s}\noutputs:\n  - {file: a.png}\n",
    "fast": "video:\n  - {color: black, for: 1s}\noutputs:\n  - {file: a.mp4, fps: 60}\n",
    "twice": "video:\n  - {color: black, for: 1s}\noutputs:\n  - {file: a.mp4}\n  - {file: a.mp4}\n",
    "no-outputs": "video:\n  - {color: black, for: 1s}\n",
}
COMPOSE.append(Case(
    "compose-mistakes", [f"compose {name}.yaml" for name in WRONG_TIMELINES],
    {f"{name}.yaml": text for name, text in WRONG_TIMELINES.items()} | {"damaged.mp4": "no film\n"}))

STILLS = [
    Case("stills", [
        f"stills {MARKS} --at 100ms,0.45s --at 'start,mark:0.3 s,stop' -o now {PAGE}",
        f"stills {MARKS} --at 1s -o now {PAGE} --scale 2 --json", f"stills {MARKS} --at 1s -o now {PAGE}",
        f"stills {MARKS} --at 1s -o now {PAGE} --overwrite --quiet"]),
    Case("stills-pages", [
        f"stills page.html --at 0s,333ms -o clear {PAGE} --transparent --json",
        f"stills {HTML}/perspective.html --at 100ms -o auto {PAGE} --verbose",
        f"stills {HTML}/perspective.html --at 100ms -o painted {PAGE} --rendering painted --style style.css",
        f"stills missing.html --at 1s -o a {PAGE}"],
        {"page.html": TRANSPARENT_PAGE, "style.css": "html { background: #246; }\n"}),
    Case("stills-moments-that-do-not-come", [
        f"stills {HTML}/never-starts.html --at 100ms,stop,mark:a -o now {PAGE} --until 1s",
        f"stills {HTML}/never-starts.html --at start -o again {PAGE} --until 1s --json"]),
    Case("stills-compare-equal", [
        f"stills {MARKS} --at 100ms,stop -o now {PAGE} --compare kept --update",
        f"stills {MARKS} --at 100ms,stop -o now {PAGE} --compare kept --overwrite",
        f"stills {MARKS} --at 100ms,stop -o now {PAGE} --compare kept --overwrite --json"]),
    Case("stills-compare-different", [
        f"stills {MARKS} --at 100ms,stop -o now {PAGE} --compare kept --update --quiet",
        f"stills {MARKS} --at 100ms,200ms,stop -o now {PAGE} --compare kept --overwrite --style style.css"] + [
        f"stills {MARKS} --at 100ms -o now {PAGE} --overwrite --compare {options}"
        for options in ("kept --style style.css --json --differences red", "kept --style style.css --tolerance 255",
                        "kept --style style.css --allow 100", "kept --scale 2", "nowhere")],
        {"style.css": "#box { background: #ff8080 !important; }\n"}),
]

MET = "--expect 'start < 1s, stop at 2s after start, pause once, no cancel' --expect 'no page errors'"
NOT_MET = "--expect 'stop within 1s, mark:a before stop, start twice' --name 'A page'"
REPORT_FORMATS = ("text", "json", "junit", "tap")
CHECKS = [
    Case("check-met", [f"check {PAUSE} {PAGE} {MET} --format {name}" for name in REPORT_FORMATS]),
    Case("check-not-met", [f"check {PAUSE} {PAGE} {NOT_MET} --format {name}" for name in REPORT_FORMATS]),
    Case("check-mistakes-of-pages", [
        f"check {page} {PAGE} --failures failures{number} --until 20s"
        for number, page in enumerate((
            WRONG_ORDER, f"{SIGNAL_PAGES}/one-task.html", f"{HTML}/never-starts.html", f"{HTML}/hostile/console.html",
            f"{HTML}/cancel.html", "missing.html", REFUSED))]),
    Case("check-page-errors", [
        f"check {HTML}/hostile/console.html {PAGE} --expect 'no page errors' --verbose",
        f"check console.html --serve {HTML}/hostile {PAGE} --expect 'no page errors, no warnings' --format json",
        f"check {WRONG_ORDER} {PAGE} --expect 'no warnings' --quiet"]),
    Case("check-steps", [f"check form.html {PAGE} --do steps.yaml --expect 'mark:next at 200ms, mark:abc at 600ms'"],
         {"form.html": FORM_PAGE, "steps.yaml": STEPS}),
    Case("check-update", [f"check {PAUSE} {PAGE} --update", "check cases.yaml --update", "check cases.yaml"],
         {"cases.yaml": CASES_FILE, "form.html": FORM_PAGE}),
    Case("check-cases", ["check cases.yaml", "check cases.yaml --format junit", "check cases.yaml --quiet --jobs 1"],
         {"cases.yaml": CASES_FILE, "form.html": FORM_PAGE}),
    Case("check-cases-wrong", [f"check {name}.yaml" for name in ("key", "page", "expect", "yaml", "empty", "missing")],
         {"key.yaml": "pages:\n  - pgae: a.html\n", "page.yaml": "pages:\n  - page: missing.html\n",
          "expect.yaml": "pages:\n  - page: fixtures/html/static.html\n    expect: strat\n",
          "yaml.yaml": "pages: [\n", "empty.yaml": "pages: []\n"}),
]

PHOTOS = [
    Case("live-photo", [
        "live-photo made/film.mp4 -o IMG_0001",
        f"live-photo made/film.mp4 -o IMG_0002 --identifier {IDENTIFIER} --from 0.5s --duration 1s --still 0.3s --json",
        "live-photo made/film.mp4 -o photos/IMG_0003 --pvt --quiet",
        "live-photo made/turned.mp4 -o IMG_0004 --duration 500ms", "live-photo made/film.mp4 -o IMG_0001",
        "live-photo made/film.mp4 -o IMG_0001 --overwrite --from 1.23s"]),
    Case("motion-photo", [
        "motion-photo made/film.mp4 -o IMG_0001", "motion-photo made/film.mp4 -o IMG_0002 --from 500ms --duration 1s "
        "--still 300ms --json", "motion-photo made/film.mp4 -o IMG_0001"]),
    Case("photos-of-recordings", [
        record(MARKS, "sound.mp4", f"{LOOP} --quiet"),
        record(STATIC, "silent.mkv", "--quiet --codec hevc --preset ultrafast"),
        "live-photo sound.mp4 -o live", "motion-photo sound.mp4 -o whole", "live-photo silent.mkv -o silent",
        "motion-photo silent.mkv -o silent --json"]),
    Case("photos-wrong", [
        "live-photo missing.mp4 -o a", "live-photo damaged.mp4 -o a", f"live-photo {FILM} -o a",
        f"motion-photo {FILM} -o a", "live-photo made/film.mp4 -o a --from 5s",
        "live-photo made/film.mp4 -o a --still 4s", "motion-photo made/film.mp4 -o file/a",
        "live-photo made/tone.wav -o a", "live-photo made/photo.jpg -o a"],
        {"damaged.mp4": "no film\n", "file": "not a folder\n"}),
]

RECORDING = f"-- record {HTML}/static.html -o 'videos/%Y-%m-%d.mp4' --duration 10s --retry 3 --lock weekly --keep 30"
SCHEDULES = [
    Case("schedule-crontab", [
        f"schedule --cron '0 6 * * 1' --name weekly {RECORDING}", f"schedule --cron '@daily' {RECORDING} --verbose",
        "schedule --cron '*/15 8-18 1,15 * mon-fri' -- record https://example.com/?a=100% -o \"it's.mp4\" --style "
        "'the style.css' --on-finish 'echo 50% >>log.txt'",
        "schedule --cron '@daily' -- record missing.html -o a.mp4",
        "schedule --cron '@daily' -- record page.html -o a.avi"],
        {"the style.css": "", "page.html": TRANSPARENT_PAGE}),
    Case("schedule-systemd", [
        f"schedule --cron '{expression}' --format systemd {RECORDING}"
        for expression in ("0 6 * * 1", "*/15 8-18 1,15 * mon-fri", "@weekly", "@reboot")]),
    Case("schedule-install", [
        f"schedule --cron '0 6 * * 1' --name weekly --install {RECORDING}",
        f"schedule --cron '@daily' --name daily --install {RECORDING}",
        f"schedule --cron '@hourly' --name weekly --install {RECORDING}", "schedule --remove weekly",
        "schedule --remove weekly"], {"../bin/table.txt": "0 0 * * * true\n"}),
]
