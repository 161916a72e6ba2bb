import Foundation
import TestSupport
import Testing

extension EndToEndTests {
    /// The output for people and for scripts.
    @Suite("Standard output and standard error")
    struct Terminal {
        private let folder: TemporaryFolder
        private let output: String
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
            page = try folder.write("page.html", TestPage.timed(600))
        }

        private func lines(_ text: String) -> [String] {
            text.split(whereSeparator: \.isNewline).map(String.init)
        }

        @Test("Without a terminal there is one line at the start and one at the end", .full)
        func notATerminal() async throws {
            let outcome = try await Pagereel.run(["record", page, "-o", output] + TestPage.small)
            #expect(outcome.exitCode == 0)
            #expect(outcome.standardOutput.isEmpty)
            let lines = lines(outcome.standardError)
            #expect(lines.count == 2, "\(outcome.standardError)")
            #expect(lines.last?.contains(output) == true)
            let controls = outcome.standardError.unicodeScalars.filter { $0.value < 32 && $0 != "\n" }
            #expect(controls.isEmpty)
            #expect(outcome.standardError.hasSuffix("\n"))
        }

        @Test("--quiet prints only errors", .full)
        func quiet() async throws {
            let good = try await Pagereel.run(["record", page, "-o", output, "--quiet"] + TestPage.small)
            #expect(good.exitCode == 0)
            #expect(good.standardError.isEmpty)
            #expect(good.standardOutput.isEmpty)
            let bad = try await Pagereel.run(["record", page, "-o", output, "--quiet"] + TestPage.small)
            #expect(bad.exitCode == 73)
            #expect(bad.standardError.hasPrefix("pagereel: "))
        }

        @Test("--json prints one object with exactly the documented keys")
        func json() async throws {
            let sound = folder.path("sound.wav")
            try await Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=duration=0.3", sound])
            let page = try folder.write(
                "marks.html",
                TestPage.html(
                    title: "Keys",
                    script:
                        "send('start'); after(200, () => send({signal: 'mark', name: 'a'})); after(500, () => send('stop'));"
                ))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--json", "--quiet", "--audio", sound] + TestPage.small)
            #expect(outcome.standardError.isEmpty)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
            let keys: Set = [
                "page", "title", "output", "width", "height", "scale", "fps", "frames", "repeated", "duration",
                "signals", "steps", "chapters", "sound", "bytes", "wallTime", "exitReason", "warnings", "padded",
                "clock",
                "date", "timezone", "seed", "refreshRate", "network", "container", "codec", "encoder", "threads",
                "transparent", "rendering", "renderingReason", "expectations", "attempts", "livePhoto", "motionPhoto",
                "poster", "captions", "report", "har", "trace",
            ]
            #expect(keys.subtracting(object.keys) == [], "missing keys")
            #expect(Set(object.keys).subtracting(keys) == [], "undocumented keys")
            let signals = try #require(object["signals"] as? [[String: Any]])
            #expect(signals.allSatisfy { Set($0.keys).subtracting(["name"]) == ["signal", "time", "pageTime"] })
            let summary = try outcome.summary
            #expect(summary.page == URL(fileURLWithPath: page).absoluteString)
            #expect(summary.title == "Keys")
            #expect(summary.output == output)
            #expect(summary.width == 320)
            #expect(summary.height == 180)
            #expect(summary.scale == 1)
            #expect(summary.fps == "30")
            #expect(abs(Double(summary.frames) / 30 - summary.duration) < 0.0005)
            #expect(summary.repeated >= 0)
            #expect(summary.repeated < summary.frames)
            #expect(summary.bytes == (try folder.read("out.mp4")).count)
            #expect(summary.wallTime > 0)
            #expect(summary.exitReason == "stopped")
            #expect(summary.padded == false)
        }

