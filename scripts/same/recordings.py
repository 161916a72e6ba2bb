"""Cases that make recordings and use the library."""

import os

from case import Case, Command, record
from materials import (
    CONFIGURATION, FILM, FORM_PAGE, GIF, HTML, LONG, LOOP, MARKS, MOVING, RECORD, REFUSED, SHORT_MARKS,
    SIGNAL_PAGES, SITE, STATIC, STEPS, SURROUNDINGS_PAGE, TONE, TRANSPARENT_PAGE, USER_CONFIGURATION,
)

SUBCOMMANDS = (
    "record images compose schedule check login steps schema stills list show open remove watch gallery live-photo motion-photo "
    "profiles doctor").split()

# Pages that move a box, of each kind of frames, tasks and threads.
MOVERS = (
    "canvas.html webgl.html?antialias=false webgl.html?version=2 frame.html?in=sandbox&draw=webgl offscreen.html "
    "offscreen-worker.html bitmap.html?from=worker bitmap.html?from=blob message-channel.html fetch.html "
    "message.html?by=window message.html?by=broadcast message.html?by=worker message.html?by=timer "
    "observer.html?kind=resize observer.html?kind=intersection timer.html view-transition.html "
    "scroll-timeline.html scroll.html css.html?property=mask&by=transition svg.html?in=image "
    "image.html?src=moving-box.png webcodecs.html?by=decoder").split()

GENERAL = [
    Case("version", ["--version", "record --version"]),
    Case("help", ["--help", "help", "help record", ""]),
    Case("help-of-subcommands", [f"{name} --help" for name in SUBCOMMANDS]),
    Case("completions", [f"--generate-completion-script {shell}" for shell in ("bash", "zsh", "fish")]
         + ["--experimental-dump-help"]),
    Case("wrong-subcommands", ["recrod page.html", "--versoin", "help recrod"]),
    Case("wrong-arguments", SUBCOMMANDS[:6] + [
        "show", "open", "remove", "gallery", "live-photo", "motion-photo", "record page.html -o", "stills page.html",
        "live-photo film.mp4", "images a.png", "record page.html --duration", "record a.html b.html", "list all",
        "doctor twice", "compose a.yaml b.yaml", "show 1 2", "images a.png --list b -o a.mp4"]),
    Case("wrong-options", [
        "record page.html --durration 1s", "record page.html --fsp 30", "images a.png -o a.mp4 --transitoin fade:1s",
        "compose a.yaml --explian", "stills page.html --at 1s -o now --comprae kept", "check page.html --expct start",
        "list --lmit 3", "gallery -o a.html --overwritten", "profiles --jsn",
        "schedule --corn '@daily' -- record page.html", "live-photo a.mp4 -o a --stil 1s"]),
    Case("wrong-values-of-record", [f"record {STATIC} {options} -o a.mp4" for options in (
        "--codec h265", "--rendering paint", "--capture views", "--clock real", "--network held", "--encoder libx246",
        "--preset veryfats", "--start-on click", "--size 320", "--size 8x8", "--size 5000x100", "--scale 9",
        "--scale 1.25", "--fps 0", "--fps 500", "--fps 29,97", "--duration ten", "--duration 0s", "--duration=-1s",
        "--date yesterday", "--timezone Mars/Olympus", "--language '?'", "--seed much", "--refresh-rate none",
        "--threads 0", "--quality 52", "--bitrate fast", "--max-memory little", "--audio-volume=-1",
        "--audio-volume -1", "--audio-fade-in soon", "--retry=-1", "--keep 0", "--header nothing", "--cookie nothing",
        "--lock a/b", "--wait-for '##' --start-timeout 1s")]),
    Case("wrong-combinations-of-record", [f"record {STATIC} {options}" for options in (
        "-o a.webm --codec h264", "-o a.mp4 --codec prores", "-o a.mp4 --transparent", "-o a.mov --codec vp9",
        "-o a.mp4 --codec ffv1", "-o a.webm --transparent --codec av1", "-o a.avi", "-o a",
        "-o a.mp4 --quality 20 --bitrate 1M", "-o a.mkv --codec ffv1 --quality 3",
        "-o a.mov --codec prores --preset fast",
        "-o a.mp4 --clock realtime --date 2026-01-01T08:00:00Z", "-o a.mp4 --quiet --verbose",
        "-o a.mp4 --audio-volume 2", "-o a.mp4 --lock-wait 1s", "-o a.mp4 --keep 3", "--keep 2",
        "-o a.mp4 --encoder libx264 --codec vp9", "-o a.mp4 --live-photo-still 1s", "-o a.webm --live-photo a",
        "-o a.mp4 --config a.yaml --no-config")]),
    Case("wrong-values-elsewhere", [
        f"images {GIF} -o a.mp4 --fit contian", f"images {GIF} -o a.mp4 --transition fad:1s",
        f"images {GIF} -o a.mp4 --transition fade", f"images {GIF} -o a.mp4 --background purple",
        f"images {GIF} -o a.mp4 --each 0s", f"check {STATIC} --expect 'strat < 2s'",
        f"check {STATIC} --expect 'start within'", f"check {STATIC} --expect 'stop at 10s +-'",
        f"check {STATIC} --format xml", f"check {STATIC} --jobs 0", f"stills {STATIC} --at never -o now",
        f"stills {STATIC} --at 1s -o now --tolerance 300", f"stills {STATIC} --at 1s -o now --allow 200",
        f"stills {STATIC} --at 1s -o now --update", "list --since lately", "list --limit 0",
        "live-photo a.mp4 -o a --identifier 1", "live-photo made/film.mp4 -o a --duration 0s",
        "schedule --cron '61 * * * *' -- record page.html", "schedule --cron '@dayly' -- record page.html",
        "schedule --cron '0 0 30 2 *' -- record page.html",
        "schedule --cron '@daily' --format cron -- record page.html", "schedule --cron '@daily' -- images a.png",
        "schedule --remove a --install"]),
    Case("doctor", ["doctor", "doctor --json"]),
    Case("profiles", [
        "profiles", "profiles --no-config --json", "profiles --config night.yaml",
        "profiles --config night.yaml --json", Command("profiles", environment={"PAGEREEL_CONFIG": "night.yaml"}),
        "profiles --config missing.yaml"],
        {"night.yaml": CONFIGURATION, "night.css": "", USER_CONFIGURATION: "defaults: {fps: 25}\n"}),
]

