import Files
import Foundation
import Testing

@testable import CLI
@testable import Encoder
@testable import EngineLink
@testable import Frames
@testable import LibAV
@testable import Recorder

/// The command's own type; Swift Testing has one of the same name.
private typealias Status = CLI.ExitStatus

@Suite("The summary")
struct SummaryTests {
    private func summary(
        _ reason: ExitReason = .stopped, loops: Int? = 2, hasMovie: Bool = true, repeated: Int = 3,
        size: PixelSize = PixelSize(width: 1280, height: 720), time: VirtualTime? = nil, timeZone: String? = nil,
        codec: VideoCodec = .h264, hasAlpha: Bool = false
    ) throws -> RecordingSummary {
        let sound = loops.map {
            SoundSummary(
                codec: "aac", sampleRate: 48_000, channels: 2, samples: 96_000, loops: $0, page: nil, titles: [],
                warnings: [])
        }
        let format = MovieFormat(container: .mp4, codec: codec, encoder: "libx264", threads: 1, hasAlpha: hasAlpha)
        let movie = MovieSummary(
            size: size.roundedUpToEven, frames: 60, duration: .seconds(2), bytes: 123_456, format: format, sound: sound)
        return RecordingSummary(
            page: "https://app.example/", title: "Report", output: hasMovie ? "out.mp4" : nil,
            movie: hasMovie ? movie : nil, soundFile: nil, format: format, scale: .one, pictureSize: size,
            frameRate: try #require(FrameRate("29.97")), rendering: .painted,
            renderingReason: "it was requested", virtualTime: time, timeZone: timeZone,
            refreshRate: time == nil ? nil : FrameRate("60"), repeated: repeated,
            signals: [
                signal(.start, at: .zero, pageTime: .seconds(0.5)),
                signal(.mark(name: "One"), at: .seconds(1), pageTime: .seconds(1.5)),
                signal(.resume, at: nil, pageTime: .seconds(2)),
            ],
            steps: [
                StepOutcome(PageStep(at: .seconds(0.5), .click(.css("#next"))), .done),
                StepOutcome(
                    PageStep(at: .seconds(9), .type(text: "secret", into: .css("#name"))), .notReached,
                    because: "Too late."),
            ],
            chapters: [Chapter(name: "One", start: .seconds(1))], captions: 0,
            soundtrack: loops == nil ? nil : "sound.mp3",
            pageStreams: 0, warnings: ["Look out."], verdicts: [], wallTime: .seconds(3.25), exitReason: reason)
    }

    private func signal(_ signal: PageSignal, at time: Duration?, pageTime: Duration) -> RecordedSignal {
        RecordedSignal(
            SignalEvent(signal: signal, channel: .message, instant: .realNow), time: time,
            pageTime: pageTime, ignoredBecause: nil)
    }

