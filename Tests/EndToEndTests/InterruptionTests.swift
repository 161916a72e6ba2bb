import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

extension EndToEndTests {
    /// Interruptions from outside, and the loss of the page's process.
    @Suite("Interruptions")
    struct Interruptions {
        private let folder: TemporaryFolder
        private let output: String
        private let endless: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
            endless = try folder.write("page.html", TestPage.endless)
        }

        /// Records the endless page and runs a closure after 0.5 s of recording.
        private func interrupt(
            _ options: [String] = [], page: String? = nil, at text: String = "tick 10.",
            _ action: (Recording) async throws -> Void
        ) async throws -> (outcome: Pagereel.Outcome, descendants: [ProcessTable.Entry]) {
            var descendants: [ProcessTable.Entry] = []
            let outcome = try await Pagereel.run(
                ["record", page ?? endless, "-o", output, "--verbose", "--json"] + TestPage.small + options
            ) { recording in
                try await recording.wait(for: text)
                descendants = recording.descendants
                #expect(descendants.contains { $0.name == "Xvfb" })
                try await action(recording)
            }
            try await descendants.waitForEnd()
            return (outcome, descendants)
        }

        /// Checks that the file is complete, has the summary's length, and contains what was
        /// recorded.
        private func expectWholeFile(_ outcome: Pagereel.Outcome, reason: String) async throws {
            let summary = try outcome.summary
            #expect(summary.exitReason == reason)
            #expect(summary.frames >= 12, "tick 10 came half a second after start")
            let video = try #require(try await Probe.read(output).video)
            #expect(video.packetCount == summary.frames)
            #expect(try await FrameDecoder.frames(of: output, as: .gray).count == summary.frames)
            #expect(MovieBoxes(of: try folder.read("out.mp4")).isFastStart)
            #expect(folder.contents == ["out.mp4", "page.html"])
        }

        @Test("SIGINT once finishes the file: 130")
        func interruptOnce() async throws {
            let (outcome, _) = try await interrupt { try $0.send(.interrupt) }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            try await expectWholeFile(outcome, reason: "interrupted")
        }

