import Frames
import TestSupport
import Testing

@testable import Decoder

@Suite("Time codes")
struct TimecodeTests {
    @Test(
        "A time code is a number of frames, with and without dropped numbers",
        arguments: [
            // As opentimelineio.opentime.from_timecode counts.
            ("01:00:00:00", "25", 90_000), ("01:00:00:00", "29.97", 108_000), ("01:00:00;00", "29.97", 107_892),
            ("00:01:00;02", "29.97", 1800), ("00:10:00;00", "29.97", 17_982), ("10:00:00;00", "59.94", 2_157_840),
            ("00:00:59:29", "30", 1799),
        ])
    func counts(text: String, rate: String, frames: Int) throws {
        let timecode = try #require(FrameRate(rate).flatMap { Timecode(text, rate: $0) })
        #expect(timecode.frames == frames)
    }

    @Test("Other texts are no time codes", arguments: ["", "1:2", "00:00:00:25", "00:61:00:00", "a:00:00:00"])
    func refusals(text: String) throws {
        let rate = try #require(FrameRate("25"))
        #expect(Timecode(text, rate: rate) == nil)
    }

    @Test(
        "The time code of a file's track or tag is read",
        arguments: [("a.mov", "01:00:00;00"), ("a.mp4", "01:02:03:04"), ("a.mkv", "10:00:00:00")])
    func files(name: String, text: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(name)
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x48:r=30000/1001:d=1", "-timecode", text, path])
        let rate = try #require(FrameRate("29.97"))
        #expect(try MediaContents(of: path).timecode == Timecode(text, rate: rate))
    }
}
