"""Pages, files and images that the cases need besides the fixtures."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

CLOCK = "--clock virtual --date 2026-01-01T08:00:00Z --seed 7"
PAGE = f"--size 320x180 {CLOCK}"
RECORD = f"{PAGE} --threads 2"

HTML = "fixtures/html"
MOVING = f"'{HTML}/moving.html?seconds=0.5'"
STATIC = f"'{HTML}/static.html?seconds=0.5'"
MARKS = f"'{HTML}/bar-code.html?seconds=1&marks=0.3,0.6'"
LONG = f"'{HTML}/moving.html?seconds=9'"
SHORT_MARKS = f"'{HTML}/bar-code.html?seconds=0.5&marks=0.2'"
SIGNAL_PAGES = f"{HTML}/signals"
PAUSE, WRONG_ORDER = f"{SIGNAL_PAGES}/pause.html", f"{SIGNAL_PAGES}/wrong-order.html"

# Nothing listens on this port: it is above the kernel's ephemeral ports.
REFUSED = "http://127.0.0.1:61999/"

FILM = "fixtures/video/frame-numbers.webm"
GIF = "fixtures/images/frame-numbers.gif"
TWO = "made/wide.png made/tall.png"
LOOP = "--audio fixtures/audio/loop.ogg"
TONE = "--audio made/tone.wav"

USER_CONFIGURATION = "../home/.config/pagereel/config.yaml"

IDENTIFIER = "01234567-89AB-4CDE-8F01-23456789ABCD"

# Files that ffmpeg makes before the first case: arguments by name.
MATERIALS = {
    "wide.png": "-f lavfi -i testsrc2=size=320x180 -frames:v 1",
    "tall.png": "-f lavfi -i smptebars=size=120x200 -frames:v 1",
    "odd.png": "-f lavfi -i testsrc=size=161x91 -frames:v 1",
    "logo.png": "-f lavfi -i \"color=c=orange:size=64x48,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':"
    "a='if(lt(hypot(X-32,Y-24),22),255,64)'\" -frames:v 1",
    "deep.png": "-f lavfi -i testsrc2=size=160x90,format=rgb48be -frames:v 1",
    "palette.png": "-f lavfi -i testsrc2=size=160x90:duration=0.04,split[a][b];[a]palettegen[p];[b][p]paletteuse "
    "-frames:v 1",
    "photo.jpg": "-f lavfi -i testsrc2=size=160x90,format=yuvj444p -frames:v 1 -q:v 3",
    "picture.webp": "-f lavfi -i testsrc2=size=160x90,format=bgra -frames:v 1 -lossless 1",
    "picture.bmp": "-f lavfi -i testsrc2=size=160x90 -frames:v 1",
    "picture.tiff": "-f lavfi -i testsrc2=size=160x90 -frames:v 1",
    "moving.png": "-f lavfi -i testsrc2=size=64x48:rate=10:duration=0.5 -f apng",
    "film.mp4": "-f lavfi -i testsrc2=size=320x180:rate=25 -f lavfi -i sine=frequency=440:sample_rate=48000 -t 2 "
    "-c:v libx264 -threads:v 1 -g 20 -pix_fmt yuv420p -c:a aac -ac 2 -fflags +bitexact",
    "tone.wav": "-f lavfi -i sine=frequency=330:sample_rate=44100 -t 0.3",
    "bursts.wav": "-f lavfi -i sine=frequency=220:beep_factor=4:sample_rate=48000 -t 3",
}

# A page that shows its environment, its random numbers and its time.
SURROUNDINGS_PAGE = """\
    <!doctype html>
    <meta charset="utf-8">
    <title>Surroundings</title>
    <style>
      :root { color-scheme: light dark; font: 13px/1.5 'DejaVu Sans Mono', monospace; }
      #box { width: 20px; height: 20px; background: teal; }
    </style>
    <div id="box"></div>
    <pre id="text"></pre>
    <script>
      const draw = () => {
        document.getElementById('text').textContent = [
          new Date().toString(), new Date().toLocaleDateString(), Math.random(), navigator.language,
          `${innerWidth}x${innerHeight} ${devicePixelRatio}`, matchMedia('(prefers-color-scheme: dark)').matches,
        ].join('\\n');
        document.getElementById('box').style.marginLeft = `${performance.now() / 10}px`;
        requestAnimationFrame(draw);
      };
      draw();
    </script>
    """

# A page without a background, with a moving, half-transparent shape.
TRANSPARENT_PAGE = """\
    <!doctype html>
    <title>Transparent</title>
    <style>
      @keyframes move { to { transform: translateX(200px); } }
      div { width: 90px; height: 90px; border-radius: 45px; background: #c0392b80; animation: move 1s linear; }
    </style>
    <div></div>
    """

# A page that reports clicks and keys through signals.
FORM_PAGE = """\
    <!doctype html>
    <meta charset="utf-8">
    <title>Form</title>
    <style>body { margin: 0; height: 900px; font: 16px 'DejaVu Sans'; } #next { background: silver; }</style>
    <input id="name"><button id="next">Next</button><p id="seen"></p>
    <script>
      const send = signal => window.webkit?.messageHandlers?.pagereel?.postMessage(signal);
      const seen = document.getElementById('seen');
      document.getElementById('next').addEventListener('click', event => {
        seen.textContent = `clicked ${event.isTrusted}`;
        send({signal: 'mark', name: 'next'});
      });
      document.getElementById('name').addEventListener('keydown', event => {
        seen.textContent += event.key;
        if (event.key === 'Enter') send({signal: 'mark', name: document.getElementById('name').value});
      });
      addEventListener('load', () => requestAnimationFrame(() => {
        send('start');
        setTimeout(() => send('stop'), 1000);
      }));
    </script>
    """

STEPS = """\
    - {at: 200ms, click: '#next'}
    - {at: 400ms, type: 'abc', into: '#name'}
    - {at: 600ms, press: Enter}
    - {at: 700ms, scroll: 200}
    - {at: 800ms, hover: '#nowhere'}
    """

# A small site for --serve.
SITE = {
    "site/index.html": """\
        <!doctype html>
        <title>Site</title>
        <link rel="stylesheet" href="/style.css">
        <p id="text">nothing</p>
        <script type="module">
          import {word} from './word.js';
          const data = await (await fetch('data.json')).json();
          const missing = await fetch('missing.json');
          document.getElementById('text').textContent = `${word} ${data.number} ${missing.status}`;
          document.title = document.getElementById('text').textContent;
        </script>
        """,
    "site/style.css": "html { background: #dde; font: 24px 'DejaVu Sans'; }\n",
    "site/word.js": "export const word = 'served';\n",
    "site/data.json": '{"number": 42}\n',
    "site/.secret/index.html": "<!doctype html><title>secret</title>\n",
}

CONFIGURATION = """\
    defaults:
      size: 320x180
      fps: 20
      threads: 2
      clock: virtual
      date: 2026-01-01T08:00:00Z
      seed: 7
      audio-fade-out: 200ms
      header: "X-Secret: yes"
    profiles:
      night:
        dark: true
        language: [de-AT, en]
        style: night.css
      quick: {quality: 40, preset: ultrafast, duration: 400ms}
      phone: {size: 180x320, scale: 2}
    """

CASES_FILE = """\
    defaults:
      size: 320x180
      date: 2026-01-01T08:00:00Z
    pages:
      - page: fixtures/html/signals/pause.html
        expect:
          - start < 1s, stop at 2s after start
          - pause before resume
      - page: fixtures/html/signals/message.html
        name: Messages
        cases:
          - name: as they come
            expect: mark twice, mark:one before stop
          - name: too late
            expect: stop within 100ms
      - page: form.html
        name: The form
        do:
          - {at: 300ms, click: '#next'}
        expect: mark:next at 300ms, no page errors
    """

# A stub of crontab(1) that keeps its table in the case's folder.
CRONTAB = """\
    #!/bin/sh
    case $1 in
    -l) cat "${0%/*}/table.txt" 2>/dev/null || { echo "no crontab for somebody" >&2; exit 1; } ;;
    -) cat >"${0%/*}/table.txt" ;;
    esac
    """

PLAYER = """\
    #!/bin/sh
    echo "xdg-open $*"
    """
