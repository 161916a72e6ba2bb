import ArgumentParser
import Foundation
import Testing

@testable import CLI

@Suite("A command line with a configuration")
struct ConfiguredCommandLineTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("configuration-\(UUID())")
    private var file: String { folder.appendingPathComponent("config.yaml").path }

    /// Returns the arguments that are parsed after `record`, with a configuration.
    private func arguments(_ typed: [String], _ text: String) throws -> [String] {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(text)
        let line = try ConfiguredCommandLine(
            ["record"] + typed, root: Pagereel.self, environment: ["PAGEREEL_CONFIG": file, "HOME": "/home/me"])
        #expect(line.arguments.first == "record")
        return Array(line.arguments.dropFirst())
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }

    private func message(_ text: String) throws -> String {
        let error = #expect(throws: CommandError.self) { try arguments(["page"], text) }
        return "\(try #require(error))"
    }

    @Test("The file's defaults come before the typed options")
    func defaults() throws {
        let text = """
            defaults:
              fps: 29.97
              date: 2026-01-01T08:00:00Z
              language: [no, "de-AT"]
              dark: yes
              sandbox: false
              overwrite: false
            """
        #expect(
            try arguments(["page"], text) == [
                "--no-overwrite", "--language=no", "--language=de-AT", "--dark", "--no-sandbox",
                "--date=2026-01-01T08:00:00Z", "--fps=29.97", "page",
            ])
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
            (["--", "--fps"], "fps: 20", ["--fps=20"]),
        ])
    func typed(typed: [String], setting: String, added: [String]) throws {
        #expect(try arguments(typed, "defaults: {\(setting)}") == added + typed)
    }

    @Test("A profile overrides the defaults, and the last profile overrides the others")
    func profiles() throws {
        let text = """
            defaults: {dark: true, bitrate: 1M, scale: 4}
            profiles:
              a: {quality: 20, size: 100x100}
              b: {size: 200x200, dark: false}
            """
        let typed = ["--profile", "a", "--profile=b"]
        #expect(try arguments(typed, text) == ["--size=200x200", "--scale=4", "--no-dark", "--quality=20"] + typed)
        let builtIn = ["--profile", "4k"]
        #expect(
            try arguments(builtIn, text) == ["--size=1920x1080", "--scale=2", "--dark", "--bitrate=1M"] + builtIn)
    }

    @Test("Soundtrack and lock options apply only with a soundtrack or lock")
    func dependents() throws {
        let text = "defaults: {audio-fade-out: 2s, lock-wait: 1m}"
        #expect(try arguments(["page"], text) == ["page"])
        let typed = ["--audio", "a.ogg", "--lock=a"]
        #expect(try arguments(typed, text) == ["--audio-fade-out=2s", "--lock-wait=1m"] + typed)
    }

    @Test("File names are relative to the configuration's folder or the home folder")
    func files() throws {
        let names = "[a.css, ../b.css, /c.css, ~/d.css]"
        let above = folder.deletingLastPathComponent().path
        #expect(
            try arguments([], "defaults: {style: \(names)}")
                == ["\(folder.path)/a.css", "\(above)/b.css", "/c.css", "/home/me/d.css"].map { "--style=\($0)" })
    }

    @Test("Help, other commands and a missing file leave the command line unchanged")
    func untouched() throws {
        for typed in [["page", "--help"], ["page", "--no-config"], ["-h"]] {
            #expect(try arguments(typed, "defaults: {fps: 20}") == typed)
        }
        let environment = ["PAGEREEL_CONFIG": "/no/such/file"]
        for typed in [
            ["--help"], [], ["--generate-completion-script", "bash"], ["help", "record"], ["rec", "--fps"],
        ] {
            let line = try ConfiguredCommandLine(typed, root: Pagereel.self, environment: environment)
            #expect(line.arguments == typed)
        }
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
        #expect(message.hasPrefix("\(file), line \(line): "), "\(message)")
        #expect(message.contains(words), "\(message)")
    }

    @Test("An empty file and empty profiles are valid")
    func empty() throws {
        for text in ["", "# nothing", "---", "defaults:", "profiles: {}", "profiles: {a: }"] {
            #expect(try arguments(["page"], text) == ["page"], "\(text)")
        }
    }

    @Test("A message names the source of an option")
    func explanations() throws {
        try write("defaults:\n  quality: 20\nprofiles:\n  p:\n    dark: true")
        defer { try? FileManager.default.removeItem(at: folder) }
        let line = try ConfiguredCommandLine(
            ["record", "--profile", "p", "--profile", "phone", "--seed", "1"], root: Pagereel.self,
            environment: ["PAGEREEL_CONFIG": file])
        #expect(
            line.explanations(of: "--quality, --size=1, --no-dark and --seed; --qualities") == [
                "--dark comes from the profile p (\(file), line 5).", "--quality comes from \(file), line 2.",
                "--size comes from the built-in profile phone.",
            ])
    }

    @Test("Every option of record is configurable, except page and output")
    func options() throws {
        let declared = Set(KnownOption.all(in: RecordCommand.self).map(\.name))
        let left = declared.subtracting(Configuration.options.keys)
        let photos: Set = ["live-photo", "motion-photo", "live-photo-still"]
        #expect(left == photos.union(["output", "library", "serve", "config", "no-config", "profile"]))
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
