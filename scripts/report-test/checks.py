"""What the report's pages must do in a browser. Each check gets a browser and the pages, and raises what is wrong."""

import json
import re
import subprocess
import unicodedata

import pixels


class Wrong(Exception):
    """A page that does not do what it must."""


class Pages:
    """The pages, and what is written about them."""

    def __init__(self, folder, out, axe):
        self.folder, self.out, self.axe = folder, out, axe
        self.numbers = pixels.of_movie(f"{folder}/recording.mp4")

    def open(self, browser, name, width=1440, height=1000):
        browser.resize(width, height)
        browser.open(f"file://{self.folder}/{name}")
        browser.wait("!document.getElementById('plain')", "the page's script has run")
        # Until then, no element shows that it has the focus.
        browser.wait("document.hasFocus()", "the page has the focus")
        browser.settle()

    def write(self, browser, name, data):
        path = f"{self.out}/{browser.name}-{browser.scheme}-{name}"
        with open(path, "wb") as file:
            file.write(data)
        return path

    def shoot(self, browser, name, whole=False):
        self.write(browser, f"{name}.png", browser.picture(whole=whole))


def expect(actual, wanted, what):
    if actual != wanted:
        raise Wrong(f"{what}: {actual!r} is not {wanted!r}")


def expect_text(text, words, what):
    for word in [words] if isinstance(words, str) else words:
        if word not in text:
            raise Wrong(f"{what}: {word!r} is not in {text!r}")


def text(browser, selector):
    return browser.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")


def readout(browser):
    return text(browser, ".readout")


VIEWS = [
    ("one.html", 1440, "one"), ("many.html", 1200, "many"), ("many.html#run=2", 1440, "case"),
    ("hostile.html#run=1", 1440, "hostile"), ("one.html", 360, "one-narrow"), ("many.html", 360, "many-narrow"),
    ("hostile.html#run=1", 360, "hostile-narrow"), ("hostile.html", 360, "hostile-list-narrow"),
]


def barriers(browser, pages):
    """axe finds nothing, in no view and no tab; pictures are taken of each."""
    for address, width, name in VIEWS:
        pages.open(browser, address, width)
        pages.shoot(browser, name, whole=True)
        browser.execute(pages.axe)
        tabs = browser.evaluate("[...document.querySelectorAll('[role=tab]')].map(it => it.id)") or [None]
        for tab in tabs:
            if tab:
                browser.evaluate(f"document.getElementById('{tab}').click()")
                browser.settle()
            if tab and name == "one":
                pages.shoot(browser, f"{name}-{tab}", whole=True)
            found, passed = browser.evaluate(
                "axe.run().then(it => [it.violations.map(rule => [rule.id, rule.nodes.map(node =>"
                "node.html.slice(0, 200) + ' ' + node.failureSummary)]), it.passes.map(rule => rule.id)])")
            expect(found, [], f"axe on {name} {tab or ''}")
            expect_text(passed, ["color-contrast", "document-title"], f"what axe looked at in {name}")


def narrow(browser, pages):
    """Nothing is wider than a narrow screen."""
    for address in ("one.html", "many.html", "many.html#run=2", "hostile.html", "hostile.html#run=1", "large.html"):
        for width in (360, 700, 1000):
            pages.open(browser, address, width, 740)
            size = browser.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            if size[0] > size[1]:
                wide = browser.evaluate(
                    "[...document.querySelectorAll('body *')].filter(it => it.getBoundingClientRect().right > innerWidth)"
                    ".slice(0, 5).map(it => it.tagName + '.' + it.className)")
                raise Wrong(f"{address} is {size[0]} wide on {size[1]}: {wide}")


def tab_to(browser, condition, what, back=False):
    """Press Tab until an expression is true, as long as each element shows that it has the focus."""
    for _ in range(60):
        browser.press("Tab", shift=back)
        if browser.evaluate(condition):
            return
        style = browser.evaluate("(() => { const it = document.activeElement; const style = getComputedStyle(it);"
                                 "return it === document.body ? null"
                                 ": [it.outerHTML.slice(0, 150), style.outlineStyle, style.outlineWidth]; })()")
        if style and (style[1] == "none" or style[2] == "0px"):
            raise Wrong(f"the focus is not seen on {style[0]}")
    raise Wrong(f"Tab does not reach {what}")