# The containers that support each codec.
CONTAINERS = {
    "h264": ("mp4", "m4v", "mkv", "mov"), "hevc": ("mp4", "mkv", "mov"), "av1": ("mp4", "mkv", "webm"),
    "vp9": ("mp4", "mkv", "webm"), "prores": ("mov",), "ffv1": ("mkv",),
}
TRANSPARENT = (("vp9", "webm"), ("vp9", "mkv"), ("prores", "mov"), ("ffv1", "mkv"))
FORMATS = [
    Case(f"record-{codec}", [
        record(SHORT_MARKS, f"out.{container}",
               f"--codec {codec} {LOOP} {'' if codec in ('prores', 'ffv1') else '--preset ultrafast'}")
        for container in containers])
    for codec, containers in CONTAINERS.items()
] + [
    Case("record-transparent", [
        record("page.html", f"{codec}.{container}", f"--transparent --codec {codec} --duration 300ms")
        for codec, container in TRANSPARENT], {"page.html": TRANSPARENT_PAGE}),
    Case("record-formats-by-name", [
        record(STATIC, "out.webm"), record(STATIC, "out.mkv"), record(STATIC, "OUT.MP4"),
        record("page.html", "clear.webm", "--transparent --duration 100ms"),
        record("page.html", "clear.mov", "--transparent --duration 100ms")], {"page.html": TRANSPARENT_PAGE}),
    Case("record-qualities", [
        record(MOVING, "coarse.mp4", "--quality 45"), record(MOVING, "lossless.mp4", "--quality 0"),
        record(MOVING, "slow.mp4", "--preset slow"), record(MOVING, "rate.mp4", "--bitrate 300k"),
        record(MOVING, "rate.webm", "--bitrate 300k --preset ultrafast"),
        record(MOVING, "threads.mp4", "--threads 1")]),
    Case("record-encoders", [
        record(STATIC, "out.mp4", "--encoder h264_nvenc"),
        record(STATIC, "av1.mp4", "--encoder libaom-av1 --duration 200ms")]),
]

