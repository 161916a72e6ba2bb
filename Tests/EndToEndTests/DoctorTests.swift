import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// What doctor reports on a machine with missing parts.
    @Suite("Doctor")
    struct Doctor {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A PATH with only these programs.
        private func path(with programs: [String]) throws -> String {
            let path = try folder.makeFolder("programs")
            for program in programs {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(path)/\(program)", withDestinationPath: "/usr/bin/\(program)")
            }
            return path
        }

        /// The first word of each part's line.
        private func states(_ outcome: Pagereel.Outcome) -> [String: String] {
            let line = #/(ok|missing|broken|untried|outdated) +([^:(]+?)(?: \(optional\))?: .*/#
            let parts = outcome.standardOutput.split(separator: "\n").compactMap { $0.wholeMatch(of: line)?.output }
            return Dictionary(parts.map { (String($0.2), String($0.1)) }) { first, _ in first }
        }

        @Test("On a complete machine nothing is missing: 0")
        func complete() async throws {
            let outcome = try await Pagereel.run(["doctor"])
            #expect(outcome.exitCode == 0, "\(outcome.standardOutput)")
            #expect(outcome.standardError.isEmpty, "\(outcome.standardError)")
            let parts = [
                "display server", "sandbox", "page", "page clock, painted", "page clock, composited",
                "page clock, composited with transparency", "recording", "fonts",
                "fonts for Chinese, Japanese and Korean", "emoji", "films in pages", "sound in pages",
                "the page's own sound", "H.264", "HEVC",
                "AV1", "VP9", "ProRes", "FFV1", "AAC", "Opus", "hardware encoders",
            ]
            let versions = ["WebKitGTK", "GStreamer", "libsoup", "FFmpeg", "newer versions"]
            let states = states(outcome)
            #expect(Set(states.keys) == Set(parts + versions))
            // Debian may have a newer version, or apt no lists; neither keeps a machine from recording.
            for part in versions.dropLast() { #expect(["ok", "outdated"].contains(states[part]), "\(part)") }
            for part in parts { #expect(states[part] == "ok", "\(part): \(outcome.standardOutput)") }
            #expect(outcome.standardOutput.contains("\npagereel can record."))
        }

        @Test("The result of each source of time is reported", .full)
        func clock() async throws {
            let outcome = try await Pagereel.run(["doctor", "--json"])
            #expect(outcome.exitCode == 0, "\(outcome.standardOutput)")
            let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            let findings = try #require(object?["findings"] as? [[String: Any]])
            for rendering in ["painted", "composited"] {
                let finding = try #require(findings.first { $0["part"] as? String == "page clock, \(rendering)" })
                let detail = try #require(finding["detail"] as? String)
                #expect(detail.contains("WebKitGTK 2.") && detail.contains("is exact (script 10/10, date 10/10, frame"))
                let sources = try #require(finding["sources"] as? [[String: Any]])
                #expect(
                    sources.compactMap { $0["source"] as? String } == [
                        "script", "date", "frame", "timers", "worker", "transform", "left", "mark",
                    ])
                for source in sources {
                    #expect(source["exact"] as? Int == 10 && source["frames"] as? Int == 10, "\(source)")
                }
            }
        }

        @Test("A missing display server is reported with its package: 69", .full)
        func noDisplay() async throws {
            let environment = ["PATH": try path(with: ["bwrap"])]
            let outcome = try await Pagereel.run(["doctor", "--json"], environment: environment)
            #expect(outcome.exitCode == 69)
            let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            #expect(object?["ok"] as? Bool == false)
            let findings = try #require(object?["findings"] as? [[String: Any]])
            let display = try #require(findings.first { $0["part"] as? String == "display server" })
            #expect(display["state"] as? String == "missing" && display["needed"] as? Bool == true)
            #expect(display["packages"] as? [String] == ["xvfb"])
            #expect((display["detail"] as? String)?.contains("apt-get install xvfb") == true)
            let states = Dictionary(
                findings.compactMap { finding -> (String, String)? in
                    guard let part = finding["part"] as? String, let state = finding["state"] as? String else {
                        return nil
                    }
                    return (part, state)
                }
            ) { first, _ in first }
            // There is no apt in this PATH either.
            let apt = try #require(findings.first { $0["part"] as? String == "newer versions" })
            #expect((apt["detail"] as? String)?.contains("no apt") == true, "\(apt)")
            let media = findings.first { $0["part"] as? String == "FFmpeg" }
            let library = try #require((media?["libraries"] as? [[String: Any]])?.first)
            #expect(library["version"] is String && library["newest"] is NSNull, "\(library)")
            for part in ["page", "recording", "emoji"] { #expect(states[part] == "untried", "\(part)") }
            for part in ["sandbox", "H.264"] { #expect(states[part] == "ok", "\(part)") }
        }

        @Test("Missing bubblewrap is reported with its package: 69", .full)
        func noSandbox() async throws {
            let outcome = try await Pagereel.run(["doctor"], environment: ["PATH": try path(with: ["Xvfb"])])
            #expect(outcome.exitCode == 69)
            let states = states(outcome)
            #expect(states["sandbox"] == "missing" && outcome.standardOutput.contains("apt-get install bubblewrap"))
            #expect(states["page"] == "ok" && outcome.standardOutput.contains("outside the sandbox"))
            #expect(states["recording"] == "ok", "\(outcome.standardOutput)")
        }

        @Test("Missing fonts and players are optional: 0", .full)
        func noFonts() async throws {
            let fonts = try folder.write(
                "fonts.conf",
                "<?xml version=\"1.0\"?><fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>")
            let outcome = try await Pagereel.run(
                ["doctor"],
                environment: [
                    "PATH": Pagereel.systemPath, "FONTCONFIG_FILE": fonts, "GST_PLUGIN_SYSTEM_PATH_1_0": folder.path,
                    // GStreamer saves the plugins that it finds; pages of other tests read that file.
                    "GST_REGISTRY_1_0": folder.path("registry.bin"),
                ])
            #expect(outcome.exitCode == 0, "\(outcome.standardOutput)")
            let states = states(outcome)
            for part in [
                "fonts for Chinese, Japanese and Korean", "emoji", "films in pages", "sound in pages",
                "the page's own sound",
            ] {
                #expect(states[part] == "missing", "\(part): \(outcome.standardOutput)")
            }
            for package in ["fonts-noto-cjk", "fonts-noto-color-emoji", "gstreamer1.0-libav"] {
                #expect(outcome.standardOutput.contains(package), "\(outcome.standardOutput)")
            }
            #expect(states["fonts"] == "ok")
        }

        @Test("A missing clock library is reported, and the trial uses real time: 69", .full)
        func noClock() async throws {
            let program = folder.path("pagereel")
            try FileManager.default.copyItem(atPath: Pagereel.executable, toPath: program)
            try FileManager.default.copyItem(atPath: Pagereel.engine, toPath: folder.path("pagereel-engine"))
            let outcome = try await Pagereel.run([], wrapper: [program, "doctor"], appendsExecutable: false)
            #expect(outcome.exitCode == 69)
            let states = states(outcome)
            #expect(states["page clock, painted"] == "missing" && outcome.standardOutput.contains("libPageProcess.so"))
            #expect(states["recording"] == "ok", "\(outcome.standardOutput)")
            #expect(folder.contents == ["pagereel", "pagereel-engine"])
        }
    }
}