def keyboard(browser, pages):
    """Everything is done with keys alone."""
    pages.open(browser, "one.html")
    tab_to(browser, "document.activeElement.id === 'moments-list'", "the list of moments")
    browser.press("ArrowDown", "ArrowDown")
    expect_text(text(browser, ".details"), ["Mark", "Totals", "0.800 s", "Frame", "9"], "the second moment")
    chosen = "document.querySelector('[role=option][aria-selected=true]')"
    expect(browser.evaluate(f"document.activeElement.getAttribute('aria-activedescendant') === {chosen}.id"), True,
           "the active row is the selected one")
    said = browser.evaluate("document.querySelector('.run > [role=status]').textContent")
    expect_text(said, ["Mark, 0.800 s: Totals", "frame 9"], "what is said")
    browser.press("j")
    expect_text(text(browser, ".details"), "Revenue grew", "j")
    browser.press("k")
    expect_text(text(browser, ".details"), "Totals", "k")
    browser.press("End")
    expect_text(text(browser, ".details"), ["not known", "The font 'Inter'"], "the last moment")
    browser.press("Home")
    expect(readout(browser), "page 0.500 s · video 0.000 s · frame 0", "the first moment")
    browser.press(".", ".", ".", ",")
    expect(readout(browser), "page 0.567 s · video 0.067 s · frame 2", "two frames later")
    whole = text(browser, ".range")
    browser.press("+", "+")
    if text(browser, ".range") == whole:
        raise Wrong("+ does not zoom")
    zoomed = text(browser, ".range")
    browser.press("ArrowRight", shift=True)
    if text(browser, ".range") == zoomed:
        raise Wrong("Shift+→ does not pan")
    browser.press("0")
    expect(text(browser, ".range"), whole, "0 shows all")
    problems = []
    for _ in range(5):
        browser.press("n")
        problems.append(text(browser, ".details .what"))
    expect([it.split(" ·")[0].strip("✕ \n") for it in problems],
           ["Request", "Request", "Page error", "Warning", "Request"], "n goes from problem to problem")
    browser.press("/")
    expect(browser.evaluate("document.activeElement.getAttribute('aria-label')"), "Search the requests", "/")
    browser.press(*"part-4")
    expect(text(browser, "#requests .shown"), "1 of 8 requests", "the search")
    browser.press("Escape")
    expect(text(browser, "#requests .shown"), "8 requests", "Escape")
    tab_to(browser, "document.activeElement.matches('#requests input[type=checkbox]')", "the filter")
    browser.press(" ")
    expect(text(browser, "#requests .shown"), "2 of 8 requests", "only failed ones")
    tab_to(browser, "document.activeElement.id === 'requests-list'", "the list of requests")
    browser.press("End")
    expect_text(text(browser, ".details"), ["part-4.js", "404"], "the last failed request")
    tab_to(browser, "document.activeElement.getAttribute('role') === 'slider'", "the time line", back=True)
    browser.press("Home")
    expect(browser.evaluate("document.activeElement.getAttribute('aria-valuetext')"),
           "page −0.050 s, not in the video", "the beginning")
    tab_to(browser, "document.activeElement.getAttribute('role') === 'tab'", "the tabs")
    browser.press("ArrowRight")
    expect(browser.evaluate("document.activeElement.id"), "clock-tab", "the next tab")
    expect(browser.evaluate("document.getElementById('clock').hidden"), False, "its panel")
    tab_to(browser, "document.activeElement.id === 'clock-list'", "the list of holds")
    browser.press("Home")
    expect_text(text(browser, ".details"), ["The clock stood for 350 ms", "−0.020 s"], "the first hold")