SOUND = [
    Case("record-audio-loops", [
        record(STATIC, "cut.mp4", f"{TONE} --json"), record(STATIC, "blended.webm", f"{TONE} --audio-crossfade 50ms")]),
    Case("record-audio-levels", [
        record(STATIC, "volume.mkv", f"{LOOP} --audio-volume 0.25"),
        record(STATIC, "fades.mov", f"{LOOP} --audio-fade-in 200ms --audio-fade-out 250ms"),
        record(STATIC, "rate.mp4", f"{LOOP} --audio-bitrate 64k"),
        record(STATIC, "rate.webm", f"{LOOP} --audio-bitrate 64k")]),
    Case("record-audio-offsets", [
        record(STATIC, "later.mp4", f"{LOOP} --audio-offset 2s"),
        record(STATIC, "earlier.mp4", f"{LOOP} --audio-offset=-200ms"),
        record(STATIC, "earlier.webm", f"{LOOP} --audio-offset=-200ms"),
        record(STATIC, "faded.mp4", f"{LOOP} --audio-offset=-200ms --audio-fade-in 100ms"),
        record(STATIC, "a.mp4", f"{LOOP} --audio-offset -200ms")]),
    Case("record-audio-files", [
        record(STATIC, "film.mp4", "--audio made/film.mp4"), record(STATIC, "a.mp4", "--audio missing.ogg"),
        record(STATIC, "b.mp4", "--audio damaged.wav"), record(STATIC, "c.mp4", f"--audio {FILM}"),
        record(STATIC, "d.mp4", f"{TONE} --audio-crossfade 1s")], {"damaged.wav": "RIFF and nothing behind it"}),
]

SIGNALS = [
    Case("signals-messages", [
        record(f"{SIGNAL_PAGES}/message.html", "out.mp4", "--json"), record(MARKS, "marks.mp4")]),
    Case("signals-navigations", [
        record(f"{SIGNAL_PAGES}/{name}.html", f"{name}.mp4", "--json")
        for name in ("href", "form", "link", "fetch", "iframe", "target-blank", "window-open")]),
    Case("signals-traps", [
        record(f"'{SIGNAL_PAGES}/timers-apart.html?seconds=0.5'", "apart.mp4", "--json"),
        record(f"{SIGNAL_PAGES}/one-task.html", "lost.mp4", "--start-timeout 1s"),
        record(f"{SIGNAL_PAGES}/head-start.html", "head.mp4", "--json"),
        record(f"{SIGNAL_PAGES}/wrong-order.html", "order.mp4", "--json")]),
    Case("signals-pause", [
        record(f"{SIGNAL_PAGES}/pause.html", "out.mp4", "--json"),
        record(f"'{HTML}/bar-code.html?seconds=1&pause=0.3,0.6&marks=0.2,0.8'", "marks.webm", "--preset ultrafast")]),
    Case("signals-own-addresses", [record(
        f"{SIGNAL_PAGES}/own-addresses.html", "out.mp4",
        "--start-url https://app.example/YourStartURL --stop-url https://app.example/YourStopURL --json")]),
    Case("signals-cancel", [
        record(f"{HTML}/cancel.html", "a.mp4"),
        record(f"'{SIGNAL_PAGES}/message.html?cancel=1'", "b.mp4", "--json")]),
    Case("signals-none", [
        record(f"{HTML}/never-starts.html", "a.mp4", "--start-timeout 1s"),
        record(f"{HTML}/never-starts.html", "b.mp4", "--start-timeout 1s --json --quiet")]),
]

