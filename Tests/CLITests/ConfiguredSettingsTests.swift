import ArgumentParser
import Foundation
import Frames
import Testing

@testable import CLI

@Suite("A command line with a configuration")
struct ConfiguredSettingsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("configuration-\(UUID())")
    private var file: String { folder.appendingPathComponent("config.yaml").path }

    private var environment: [String: String] { ["PAGEREEL_CONFIG": file, "HOME": "/home/me"] }

    /// Returns the settings that a configuration adds to typed arguments of `record`, as arguments.
    private func added(to typed: [String], _ text: String) throws -> Set<String> {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(text)
        let settings = try settings(beside: typed).settings.values
        let options = Configuration.options
        return Set(settings.flatMap { setting in options[setting.option].map(setting.arguments) ?? [] })
    }

    /// Chooses settings as for a command line that is not yet complete.
    private func settings(beside typed: [String]) throws -> ConfiguredSettings {
        let command = try OptionParsing.$isTentative.withValue(true) { try RecordCommand.parse(typed) }
        return try ConfiguredSettings(for: command, environment: environment)
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }

    private func message(_ text: String) throws -> String {
        let error = #expect(throws: CommandError.self) { try added(to: ["page"], text) }
        return "\(try #require(error))"
    }

    @Test(
        "A file with a secret that applies must not be readable by others",
        arguments: [
            ("auth: me:PW1", [], "auth"), ("header: 'X-Token: PW1'", [], "header"),
            ("cookie: session=PW1", [], "cookie"),
            ("auth: me:PW1", ["--auth", "you:PW2"], nil), ("header: 'DNT: 1'", [], nil), ("fps: 25", [], nil),
        ] as [(String, [String], String?)])
    func readers(setting: String, typed: [String], secret: String?) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("defaults:\n  \(setting)\n")
        for (mode, isOpen) in [(0o600, false), (0o640, true), (0o604, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            let warning = try settings(beside: ["page"] + typed).warning
            #expect((warning != nil) == (isOpen && secret != nil))
            if let warning, let secret {
                #expect(warning.contains("--\(secret).") && warning.contains("chmod 600"), "\(warning)")
                #expect(!warning.contains("PW1"))
            }
        }
    }

    @Test("The file's defaults are the options that are not typed")
    func defaults() throws {
        let text = """
            defaults:
              fps: 29.97
              date: 2026-01-01T08:00:00Z
              language: [no, "de-AT"]
              dark: yes
              sandbox: false
              overwrite: false
              retry: 3
            """
        try write(text)
        defer { try? FileManager.default.removeItem(at: folder) }
        let command = try OptionParsing.$written.withValue(settings(beside: ["page"]).settings) {
            try RecordCommand.parse(["page", "-o", "a.mp4", "--retry", "0"])
        }
        #expect(command.video.fps?.description == "30000/1001")
        #expect(command.pageOptions.languages == ["no", "de-AT"])
        #expect(command.pageOptions.dark && !command.pageOptions.sandbox && !command.existing.overwrite)
        #expect(command.clock.date == 1_767_254_400_000)
        #expect(command.unattended.retry == 0)
    }

    @Test(
        "A typed option replaces defaults that set or contradict it",
        arguments: [
            (["--fps", "10"], "fps: 20", []), (["--fps=10"], "fps: 20", []), (["--no-dark"], "dark: true", []),
            (["--header", "A: b"], "header: [ \"C: d\", \"E: f\" ]", []), (["-q"], "verbose: true", []),
            (["--bitrate", "1M"], "quality: 20", []), (["--codec=vp9"], "encoder: libx265", []),
            (["--bits-per-pixel", "0.1"], "bitrate: 1M", []), (["--codec=vp9"], "codec-profile: main", []),
            (["--codec=vp9"], "pixel-format: yuv444p", ["--pixel-format=yuv444p"]),
            (["--encoder=libx265"], "tune: film", []), (["--codec=ffv1"], "keyframe-interval: 2s", []),
            (["--clock", "realtime"], "seed: 1", []), (["--clock", "virtual"], "seed: 1", ["--seed=1"]),
            (["--sandbox"], "sandbox: false", []), (["--retry", "0"], "retry: 5", []),
        ])
    func typed(typed: [String], setting: String, added: [String]) throws {
        #expect(try self.added(to: ["page"] + typed, "defaults: {\(setting)}") == Set(added))
    }

    @Test("A profile overrides the defaults, and the last profile overrides the others")
    func profiles() throws {
        let text = """
            defaults: {dark: true, bitrate: 1M, scale: 4}
            profiles:
              a: {quality: 20, size: 100x100}
              b: {size: 200x200, dark: false}
            """
        let typed = ["page", "--profile", "a", "--profile=b"]
        #expect(try added(to: typed, text) == ["--size=200x200", "--scale=4", "--no-dark", "--quality=20"])
        let builtIn = ["page", "--profile", "4k"]
        #expect(try added(to: builtIn, text) == ["--size=1920x1080", "--scale=2", "--dark", "--bitrate=1M"])
    }

    @Test("Options that need another apply only with that")
    func dependents() throws {
        let text =
            "defaults: {audio-fade-out: 2s, lock-wait: 1m, audio-ducking: true, retry-delay: 1s, audio-rate: 44100}"
        #expect(try added(to: ["page"], text) == ["--audio-rate=44100"])
        let typed = ["page", "--audio", "a.ogg", "--lock=a", "--retry=1"]
        #expect(
            try added(to: typed, text) == [
                "--audio-fade-out=2s", "--lock-wait=1m", "--audio-ducking", "--retry-delay=1s", "--audio-rate=44100",
            ])
    }

    @Test("File names are relative to the configuration's folder or the home folder")
    func files() throws {
        let names = "[a.css, ../b.css, /c.css, ~/d.css]"
        let above = folder.deletingLastPathComponent().path
        #expect(
            try added(to: ["page"], "defaults: {style: \(names)}")
                == Set(["\(folder.path)/a.css", "\(above)/b.css", "/c.css", "/home/me/d.css"].map { "--style=\($0)" }))
    }

    @Test("A command line that ignores the configuration has none")
    func ignored() throws {
        #expect(try added(to: ["page", "--no-config"], "defaults: {fps: 20}") == [])
    }

    @Test(
        "An error in the file is reported with its line",
        arguments: [
            ("defaults:\n  siz: 1", 2, "Did you mean size?"),
            ("defaults:\n  size: big", 2, "write a size like 1280x720"),
            ("default: {}", 1, "Did you mean defaults?"), ("\nsize: 1x1", 2, "below defaults:"),
            ("defaults:\n  dark: maybe", 2, "dark: true"), ("defaults:\n  no-dark: true", 2, "dark: false"),
            ("defaults:\n  fps: [20, 30]", 2, "not a list"), ("defaults:\n  fps:", 2, "needs a value"),
            ("defaults:\n- fps", 2, "expected"), ("profiles:\n  a:\n    b: {}", 3, "b"),
            ("profiles:\n  a:\n    fps: 999", 3, "120"), ("defaults: {fps: 20, fps: 30}", 1, "more than once"),
            ("a: b: c", 1, "YAML"), ("defaults:\n  output: a.mp4", 2, "command line"),
            ("defaults:\n  audio-volume: 99", 2, "volume"), ("---\n---\n", 2, "document"),
            ("defaults:\n  header: {A: b}", 2, "text"), ("profiles:\n  \"a\\a\": {}", 2, "control"),
            ("profiles:\n  a\u{7}: {}", 2, "control"),
        ])
    func mistakes(text: String, line: Int, words: String) throws {
        let message = try message(text)
        #expect(message.hasPrefix("\(file), line \(line), column "), "\(message)")
        #expect(message.contains(words), "\(message)")
    }

    @Test("An empty file and empty profiles are valid")
    func empty() throws {
        for text in ["", "# nothing", "---", "defaults:", "profiles: {}", "profiles: {a: }"] {
            #expect(try added(to: ["page"], text) == [], "\(text)")
        }
    }

    @Test("A message names the source of an option")
    func explanations() throws {
        try write("defaults:\n  quality: 20\nprofiles:\n  p:\n    dark: true")
        defer { try? FileManager.default.removeItem(at: folder) }
        let settings = try settings(
            beside: ["page", "--profile", "p", "--profile", "phone", "--seed", "1"])
        #expect(
            settings.explanations(of: "--quality, --size=1, --no-dark and --seed; --qualities") == [
                "--dark comes from the profile p (\(file), line 5).", "--quality comes from \(file), line 2.",
                "--size comes from the built-in profile phone.",
            ])
    }

    @Test("Every option of record is configurable, except page and output")
    func options() throws {
        let declared = Set(RecordCommand.optionsOfGroups.map(\.name))
        let left = declared.subtracting(Configuration.options.keys)
        let photos: Set = ["live-photo", "motion-photo", "live-photo-still", "poster", "poster-at"]
        #expect(
            left
                == photos.union([
                    "output", "library", "serve", "single-page", "save-state", "storyboard", "report", "har", "trace",
                    "config", "no-config", "profile",
                ]))
        #expect(declared.count > 40)
    }

    @Test("Built-in profiles are valid")
    func builtIn() throws {
        let options = Configuration.options
        for profile in Profile.builtIn {
            for setting in profile.settings { try #require(options[setting.option]).check(setting) }
        }
    }
}
