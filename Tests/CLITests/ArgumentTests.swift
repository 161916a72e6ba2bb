import ArgumentParser
import Foundation
import Frames
import Notation
import Recorder
import Testing

@testable import CLI
@testable import Encoder

@Suite("Command-line arguments")
struct ArgumentTests {
    @Test("is read by its form, which the message names")
    func forms() throws {
        #expect(try Options<FollowArguments>.parse(["--fps", "29.97"]).wrappedValue.fps.description == "30000/1001")
        let until = try #require(FollowArguments.facts.first { $0.name == "until" })
        let error = #expect(throws: ValidationError.self) { try until.check("0s") }
        #expect(error?.message == "write a time greater than zero, like 1.5s, 250ms, 2m, 1m30s or 1:30.")
    }

    @Test("are written as they are read")
    func writing() throws {
        let filter = ["--since=2026-01-31", "--until=2026-02-01T08:00", "--limit=3"]
        #expect(try written(Options<FilterArguments>.parse(filter)) == filter)
        let stills = ["--at=1.5s,stop,mark:a", "--output=a", "--until=2s"]
        #expect(try written(Options<StillsArguments>.parse(stills)) == stills)
        let slides = ["--background=#ff8800", "--transition=wipe-up:1s"]
        #expect(try written(Options<SlideArguments>.parse(slides)) == slides)
        let compose = ["--output=a.png", "--output=b.png", "--at=45f", "--frames=1..2"]
        #expect(try written(Options<ComposeArguments>.parse(compose)) == compose)
        let schedule = ["--cron=0 6 * * 1", "--format=systemd", "--name=a"]
        #expect(try written(Options<ScheduleArguments>.parse(schedule)) == schedule)
    }

    private func written(_ options: any OptionTableGroup) -> [String] {
        options.settings.filter(\.isTyped).flatMap(\.arguments)
    }

    @Test("are all of one option behind --engine-options")
    func rest() throws {
        let cluster = try Options<ClusterArguments>.parse(["--engine=slurm", "--engine-options", "--mem=1", "-q", "--"])
        #expect(cluster.wrappedValue.engineOptions == ["--mem=1", "-q", "--"])
    }
}

@Suite("The output name")
struct OutputNameTests {
    private func path(_ template: String, at time: time_t = 1_767_225_600) throws -> String {
        try OutputName(template: template).path(at: time)
    }

    /// The C library's result for a conversion, in the local time zone.
    private func local(_ format: String, _ time: time_t) -> String {
        var time = time
        var parts = unsafe tm()
        unsafe localtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 256)
        let length = unsafe strftime(&buffer, buffer.count, format, &parts)
        return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    @Test(
        "A plain name is unchanged",
        arguments: [
            "out.mp4", "/a/b/out.MP4", "年 度.m4v", "a.b/.mp4.mp4", "out.mkv", "out.WEBM", "a.mp4/out.mov",
        ])
    func plain(name: String) throws {
        #expect(try path(name) == name)
    }

    @Test("A template is filled in with the start time")
    func conversions() throws {
        let noon: time_t = 1_767_268_800
        #expect(try path("reports/%Y-%m-%d.mp4", at: noon) == "reports/\(local("%Y-%m-%d", noon)).mp4")
        #expect(try path("%Y/%m/%d/%H%M%S.mp4", at: noon) == local("%Y/%m/%d/%H%M%S.mp4", noon))
        #expect(try path("年%Y.mp4", at: noon) == "年\(local("%Y", noon)).mp4")
        #expect(try path("100%%.mp4") == "100%.mp4")
        #expect(try path("%A-%B.mp4", at: noon) == local("%A-%B.mp4", noon))
    }

    @Test("A pipe is rejected")
    func pipe() throws {
        let error = #expect(throws: ValidationError.self) { try path("-") }
        #expect(try #require(error).message.contains("a pipe does not allow"))
    }

    @Test("The name must be a file's", arguments: ["", "/", "folder/", "%n/"])
    func folders(name: String) {
        let error = #expect(throws: ValidationError.self) { try path(name) }
        #expect(error?.message.contains("names no file") == true)
    }