PICTURE = [
    Case("record-durations", [
        record(f"{HTML}/never-starts.html", "load.mp4", "--duration 0.7s --json"),
        record(LONG, "signal.mp4", "--duration 250ms --start-on signal"),
        record(LONG, "most.mp4", "--max-duration 0.5s --json")]),
    Case("record-sizes", [record(MOVING, "twice.mp4", "--scale 2 --json"), record(MOVING, "odd.mp4", "--size 161x91")]),
    Case("record-frame-rates", [
        record(MOVING, "ntsc.mp4", "--fps 29.97 --json"), record(MOVING, "film.mkv", "--fps 24000/1001"),
        record(MOVING, "one.mp4", "--fps 1"), record(MOVING, "fast.mp4", "--fps 120"),
        record(MOVING, "refresh.mp4", "--fps 10 --refresh-rate 60")]),
    Case("record-rendering", [
        record(f"{HTML}/perspective.html", f"{rendering}.mp4", f"--rendering {rendering} --json --duration 300ms")
        for rendering in ("auto", "painted", "composited")]),
    Case("record-rendering-features", [
        record(f"'{HTML}/rendering/features.html?only={name}'", f"{name}.mkv",
               "--codec ffv1 --start-on signal --duration 200ms --json")
        for name in ("cube", "filter-blur", "backdrop-filter-blur", "flip-animation", "svg", "canvas-2d", "text")]),
    Case("record-movers", [
        record(f"'html/movers/{page}'", f"{number:02}.mkv",
               "--serve fixtures --codec ffv1 --start-on signal --duration 200ms --size 320x80 --json")
        for number, page in enumerate(MOVERS)]),
    Case("record-capture-snapshot", [record(MOVING, "out.mp4", "--capture snapshot --json")]),
    Case("record-scripts-and-styles", [
        record(MOVING, "out.mp4", "--script title.js --script square.js --style style.css --json"),
        record(MOVING, "a.mp4", "--script missing.js"), record(MOVING, "b.mp4", "--script wrong.js --verbose")],
        {"title.js": "document.title = 'Titled by a script';\n",
         "square.js": "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">square</p>');\n",
         "wrong.js": "this is no script\n", "style.css": "html { background: #402 !important; }\n"}),
    Case("record-steps", [
        record("form.html", "out.mp4", "--do steps.yaml --json"), record("form.html", "a.mp4", "--do wrong.yaml"),
        record("form.html", "b.mp4", "--do missing.yaml")],
        {"form.html": FORM_PAGE, "steps.yaml": STEPS, "wrong.yaml": "- {at: 1s, clik: '#next'}\n"}),
    Case("record-wait-for", [
        record(f"'{HTML}/environment.html?late=1'", "out.mp4", "--wait-for '#late' --json"),
        record(f"'{HTML}/environment.html'", "a.mp4", "--wait-for '#never' --start-timeout 500ms")]),
    Case("record-surroundings", [
        record("page.html", "plain.mp4", "--duration 200ms --json"),
        record("page.html", "dark.mp4", "--duration 200ms --dark --language de-AT --language en --json"),
        record("page.html", "far.mp4", "--duration 200ms --timezone Asia/Shanghai --json"),
        record("page.html", "seed.mp4", "--duration 200ms --seed 8 --date 2027-02-03T04:05:06+08:00"),
        record(f"{HTML}/environment.html", "agent.mp4", "--user-agent Tester/1.0 --json")],
        {"page.html": SURROUNDINGS_PAGE}),
    Case("record-clocks", [
        record(f"{HTML}/clock/{name}.html", f"{name}.mkv", "--codec ffv1 --start-on load --duration 300ms")
        for name in ("animation-frame", "css-left", "css-transform", "date", "gif", "apng", "iframe", "idle-callback",
                     "set-timeout", "smil", "video", "web-animation", "worker")]),
    Case("record-hostile-pages", [
        record(f"{HTML}/hostile/{name}.html", f"{name}.mp4", "--json --max-duration 1s")
        for name in ("dialogs", "download", "full-screen", "permissions", "windows")]),
    Case("record-hanging-page", [record(f"{HTML}/hostile/spin.html", "out.mp4", "--hang-timeout 3s --json")]),
]

