import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// State inherited from the parent process: ignored or blocked signals, and limits.
    @Suite("Inherited process state")
    struct Inheritance {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// Records from a shell that has run a command before.
        private func record(_ page: String, after command: String, _ options: [String] = []) async throws
            -> Pagereel.Outcome
        {
            try await Pagereel.run(
                ["record", page, "-o", output, "--max-duration", "30s"] + TestPage.small + options,
                wrapper: ["/bin/bash", "-c", #"\#(command); exec "$@""#, "bash"])
        }

        @Test(
            "Signals work although the parent ignored or blocked them", .full,
            arguments: ["trap '' CHLD", "trap '' CHLD USR1 PIPE ALRM XFSZ", blockingAll])
        func ignoredSignals(command: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await record(page, after: command)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(try await Probe.read(output).video?.packetCount == 6)
            #expect(folder.contents == ["out.mp4", "page.html"])
        }

        /// A Python process that blocks all signals replaces the shell and executes the recorder.
        private static let blockingAll = """
            exec python3 -c 'import os, signal, sys
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
            os.execvp(sys.argv[1], sys.argv[1:])' "$@"
            """

        @Test("A file size limit is reported and leaves nothing: 74", .full)
        func fileSize() async throws {
            let page = try folder.write("noise.html", SmallDisk.noisyPage)
            // In units of 1024 bytes. The page's shared pictures are larger files, to which the
            // limit also applies.
            let outcome = try await record(page, after: "ulimit -f 8192", ["--quality", "1", "--size", "1280x720"])
            #expect(outcome.exitCode == 74, "\(outcome.standardError)")
            #expect(
                outcome.standardError.localizedCaseInsensitiveContains("file too large"), "\(outcome.standardError)")
            #expect(folder.contents == ["noise.html"])
        }

        @Test(
            "A limit that is too low for WebKit is named: 69", .full,
            arguments: [
                "ulimit -v 4000000", "ulimit -d 4000000", "ulimit -n 10", "ulimit -n 31", "ulimit -n 40",
                "ulimit -n 64",
                "ulimit -n 65", "ulimit -n 80", "ulimit -f 64",
            ])
        func limits(command: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await record(page, after: command)
            #expect(outcome.exitCode == 69, "\(outcome.standardError)")
            let option = command.split(separator: " ").prefix(2).joined(separator: " ")
            #expect(outcome.standardError.contains("(\(option)"), "\(outcome.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test(
            "A user who may start few processes gets a message: 69", .full, .enabled(if: getuid() == 0),
            arguments: [3, 10, 17, 40, 60])
        func processes(limit: Int) async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let open = try folder.makeFolder("open", permissions: 0o777)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", open + "/out.mp4"] + TestPage.small,
                // The limit counts all processes of the user, so it is one that has no others.
                wrapper: [
                    "/usr/bin/prlimit", "--nproc=\(limit)", "/usr/bin/setpriv", "--reuid=\(60_000 + limit)",
                    "--regid=65534", "--clear-groups",
                ])
            #expect(outcome.exitCode == 69, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("(ulimit -u, which is \(limit))"), "\(outcome.standardError)")
            #expect(folder.contents == ["open/", "page.html"])
        }

        @Test("A low limit of open files is raised", .full)
        func openFiles() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await record(page, after: "ulimit -Sn 40")
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
        }

        @Test("A signal before the recording ends the command with a message", .full, arguments: [2, 15, 1])
        func earlySignal(number: Int32) async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            // The command opens its configuration first, and blocks until the pipe is written.
            let pipe = folder.path("configuration.yaml")
            unsafe #expect(mkfifo(pipe, 0o600) == 0)
            let outcome = try await Pagereel.run(["record", page, "-o", output, "--config", pipe]) { recording in
                // Opens once the command reads.
                let writer = try await Task.detached { try FileHandle(forWritingTo: URL(fileURLWithPath: pipe)) }.value
                try recording.send(
                    number == 2 ? .interrupt : number == 15 ? .terminate : .terminalClosed)
                try await Condition.wait(for: "the end") { !recording.isRunning }
                try writer.close()
            }
            #expect(outcome.exitCode == 128 + number, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("stopped by a signal"), "\(outcome.standardError)")
            #expect(!folder.contains("out.mp4"))
        }

        @Test("The page's processes cannot write to the command's standard output")
        func standardOutput() async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--verbose", "--json"] + TestPage.small
            ) { recording in
                try await recording.wait(for: "tick 10.")
                for process in recording.descendants {
                    let link = "/proc/\(process.processID)/fd/1"
                    let file = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                    // It may be closed in a sandbox without the machine's /dev/null.
                    #expect(file == nil || file == "/dev/null", "\(process.name)")
                }
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            _ = try outcome.summary
        }

        @Test("A killed recorder leaves no files")
        func killed() async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let temporary = try folder.makeFolder("tmp")
            var environment = Pagereel.bareEnvironment
            environment["TMPDIR"] = temporary
            var descendants: [ProcessTable.Entry] = []
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--verbose"] + TestPage.small, environment: environment
            ) { recording in
                try await recording.wait(for: "tick 10.")
                // While the file is being written no other program can find it.
                #expect(!folder.contents.contains { $0.contains("partial") })
                descendants = recording.descendants
                try recording.send(.kill)
            }
            try await descendants.waitForEnd()
            #expect(outcome.exitCode == 137, "\(outcome.standardError)")
            #expect(folder.contents.filter { !$0.hasPrefix("tmp") } == ["page.html"])
        }
    }
}
