import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The self-test of the engine before the virtual clock is used, and its consequences.
    @Suite("The self-test of the engine")
    struct SelfTest {
        private let folder: TemporaryFolder
        private let page: String
        private let options = TestPage.small + ["--duration", "100ms", "--no-sandbox"]

        init() throws {
            folder = try TemporaryFolder()
            page = try folder.write("page.html", "<!doctype html><body style='background: #123456'>")
        }

        private var cache: String { folder.path("cache") }

        /// The cached verdicts, by file name.
        private var verdicts: [String] {
            ((try? FileManager.default.contentsOfDirectory(atPath: cache + "/pagereel")) ?? [])
                .filter { $0.hasPrefix("self-test-") }.sorted()
        }

        /// Records the page with or without a fault.
        private func record(_ fault: EngineFault? = nil, _ more: [String] = []) async throws -> Pagereel.Outcome {
            let plain = ["PATH": Pagereel.systemPath, "XDG_CACHE_HOME": cache]
            return try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--overwrite", "--json"] + options + more,
                environment: fault?.environment(cache: cache) ?? plain)
        }

        private func expectRealTime(_ fault: EngineFault) async throws {
            let outcome = try await record(fault)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try outcome.summary
            #expect(summary.clock == "realtime")
            let warning = try #require(summary.warnings.first)
            for words in ["WebKitGTK 2.", fault.words, "real time instead"] {
                #expect(warning.contains(words), "\(warning)")
            }
            #expect(summary.warnings.count == 1)
            #expect(outcome.standardError.contains("pagereel: warning: \(warning)"), "\(outcome.standardError)")
        }

        @Test(
            "An inexact clock makes the recording use real time, with a reason", .full,
            arguments: [EngineFault.polling, .workerClock, .unpreloaded, .latePictures])
        func finds(fault: EngineFault) async throws { try await expectRealTime(fault) }

        @Test(
            "Timers that follow the kernel's clock are detected",
            .enabled(if: EngineFault.engineCalls("timerfd_create")))
        func kernelTimers() async throws { try await expectRealTime(.kernelTimers) }

        @Test("Late painted pictures make the page composited", .full)
        func latePaintings() async throws {
            let summary = try await record(.latePaintings).summary
            #expect(summary.clock == "virtual" && summary.rendering == "composited")
            #expect(summary.renderingReason.contains("painted pictures are not exact with WebKitGTK 2."))
            let warning = try #require(summary.warnings.first)
            #expect(warning.contains(EngineFault.latePaintings.words) && warning.contains("composited instead"))
            // An explicit request for the virtual clock is honored.
            let composited = try await record(.latePaintings, ["--rendering", "composited", "--clock", "virtual"])
                .summary
            #expect(composited.clock == "virtual" && composited.warnings == [])
        }

        private func expectInexact(_ outcome: Pagereel.Outcome) {
            #expect(outcome.exitCode == 69)
            for words in ["WebKitGTK 2.", EngineFault.latePictures.words, "--clock realtime"] {
                #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            }
        }

        /// Only the first of them runs the self-test.
        @Test("An inexact clock is an error if the virtual clock is requested or configured: 69", .full)
        func demanded() async throws {
            let file = try folder.write("config.yaml", "defaults:\n  clock: virtual")
            for asked in [
                ["--clock", "virtual"], ["--seed", "1"], ["--date", "2026-01-01T08:00:00Z"], ["--config", file],
            ] { expectInexact(try await record(.latePictures, asked)) }
            #expect(!folder.contains("out.mp4"))
        }

        @Test(
            "Checks and stills fail if the clock is inexact: 69", .full,
            arguments: [["check"], ["stills", "--at", "100ms", "-o", "pictures"]])
        func checks(command: [String]) async throws {
            let environment = EngineFault.latePictures.environment(cache: cache)
            let arguments = [command[0], page, "--no-sandbox"] + command.dropFirst()
            expectInexact(try await Pagereel.run(arguments, environment: environment, folder: folder))
            #expect(!folder.contains("pictures"))
        }

        @Test("In real time the self-test is skipped", .full)
        func realTime() async throws {
            let summary = try await record(.latePictures, ["--clock", "realtime"]).summary
            #expect(summary.clock == "realtime" && summary.warnings == [])
            #expect(verdicts == [])
        }

        @Test("doctor reports the inexact clock: 69", .full)
        func doctor() async throws {
            let outcome = try await Pagereel.run(
                ["doctor"], environment: EngineFault.latePaintings.environment(cache: cache))
            #expect(outcome.exitCode == 69)
            let lines = outcome.standardOutput.split(separator: "\n")
            let painted = try #require(lines.first { $0.contains("page clock, painted:") })
            #expect(painted.hasPrefix("broken") && painted.contains(EngineFault.latePaintings.words), "\(painted)")
            #expect(painted.contains("(script 1/10, date 1/10, frame 1/10,"), "\(painted)")
            #expect(lines.contains { $0.hasPrefix("ok       page clock, composited: WebKitGTK 2.") })
            #expect(lines.contains { $0.hasPrefix("ok       recording: 6 frames") })
        }

        @Test(
            "The result does not depend on scale and size", .full, arguments: [["--scale", "2"], ["--size", "16x16"]])
        func shape(options: [String]) async throws {
            for rendering in ["painted", "composited"] {
                let summary = try await record(nil, options + ["--rendering", rendering]).summary
                #expect(summary.clock == "virtual" && summary.warnings == [], "\(summary.warnings)")
            }
            #expect(verdicts.count == 2)
        }

        @Test("The result is cached per engine", .full)
        func keeps() async throws {
            #expect(try await record().summary.warnings == [])
            let name = try #require(verdicts.first)
            #expect(verdicts.count == 1)
            // A cached result is believed...
            let exact = try #require(String(data: folder.read("cache/pagereel/\(name)"), encoding: .utf8))
            let inexact = exact.replacing("\"exact\":10", with: "\"exact\":7")
            #expect(inexact != exact)
            try folder.write("cache/pagereel/\(name)", inexact)
            #expect(try await record().summary.warnings.first?.contains("wrong frames of script in 3 of 10") == true)
            // ...but not if it is of another engine.
            try folder.write("cache/pagereel/\(name)", inexact.replacing("\"version\":\"2.", with: "\"version\":\"3."))
            #expect(try await record().summary.warnings == [])
            #expect(try String(data: folder.read("cache/pagereel/\(name)"), encoding: .utf8) == exact)
            // doctor repeats the test.
            try folder.write("cache/pagereel/\(name)", inexact)
            let environment = ["PATH": try systemWithoutSandbox(), "XDG_CACHE_HOME": cache]
            _ = try await Pagereel.run(["doctor"], environment: environment)
            #expect(try String(data: folder.read("cache/pagereel/\(name)"), encoding: .utf8) == exact)
        }

        /// A PATH without bubblewrap.
        private func systemWithoutSandbox() throws -> String {
            let path = try folder.makeFolder("programs")
            try FileManager.default.createSymbolicLink(
                atPath: "\(path)/Xvfb", withDestinationPath: "/usr/bin/Xvfb")
            return path
        }

        @Test("A damaged cache file is replaced", .full)
        func damaged() async throws {
            #expect(try await record().summary.warnings == [])
            let name = try #require(verdicts.first)
            let whole = try folder.read("cache/pagereel/\(name)")
            for text in ["", "{", "[1, 2]", "\0\0\0"] {
                try folder.write("cache/pagereel/\(name)", text)
                let summary = try await record().summary
                #expect(summary.clock == "virtual")
                #expect(summary.warnings == [])
                #expect(try folder.read("cache/pagereel/\(name)") == whole)
            }
        }

        @Test("A cache folder is not required", .full)
        func noPlace() async throws {
            // A file, which cannot contain a folder.
            let file = try folder.write("cache", "")
            let summary = try await record().summary
            #expect(summary.clock == "virtual" && summary.warnings == [], "\(summary.warnings)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: file)).isEmpty)
        }

        @Test("Concurrent recordings can share the cache", .full)
        func atOnce() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        let outcome = try await Pagereel.run(
                            ["record", page, "-o", folder.path("\(number).mp4"), "--json"] + options,
                            environment: ["PATH": Pagereel.systemPath, "XDG_CACHE_HOME": cache])
                        let summary = try outcome.summary
                        #expect(summary.clock == "virtual" && summary.warnings == [], "\(summary.warnings)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(verdicts.count == 1)
            for name in verdicts {
                #expect(throws: Never.self) {
                    try JSONSerialization.jsonObject(with: folder.read("cache/pagereel/\(name)"))
                }
            }
        }
    }
}