def listed(browser, pages):
    """Several runs: failed ones first, a filter and a search, and a way in and back with keys."""
    pages.open(browser, "many.html")
    names = browser.evaluate("[...document.querySelectorAll('.case .name')].map(it => it.textContent.split(':')[0])")
    expect(names[:6], ["Case 2", "Case 11", "Case 20", "Case 29", "Case 38", "Case 1"], "the order")
    browser.press("/")
    browser.press(*"case 11")
    expect(text(browser, ".shown"), "1 of 40 runs", "the search")
    browser.press("Escape")
    tab_to(browser, "document.activeElement.matches('input[type=checkbox]')", "the filter")
    browser.press(" ")
    expect(text(browser, ".shown"), "5 of 40 runs", "only failed ones")
    browser.press("j", "j", "Enter")
    browser.wait("document.querySelector('.run h1')", "the run is shown")
    expect_text(text(browser, "h1"), "Case 11", "the run")
    expect_text(text(browser, ".details"), ["Step", "problem", "click '#confirm'"], "the first problem")
    browser.wait("location.hash === '#run=11&t=1.5'", "the address names the place")
    tab_to(browser, "document.activeElement.matches('.back')", "the way back")
    browser.press("Enter")
    browser.wait("document.querySelector('.runs')", "the list is back")


def linked(browser, pages):
    """The address's fragment names the run and the time."""
    pages.open(browser, "many.html#run=2&t=0.9")
    expect_text(text(browser, "h1"), "Case 2", "the run of the address")
    expect(readout(browser), "page 0.900 s", "the time of the address")
    browser.evaluate("(location.hash = '#run=3&t=0.4', 1)")
    browser.wait("document.querySelector('h1').textContent.startsWith('Case 3')", "the other run is shown")
    expect(readout(browser), "page 0.400 s", "its time")
    pages.open(browser, "many.html#run=999&t=x")
    expect(browser.evaluate("document.querySelectorAll('.case').length"), 40, "a run that there is not")
    pages.open(browser, "one.html#t=2.6")
    expect(readout(browser), "page 2.600 s · video 1.600 s · frame 48", "the time of a single run")


def shown_number(browser):
    """The number that the video shows, once it has found the frame."""
    browser.wait("document.querySelector('video').readyState >= 2 && !document.querySelector('video').seeking",
                 "the video has the frame")
    browser.settle()
    # The video is as high as its box, and centered in it.
    browser.evaluate("document.querySelector('video').style.cssText ="
                     "'width: 320px; height: 180px; object-fit: fill'")
    browser.settle()
    return pixels.of_png(browser.picture("video"))


def expect_frame(browser, pages, frame, what):
    for _ in range(20):
        number = shown_number(browser)
        if number == pages.numbers[frame]:
            return
    raise Wrong(f"{what}: the video shows frame {number - pages.numbers[0]}, not {frame}")


def frames(browser, pages):
    """The video shows exactly the frame of a time, step by step, and around a pause."""
    expect(len(set(pages.numbers)), 90, "numbers of the film")
    times = {0.5: 0, 1.2: 21, 1.499: 29, 1.5: 29, 1.7: 29, 2: 30, 2.6: 48, 3.9999: 89, 4: 89}
    for time, frame in times.items():
        pages.open(browser, f"one.html#t={time}")
        expect_frame(browser, pages, frame, f"{time} s")
    pages.open(browser, "one.html#t=1.7")
    expect_text(text(browser, ".said"), "The video does not have 1.700 s of the page. This is the frame of 1.500 s.",
                "a time in the pause")
    pages.open(browser, "one.html#t=1.4")
    for step, frame in ((".", 28), (".", 29), (".", 30), (".", 31), (",", 30), (",", 29)):
        browser.press(step)
        expect_text(readout(browser), f"frame {frame}", f"after {step}")
        expect_frame(browser, pages, frame, f"after {step}")