OUTPUT = [
    Case("record-messages", [
        record(f"{HTML}/hostile/console.html", "out.mp4", "--verbose"),
        record("console.html", "served.mp4", f"--serve {HTML}/hostile --verbose"),
        record(STATIC, "quiet.mp4", "--quiet"),
        record(f"{SIGNAL_PAGES}/wrong-order.html", "warned.mp4", "--quiet --json")]),
    Case("record-log", [
        record(f"{SIGNAL_PAGES}/wrong-order.html", "out.mp4", "--log log.jsonl --verbose"),
        record(f"{HTML}/cancel.html", "out.mp4", "--log log.jsonl --overwrite"),
        record(STATIC, "a.mp4", "--log other.txt")],
        {"other.txt": "This is no log.\n"}),
    Case("record-unloadable", [
        record("missing.html", "a.mp4"), record("missing.html", "b.mp4", "--json"), record("fixtures", "c.mp4"),
        record(REFUSED, "d.mp4"), record("SERVER/missing", "e.mp4"), record("ftp://127.0.0.1/", "f.mp4")]),
    Case("record-retries", [
        record(REFUSED, "a.mp4", "--retry 1 --retry-delay 100ms --log log.jsonl --json"),
        record(f"{HTML}/never-starts.html", "b.mp4", "--retry 1 --retry-delay 100ms --start-timeout 500ms"),
        record("missing.html", "c.mp4", "--retry 1 --retry-delay 100ms")]),
    Case("record-requests", [
        record("SERVER/page", "page.mp4", "--duration 200ms --header 'X-Test: yes' --cookie taste=sweet --json"),
        record("SERVER/moved", "moved.mp4", "--duration 200ms"),
        record("SERVER/secret", "a.mp4", "--duration 200ms"),
        record("SERVER/secret", "secret.mp4", "--duration 200ms --auth me:word --json"),
        Command(record("SERVER/secret", "environment.mp4", "--duration 200ms"),
                environment={"PAGEREEL_AUTH": "me:word"}),
        record("SERVER/page", "blocked.mp4", "--duration 200ms --block picture.svg --verbose"),
        record("SERVER/page", "running.mp4", "--duration 200ms --network run --json")]),
    Case("record-serve", [
        record("index.html", "a.mp4", "--serve site --duration 200ms --json"),
        record("'site/index.html?a=1#b'", "b.mp4", "--serve site --duration 200ms"),
        record("missing.html", "c.mp4", "--serve site --duration 200ms"),
        record(".secret/", "d.mp4", "--serve site --duration 200ms"),
        record("index.html", "e.mp4", "--serve nowhere --duration 200ms")], SITE),
    Case("record-existing-output", [
        record(STATIC, "out.mp4"), record(STATIC, "out.mp4", "--json"), record(STATIC, "file/out.mp4"),
        record(STATIC, "out.mp4", "--overwrite"), record(STATIC, "new/folder/out.mp4"), record(STATIC, "new")],
        {"out.mp4": "an older file\n", "file": "not a folder\n"}),
    Case("record-named-by-time", [
        record(STATIC, "'%Y-%m-%dT%H-%M-%S-%Q.mp4'"),
        record(STATIC, "'videos/%Y-%m-%dT%H-%M-%S.mp4'", "--keep 2 --log log.jsonl --json")],
         {f"videos/2020-01-0{day}T00-00-00.mp4": "old\n" for day in (1, 2, 3)} | {"videos/mine.mp4": "mine\n"}),
    Case("record-lock", [
        record(STATIC, "out.mp4", "--lock pagereel-same --on-finish '\"$PROGRAM\" record fixtures/html/static.html "
               "-o a.mp4 --lock pagereel-same; echo \"status $?\"'")]),
    Case("record-hooks", [
        record(STATIC, "out.mp4", "--on-finish 'cat >finished.json'"),
        record("missing.html", "a.mp4", "--on-failure 'cat >failed.json; exit 3'"),
        record(STATIC, "b.mp4", "--on-finish 'echo says; exit 4' --quiet")]),
    Case("record-photos", [
        record(MARKS, "out.mp4",
               f"{LOOP} --live-photo live --motion-photo photos/motion --live-photo-still 300ms --json"),
        record(MARKS, "again.mp4", "--live-photo live")]),
    Case("configuration", [
        "record fixtures/html/never-starts.html -o a.mp4 --profile quick --json",
        "record fixtures/html/never-starts.html -o b.mp4 --profile night --profile quick --no-dark --fps 10 --verbose",
        f"record {STATIC} -o c.mp4 {LOOP}",
        Command(f"record {STATIC} -o d.mp4 --profile phone --json", environment={"PAGEREEL_CONFIG": "other.yaml"}),
        record(STATIC, "e.mp4", "--no-config --json"), record(STATIC, "f.mp4", "--profile nigth")],
        {USER_CONFIGURATION: CONFIGURATION,
         os.path.join(os.path.dirname(USER_CONFIGURATION), "night.css"): "p { color: red; }\n",
         "other.yaml": "defaults: {clock: virtual, date: 2026-01-01T08:00:00Z}\n"
                       "profiles: {phone: {size: 90x160, threads: 2}}\n"}),
    Case("configuration-wrong", [f"record {STATIC} -o a.mp4 --config {name}.yaml" for name in (
        "option", "value", "profile", "section", "yaml", "list", "output", "missing")],
        {"option.yaml": "defaults:\n  fsp: 30\n", "value.yaml": "defaults:\n  fps: many\n",
         "profile.yaml": "profiles:\n  a:\n    dark: perhaps\n", "section.yaml": "default:\n  fps: 30\n",
         "yaml.yaml": "defaults: {fps: 30\n", "list.yaml": "defaults:\n  size: [1x1, 2x2]\n",
         "output.yaml": "defaults:\n  output: a.mp4\n"}),
]

