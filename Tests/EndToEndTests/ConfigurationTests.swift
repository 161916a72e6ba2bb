import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Options from a configuration file, and profiles.
    @Suite("Configuration")
    struct ConfigurationTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        private func environment(_ values: [String: String] = [:]) -> [String: String] {
            ["PATH": Pagereel.systemPath, "HOME": folder.path].merging(values) { $1 }
        }

        /// The configuration in use, as the command reports it.
        private func configuration(
            _ options: [String] = [], environment values: [String: String] = [:]
        ) async throws -> [String: Any] {
            let outcome = try await Pagereel.run(
                ["profiles", "--json"] + options, environment: environment(values), folder: folder)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let object = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8))
            return try #require(object as? [String: Any])
        }

        @Test("The file comes from the option, the environment or the user's folder", .full)
        func places() async throws {
            #expect(try await configuration()["file"] is NSNull)
            let home = try folder.write(".config/pagereel/config.yaml", "defaults: {fps: 1}")
            #expect(try await configuration()["file"] as? String == home)
            let xdg = try folder.write("xdg/pagereel/config.yaml", "defaults: {fps: 2}")
            let ofXDG = ["XDG_CONFIG_HOME": folder.path("xdg")]
            #expect(try await configuration(environment: ofXDG)["file"] as? String == xdg)
            let named = try folder.write("named.yaml", "defaults: {fps: 3}")
            let ofEnvironment = ofXDG.merging(["PAGEREEL_CONFIG": named]) { $1 }
            #expect(try await configuration(environment: ofEnvironment)["file"] as? String == named)
            let typed = try folder.write("typed.yaml", "defaults: {fps: 4}")
            let both = try await configuration(["--config", "typed.yaml"], environment: ofEnvironment)
            #expect(both["file"] as? String == typed)
            let defaults = try #require(both["defaults"] as? [String: [String]])
            #expect(defaults == ["fps": ["4"]])
            #expect(try await configuration(["--no-config"], environment: ofEnvironment)["file"] is NSNull)
        }

        @Test("Typed options override the profile, which overrides the defaults")
        func precedence() async throws {
            try folder.write(
                "project/pagereel.yaml",
                """
                defaults:
                  duration: 0.2s
                  fps: 20
                  size: 400x200
                  seed: 7
                  audio-fade-out: 1s
                  script: title.js
                profiles:
                  small:
                    size: 320x180
                    dark: true
                    quality: 30
                """)
            try folder.write(
                "project/title.js", "document.title = 'dark: ' + matchMedia('(prefers-color-scheme: dark)').matches")
            let page = try folder.write("page.html", "<!doctype html><title>Nothing</title>")
            let outcome = try await Pagereel.run(
                [
                    "record", page, "-o", "out.mp4", "--config", "project/pagereel.yaml", "--profile", "small", "--fps",
                    "10", "--bitrate", "1M", "--json",
                ], environment: environment(), folder: folder)
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let summary = try JSONSerialization.jsonObject(with: Data(outcome.standardOutput.utf8)) as? [String: Any]
            #expect(summary?["width"] as? Int == 320)
            #expect(summary?["fps"] as? String == "10")
            #expect(summary?["frames"] as? Int == 2)
            #expect(summary?["seed"] as? Int == 7)
            #expect(summary?["title"] as? String == "dark: true")
        }

        @Test("Pages recognize the phone profile; the file can redefine it", .full)
        func phone() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.reporting("[innerWidth, innerHeight, devicePixelRatio, /iPhone/.test(navigator.userAgent)]"))
            let summary = try await Pagereel.record(
                page, to: folder.path("phone.mp4"), ["--profile", "phone"], environment: environment())
            #expect(summary.title == "390,844,3,true")
            #expect(summary.width == 1170 && summary.height == 2532)
            try folder.write(".config/pagereel/config.yaml", "profiles: {phone: {size: 180x320, scale: 2}}")
            let own = try await Pagereel.record(
                page, to: folder.path("own.mp4"), ["--profile", "phone"], environment: environment())
            #expect(own.title == "180,320,2,false")
        }

        @Test("pagereel profiles lists all profiles without secrets")
        func profiles() async throws {
            let file = try folder.write(
                "own.yaml", "defaults:\n  fps: 25\nprofiles:\n  report:\n    auth: me:swordfish\n    size: 640x360\n")
            for options in [[], ["--json"]] {
                let outcome = try await Pagereel.run(
                    ["profiles", "--config", file] + options, environment: environment())
                #expect(outcome.exitCode == 0 && outcome.standardError.isEmpty, "\(outcome.standardError)")
                for words in [
                    "720p", "1080p", "4k", "phone", "tablet", "square", "story", "390x844", "report", "640x360", file,
                ] {
                    #expect(outcome.standardOutput.contains(words), "\(words) is not in \(outcome.standardOutput)")
                }
                #expect(!outcome.standardOutput.contains("swordfish"))
            }
            let table = try await Pagereel.run(["profiles", "--config", file], environment: environment())
            #expect(table.standardOutput.contains("\(file), line 4"))
            #expect(table.standardOutput.split(separator: "\n").count == 9)
        }

        @Test(
            "An invalid file is reported with its line: 78", .full,
            arguments: [
                ("defaults:\n  szie: 640x360", ", line 2, column 3: ", "Did you mean size?"),
                ("profiles:\n  unused:\n    fps: never", ", line 3, column 5: ", "29.97"),
                ("defaults: [", ", line 2, column 1: ", "YAML"), ("fps: \u{1}", ", line 1, column 6: ", "YAML"),
            ])
        func mistakes(text: String, place: String, words: String) async throws {
            let file = try folder.write("config.yaml", text)
            let page = try folder.write("page.html", TestPage.timed(200))
            try folder.write("out.mp4", "old")
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--overwrite", "--quiet"],
                environment: environment(["PAGEREEL_CONFIG": file]))
            #expect(outcome.exitCode == 78)
            #expect(outcome.standardError.hasPrefix("pagereel: error: \(file)\(place)"), "\(outcome.standardError)")
            #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
            #expect(try folder.read("out.mp4") == Data("old".utf8))
            #expect(folder.contents.count == 3)
        }

        @Test("A missing file is an error: 78; an unknown profile is a usage error: 64", .full)
        func missing() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            let line = ["record", page, "-o", folder.path("out.mp4")]
            let file = try await Pagereel.run(line + ["--config", "none.yaml"], environment: environment())
            #expect(file.exitCode == 78)
            #expect(file.standardError.contains("none.yaml") && file.standardError.contains("--no-config"))
            let profile = try await Pagereel.run(line + ["--profile", "fone"], environment: environment())
            #expect(profile.exitCode == 64)
            #expect(profile.standardError.contains("Did you mean phone?"), "\(profile.standardError)")
            #expect(folder.contents == ["page.html"])
        }

        @Test("Contradicting options are reported with their source: 64", .full)
        func conflicts() async throws {
            let file = try folder.write("config.yaml", "defaults:\n  transparent: true")
            let page = try folder.write("page.html", TestPage.timed(200))
            let outcome = try await Pagereel.run(
                ["record", page, "-o", folder.path("out.mp4"), "--config", file], environment: environment())
            #expect(outcome.exitCode == 64)
            #expect(
                outcome.standardError.contains("--transparent comes from \(file), line 2."), "\(outcome.standardError)")
        }
    }
}
