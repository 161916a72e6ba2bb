import ArgumentParser
import Foundation
import Frames
import Recorder
import Testing

@testable import CLI
@testable import Encoder

@Suite("Command-line arguments")
struct ArgumentTests {
    @Test(
        "Times are parsed",
        arguments: [
            ("10s", 10_000), ("1.5s", 1_500), ("250ms", 250), ("2m", 120_000), ("1h", 3_600_000),
            ("1m30s", 90_000), ("1h2m3s4ms", 3_723_004), ("10", 10_000), ("0.25", 250), ("0", 0), ("0s", 0),
            ("-2s", -2_000), ("-1m30s", -90_000), (".5s", 500), ("365", 365_000),
        ])
    func times(text: String, milliseconds: Int) {
        #expect(Duration(argument: text) == .milliseconds(milliseconds))
    }

    @Test(
        "Invalid times are rejected",
        arguments: [
            "", "-", "s", "ten", "10 s", " 10s", "10s ", "10x", "1m30", "1..5s", ".", "1e3", "--1s", "+1s", "1s-2s",
            "１０s", "10S", "inf", "nan", "8761h", "99999999999999999999s", "1d",
        ])
    func noTimes(text: String) {
        #expect(Duration(argument: text) == nil)
    }

    @Test("Times are exact to the nanosecond, up to a year")
    func exactTimes() {
        #expect(Duration(argument: "0.000000001s") == .nanoseconds(1))
        #expect(Duration(argument: "33.366666667ms") == .nanoseconds(33_366_667))
        #expect(Duration(argument: "8760h") == .seconds(365 * 86_400))
    }

    @Test("Only some options accept zero or negative times")
    func signs() throws {
        #expect(try positiveDuration("1ms") == .milliseconds(1))
        #expect(try duration("0s") == .zero)
        #expect(try anyDuration("-1s") == .seconds(-1))
        for text in ["0", "-1s", "x"] { #expect(throws: ValidationError.self) { try positiveDuration(text) } }
        for text in ["-1ms", "x"] { #expect(throws: ValidationError.self) { try duration(text) } }
        #expect(throws: ValidationError.self) { try anyDuration("x") }
    }

    @Test(
        "Sizes are parsed",
        arguments: [("1280x720", 1280, 720), ("16x16", 16, 16), ("4096X4096", 4096, 4096), ("17x23", 17, 23)])
    func sizes(text: String, width: Int, height: Int) throws {
        #expect(try pageSize(text) == PixelSize(width: width, height: height))
    }

    @Test(
        "Invalid sizes are rejected",
        arguments: [
            "", "x", "1280", "1280x", "x720", "1280x720x2", "1280*720", "1280 x 720", "12.5x16", "15x16", "16x15",
            "4097x16", "16x4097", "0x0", "-16x16", "16x-16", "99999999999999999999x16",
        ])
    func noSizes(text: String) {
        #expect(throws: ValidationError.self) { try pageSize(text) }
    }

    @Test("Scales are whole numbers from 1 to 4")
    func scales() throws {
        for scale in 1...4 { #expect(try pageScale("\(scale)") == scale) }
        for text in ["0", "5", "1.5", "", "x", "-1"] { #expect(throws: ValidationError.self) { try pageScale(text) } }
    }

    @Test("Bit rates are parsed")
    func bitRates() throws {
        let read = bitsPerSecond(in: 10_000...1_000_000_000)
        for (text, bits) in [
            ("800k", 800_000), ("800K", 800_000), ("2M", 2_000_000), ("2m", 2_000_000), ("2.5M", 2_500_000),
            ("2500000", 2_500_000), ("10k", 10_000), ("1000M", 1_000_000_000),
        ] {
            #expect(try read(text) == bits, "\(text)")
        }
        for text in ["", "k", "M", "x", "-2M", "0", "nan", "inf", "2G", "2 M", "9999", "1000.1M", "1e30", "1e300M"] {
            #expect(throws: ValidationError.self, "\(text)") { try read(text) }
        }
    }

    @Test("Frame rates and numbers must be within their range")
    func rates() throws {
        #expect(try frameRate("29.97").description == "30000/1001")
        for text in ["0", "1000", "-30", "x", ""] { #expect(throws: ValidationError.self) { try frameRate(text) } }
        let volume = number("the volume", in: 0...10)
        #expect(try volume("0.8") == 0.8)
        for text in ["-0.1", "10.1", "nan", "x", ""] { #expect(throws: ValidationError.self) { try volume(text) } }
    }
}

@Suite("The output name")
struct OutputNameTests {
    private func path(_ template: String, at time: time_t = 1_767_225_600) throws -> String {
        try #require(OutputName(argument: template)).path(at: time)
    }

    /// The C library's result for a conversion, in the local time zone.
    private func local(_ format: String, _ time: time_t) -> String {
        var time = time
        var parts = tm()
        localtime_r(&time, &parts)
        var buffer = [CChar](repeating: 0, count: 256)
        let length = strftime(&buffer, buffer.count, format, &parts)
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
        for name in ["a.webm", "a.mkv", "a.mov"] { #expect(refusal(name, "--transparent") == nil) }
    }

    @Test(
        "An unsupported codec is rejected with a list of supported ones",
        arguments: [
            ("a.webm", ["--codec", "h264"], "holds VP9 (vp9), AV1 (av1)"),
            ("a.mov", ["--codec", "vp9"], "name the output .mp4 or .mkv or .webm"),
            ("a.mp4", ["--codec", "prores"], "name the output .mov"),
            ("a.mp4", ["--codec", "hevc", "--encoder", "libx264"], "libx265, hevc_vaapi, hevc_nvenc"),
            ("a.mp4", ["--transparent"], ".webm or .mkv"),
            ("a.mkv", ["--transparent", "--codec", "h264"], ".webm or .mkv"),
            ("a.mkv", ["--transparent", "--encoder", "vp9_vaapi"], "libvpx-vp9"),
            ("a.mov", ["--codec", "prores", "--quality", "3"], "one quality"),
        ])
    func mismatch(output: String, options: [String], words: String) throws {
        let text = try #require(refusal(output, options))
        #expect(text.contains(words), "\(text)")
    }

    private func refusal(_ output: String, _ options: [String]) -> String? {
        do {
            try VideoArguments.parse(options).validate(for: output)
            return nil
        } catch {
            return VideoArguments.message(for: error)
        }
    }

    @Test("Thread counts are parsed")
    func threads() throws {
        #expect(try wholeNumber("the number of threads", in: VideoSettings.threadRange)("1") == 1)
        #expect(try wholeNumber("the number of threads", in: VideoSettings.threadRange)("64") == 64)
        for text in ["0", "65", "-1", "two", ""] {
            #expect(throws: ValidationError.self) {
                try wholeNumber("the number of threads", in: VideoSettings.threadRange)(text)
            }
        }
    }
}
