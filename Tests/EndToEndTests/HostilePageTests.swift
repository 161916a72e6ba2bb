import Foundation
import TestSupport
import Testing

extension EndToEndTests {
    /// Pages that ask for what a recording has no place for: declined with a sentence, and the recording goes on.
    @Suite("Pages that want more than to be seen")
    struct HostilePages {
        /// What a page does, and words one of which the warning must hold; none where nothing need be said.
        struct Demand: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let script: String
            let words: [String]
        }

        private static let demands = [
            Demand(testDescription: "alert", script: "alert('Stop!')", words: ["alert"]),
            Demand(testDescription: "confirm", script: "result = confirm('Go on?')", words: ["confirm"]),
            Demand(testDescription: "prompt", script: "result = prompt('Name?')", words: ["prompt"]),
            Demand(testDescription: "print", script: "print()", words: ["print"]),
            Demand(
                testDescription: "a new window", script: "window.open('about:blank'); link('about:blank', '_blank')",
                words: ["window"]),
            Demand(
                testDescription: "a download", script: "link('data:application/octet-stream,abc', '', 'loot.bin')",
                words: ["download"]),
            Demand(
                testDescription: "the camera",
                script: "navigator.mediaDevices?.getUserMedia({video: true}).catch(() => 0)",
                words: ["camera"]),
            Demand(
                testDescription: "the place", script: "navigator.geolocation.getCurrentPosition(() => 0, () => 0)",
                words: ["location", "where it is"]),
            Demand(
                testDescription: "notifications", script: "window.Notification?.requestPermission?.()",
                words: ["notif"]),
            Demand(
                testDescription: "to keep its visitor",
                script: "onbeforeunload = event => { event.preventDefault(); return 'Stay!'; }; go('mark?name=a')",
                words: []),
            Demand(
                testDescription: "the full screen",
                script: "document.documentElement.requestFullscreen?.().catch(() => 0)",
                words: []),
            Demand(testDescription: "to close its window", script: "window.close()", words: []),
            Demand(
                testDescription: "to resize its window", script: "window.resizeTo(50, 50); window.moveTo(9, 9)",
                words: []),
            Demand(
                testDescription: "to be a megabyte of title", script: "document.title = 'x'.repeat(1 << 20)", words: []),
        ]

        @Test("A page that asks for more is recorded to its end, at its size", arguments: demands)
        func demand(_ demand: Demand) async throws {
            let folder = try TemporaryFolder()
            let home = try folder.makeFolder("home")
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    script: """
                        let result;
                        const link = (href, target, download) => {
                            const a = Object.assign(document.createElement('a'), {href, target});
                            if (download) a.download = download;
                            document.body.append(a); a.click();
                        };
                        send('start');
                        after(200, () => { \(demand.script); });
                        after(800, () => send('stop'));
                        """))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--json", "--max-duration", "10s"] + TestPage.small,
                environment: ["PATH": Pagereel.systemPath, "HOME": home, "TMPDIR": home])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try outcome.summary
            #expect(summary.exitReason == "stopped")
            #expect(abs(summary.duration - 0.8) < 0.2, "\(summary.duration) s")
            if !demand.words.isEmpty {
                #expect(
                    summary.warnings.contains { text in
                        demand.words.contains { text.localizedCaseInsensitiveContains($0) }
                    },
                    "\(summary.warnings)")
            }
            let video = try #require(try await Probe.read(folder.path("out.mp4")).video)
            #expect(video.width == 320)
            #expect(video.height == 180)
            #expect(folder.contents == ["home/", "out.mp4", "page.html"])
        }

        @Test("A page that goes on to another page is recorded on, with the second page's signals")
        func goesOn() async throws {
            let folder = try TemporaryFolder()
            let first = try folder.write(
                "first.html",
                TestPage.html(script: "send('start'); after(300, () => { location.href = 'second.html'; });"))
            try folder.write(
                "second.html",
                TestPage.html(
                    body: "<style>body { background: #0f0 !important }</style>",
                    script: "after(500, () => send('stop'));"))
            let output = folder.path("out.mp4")
            let summary = try await Pagereel.record(first, to: output, TestPage.small + ["--max-duration", "10s"])
            #expect(summary.signalNames == ["start", "stop"])
            let last = try #require(try await FrameDecoder.frames(of: output, as: .rgb24).last)
            #expect(last.mean(x: 100, y: 100, width: 20, height: 20)[1] > 230)
        }
    }
}