FIRST, SECOND = "videos/2026-01-01T08-00-00.000.mp4", "videos/2026-02-01T08-00-00.000.mkv"
TWO_RECORDINGS = [record(MARKS, FIRST, f"{LOOP} --quiet"), record(STATIC, SECOND, "--cookie a=b --quiet")]
LIBRARY = [
    Case("library-named-by-time", [
        f"record {STATIC} --library videos {RECORD}", f"record {STATIC} {RECORD} --json",
        "list --library videos --json", "list", "show latest"] + [
        Command(f"record {STATIC} {RECORD} --quiet {options}", environment={"PAGEREEL_LIBRARY": folder})
        for options, folder in (("--codec vp9", "vp9"), ("--codec prores", "prores"), ("--transparent", "clear"))]),
    Case("library-list", TWO_RECORDINGS + [
        "list --library videos", "list --library videos --json", "list --library videos --page bar --limit 1",
        "list --library videos --since 2026-01-15", "list --library videos --until 2026-01-01T07:59 --json",
        "list --library empty", "list --library nowhere"],
        {"videos/notes.txt": "no video\n", "videos/damaged.mp4": "no video either\n", "empty/notes.txt": ""}),
    Case("library-show", TWO_RECORDINGS + [
        "show --library videos latest", "show --library videos 2026-01", "show --library videos 2 --json",
        "show --library videos latest --json", f"show {FIRST}", "show --library videos 2026",
        "show --library videos 3", "show --library videos nothing", f"show {FILM} --json", "show made/film.mp4"]),
    Case("library-gallery", TWO_RECORDINGS + [
        "gallery --library videos -o videos/index.html", "gallery --library videos -o videos/index.html",
        "gallery --library videos -o videos/index.html --overwrite --limit 1 --quiet",
        "gallery --library videos -o out/bar.html --page bar", "gallery --library empty -o empty.html",
        "gallery --library videos -o index.txt"], {"empty/notes.txt": ""}),
    Case("library-remove", TWO_RECORDINGS + [
        "remove --library videos latest", "remove --library videos 1 nothing --yes",
        "remove --library videos latest --yes", "list --library videos",
        "remove --library videos made/film.mp4 --yes"]),
    Case("library-watch", [
        Command("watch --library videos", ready="watching", ended_after=2),
        Command("watch --library videos --json", ready="watching", ended_after=2)] + TWO_RECORDINGS,
        {"videos/notes.txt": ""}),
    Case("library-open", [
        record(STATIC, FIRST, "--quiet"), "open --library videos latest", "open --library videos 2"]),
]