    @Test(
        "The name must have a video extension", arguments: ["out", "out.avi", "out.mp4.txt", "mp4", "out.mp4/x", "%Y"])
    func otherFormats(name: String) {
        let error = #expect(throws: ValidationError.self) { try path(name) }
        #expect(error?.message.contains("ends in .mp4") == true)
    }
}

@Suite("The video format")
struct VideoArgumentTests {
    private func refusal(_ output: String, _ options: String...) -> String? { refusal(output, options) }

    @Test("Supported codecs are accepted")
    func fitting() {
        for codec in ["h264", "hevc", "av1", "vp9"] {
            #expect(refusal("a.mp4", "--codec", codec) == nil)
            #expect(refusal("a.mkv", "--codec", codec) == nil)
        }
        #expect(refusal("a.webm", "--codec", "av1") == nil)
        #expect(refusal("a.mov", "--codec", "prores") == nil)
        #expect(refusal("a.mp4", "--encoder", "hevc_vaapi") == nil)
        #expect(refusal("a.mp4", "--encoder", "h264_qsv") == nil)
        for name in ["a.webm", "a.mkv", "a.mov"] { #expect(refusal(name, "--transparent") == nil) }
    }

    @Test(
        "An unsupported codec is rejected with a list of supported ones",
        arguments: [
            ("a.webm", ["--codec", "h264"], "only VP9 (vp9), AV1 (av1)"),
            ("a.mov", ["--codec", "vp9"], "name the output .mp4 or .mkv or .webm"),
            ("a.mp4", ["--codec", "prores"], "name the output .mov"),
            ("a.mp4", ["--codec", "hevc", "--encoder", "libx264"], "libx265, hevc_vaapi, hevc_nvenc, hevc_qsv"),
            ("a.mp4", ["--transparent"], ".webm or .mkv"),
            ("a.mkv", ["--transparent", "--codec", "h264"], ".webm or .mkv"),
            ("a.mkv", ["--transparent", "--encoder", "vp9_vaapi"], "libvpx-vp9"),
            ("a.mov", ["--codec", "prores", "--quality", "3"], "one quality"),
            ("a.mov", ["--codec", "prores", "--bits-per-pixel", "1"], "one quality"),
            ("a.mp4", ["--codec-profile", "baseline", "--pixel-format", "yuv444p"], "high444"),
            ("a.mp4", ["--video-size", "1920x1080", "--level", "3.1"], "lowest level that holds is 4."),
            ("a.mp4", ["--bitrate", "1M", "--bits-per-pixel", "1"], "--bitrate and --bits-per-pixel cannot be"),
            ("a.mp4", ["--keyframe-interval", "1.5"], "a number of frames from 1 to 100000"),
            ("a.mp4", ["--level", "41"], "a level like 3.1"), ("a.mp4", ["--pixel-aspect", "4"], "a ratio like 4:3"),
            ("a.mp4", ["--buffer-size", "x"], "in bits, like 8M"),
        ])
    func mismatch(output: String, options: [String], words: String) throws {
        let text = try #require(refusal(output, options))
        #expect(text.contains(words), "\(text)")
    }

    private func refusal(_ output: String, _ options: [String]) -> String? {
        do {
            let arguments = try StreamOfVideo.parse(options)
            try arguments.video.validate(for: output, arguments.stream, size: nil)
            return nil
        } catch {
            return StreamOfVideo.message(for: error)
        }
    }

    /// The options for encoding, as the commands declare them.
    private struct StreamOfVideo: ParsableArguments {
        @OptionGroup @Options var video: VideoArguments
        @OptionGroup @Options var stream: StreamArguments
    }

    @Test("takes up to 64 threads")
    func threads() throws {
        #expect(try Options<VideoArguments>.parse(["--threads", "64"]).wrappedValue.threads == 64)
        let error = #expect(throws: (any Error).self) { try Options<VideoArguments>.parse(["--threads", "65"]) }
        let text = Options<VideoArguments>.message(for: try #require(error))
        #expect(text.contains("'--threads <number>': write a whole number from 1 to 64."), "\(text)")
    }
}