    private func object(_ text: String) throws -> [String: Any] {
        #expect(!text.contains("\n"))
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("The JSON always has every key")
    func keys() throws {
        let keys: Set = [
            "page", "title", "output", "width", "height", "scale", "padded", "fps", "frames", "repeated", "duration",
            "signals", "steps", "chapters", "captions", "sound", "bytes", "wallTime", "exitReason", "warnings", "clock",
            "date",
            "timezone",
            "seed", "refreshRate", "network", "container", "codec", "encoder", "threads", "transparent",
            "rendering", "renderingReason", "expectations", "attempts", "livePhoto", "motionPhoto", "poster", "report",
            "har", "trace",
        ]
        #expect(Set(try object(jsonLine(RecordingJSON(summary()))).keys) == keys)
        let cancelled = try object(jsonLine(RecordingJSON(summary(.cancelled, hasMovie: false))))
        #expect(Set(cancelled.keys) == keys)
        #expect(cancelled["output"] is NSNull)
        #expect(cancelled["sound"] is NSNull)
        #expect(cancelled["frames"] as? Int == 0)
        #expect(cancelled["bytes"] as? Int == 0)
        #expect(cancelled["width"] as? Int == 1280)
        #expect(cancelled["exitReason"] as? String == "cancelled")
    }

    @Test("The summary states the page's date")
    func time() throws {
        let real = try object(jsonLine(RecordingJSON(summary())))
        #expect(real["clock"] as? String == "realtime")
        for key in ["date", "timezone", "seed", "refreshRate", "network"] { #expect(real[key] is NSNull, "\(key)") }
        var time = VirtualTime()
        time.date = 1_767_225_600_123
        time.seed = .max
        time.waitsForNetwork = false
        let virtual = try object(jsonLine(RecordingJSON(summary(time: time, timeZone: "Asia/Shanghai"))))
        #expect(virtual["clock"] as? String == "virtual")
        #expect(virtual["date"] as? String == "2026-01-01T00:00:00.123Z")
        #expect(virtual["timezone"] as? String == "Asia/Shanghai")
        #expect(virtual["seed"] as? UInt64 == .max)
        #expect(virtual["refreshRate"] as? String == "60")
        #expect(virtual["network"] as? String == "run")
    }

    @Test("The JSON contains the values")
    func values() throws {
        let json = try object(jsonLine(RecordingJSON(summary(size: PixelSize(width: 361, height: 203)))))
        #expect(json["page"] as? String == "https://app.example/")
        #expect(json["title"] as? String == "Report")
        #expect(json["output"] as? String == "out.mp4")
        #expect(json["width"] as? Int == 362)
        #expect(json["height"] as? Int == 204)
        #expect(json["padded"] as? Bool == true)
        #expect(json["container"] as? String == "mp4")
        #expect(json["codec"] as? String == "h264")
        #expect(json["encoder"] as? String == "libx264")
        #expect(json["threads"] as? Int == 1)
        #expect(json["transparent"] as? Bool == false)
        #expect(json["fps"] as? String == "30000/1001")
        #expect(json["frames"] as? Int == 60)
        #expect(json["repeated"] as? Int == 3)
        #expect(json["duration"] as? Double == 2)
        #expect(json["wallTime"] as? Double == 3.25)
        #expect(json["attempts"] as? Int == 1)
        #expect(json["exitReason"] as? String == "stopped")
        #expect(json["warnings"] as? [String] == ["Look out."])
        let signals = try #require(json["signals"] as? [[String: Any]])
        #expect(signals.map { $0["signal"] as? String } == ["start", "mark", "resume"])
        #expect(signals.map { $0["name"] as? String } == [nil, "One", nil])
        #expect(signals[0].keys.sorted() == ["pageTime", "signal", "time"])
        #expect(signals[1]["time"] as? Double == 1)
        #expect(signals[1]["pageTime"] as? Double == 1.5)
        #expect(signals[2]["time"] is NSNull)
        let chapter = try #require((json["chapters"] as? [[String: Any]])?.first)
        #expect(chapter["name"] as? String == "One")
        #expect(chapter["start"] as? Double == 1)
        let sound = try #require(json["sound"] as? [String: Any])
        #expect(Set(sound.keys) == ["file", "codec", "sampleRate", "channels", "samples", "loops", "tracks", "page"])
        #expect(sound["file"] as? String == "sound.mp3")
        #expect(sound["samples"] as? Int == 96_000)
    }

    @Test("The JSON of a failure names its kind")
    func failure() throws {
        let json = try object(
            jsonLine(
                FailureJSON(
                    PageError(.cannotLoad, "It \"failed\"."), status: .pageNotLoaded, page: "p.html", attempts: 3)))
        #expect(Set(json.keys) == ["page", "output", "attempts", "exitReason", "error"])
        #expect(json["attempts"] as? Int == 3)
        #expect(json["output"] is NSNull)
        #expect(json["exitReason"] as? String == "not-loaded")
        #expect(json["error"] as? String == "It \"failed\".")
    }

    @Test("The text is one line")
    func line() throws {
        #expect(
            try summary().line
                == "out.mp4: 0:02.0 · 60 frames (3 repeated) · 1280x720, 30000/1001 fps · soundtrack played 3 times · "
                + "1 chapter · 123 kB · took 3.3 s")
        #expect(try summary(loops: 0, repeated: 0).line.contains(" · 60 frames · "))
        #expect(try summary(loops: 0).line.contains(" · with sound · "))
        #expect(try !summary(loops: nil).line.contains("sound"))
        #expect(
            try summary(size: PixelSize(width: 361, height: 203)).line
                .contains("padded from 361x203, as H.264 needs even sides"))
        #expect(try summary(codec: .hevc).line.contains("30000/1001 fps · HEVC · "))
        #expect(try summary(codec: .vp9, hasAlpha: true).line.contains(" · VP9 with transparency · "))
        #expect(
            try summary(.cancelled, hasMovie: false).line == "canceled by the page; nothing was written.")
        #expect(try summary(.hung).line.hasSuffix(" · kept up to where the page hung"))
        #expect(try summary(.longestDuration).line.hasSuffix(" · ended by --max-duration"))
    }
}