        @Test("Missing values are null in the JSON", .full)
        func jsonNulls() async throws {
            let page = try folder.write(
                "early.html", TestPage.html(script: "send('stop'); send('start'); after(300, () => send('stop'));"))
            let outcome = try await Pagereel.run(["record", page, "-o", output, "--json"] + TestPage.small)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any])
            #expect(object["sound"] is NSNull)
        }

        /// Runs the executable with a redirection of the shell.
        private func redirected(_ redirection: String, _ arguments: [String]) async throws -> Pagereel.Outcome {
            try await Pagereel.run(
                arguments, environment: ["PATH": Pagereel.systemPath, "XDG_DATA_HOME": folder.path],
                wrapper: ["bash", "-c", "exec \(redirection); exec \"$0\" \"$@\""])
        }

        @Test("A result that cannot be written is an error: 74", arguments: Self.results)
        func fullOutput(command: [String]) async throws {
            try folder.write("people.csv", "id\n1\n")
            let arguments = command.map { $0.replacing("FOLDER", with: folder.path) }
            let good = try await redirected("2>&2", arguments)
            #expect(good.exitCode == 0, "\(good.standardError)")
            #expect(!good.standardOutput.isEmpty)
            for (redirection, reason) in [("> /dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
                let outcome = try await redirected(redirection, arguments)
                #expect(outcome.exitCode == 74, "\(redirection): \(outcome.standardError)")
                #expect(
                    outcome.standardError.hasSuffix(
                        "pagereel: error: The result cannot be written to standard output: \(reason).\n"),
                    "\(outcome.standardError)")
            }
        }

        /// Command lines that print a result and write no file, with the folder of the test.
        private static let results = [
            ["--help"], ["record", "--help"], ["record", "--help-all"], ["--version"],
            ["--generate-completion-script", "bash"], ["profiles"],
            ["check", "FOLDER/page.html", "--format", "junit", "--size", "320x180"],
            ["check", "FOLDER/page.html", "--format", "json", "--size", "320x180"], ["list", "--json"],
            [
                "schedule", "--cron", "0 6 * * *", "--", "record", "FOLDER/page.html", "-o", "FOLDER/daily.mp4",
                "--overwrite",
            ],
            ["batch", "FOLDER/people.csv", "--page", "FOLDER/page.html?{id}", "-o", "FOLDER/{id}.mp4", "--dry-run"],
            ["doctor"],
        ]

        @Test("A recording whose summary cannot be written is saved: 74", .full)
        func fullSummary() async throws {
            let outcome = try await redirected(
                "> /dev/full", ["record", page, "-o", output, "--json"] + TestPage.small)
            #expect(outcome.exitCode == 74, "\(outcome.standardError)")
            #expect(try await Probe.read(output).video?.packetCount == 18)
        }

        @Test("A reader that has read enough gets no message: 74", .full)
        func closedPipe() async throws {
            // The pipe has no reader when the command begins.
            let outcome = try await redirected("> >(true); wait $!", ["profiles"])
            #expect(outcome.exitCode == 74)
            #expect(outcome.standardError.isEmpty, "\(outcome.standardError)")
        }

        /// Runs the executable on a pseudoterminal, and returns its output.
        private func onTerminal(_ arguments: [String]) async throws -> Pagereel.Outcome {
            let quoted = ([Pagereel.executable] + arguments).map { "'\($0)'" }.joined(separator: " ")
            return try await Pagereel.run(
                [], environment: ["PATH": Pagereel.systemPath, "TERM": "xterm"],
                wrapper: ["/usr/bin/script", "-qec", quoted, "/dev/null"], appendsExecutable: false)
        }

        @Test("On a terminal one line shows time, frames, repeats, rate and size", .full)
        func liveLine() async throws {
            let page = try folder.write("longer.html", TestPage.timed(1500))
            // In real time, so that there is progress to show.
            let outcome = try await onTerminal(
                ["record", page, "-o", output, "--clock", "realtime"] + TestPage.small)
            #expect(outcome.exitCode == 0, "\(outcome.standardOutput)")
            let shown = outcome.standardOutput
            let updates = shown.split(separator: "\r").filter { $0.contains("fps") }
            #expect(updates.count >= 3, "\(shown)")
            #expect(updates.contains { $0.contains("frames") && $0.contains("repeat") }, "\(shown)")
            #expect(updates.contains { $0.contains(/\d ?[kM]?B/) }, "no size: \(shown)")
            #expect(shown.contains(output), "no end: \(shown)")
        }

        @Test("On a terminal a known length shows a bar with the time left", .full)
        func bar() async throws {
            let page = try folder.write("endless.html", TestPage.endless)
            let outcome = try await onTerminal(["record", page, "-o", output, "--duration", "1500ms"] + TestPage.small)
            #expect(outcome.exitCode == 0, "\(outcome.standardOutput)")
            #expect(outcome.standardOutput.contains("left"), "\(outcome.standardOutput)")
        }

        @Test("On a terminal --quiet shows nothing at all", .full)
        func quietOnTerminal() async throws {
            let outcome = try await onTerminal(["record", page, "-o", output, "--quiet"] + TestPage.small)
            #expect(outcome.exitCode == 0)
            #expect(outcome.standardOutput.isEmpty, "\(outcome.standardOutput)")
        }

        @Test("Closed standard streams do not damage the file")
        func closedStreams() async throws {
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--verbose", "--json"] + TestPage.small,
                wrapper: ["/bin/sh", "-c", "exec \"$0\" \"$@\" <&- >&- 2>&-"])
            #expect(outcome.exitCode == 74, "the summary is lost")
            #expect(try await Probe.read(output).video != nil)
            #expect(try await FrameDecoder.frames(of: output, as: .gray).count > 10)
        }
    }
}
