import ArgumentParser
import RecordingLibrary
import Testing

@testable import CLI
@testable import EngineLink
@testable import Recorder

@Suite("The command that reproduces a recording")
struct RepeatingTests {
    private static let page = "https://user:word@app.example/a?b=c"

    private func repeatable(_ options: [String]) throws -> RepeatableCommand {
        try RecordCommand.parse([Self.page] + options).repeatable(PageAddress(Self.page))
    }

    @Test(
        "The command contains every option that affects the recording",
        arguments: [
            [
                "--serve", "/a", "--size", "320x180", "--scale", "2", "--user-agent", "it's me", "--ca-file",
                "/a.pem", "--insecure",
                "--init-script", "/c.js", "--script", "/a b.js", "--style", "/a.css", "--do", "/a.yaml", "--wait-for",
                "div > p", "--language", "en",
                "--language", "zh-CN", "--dark", "--no-sandbox", "--max-memory", "819200K", "--block", "ads",
                "--block", "/track?", "--allow-local",
            ],
            ["--max-memory", "none"],
            [
                "--start-on", "load", "--duration", "1.5s", "--start-timeout", "61s", "--hang-timeout", "5s",
                "--start-url", "https://a.example/s", "--stop-url", "https://a.example/e", "--cancel-url",
                "https://a.example/c",
            ],
            ["--max-duration", "0.25s", "--clock", "realtime"], ["--max-duration", "none"],
            [
                "--date", "2026-01-01T00:00:00.123Z", "--timezone", "Asia/Shanghai", "--seed", "7",
                "--refresh-rate", "60", "--network", "run",
            ],
            [
                "--rendering", "composited", "--fps", "30000/1001", "--codec", "hevc", "--encoder", "libx265",
                "--threads", "2", "--preset", "fast", "--quality", "18.5",
            ],
            ["--capture", "snapshot"], ["--transparent"], ["--bitrate", "2000000"],
            [
                "--bits-per-pixel", "0.1", "--video-size", "640x360", "--keyframe-interval", "2s", "--codec-profile",
                "high422", "--level", "4.1", "--pixel-format", "yuv422p10", "--tune", "film", "--max-bitrate",
                "4000000", "--buffer-size", "8000000", "--pixel-aspect", "4:3",
            ],
            ["--keyframe-interval", "60", "--level", "5"],
            [
                "--audio", "/a.ogg", "--audio-bitrate", "96000", "--audio-rate", "44100", "--audio-channels",
                "1", "--audio-volume", "0.5", "--audio-fade-in", "1s",
                "--audio-fade-out", "2s", "--audio-crossfade", "0.05s", "--audio-offset=-2s", "--page-audio", "on",
                "--page-volume", "0.5", "--audio-tracks", "separate", "--audio-ducking",
            ],
        ])
    func options(given: [String]) throws {
        let command = try repeatable(given)
        #expect(command.arguments == ["https://app.example/a?b=c"] + given)
    }

    @Test("Secrets are omitted and marked")
    func secrets() throws {
        let command = try repeatable([
            "--header", "X-Key: swordfish", "--cookie", "session=swordfish", "--auth", "user:swordfish",
            "--start-url", "https://user:swordfish@a.example/",
        ])
        #expect(!command.text.contains("swordfish") && !command.text.contains("word@"))
        #expect(command.omitted == ["--header", "--cookie", "--auth"])
        #expect(try RecordCommand.parse(["a.html"]).repeatable(PageAddress("https://a.example/")).omitted == [])
    }

    @Test("Output and scheduling options are omitted")
    func place() throws {
        let options = ["-o", "a.mp4", "--overwrite", "--json", "--lock", "a", "--lock-wait", "1s", "-v"]
        #expect(try repeatable(options).arguments == ["https://app.example/a?b=c"])
    }

    @Test("Paths are absolute")
    func paths() throws {
        let arguments = try repeatable(["--script", "a.js"]).arguments
        #expect(arguments.last?.hasPrefix("/") == true && arguments.last?.hasSuffix("/a.js") == true)
    }

    @Test("What the table leaves out are secrets, places, and what happens beside the recording")
    func leftOut() {
        let options = RecordCommand.tablesOfGroups.flatMap { $0.facts }
        let left = Set(options.filter { !$0.isRepeated }.map(\.name))
        let expected: Set = [
            "header", "cookie", "auth", "var", "overwrite", "library", "json", "quiet", "verbose", "expect", "lock",
            "lock-wait",
            "retry", "retry-delay", "log", "keep", "keep-size", "mail-on-failure", "on-finish", "on-failure", "notify",
            "live-photo", "motion-photo",
            "live-photo-still", "config", "no-config", "profile",
        ]
        #expect(expected.subtracting(left) == [])
        #expect(options.count > 75 && left.count < 40)
    }
}