@Suite("Exit status")
struct ExitStatusTests {
    @Test("The numbers are as documented")
    func numbers() {
        #expect(
            Status.allCases.map(\.rawValue) == [
                0, 1, 10, 11, 12, 64, 65, 66, 69, 70, 73, 74, 75, 78, 129, 130, 131, 143,
            ])
    }

    @Test("The table lists every number with its meaning")
    func table() {
        let lines = Status.table.split(separator: "\n")
        #expect(lines.count == Status.allCases.count)
        for (line, status) in zip(lines, Status.allCases) {
            let words = line.split(separator: " ", maxSplits: 1)
            #expect(words.first.map(String.init) == "\(status.rawValue)")
            #expect(words.last?.drop { $0 == " " } == status.meaning[...])
            #expect(line.count <= 120)
        }
    }

    @Test("The status follows from the exit reason")
    func reasons() {
        let table: [(ExitReason, Status)] = [
            (.stopped, .success), (.duration, .success), (.longestDuration, .success), (.cancelled, .cancelled),
            (.interrupted, .interrupted), (.hung, .pageDied), (.crashed, .pageDied),
        ]
        for (reason, status) in table { #expect(Status(reason, signal: nil) == status, "\(reason)") }
        #expect(Status(.interrupted, signal: .terminated) == .terminated)
        #expect(Status(.stopped, signal: .interrupted) == .success)
    }

    @Test("The status follows from the kind of error")
    func errors() {
        let table: [(any Error, Status)] = [
            (PageError(.missingComponent, ""), .missingComponent), (PageError(.cannotLoad, ""), .pageNotLoaded),
            (PageError(.crashed, ""), .pageDied), (PageError(.hung, ""), .pageDied),
            (FileError(.unreadableInput, ""), .unreadableInput),
            (FileError(.missingComponent, ""), .missingComponent),
            (FileError(.cannotCreateOutput, ""), .outputNotCreated),
            (FileError(.cannotWriteOutput, ""), .outputNotWritten), (FileError(.invalidSettings, ""), .usage),
            (PageError(.invalidPlan, ""), .usage), (PageError(.neverStarted, ""), .neverStarted),
            (PageError(.interrupted, ""), .interrupted), (CancellationError(), .internalFailure),
            (CommandError(.misconfigured, ""), .misconfigured),
            (FileError(.locked, ""), .locked),
        ]
        for (error, status) in table { #expect(Status(error, signal: nil) == status, "\(error)") }
        #expect(Status(PageError(.interrupted, ""), signal: .terminated) == .terminated)
    }

    @Test("Only failures that the page may overcome are retried")
    @MainActor
    func attempts() {
        let table: [(any Error, Bool)] = [
            (PageError(.cannotLoad, ""), true), (PageError(.crashed, ""), true), (PageError(.hung, ""), true),
            (PageError(.neverStarted, ""), true), (PageError(.missingComponent, ""), false),
            (PageError(.invalidPlan, ""), false), (PageError(.interrupted, ""), false),
            (FileError(.unreadableInput, ""), false), (FileError(.cannotWriteOutput, ""), false),
            (FileError(.locked, ""), false),
        ]
        for (error, mayRecover) in table { #expect(Retries.pageMayRecover(from: error) == mayRecover, "\(error)") }
    }
}