        @Test("Ctrl-\\ ends the recording at once and leaves nothing: 131", .full, arguments: [false, true])
        func quit(toGroup: Bool) async throws {
            let (outcome, _) = try await interrupt { try $0.send(.quit, toGroup: toGroup) }
            #expect(outcome.exitCode == 131, "\(outcome.standardError)")
            #expect(!outcome.standardError.contains("this is a bug"), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test("Ctrl-C on a terminal reaches the whole process group, and finishes the file too: 130", .full)
        func controlC() async throws {
            let (outcome, _) = try await interrupt { try $0.send(.interrupt, toGroup: true) }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            try await expectWholeFile(outcome, reason: "interrupted")
        }

        @Test(
            "Ctrl-C during startup leaves nothing: 130", .full,
            arguments: ["bwrap", "WebKitNetworkPr", "WebKitWebProces"], ["virtual", "realtime"])
        func controlCAtTheStart(process: String, clock: String) async throws {
            let outcome = try await Pagereel.run(
                ["record", endless, "-o", output, "--verbose", "--clock", clock] + TestPage.small
            ) { recording in
                try await Condition.wait(for: "\(process)") { recording.descendants.contains { $0.name == process } }
                try recording.send(.interrupt, toGroup: true)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(!folder.contains("out.mp4"))
        }

        @Test(
            "Stopped helpers end with the recorder", .full,
            arguments: ["bwrap", "WebKitNetworkPr", "WebKitWebProces"], ["virtual", "realtime"])
        func stoppedHelpers(process: String, clock: String) async throws {
            let (outcome, _) = try await interrupt(["--clock", clock, "--hang-timeout", "2s"]) { recording in
                for helper in recording.descendants where helper.name == process {
                    Glibc.kill(helper.processID, SIGSTOP)
                }
                try recording.send(.interrupt)
            }
            #expect([12, 130].contains(outcome.exitCode), "\(outcome.standardError)")
            #expect(try await Probe.read(output).video != nil)
        }

        @Test("Closing the terminal finishes the file: 129", .full)
        func hangUp() async throws {
            let (outcome, _) = try await interrupt { try $0.send(.terminalClosed) }
            #expect(outcome.exitCode == 129, "\(outcome.standardError)")
            try await expectWholeFile(outcome, reason: "interrupted")
        }

        @Test("SIGTERM once finishes the file, sound and all: 143")
        func terminateOnce() async throws {
            let sound = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).wav").path
            try await Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=duration=0.3", sound])
            defer { try? FileManager.default.removeItem(atPath: sound) }
            let (outcome, _) = try await interrupt(["--audio", sound]) { try $0.send(.terminate) }
            #expect(outcome.exitCode == 143, "\(outcome.standardError)")
            try await expectWholeFile(outcome, reason: "interrupted")
            let probe = try await Probe.read(output)
            let sounds = try #require(probe.audio).seconds
            #expect(abs(sounds - (try #require(probe.video)).seconds) <= 1024.0 / 48_000)
        }

        @Test("A signal before the recording has started leaves nothing: 130", .full)
        func interruptBeforeStart() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "console.log('still waiting');"))
            let (outcome, _) = try await interrupt(page: page, at: "still waiting") { try $0.send(.interrupt) }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test("A second signal aborts: nothing is left", .full)
        func interruptTwice() async throws {
            // Noise with the slowest preset: finishing the file would take seconds, so the second
            // signal comes before the end. The kernel may merge two equal signals, but not two
            // different ones.
            let noise = SmallDisk.noisyPage.replacing(
                "send('start');",
                with: """
                    send('start'); let n = 0; setInterval(() => console.log('tick ' + ++n + '.'), 50);
                    """)
            let page = try folder.write("page.html", noise)
            let (outcome, _) = try await interrupt(["--size", "1280x720", "--preset", "veryslow"], page: page) {
                try $0.send(.interrupt)
                try $0.send(.terminate)
            }
            #expect([130, 143].contains(outcome.exitCode), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test("SIGKILL of the recorder ends its children and leaves no file")
        func kill() async throws {
            let (outcome, descendants) = try await interrupt { try $0.send(.kill) }
            #expect(outcome.exitCode == 137)
            #expect(descendants.contains { $0.name.hasPrefix("WebKit") })
            #expect(!folder.contains("out.mp4"))
            // The display number is free again: no lock of a dead server remains.
            let servers = descendants.filter { $0.name == "Xvfb" }.map { String($0.processID) }
            try await Condition.wait(for: "the display's lock to go") {
                let locks = try FileManager.default.contentsOfDirectory(atPath: "/tmp").filter { $0.hasPrefix(".X") }
                return !locks.contains { name in
                    guard let owner = try? String(contentsOfFile: "/tmp/" + name, encoding: .utf8) else { return false }
                    return servers.contains(owner.trimmingCharacters(in: .whitespacesAndNewlines))
                }
            }
        }

        @Test("A web process killed during the recording keeps the file: 12")
        func webProcessKilled() async throws {
            let (outcome, _) = try await interrupt { recording in
                Foundation.kill(try #require(recording.webProcess).processID, SIGKILL)
            }
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("pagereel: "), "\(outcome.standardError)")
            try await expectWholeFile(outcome, reason: "crashed")
        }

        @Test("A web process killed in a step is reported once: 12", arguments: ["virtual", "realtime"])
        func webProcessKilledInStep(clock: String) async throws {
            let steps = try folder.write("steps.yaml", "- {at: 500ms, evaluate: 'console.log(`in it`); for (;;);'}")
            let (outcome, _) = try await interrupt(["--do", steps, "--clock", clock], at: "in it") { recording in
                Foundation.kill(try #require(recording.webProcess).processID, SIGKILL)
            }
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            let summary = try outcome.summary
            #expect(summary.exitReason == "crashed")
            // The step failed because the page crashed; it has not failed as well.
            #expect(!summary.warnings.contains { $0.contains("could not be done") }, "\(summary.warnings)")
        }

        @Test("With --no-keep-incomplete, a page that hangs leaves the old file: 12")
        func nothingIncomplete() async throws {
            let old = try folder.write("out.mp4", "old")
            let page = try folder.write(
                "page.html", TestPage.html(script: "send('start'); after(600, () => { while (true) {} });"))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", old, "--overwrite", "--no-keep-incomplete", "--json", "--hang-timeout", "2s"]
                    + TestPage.small)
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("the page hung; nothing was written."), "\(outcome.standardError)")
            #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
        }

        @Test("A web process killed before the start leaves nothing: 12", .full)
        func webProcessKilledBeforeStart() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "console.log('still waiting');"))
            let (outcome, _) = try await interrupt(page: page, at: "still waiting") { recording in
                Foundation.kill(try #require(recording.webProcess).processID, SIGKILL)
            }
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test("A page that hangs after its start ends after --hang-timeout and keeps the file: 12", .full)
        func spinning() async throws {
            let page = try folder.write(
                "page.html", TestPage.html(script: "send('start'); after(600, () => { while (true) {} });"))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--json", "--hang-timeout", "2s"] + TestPage.small)
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("hang-timeout") || outcome.standardError.contains("answer"))
            try await expectWholeFile(outcome, reason: "hung")
            #expect(try outcome.summary.duration < 4)
        }

        @Test("A page that hangs before its start leaves nothing: 12", .full)
        func spinningBeforeStart() async throws {
            let page = try folder.write("page.html", TestPage.html(script: "while (true) {}"))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--hang-timeout", "1s", "--start-timeout", "20s"] + TestPage.small)
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test(
            "A page that hangs before its first picture leaves nothing in real time: 12", .full,
            arguments: ["view", "snapshot"])
        func spinningBeforePicture(capture: String) async throws {
            let page = try folder.write(
                "page.html",
                "<!doctype html><script>webkit.messageHandlers.pagereel.postMessage('start'); for (;;);</script>")
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "-q", "--clock", "realtime", "--capture", capture]
                    + ["--hang-timeout", "1s"] + TestPage.small)
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("nothing had been recorded yet"), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }
    }
}
