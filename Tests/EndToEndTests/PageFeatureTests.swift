import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What pages expect of a browser beyond WebKitGTK's defaults: it works, or a warning names it.
    @Suite("Features that pages expect")
    struct PageFeatures {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mkv")
        }

        /// Records a page of the folder for half a second, and returns the last picture.
        private func lastPicture(
            _ html: String, _ options: [String] = [], warnings: Int? = 0
        ) async throws -> (picture: RawImage, summary: Summary) {
            let page = try folder.write("page.html", html)
            let summary = try await VirtualRecording.record(
                page, to: output, TestPage.small + ["--overwrite", "--codec", "ffv1"] + options)
            if let warnings { #expect(summary.warnings.count == warnings, "\(summary.warnings)") }
            let picture = try #require(try await FrameDecoder.frames(of: output, as: .rgb24).last)
            return (picture, summary)
        }

        private func color(_ picture: RawImage, _ x: Int, _ y: Int) -> [Int] {
            picture.mean(x: x - 4, y: y - 4, width: 8, height: 8)
        }

        @Test(
            "Pages that isolate themselves share memory with workers, and only they", .full, arguments: [true, false])
        func sharedMemory(isIsolated: Bool) async throws {
            let headers =
                isIsolated
                ? ["Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"] : [:]
            let script = """
                if (typeof SharedArrayBuffer === 'undefined') {
                    document.title = 'none';
                    send('start');
                    after(100, () => send('stop'));
                    return;
                }
                const memory = new SharedArrayBuffer(4), number = new Int32Array(memory);
                const source = 'onmessage = ({data}) => { new Int32Array(data)[0] = 42; postMessage(0); }';
                const worker = new Worker(URL.createObjectURL(new Blob([source])));
                worker.onmessage = () => { document.title = number[0]; send('start'); after(100, () => send('stop')); };
                worker.postMessage(memory);
                """
            let page = WebServer.Page(TestPage.html(script: "(() => { \(script) })();"), headers: headers)
            try await WebServer.serving(["/": page]) {
                let summary = try await VirtualRecording.record($0.url("/"), to: output)
                #expect(summary.title == (isIsolated ? "42" : "none"))
            }
        }

        @Test("A default track's subtitles are shown, another's are not", .full, arguments: ["default", ""])
        func subtitles(attribute: String) async throws {
            _ = try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=black:s=320x180:d=2", "-c:v", "libvpx",
                    folder.path("black.webm"),
                ])
            try folder.write("words.vtt", "WEBVTT\n\n00:00.000 --> 00:05.000\nHello there\n")
            let video =
                "<video src=black.webm autoplay muted width=320 height=180><track \(attribute) src=words.vtt></video>"
            let picture = try await lastPicture(TestPage.timed(500, body: video)).picture
            let isWhite = (140..<180).contains { y in (0..<320).contains { x in picture.level(x, y) > 200 } }
            #expect(isWhite == (attribute == "default"))
        }

        @Test("A counter counts with an animated property of whole numbers", .full)
        func integers() async throws {
            let style = """
                <style>
                @property --n { syntax: '<integer>'; initial-value: 0; inherits: false }
                @keyframes count { to { --n: 100 } }
                p { font: 60px monospace; margin: 0; height: 90px; color: white }
                p::before { content: counter(n) }
                #moving { counter-reset: n var(--n); animation: count 1s linear -457ms paused }
                #still { counter-reset: n 46 }
                </style>
                """
            let picture = try await lastPicture(
                TestPage.timed(100, head: style, body: "<p id=moving></p><p id=still></p>")
            ).picture
            let rows = (0..<90).map { y in (0..<320).map { picture.level($0, y) } }
            let same = (0..<90).map { y in (0..<320).map { picture.level($0, y + 90) } }
            #expect(rows == same)
            #expect(rows.joined().contains { $0 > 200 })
        }

        @Test(
            "WebGL draws in a worker, or a warning says that it does not", .full, arguments: ["painted", "composited"],
            ["classic", "module"])
        func workerWebGL(rendering: String, type: String) async throws {
            let source = """
                onmessage = ({data}) => {
                    const gl = data.getContext('webgl');
                    if (!gl) return postMessage('none');
                    const draw = () => {
                        gl.clearColor(0, 1, 0, 1);
                        gl.clear(gl.COLOR_BUFFER_BIT);
                        requestAnimationFrame(draw);
                    };
                    draw();
                };
                """
            let script = """
                const worker = new Worker(URL.createObjectURL(new Blob([`\(source)`])), {type: '\(type)'});
                worker.onmessage = ({data}) => { document.title = data; };
                const canvas = document.querySelector('canvas').transferControlToOffscreen();
                worker.postMessage(canvas, [canvas]);
                send('start');
                after(500, () => send('stop'));
                """
            let (picture, summary) = try await lastPicture(
                TestPage.html(body: "<canvas width=320 height=180></canvas>", script: script),
                ["--rendering", rendering], warnings: nil)
            // From WebKitGTK 2.54 on, only in a separate process for the graphics card, which Debian's does not have.
            guard summary.title != "none" else {
                #expect(summary.warnings.count == 1 && summary.warnings.first?.contains("worker") == true)
                return
            }
            #expect(summary.warnings == [])
            let color = color(picture, 160, 90)
            #expect(color[1] > 200 && color[0] < 60, "\(color)")
        }

        /// How a page shows what it draws by WebGL on an `OffscreenCanvas`, and what it asks for.
        private static let canvases = ["page", "worker"].flatMap { place in
            [
                (place, "transferred", "{antialias: false}", true), (place, "transferred", "{}", false),
                (place, "transferred", "{antialias: false, preserveDrawingBuffer: true}", false),
                (place, "bitmap", "{antialias: false}", false), (place, "bitmap", "{}", false),
            ]
        }

        @Test(
            "WebGL that is drawn once on an OffscreenCanvas is shown, or a warning says that it is not", .full,
            arguments: canvases, ["painted", "composited"])
        func offscreenWebGL(
            canvas: (place: String, use: String, attributes: String, isLate: Bool), rendering: String
        ) async throws {
            let draw = """
                const draw = canvas => {
                    const gl = canvas.getContext('webgl', \(canvas.attributes));
                    if (!gl) return 'none';
                    gl.clearColor(0, 1, 0, 1);
                    gl.clear(gl.COLOR_BUFFER_BIT);
                };
                const own = () => {
                    const canvas = new OffscreenCanvas(320, 180);
                    const text = draw(canvas);
                    return text ?? canvas.transferToImageBitmap();
                };
                """
            let isTransferred = canvas.use == "transferred"
            let script = """
                \(draw)
                const shown = document.querySelector('canvas');
                const show = answer => {
                    if (typeof answer === 'string') document.title = answer;
                    else if (answer) shown.getContext('bitmaprenderer').transferFromImageBitmap(answer);
                };
                const given = \(isTransferred ? "shown.transferControlToOffscreen()" : "undefined");
                if ('\(canvas.place)' === 'page') {
                    show(given ? draw(given) : own());
                } else {
                    const source = `\(draw) onmessage = ({data}) => postMessage(data ? draw(data) : own())`;
                    const worker = new Worker(URL.createObjectURL(new Blob([source])));
                    worker.onmessage = ({data}) => show(data);
                    worker.postMessage(given, given ? [given] : []);
                }
                send('start');
                after(500, () => send('stop'));
                """
            let (picture, summary) = try await lastPicture(
                TestPage.html(body: "<canvas width=320 height=180></canvas>", script: script),
                ["--rendering", rendering], warnings: nil)
            if summary.title == "none" { return }
            if canvas.isLate {
                #expect(summary.warnings.count == 1 && summary.warnings.first?.contains("antialias") == true)
            } else {
                #expect(summary.warnings == [])
                let color = color(picture, 160, 90)
                #expect(color[1] > 200 && color[0] < 60, "\(color)")
            }
        }

        @Test("A page that asks for WebGPU finds none, and a warning names it", .full)
        func webGPU() async throws {
            let summary = try await lastPicture(
                TestPage.html(
                    script: """
                        document.title = [navigator.gpu, 'gpu' in navigator, typeof navigator.gpu].join();
                        send('start');
                        after(100, () => send('stop'));
                        """), warnings: 1
            ).summary
            #expect(summary.title == ",false,undefined")
            #expect(summary.warnings.first?.contains("WebGPU (navigator.gpu)") == true, "\(summary.warnings)")
        }

        /// As mermaid does: each drawing finds its element by an id made from the date.
        @Test(
            "Drawings with ids made from the date are all shown", .full, arguments: ["0", "500"],
            ["painted", "composited"])
        func distinctDates(delay: String, rendering: String) async throws {
            let script = """
                const ids = new Set();
                const draw = async () => {
                    for (const color of ['#f00', '#0f0', '#00f']) {
                        await null;
                        const id = 'drawing-' + Date.now();
                        ids.add(id);
                        document.body.insertAdjacentHTML('beforeend', `<p id="${id}"></p>`);
                        document.getElementById(id).style.background = color;
                    }
                    document.title = ids.size;
                };
                \(delay == "0" ? "draw().then(() => send('start'));" : "send('start'); after(500, draw);")
                after(1000, () => send('stop'));
                """
            let (picture, summary) = try await lastPicture(
                TestPage.html(body: "<style>body, p { margin: 0 } p { height: 60px }</style>", script: script),
                ["--rendering", rendering])
            #expect(summary.title == "3")
            let colors = [30, 90, 150].map { color(picture, 160, $0).map { $0 > 128 } }
            #expect(colors == [[true, false, false], [false, true, false], [false, false, true]])
        }

        @Test("Ids that are the same for another reason cause a warning, and dates may be the same", .full)
        func sameIDs() async throws {
            let script = """
                const id = 'mark-' + Date.now();
                for (const number of [0, 1]) {
                    const mark = document.createElement('p');
                    mark.id = id;
                    document.body.append(mark);
                }
                send('start');
                after(100, () => send('stop'));
                """
            let summary = try await lastPicture(TestPage.html(script: script), warnings: 1).summary
            #expect(summary.warnings.first?.contains("share an id") == true, "\(summary.warnings)")
        }

        @Test("A page that only reads the same date twice is not loaded again")
        func sameDates() async throws {
            let script = """
                const dates = [0, 1, 2].map(() => Date.now());
                document.title = new Set(dates).size;
                for (const [number, date] of dates.entries()) {
                    const mark = document.createElement('p');
                    mark.id = 'mark-' + (date + number);
                    document.body.append(mark);
                }
                send('start');
                after(100, () => send('stop'));
                """
            #expect(try await lastPicture(TestPage.html(script: script)).summary.title == "1")
        }

        @Test(
            "A painted video that loses its transparency causes a warning", .full, arguments: ["libvpx", "libvpx-vp9"])
        func transparentVideo(encoder: String) async throws {
            _ = try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=red@0.5:s=160x90:d=1,format=rgba", "-c:v", encoder,
                    "-auto-alt-ref", "0", "-pix_fmt", "yuva420p", folder.path("red.webm"),
                ])
            let summary = try await lastPicture(
                TestPage.timed(300, body: "<video src=red.webm autoplay muted></video>"), ["--rendering", "painted"],
                warnings: 1
            ).summary
            #expect(summary.warnings.first?.contains("gstreamer1.0-plugins-bad") == true, "\(summary.warnings)")
        }
    }
}