def playing(browser, pages):
    """Space plays and pauses; the frame where it rests is the one that is said."""
    pages.open(browser, "one.html#t=0.5")
    browser.wait("document.querySelector('video').readyState >= 3", "the video is loaded")
    browser.execute("document.querySelector('video').addEventListener('pause', event => {"
                    "window.pausedAt = event.target.currentTime; }, {capture: true, once: true})")
    browser.press(" ")
    browser.wait("document.querySelector('video').currentTime > 0.3", "the video plays")
    expect(browser.evaluate("document.querySelector('[aria-label=Pause]') !== null"), True, "the button says Pause")
    browser.press(" ")
    browser.wait("document.querySelector('video').paused && document.querySelector('[aria-label=Play]')", "it pauses")
    browser.settle()
    frame = int(re.search(r"frame (\d+)", readout(browser)).group(1))
    expect(frame, int(browser.evaluate("pausedAt") * 30 + 1e-3), "the frame where it paused")
    expect_frame(browser, pages, frame, "the frame at rest")


def pictures(browser, pages):
    """Without a video that the browser plays, pictures and their times are shown."""
    shown = "document.querySelector('.screen img')"
    for page, words in (("silent.html", None), ("missing.html", "This browser cannot play not-there.mp4"),
                        ("unknown.html", "This browser cannot play recording.mov")):
        pages.open(browser, f"{page}#t=1.9")
        browser.wait(f"{shown}.complete && {shown}.naturalWidth === 320 && !{shown}.hidden", f"{page} has a picture")
        expect(browser.evaluate(f"{shown}.alt"), "The page at 1.250 s", "the picture")
        expect_text(text(browser, ".said"), "This picture shows 1.250 s of the page.", page)
        if words:
            expect_text(text(browser, ".said"), words, page)
        button = "document.querySelector('[aria-label=Play]')"
        expect(browser.evaluate(f"{button}.disabled || {button}.hidden"), True, "Play")
        browser.press("k", "j")
    pages.open(browser, "silent.html#t=-0.05")
    expect_text(text(browser, ".said"), "No picture is earlier. This one shows 0.000 s", "a time before all pictures")
    pages.shoot(browser, "silent")
    pages.open(browser, "animation.html#t=2.1")
    expect(browser.evaluate(f"{shown}.alt"), "The page at 2.000 s", "the picture of an animation")
    browser.press(" ")
    browser.wait(f"{shown}.src.endsWith('recording.gif') && {shown}.naturalWidth === 320", "the animation is shown")
    browser.press(" ")
    expect(browser.evaluate(f"{shown}.alt"), "The page at 2.000 s", "the picture again")


def large(browser, pages):
    """Thousands of entries do not make thousands of elements."""
    pages.open(browser, "large.html")
    count = "document.querySelectorAll('*').length"
    for tab, last in (("moments", "Moment 1999"), ("requests", "part-1999.js")):
        browser.evaluate(f"document.getElementById('{tab}-tab').click()")
        browser.evaluate(f"document.getElementById('{tab}-list').focus()")
        browser.settle()
        if browser.evaluate(count) > 1200:
            raise Wrong(f"{browser.evaluate(count)} elements")
        browser.press("End")
        expect_text(text(browser, ".details"), last, "the last entry")
        browser.evaluate(f"(document.getElementById('{tab}-list').scrollTop = 20000, 1)")
        browser.settle()
        browser.settle()
        rows = browser.evaluate(
            f"[...document.querySelectorAll('#{tab}-list [role=option]')].map(it => it.dataset.index)")
        if not {"715", "720"} <= set(rows) or len(rows) > 80:
            raise Wrong(f"the rows after scrolling are {rows}")
        if browser.evaluate(count) > 1200:
            raise Wrong(f"{browser.evaluate(count)} elements")
    browser.point(".lanes", 0.5, 0.5)
    pages.shoot(browser, "large")


