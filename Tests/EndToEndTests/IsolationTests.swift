import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// What the recorder needs of its environment, and what it leaves there.
    @Suite("Isolation")
    struct Isolation {
        private let folder: TemporaryFolder
        private let output: String
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
            page = try folder.write("page.html", TestPage.timed(300))
        }

        @Test("Missing displays, buses and folders are neither used nor created", .full)
        func surroundingsAreIgnored() async throws {
            let nowhere = folder.path("nowhere")
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small,
                environment: [
                    "PATH": Pagereel.systemPath, "DISPLAY": ":4711", "WAYLAND_DISPLAY": "wayland-9",
                    "XAUTHORITY": nowhere + "/authority", "HOME": nowhere + "/home",
                    "XDG_RUNTIME_DIR": nowhere + "/run",
                    "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(nowhere)/bus/socket", "GDK_BACKEND": "wayland",
                    "LC_ALL": "xx_YY.UTF-8",
                ])
            #expect(summary.exitReason == "stopped")
            #expect(folder.contents == ["out.mp4", "page.html"])
        }

        @Test("A stale session bus address is harmless", .full)
        func staleSessionBus() async throws {
            let bus = "unix:path=\(folder.path("bus/socket"))"
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small,
                environment: ["PATH": Pagereel.systemPath, "DBUS_SESSION_BUS_ADDRESS": bus])
            #expect(summary.exitReason == "stopped")
        }

        @Test("Variables that configure the engine's libraries have no effect", .full)
        func steeringVariables() async throws {
            let page = try folder.write("endless.html", TestPage.endless)
            let steering = [
                "G_DEBUG": "fatal-warnings", "GTK_MODULES": "nowhere", "GTK_DEBUG": "all", "GTK_THEME": "nowhere",
                "GDK_DEBUG": "all", "GST_DEBUG": "6", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
                "JSC_useConcurrentGC": "0", "MESA_DEBUG": "1", "LIBGL_ALWAYS_INDIRECT": "1",
            ]
            let others = ["PATH": Pagereel.systemPath, "JSC_useJIT": "0", "LANG": "C.UTF-8"]
            var variables: [String] = []
            var namespace: String?
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--verbose"] + TestPage.small,
                environment: steering.merging(others) { $1 }
            ) { recording in
                try await recording.wait(for: "tick 3.")
                let process = try #require(recording.webProcess)
                namespace = process.processNamespace
                let environment = try await Tool.run("cat", ["/proc/\(process.processID)/environ"])
                variables = environment.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(try #require(await Probe.read(output).video).packetCount > 0)
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
            #expect(namespace != nil && namespace != own)
            #expect(variables.contains("JSC_useJIT=0") && variables.contains("LANG=C.UTF-8"))
            // So that no program is started to look for a session bus.
            #expect(variables.contains("DBUS_SESSION_BUS_ADDRESS=disabled:"))
            for name in steering.keys { #expect(!variables.contains { $0.hasPrefix(name + "=") }, "\(name)") }
        }

        @Test("For root, no process of a page has root's capabilities", .full, .enabled(if: getuid() == 0))
        func capabilities() async throws {
            let page = try folder.write("endless.html", TestPage.endless)
            var sets: [String: String] = [:]
            var namespaces: Set<String> = []
            let outcome = try await Pagereel.run(["record", page, "-o", output, "--verbose"] + TestPage.small) {
                recording in
                try await recording.wait(for: "tick 3.")
                for process in recording.descendants {
                    let status = try String(contentsOfFile: "/proc/\(process.processID)/status", encoding: .utf8)
                    let lines = status.split(separator: "\n").filter {
                        $0.hasPrefix("CapPrm") || $0.hasPrefix("CapBnd")
                    }
                    sets[process.name] = lines.map { $0.drop { $0 != "\t" }.dropFirst() }.joined(separator: " ")
                    if process.name == "WebKitWebProces" {
                        for kind in ["user", "ipc"] {
                            namespaces.insert(
                                try FileManager.default.destinationOfSymbolicLink(
                                    atPath: "/proc/\(process.processID)/ns/\(kind)"))
                        }
                    }
                }
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            #expect(sets["WebKitWebProces"] == "0000000000000000 0000000000000000")
            // CAP_DAC_READ_SEARCH (2) and CAP_SETFCAP (31).
            for name in ["pagereel-engine", "WebKitNetworkPr", "Xvfb"] {
                #expect(sets[name] == "0000000080000004 0000000080000004", "\(name)")
            }
            for kind in ["user", "ipc"] {
                let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(kind)")
                #expect(namespaces.count == 2 && !namespaces.contains(own), "\(kind)")
            }
        }

        @Test("Secrets of the environment reach no other process")
        func secrets() async throws {
            let page = try folder.write("endless.html", TestPage.endless)
            let secrets = [
                "PAGEREEL_AUTH": "user:hidden", "AWS_SECRET_ACCESS_KEY": "hidden", "GITHUB_TOKEN": "hidden",
                "no_proxy": "hidden", "PGPASSWORD": "hidden", "SSH_AUTH_SOCK": "/hidden", "NOTIFY_SOCKET": "@hidden",
            ]
            var environments: [String: String] = [:]
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--verbose"] + TestPage.small,
                environment: ["PATH": Pagereel.systemPath].merging(secrets) { $1 }
            ) { recording in
                try await recording.wait(for: "tick 3.")
                for process in recording.descendants {
                    let environment = try await Tool.run("cat", ["/proc/\(process.processID)/environ"])
                    environments[process.name, default: ""] += String(decoding: environment, as: UTF8.self)
                }
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            for name in ["pagereel-engine", "Xvfb", "WebKitNetworkPr", "WebKitWebProces", "bwrap"] {
                #expect(environments[name]?.contains("PATH=") == true, "\(name)")
                #expect(environments[name]?.contains("hidden") == false, "\(name)")
            }
        }

        @Test("No program is started to look for a session bus", .full)
        func noSessionBus() async throws {
            let traces = try folder.makeFolder("traces")
            try writeProgram("dbus-launch", "touch '\(traces)/started'\nexit 1")
            try await Pagereel.record(
                page, to: output, TestPage.small,
                environment: ["PATH": "\(folder.path("bin")):\(Pagereel.systemPath)"])
            #expect(!folder.contains("traces/started"))
        }

        @Test("The color scheme of the user's desktop has no effect", .full)
        func desktopColorScheme() async throws {
            try folder.write(
                "config/gtk-3.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme = true\n")
            let report = "matchMedia('(prefers-color-scheme: dark)').matches"
            let page = try folder.write("page.html", TestPage.reporting(report))
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small,
                environment: ["PATH": Pagereel.systemPath, "XDG_CONFIG_HOME": folder.path("config")])
            #expect(summary.title == "false")
        }

        @Test("The page's process is sandboxed unless --no-sandbox is given")
        func sandbox() async throws {
            let page = try folder.write("endless.html", TestPage.endless)
            for options in [[], ["--no-sandbox"]] {
                var namespace: String?
                let outcome = try await Pagereel.run(
                    ["record", page, "-o", output, "--verbose", "--overwrite"] + TestPage.small + options
                ) { recording in
                    try await recording.wait(for: "tick 3.")
                    namespace = recording.webProcess?.processNamespace
                    try recording.send(.interrupt)
                }
                #expect(outcome.exitCode == 130, "\(outcome.standardError)")
                let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
                let isConfined = try #require(namespace) != own
                #expect(isConfined == options.isEmpty)
            }
        }

        @Test("Only the page's process has an OpenGL driver", .full, arguments: ["painted", "composited"])
        func driver(rendering: String) async throws {
            let page = try folder.write("endless.html", TestPage.endless)
            var hasDriver: [String: Bool] = [:]
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--rendering", rendering, "--verbose"] + TestPage.small
            ) { recording in
                try await recording.wait(for: "tick 3.")
                let page = try #require(recording.webProcess).processID
                let display = try #require(recording.descendants.first { $0.name == "Xvfb" }).processID
                let engine = try #require(recording.descendants.first { $0.name == "pagereel-engine" }).processID
                let processes = [
                    ("recorder", recording.processID), ("engine", engine), ("display", display), ("page", page),
                ]
                for (name, process) in processes {
                    let map = try await Tool.run("cat", ["/proc/\(process)/maps"])
                    hasDriver[name] = String(decoding: map, as: UTF8.self).contains("/libLLVM")
                }
                try recording.send(.interrupt)
            }
            #expect(outcome.exitCode == 130, "\(outcome.standardError)")
            for name in ["recorder", "engine", "display"] { #expect(hasDriver[name] == false, "\(name)") }
            // From WebKitGTK 2.54 on, a painted page needs no OpenGL driver.
            if rendering == "composited" { #expect(hasDriver["page"] == true) }
        }

        @Test("No files are left in the home, temporary or working folder")
        func nothingStays() async throws {
            let home = try folder.makeFolder("home")
            let temporary = try folder.makeFolder("tmp", permissions: 0o1777)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output] + TestPage.small,
                environment: ["PATH": Pagereel.systemPath, "HOME": home, "TMPDIR": temporary],
                wrapper: ["/usr/bin/env", "--chdir=" + home])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(folder.contents == ["home/", "out.mp4", "page.html", "tmp/"])
        }

        @Test("The virtual clock works with the temporary folder inside the page's folder", .full)
        func temporaryFolderBelowPage() async throws {
            let temporary = try folder.makeFolder("a/tmp")
            let page = try folder.write(
                "timers.html",
                TestPage.html(
                    script: "requestAnimationFrame(() => { send('start'); setTimeout(send, 1000, 'stop'); });"))
            // WebKit passes the sandbox's paths in random order, so one run proves nothing.
            for _ in 0..<6 {
                let outcome = try await Pagereel.run(
                    ["check", page, "--until", "5s", "--expect", "stop at 1s after start"] + TestPage.small,
                    environment: ["PATH": Pagereel.systemPath, "TMPDIR": temporary])
                #expect(outcome.exitCode == 0, "\(outcome.standardOutput)")
            }
        }

        @Test("An unprivileged user without a home folder can record", .full, .enabled(if: NSUserName() == "root"))
        func unprivileged() async throws {
            let open = try folder.makeFolder("open", permissions: 0o777)
            let outcome = try await Pagereel.run(
                ["record", page, "-o", open + "/out.mp4"] + TestPage.small,
                wrapper: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            #expect(folder.contents == ["open/", "open/out.mp4", "page.html"])
        }

        @Test(
            "A missing program is reported with its package: 69", .full,
            arguments: [("Xvfb", "xvfb"), ("bwrap", "bubblewrap")])
        func missingComponent(program: String, package: String) async throws {
            // A PATH that has everything else.
            let programs = try folder.makeFolder("bin")
            for name in try FileManager.default.contentsOfDirectory(atPath: "/usr/bin") where name != program {
                try FileManager.default.createSymbolicLink(
                    atPath: programs + "/" + name, withDestinationPath: "/usr/bin/" + name)
            }
            let before = folder.contents
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output] + TestPage.small, environment: ["PATH": programs])
            #expect(outcome.exitCode == 69, "\(outcome.standardError)")
            let line = outcome.standardError.split(whereSeparator: \.isNewline).last ?? ""
            #expect(line.hasPrefix("pagereel: "))
            #expect(line.contains(program))
            #expect(line.contains(#/apt(-get)? install /#), "\(line)")
            #expect(line.contains(package), "\(line)")
            #expect(folder.contents == before)
        }

        @Test("A sandbox that cannot be created is reported, and --no-sandbox needs none: 69", .full)
        func forbiddenSandbox() async throws {
            try writeProgram("bwrap", "exit 1")
            let before = folder.contents
            let environment = ["PATH": "\(folder.path("bin")):\(Pagereel.systemPath)"]
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output] + TestPage.small, environment: environment)
            #expect(outcome.exitCode == 69, "\(outcome.standardError)")
            #expect(outcome.standardError.contains("bwrap cannot create a sandbox on this machine"))
            #expect(folder.contents == before)
            try await Pagereel.record(page, to: output, TestPage.small + ["--no-sandbox"], environment: environment)
        }

        /// Writes a shell script that comes before the system's program of that name.
        private func writeProgram(_ name: String, _ script: String) throws {
            let program = try folder.write("bin/\(name)", "#!/bin/sh\n\(script)\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        }

        @Test("All processes end with the recording")
        func processesEnd() async throws {
            let page = try folder.write("page.html", TestPage.endless)
            var descendants: [ProcessTable.Entry] = []
            let outcome = try await Pagereel.run(
                ["record", page, "-o", output, "--duration", "500ms", "--start-on", "signal", "--verbose"]
                    + TestPage.small
            ) { recording in
                try await recording.wait(for: "tick 3.")
                descendants = recording.descendants
            }
            #expect(outcome.exitCode == 0)
            #expect(descendants.count >= 3)
            try await descendants.waitForEnd()
        }

        @Test("Ten concurrent recordings do not interfere", .full)
        func tenAtOnce() async throws {
            let levels = Array(stride(from: 20, through: 236, by: 24))
            for level in levels {
                try folder.write(
                    "\(level).html",
                    "<!doctype html><title>\(level)</title><style>html { background: rgb(\(level), \(level), \(level)) }</style>"
                )
            }
            let folder = folder
            let outcomes = try await withThrowingTaskGroup(of: (Int, Pagereel.Outcome).self) { group in
                for level in levels {
                    group.addTask {
                        let outcome = try await Pagereel.run(
                            [
                                "record", folder.path("\(level).html"), "-o", folder.path("\(level).mp4"), "--json",
                                "--size", "160x90", "--duration", "500ms",
                            ], timeout: .seconds(100))
                        return (level, outcome)
                    }
                }
                return try await group.reduce(into: [Int: Pagereel.Outcome]()) { $0[$1.0] = $1.1 }
            }
            #expect(outcomes.count == 10)
            #expect(folder.contents.count { $0.hasSuffix(".mp4") } == 10, "\(folder.contents)")
            for (level, outcome) in outcomes {
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                let summary = try outcome.summary
                #expect(summary.title == "\(level)")
                #expect(summary.frames == 15)
                let frame = try #require(
                    try await FrameDecoder.frames(of: folder.path("\(level).mp4"), as: .rgb24).last)
                #expect(frame.mean(x: 20, y: 20, width: 40, height: 40).allSatisfy { abs($0 - level) <= 3 })
            }
        }
    }
}
