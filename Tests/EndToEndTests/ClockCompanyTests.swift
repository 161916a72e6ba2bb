import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Workers, frames, sound and video neither stop the page's time nor make it inexact.
    @Suite("Pages with workers, frames, sound and film on the virtual clock")
    struct ClockCompany {
        /// Threads share memory only in a cross-origin isolated page.
        private static let isolated = [
            "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
        ]

        @Test("A worker that sleeps for an hour does not delay the page", .full)
        func sleepingWorker() async throws {
            var page = WebServer.Page.barCode(
                script: """
                    for (const way of ['timer', 'thread']) new Worker('/worker').postMessage(way);
                    eachFrame(() => show(elapsed()));
                    """)
            page.headers = Self.isolated
            let worker = """
                onmessage = ({ data }) => {
                    if (data === 'timer') return setTimeout(() => {}, 3600_000);
                    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3600_000);
                };
                """
            let headers = Self.isolated.merging(["Content-Type": "text/javascript"]) { $1 }
            try await VirtualRecording.expectExact(
                ["/": page, "/worker": WebServer.Page(worker, headers: headers)], seconds: 2)
        }

        @Test("A page that waits for its workers in a busy loop is exact throughout")
        func awaitedWorker() async throws {
            var page = WebServer.Page.barCode(
                script: """
                    const answers = new Int32Array(new SharedArrayBuffer(4));
                    const worker = new Worker('/worker');
                    worker.postMessage(answers);
                    let questions = 0;
                    eachFrame(() => {
                        worker.postMessage(null);
                        questions += 1;
                        while (Atomics.load(answers, 0) < questions);
                        show(elapsed());
                    });
                    """)
            page.headers = Self.isolated
            let worker = """
                let answers;
                onmessage = ({ data }) => {
                    if (data) answers = data;
                    else Atomics.add(answers, 0, 1);
                };
                """
            let headers = Self.isolated.merging(["Content-Type": "text/javascript"]) { $1 }
            try await VirtualRecording.expectExact(
                ["/": page, "/worker": WebServer.Page(worker, headers: headers)], seconds: 1)
        }

        @Test("A program that starts threads without end does not stop the page's time", .full)
        func foreignThreads() async throws {
            try await BusyLoops.startingThreads {
                try await VirtualRecording.expectExact(
                    ["/": WebServer.Page.barCode(script: "eachFrame(() => show(elapsed()));")], seconds: 1)
            }
        }

        @Test("A page that opens and closes frames and workers is exact throughout", .full)
        func comingAndGoing() async throws {
            let script = """
                let last;
                setInterval(() => {
                    last?.frame.remove();
                    last?.worker.terminate();
                    const frame = document.createElement('iframe');
                    frame.src = '/frame';
                    document.body.append(frame);
                    last = { frame, worker: new Worker('/worker') };
                }, 100);
                eachFrame(() => show(elapsed()));
                """
            let frame = "<!doctype html><script>setInterval(() => { document.title = Math.random(); }, 10)</script>"
            let worker = "setInterval(() => postMessage(performance.now()), 10);"
            try await VirtualRecording.expectExact(
                [
                    "/": WebServer.Page.barCode(script: script), "/frame": WebServer.Page(frame),
                    "/worker": WebServer.Page(worker, headers: ["Content-Type": "text/javascript"]),
                ], seconds: 1)
        }

        @Test("A page that makes sound is exact throughout", .full)
        func sound() async throws {
            let script = """
                const context = new AudioContext();
                const tone = context.createOscillator();
                tone.connect(context.destination);
                tone.start();
                eachFrame(() => show(elapsed()));
                """
            try await VirtualRecording.expectExact(["/": WebServer.Page.barCode(script: script)], seconds: 2)
        }

        @Test("An incomplete video delays the page only while time is held", .full)
        func stalledVideo() async throws {
            let film = try Data(contentsOf: URL(fileURLWithPath: Fixture.file("video/frame-numbers.webm")))
            var part = WebServer.Page("", headers: ["Content-Type": "video/webm"])
            part.stalling = StallingBody(sent: film.prefix(film.count / 2), promised: film.count)
            let pages = [
                "/film": part,
                "/": WebServer.Page.barCode(
                    body: "<video muted style='position: absolute; left: 280px; width: 40px'></video>",
                    script: """
                        const film = document.querySelector('video');
                        film.src = '/film';
                        film.play();
                        eachFrame(() => show(elapsed()));
                        """),
            ]
            try await VirtualRecording.expectExact(pages, seconds: 8, ["--network", "run", "--hang-timeout", "5s"])
        }
    }
}