def hostile(browser, pages):
    """Text of pages stays text, and nothing is loaded that is not the report's."""
    pages.open(browser, "hostile.html")
    browser.evaluate("(document.querySelector('.case').click(), 1)")
    browser.wait("document.querySelector('.run')", "the run is shown")
    for tab in browser.evaluate("[...document.querySelectorAll('[role=tab]')].map(it => it.id)"):
        browser.evaluate(f"(document.getElementById('{tab}').click(), 1)")
        browser.settle()
        rows = browser.evaluate("document.querySelectorAll('.panel:not([hidden]) [role=option]').length")
        for row in range(rows):
            browser.evaluate(f"(document.querySelectorAll('.panel:not([hidden]) [role=option]')[{row}].click(), 1)")
            browser.settle()
    browser.evaluate("dispatchEvent(new Event('beforeprint'))")
    browser.settle()
    expect(browser.evaluate("typeof taken"), "undefined", "a script of a text ran")
    expect(browser.evaluate("document.scripts.length"), 2, "scripts")
    expect(browser.prompts(), [], "dialogs")
    allowed = (f"file://{pages.folder}/hostile.html", f"file://{pages.folder}/none%20", "data:image/", "about:blank")
    expect([it for it in browser.requests() if not it.startswith(allowed)], [], "requests")
    expect([it for it in browser.errors() if "Failed to load resource" not in it], [], "errors")
    links = browser.evaluate("[...document.links].map(it => it.href)")
    expect([it for it in links if not it.startswith("file:")], [], "links")
    expect_text(text(browser, "h1"), ["</script>", "⟨U+202E⟩", "⟨U+001B⟩", "年报"], "the title")
    browser.evaluate("(document.getElementById('moments-tab').click(), 1)")
    long_row = ("[...document.querySelectorAll('#moments-list [role=option]')]"
                ".find(it => it.textContent.includes('A long'))")
    browser.evaluate(f"({long_row}.click(), 1)")
    length = "document.querySelector('.details pre').textContent.length"
    if browser.evaluate(length) > 2100:
        raise Wrong("a long text is not cut")
    browser.evaluate("([...document.querySelectorAll('.details button')]"
                     ".find(it => it.textContent === 'Show all 1,048,576 characters').click(), 1)")
    expect(browser.evaluate(length), 1048576, "the whole text")


def paper(browser, pages):
    """Printed, a run has its lists as tables, and a list has all runs."""
    wanted = {
        "one.html": ["Annual report", "TypeError: null is not an object", "update@https://example.com/app.js:88:14",
                     "part-7.js", "The host was not found.", "The clock stood for", "--size 320x180", "WebKitGTK"],
        "many.html": ["Case 2:", "Case 40:", "Nothing in the page matches #confirm."],
    }
    for page, words in wanted.items():
        pages.open(browser, page)
        path = pages.write(browser, page.replace(".html", ".pdf"), browser.paper())
        said = subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True).stdout
        # Fonts may have one sign for two letters.
        expect_text(re.sub(r"\s+", " ", unicodedata.normalize("NFKC", said)), words, f"the print of {page}")
        for control in ("Search the", "Zoom", "Failed only", "Problems only"):
            if control in said:
                raise Wrong(f"{control} is printed")
        subprocess.run(["pdftoppm", "-r", "50", "-png", path, path.removesuffix(".pdf") + "-print"], check=True)


def plain(browser, pages):
    """Without scripts, the page says the essentials, and fits on narrow screens."""
    wanted = ["✓ Annual report", "The page sent its stop signal after 3.500 s.", "TypeError: null", "--size 320x180",
              "WebKitGTK"]
    for page, width in (("one.html", 1200), ("one.html", 360), ("hostile.html", 360)):
        browser.resize(width, 900)
        browser.allow_scripts(False)
        try:
            browser.open(f"file://{pages.folder}/{page}")
            expect_text(text(browser, "body"), wanted, page)
            size = browser.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            if size[0] > size[1]:
                raise Wrong(f"{page} is {size[0]} wide on {size[1]}")
            pages.shoot(browser, f"plain-{page.removesuffix('.html')}-{width}", whole=True)
        finally:
            browser.allow_scripts(True)


# Firefox has no command that turns scripts off.
plain.browsers = {"chromium"}

ALL = [barriers, narrow, keyboard, listed, linked, frames, playing, pictures, large, hostile, paper, plain]
