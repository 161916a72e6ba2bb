import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Failures of the engine, its helpers and pagereel itself leave nothing behind, and keep what
    /// was recorded.
    @Suite("An engine that dies")
    struct Engine {
        private let folder: TemporaryFolder
        private let temporary: String
        private let output: String
        private let environment: [String: String]

        init() throws {
            folder = try TemporaryFolder()
            temporary = try folder.makeFolder("tmp")
            output = folder.path("out.mkv")
            environment = ["PATH": Pagereel.systemPath, "TMPDIR": temporary]
        }

        /// Records an endless page and runs a closure once the page has counted so far.
        private func record(
            _ options: [String] = [], after ticks: Int = 4,
            _ body: @escaping @Sendable (Recording) async throws -> Void
        ) async throws -> Pagereel.Outcome {
            let page = try folder.write("page.html", TestPage.endless)
            return try await Pagereel.run(
                ["record", page, "-o", output, "--verbose", "--max-duration", "600s"] + TestPage.small + options,
                environment: environment
            ) { recording in
                try await recording.wait(for: "tick \(ticks).")
                try await body(recording)
            }
        }

        /// Checks that nothing of the recorder is left except its output.
        private func expectNothingLeft(_ contents: [String], sourceLocation: SourceLocation = #_sourceLocation)
            async throws
        {
            #expect(folder.contents == (["page.html", "tmp/"] + contents).sorted(), sourceLocation: sourceLocation)
            try await Condition.wait(for: "the end of every process") {
                ProcessTable().entries(withTemporaryFolder: temporary).isEmpty
            }
        }

        private func frames() async throws -> Int {
            Int(try await Probe.read(output).video?.nbReadPackets ?? "") ?? 0
        }

        private static func strike(_ name: String, with signal: Int32, in recording: Recording) {
            for entry in recording.descendants where entry.name == name { kill(entry.processID, signal) }
        }

        @Test(
            "A crash keeps what was recorded and gives one message: 12", .full,
            arguments: [
                ("pagereel-engine", SIGKILL, "The page's engine (pagereel-engine) was ended by signal 9 (Killed) at "),
                (
                    "pagereel-engine", SIGTERM,
                    "The page's engine (pagereel-engine) was ended by signal 15 (Terminated) at "
                ),
                ("Xvfb", SIGKILL, "The page's display server (Xvfb) was ended by signal 9 (Killed) at "),
                ("Xvfb", SIGSEGV, "The page's display server (Xvfb) "),
                ("WebKitWebProces", SIGKILL, "The page's process crashed; "),
            ] as [(String, Int32, String)], ["virtual", "realtime"])
        func kept(death: (part: String, signal: Int32, words: String), clock: String) async throws {
            let outcome = try await record(["--clock", clock]) {
                Self.strike(death.part, with: death.signal, in: $0)
            }
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains(death.words), "\(outcome.standardError)")
            #expect(outcome.standardError.contains("the recording ends here."), "\(outcome.standardError)")
            #expect(try await frames() >= 3, "\(outcome.standardError)")
            try await Tool.run("ffmpeg", ["-v", "error", "-xerror", "-i", output, "-f", "null", "-"])
            try await expectNothingLeft(["out.mkv"])
        }

        @Test("A stopped engine is killed, and what was recorded is kept: 12", .full)
        func stopped() async throws {
            let outcome = try await record(["--hang-timeout", "3s"]) {
                Self.strike("pagereel-engine", with: SIGSTOP, in: $0)
            }
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(
                outcome.standardError.contains("(pagereel-engine) has not responded for "), "\(outcome.standardError)")
            #expect(try await frames() >= 3)
            try await expectNothingLeft(["out.mkv"])
        }

        @Test("An engine ends with its stopped helpers", .full, arguments: ["bwrap", "WebKitNetworkPr", "Xvfb"])
        func stoppedHelpers(name: String) async throws {
            let outcome = try await record { recording in
                Self.strike(name, with: SIGSTOP, in: recording)
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            try await expectNothingLeft(["out.mkv"])
        }

        @Test(
            "A crashed engine's stopped helpers are killed: 12", .full, arguments: ["bwrap", "WebKitNetworkPr", "Xvfb"])
        func diesBesideStoppedHelpers(name: String) async throws {
            let outcome = try await record { recording in
                Self.strike(name, with: SIGSTOP, in: recording)
                Self.strike("pagereel-engine", with: SIGKILL, in: recording)
            }
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            try await expectNothingLeft(["out.mkv"])
        }

        @Test("A crash is retried with --retry, then logged and passed to the hook: 12")
        func retried() async throws {
            // WebKit ends its process like this when it cannot start another one.
            let engine = try folder.write("tmp/engine", "#!/bin/sh\necho 'engine: no room' >&2\nkill -TRAP $$\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: engine)
            let page = try folder.write("page.html", TestPage.endless)
            let outcome = try await Pagereel.run(
                [
                    "record", page, "-o", output, "--retry", "1", "--retry-delay", "10ms", "--log",
                    folder.path("tmp/log"), "--on-failure", "cat > '\(temporary)/hook'",
                ], environment: environment.merging(["PAGEREEL_ENGINE": engine]) { $1 })
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            let words =
                "The page's engine (pagereel-engine) was ended by signal 5 (Trace/breakpoint trap): engine: no room; "
            #expect(
                outcome.standardError.contains("error: \(words)nothing had been recorded yet. It was tried 2 times"),
                "\(outcome.standardError)")
            let log = try String(contentsOfFile: folder.path("tmp/log"), encoding: .utf8)
            #expect(log.split(separator: "\n").count == 4, "\(log)")
            #expect(try String(contentsOfFile: folder.path("tmp/hook"), encoding: .utf8).contains("\"crashed\""))
            for name in ["engine", "hook", "log"] { try FileManager.default.removeItem(atPath: "\(temporary)/\(name)") }
            try await expectNothingLeft([])
        }

        @Test(
            "Invalid messages from an engine are rejected", .full,
            arguments: ["head -c 100 /dev/urandom >&3", "printf '\\377\\377\\377\\377\\003' >&3", "exec 3>&-"])
        func lies(command: String) async throws {
            let engine = try folder.write("tmp/engine", "#!/bin/sh\n\(command)\nexec sleep 600\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: engine)
            let page = try folder.write("page.html", TestPage.endless)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--quiet"],
                environment: environment.merging(["PAGEREEL_ENGINE": engine]) { $1 })
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.split(separator: "\n").count == 1, "\(outcome.standardError)")
            try FileManager.default.removeItem(atPath: engine)
            try await expectNothingLeft([])
        }

        @Test(
            "A crash of pagereel itself gives one message and a file: 70", .full, arguments: [SIGSEGV, SIGABRT, SIGILL])
        func ownCrash(signal: Int32) async throws {
            let outcome = try await record { kill($0.processID, signal) }
            #expect(outcome.exitCode == 70, "\(outcome.standardError)")
            let report = try #require(folder.contents.first { $0.hasPrefix("tmp/pagereel-crash-") })
            #expect(outcome.standardError.contains("error: pagereel crashed; this is a bug. Please report it with "))
            #expect(outcome.standardError.contains(folder.path(report)), "\(outcome.standardError)")
            let text = try String(contentsOfFile: folder.path(report), encoding: .utf8)
            #expect(text.hasPrefix("pagereel ") && text.split(separator: "\n").count > 5, "\(text)")
            try FileManager.default.removeItem(atPath: folder.path(report))
            // The next recording removes the folder of its display.
            let next = try await Pagereel.run(
                ["record", try folder.write("next.html", TestPage.timed(100)), "-o", output, "-q"] + TestPage.small,
                environment: environment)
            #expect(next.exitCode == 0, "\(next.standardError)")
            try FileManager.default.removeItem(atPath: folder.path("next.html"))
            try await expectNothingLeft(["out.mkv"])
        }

        @Test("A missing engine is named: 69")
        func missing() async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output],
                environment: environment.merging(["PAGEREEL_ENGINE": "/nowhere/engine"]) { $1 })
            #expect(
                outcome.exitCode == 69 && outcome.standardError.contains("/nowhere/engine"), "\(outcome.standardError)")
            try await expectNothingLeft([])
        }

        @Test(
            "A missing program of WebKit is named: 69", .full,
            .enabled(if: SmallDisk.isAvailable, "needs to mount something over it"),
            arguments: ["WebKitNetworkProcess", "WebKitWebProcess"])
        func withoutHelper(name: String) async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let hide =
                "for f in /usr/lib/*/webkit2gtk-4.1/$1; do mount --bind /dev/null \"$f\"; done; shift; exec \"$@\""
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "-q"], environment: environment,
                wrapper: ["unshare", "--mount", "sh", "-c", hide, "sh", name])
            #expect(
                outcome.exitCode == 69 && outcome.standardError.contains("/\(name), a part"), "\(outcome.standardError)"
            )
            try await expectNothingLeft([])
        }

        @Test("The engine cannot be started by hand: 64")
        func byHand() async throws {
            let outcome = try await Pagereel.run([], wrapper: [Pagereel.engine], appendsExecutable: false)
            #expect(outcome.exitCode == 64 && outcome.standardError.contains("pagereel record"))
        }

        @Test("Only the engine loads GTK and WebKit")
        func libraries() async throws {
            let own = String(decoding: try await Tool.run("ldd", [Pagereel.executable]), as: UTF8.self)
            let engine = String(decoding: try await Tool.run("ldd", [Pagereel.engine]), as: UTF8.self)
            for name in ["libgtk", "libgdk-3", "libwebkit", "libjavascriptcore"] {
                #expect(!own.contains(name) && engine.contains(name), "\(name)")
            }
            #expect(!engine.contains("libavcodec"))
            // Those are loaded when media are read or written.
            for name in ["libavutil", "libavcodec", "libavformat", "libswresample", "libswscale"] {
                #expect(!own.contains(name), "\(name)")
            }
        }

        @Test(
            "Only commands with media need FFmpeg: 69", .full,
            .enabled(if: SmallDisk.isAvailable, "needs to mount something over it"))
        func withoutFFmpeg() async throws {
            let hide =
                "for f in /usr/lib/*/libavformat.so.*; do mount --bind /dev/null \"$f\"; done; exec \"$@\""
            let wrapper = ["unshare", "--mount", "sh", "-c", hide, "sh"]
            // No cache, because GStreamer would remember in it that its libav plugin cannot be loaded.
            let environment = environment.merging(["XDG_CACHE_HOME": "/dev/null/cache"]) { $1 }
            let version = try await Pagereel.run(["--version"], environment: environment, wrapper: wrapper)
            #expect(version.exitCode == 0, "\(version.standardError)")
            let page = try folder.write("page.html", TestPage.endless)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "-q"], environment: environment, wrapper: wrapper)
            #expect(outcome.exitCode == 69, "\(outcome.standardError)")
            #expect(
                outcome.standardError.hasPrefix("pagereel: error: FFmpeg cannot be loaded: ")
                    && outcome.standardError.contains("libavformat.so."), "\(outcome.standardError)")
            let doctor = try await Pagereel.run(["doctor"], environment: environment, wrapper: wrapper)
            #expect(doctor.exitCode == 69 && doctor.standardOutput.contains("apt-get install libavformat"))
            #expect(outcome.standardError.split(separator: "\n").count == 1, "\(outcome.standardError)")
            try await expectNothingLeft([])
        }
    }
}
