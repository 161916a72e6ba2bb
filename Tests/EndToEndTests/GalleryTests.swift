import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// The library's gallery page, in a browser.
    @Suite("The gallery")
    struct Gallery {
        private let folder: TemporaryFolder
        private let environment: [String: String]
        private let page: String
        private static let hostile = "</title></script><img src=x onerror=\"document.title='taken'\"> & \"年报\" '"

        init() throws {
            folder = try TemporaryFolder()
            environment = Pagereel.bareEnvironment.merging(["PAGEREEL_LIBRARY": folder.path("lib #1%")]) { $1 }
            page = folder.path("pages/index.html")
        }

        private func gallery(_ options: [String] = []) async throws -> Pagereel.Outcome {
            try await Pagereel.run(["gallery", "-o", page] + options, environment: environment)
        }

        /// Returns what a browser renders for a page in the test's folder.
        private func loaded(_ name: String, _ options: [String] = []) async throws -> String {
            let bytes = try await Tool.run(
                "chromium",
                [
                    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--user-data-dir=\(folder.path("profile"))", "--autoplay-policy=no-user-gesture-required",
                ] + options + ["--dump-dom", "file://\(folder.path)/\(name)"],
                environment: .inherit.updating(["HOME": folder.path]))
            return String(decoding: bytes, as: UTF8.self)
        }

        /// Uses the gallery from a page around it: clicks a chapter and waits for its picture.
        private static let visitor = """
            <!doctype html><title>waiting</title><iframe src="pages/index.html#bericht" width=900 height=700></iframe>
            <script>
            // The browser prints the page once it has loaded, so a request stays pending until
            // everything was checked.
            let isSeen = false, number = 0;
            const hold = () => {
                const image = new Image();
                image.onerror = () => isSeen || hold();
                image.src = 'none.png?' + number++;
            };
            hold();
            const say = words => document.body.append(Object.assign(document.createElement('pre'), {textContent: words}));
            document.querySelector('iframe').onload = async () => {
                const page = frames[0].document;
                const card = page.querySelector('article:not([hidden])');
                const video = card.querySelector('video');
                say('shown ' + page.querySelectorAll('article:not([hidden])').length + ' ' + page.title);
                say('poster ' + await new Promise(next => {
                    const image = new Image();
                    image.onload = () => next(image.naturalWidth + 'x' + image.naturalHeight);
                    image.src = video.poster;
                }));
                video.onerror = () => say('error ' + video.error.message);
                const sought = new Promise(next => { video.onseeked = next; video.onloadeddata = () => video.pause(); });
                card.querySelectorAll('button[data-start]')[1].click();
                // Playback continues from there.
                const place = video.currentTime;
                await sought;
                say('at ' + place + ' of ' + video.duration + ' ' + video.videoWidth);
                const key = key => page.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
                key('/');
                say('searching ' + (page.activeElement.id === 'search'));
                key('Escape');
                say('all ' + page.querySelectorAll('article:not([hidden])').length);
                key('j');
                key('j');
                say('second ' + (page.activeElement === page.querySelectorAll('article')[1]));
                const choose = (id, value) => {
                    const field = page.getElementById(id);
                    field.value = value;
                    field.dispatchEvent(new Event('input', {bubbles: true}));
                    return page.querySelectorAll('article:not([hidden])').length;
                };
                say('hosts ' + page.getElementById('host').hidden);
                say('kinds ' + [...page.getElementById('kind').options].map(it => it.value).join());
                say('kind ' + choose('kind', 'WEBM') + ' ' + page.getElementById('count').textContent);
                say('later ' + choose('from', '2199-01-01') + ' ' + !page.getElementById('none').hidden);
                page.getElementById('clear').click();
                await new Promise(next => setTimeout(next));
                say('cleared ' + page.querySelectorAll('article:not([hidden])').length);
                say('earlier ' + choose('to', '2026-01-01') + ' ' + choose('to', '2199-01-01'));
                isSeen = true;
            };
            </script>
            """

        @Test("One file has posters, players, chapters and search, with titles escaped", .full)
        func inBrowser() async throws {
            let film = try folder.write(
                "film.html",
                TestPage.html(
                    title: "Bericht", body: "<h1>Bericht</h1>",
                    script: """
                        send('start');
                        after(100, () => send({signal: 'mark', name: '<b>Zwei</b>'}));
                        after(300, () => send('stop'));
                        """))
            let hostile = try folder.write(
                "hostile.html", TestPage.reporting("`\(Self.hostile.replacing("</script>", with: "<\\/script>"))`"))
            for (page, options) in [(hostile, ["--codec", "vp9"]), (film, [])] {
                let outcome = try await Pagereel.run(
                    ["record", page, "--quiet"] + TestPage.small + options, environment: environment)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            }
            let outcome = try await gallery()
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("2 recordings"))
            let source = try String(contentsOfFile: page, encoding: .utf8)
            for word in ["src=\"http", "@import", "url("] { #expect(!source.contains(word)) }

            let dom = try await loaded("pages/index.html")
            #expect(dom.contains("<title>Recordings</title>"))
            #expect(dom.contains("&lt;img src=x onerror="))
            #expect(dom.matches(of: /<article/).count == 2)
            #expect(!dom.contains("<img") && !dom.contains("<b>Zwei"))
            #expect(dom.matches(of: /<script/).count == 1)

            try folder.write("visitor.html", Self.visitor)
            let visit = try await loaded(
                "visitor.html", ["--allow-file-access-from-files"])
            for words in [
                "shown 1 Recordings", "poster 320x180", "at 0.1 of 0.3", " 320</pre>", "searching true", "all 2",
                "second true", "hosts true", "kinds *,MP4,WEBM", "kind 1 1 of 2", "later 0 true", "cleared 2",
                "earlier 0 2",
            ] {
                #expect(visit.contains(words), "\(words) is not in\n\(visit)")
            }
            #expect(!visit.contains("<pre>error"), "\(visit)")
        }

        @Test("The file appears whole, is replaced only with --overwrite, and supports filters")
        func output() async throws {
            let first = try await gallery()
            #expect(first.exitCode == 0, "\(first.standardError)")
            #expect(try folder.read("pages/index.html").range(of: Data("No recordings".utf8)) != nil)
            let refused = try await gallery()
            #expect(refused.exitCode == 73)
            #expect(refused.standardError.contains("--overwrite"))
            #expect(try await gallery(["--overwrite", "--quiet"]).standardError == "")
            #expect(folder.contents == ["pages/", "pages/index.html"])
            for options in [["-o", "index.mp4"], ["-o", "-"], ["-o", page, "--since", "soon"], []] {
                #expect(try await Pagereel.run(["gallery"] + options, environment: environment).exitCode == 64)
            }
        }

        @Test("A full disk leaves nothing: 74", .enabled(if: SmallDisk.isAvailable, "needs the right to mount"))
        func fullDisk() async throws {
            let library = try folder.makeFolder("lib #1%")
            try await Tool.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=640x360:d=0.1", library + "/a.mp4"])
            try await SmallDisk.mounted(at: folder.makeFolder("disk"), kilobytes: 8) { disk in
                let outcome = try await Pagereel.run(["gallery", "-o", disk + "/index.html"], environment: environment)
                #expect(outcome.exitCode == 74, "\(outcome.standardError)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == [])
            }
        }
    }
}
