import Foundation
import Glibc
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Engines that keep to the protocol's form and lie, or that do not end.
    @Suite("A hostile engine")
    struct HostileEngine {
        private let folder: TemporaryFolder
        private let temporary: String
        private let output: String
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            temporary = try folder.makeFolder("tmp")
            output = folder.path("out.mkv")
            page = try folder.write("page.html", TestPage.endless)
        }

        /// Records with an engine in Python.
        private func record(
            _ script: String, _ options: [String] = ["--duration", "1s"],
            during body: (Recording) async throws -> Void = { _ in }
        ) async throws -> Pagereel.Outcome {
            let engine = try folder.write("tmp/engine", HostileEngineScript.text(script))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: engine)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output] + TestPage.small + options,
                environment: ["PATH": Pagereel.systemPath, "TMPDIR": temporary, "PAGEREEL_ENGINE": engine], during: body
            )
            try FileManager.default.removeItem(atPath: engine)
            return outcome
        }

        private func expectNothingLeft(_ contents: [String]) async throws {
            #expect(folder.contents == (["page.html", "tmp/"] + contents).sorted())
            try await Condition.wait(for: "the end of every process") {
                ProcessTable().entries(withTemporaryFolder: temporary).isEmpty
            }
        }

        @Test(
            "A video that is longer than the plan or than time allows is refused, and what came before is kept: 12",
            .full,
            arguments: [
                (["--duration", "1s"], "frame(120 * 86400 * 365 - 2)"), (["--duration", "1s"], "frame(30)"),
                ([], "frame(120 * 86400 * 365 - 2)"), ([], "frame(30 * 3600)"),
                (["--duration", "1s"], "finish(10**9)"), (["--duration", "1s"], "finish(31)"),
                ([], "finish(30 * 3600)"),
                ([], "finish(-1)"),
            ])
        func frames(options: [String], lie: String) async throws {
            let outcome = try await record("start()\n\(lie)\nignore()", options)
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("(pagereel-engine) sent "), "\(outcome.standardError)")
            #expect(try await Probe.read(output).video?.packetCount == 1)
            try await expectNothingLeft(["out.mkv"])
        }

        @Test("Endless signs of life do not make a recording endless: 12", .full, arguments: ["", "start()"])
        func heartbeats(before: String) async throws {
            let outcome = try await record("\(before)\nheartbeats()")
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("signs of life"), "\(outcome.standardError)")
            try await expectNothingLeft(before.isEmpty ? [] : ["out.mkv"])
        }

        @Test("SIGTERM ends a recording whose engine goes on, and keeps its frames: 143", .full)
        func deaf() async throws {
            let script = """
                start()
                report({"warning": {"_0": "ready"}})
                while hear(limit=0.1):
                    progress(1)
                """
            let outcome = try await record(script, []) { recording in
                try await recording.wait(for: "ready")
                try recording.send(.terminate)
            }
            #expect(outcome.exitCode == 143, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("has not responded for 30 s"), "\(outcome.standardError)")
            #expect(try await Probe.read(output).video?.packetCount == 1)
            try await expectNothingLeft(["out.mkv"])
        }

        @Test(
            "Processes that have left the engine's group end with it", .full,
            arguments: ["heartbeats()", "os._exit(3)", "os.kill(os.getpid(), 11)"])
        func escaped(ending: String) async throws {
            // The second one also leaves its parent.
            let script = """
                start()
                subprocess.Popen(["sleep", "601"], start_new_session=True)
                subprocess.run(["setsid", "-f", "sleep", "602"])
                \(ending)
                """
            let outcome = try await record(script)
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            try await expectNothingLeft(["out.mkv"])
        }

        @Test("Processes that are just starting when the engine ends, end with it")
        func starting() async throws {
            let script = """
                start()
                for _ in range(40):
                    subprocess.Popen(["setsid", "-f", "sleep", "603"])
                os._exit(3)
                """
            let outcome = try await record(script)
            #expect(outcome.exitCode == 12, "\(outcome.standardError)")
            try await expectNothingLeft(["out.mkv"])
        }
    }
}
