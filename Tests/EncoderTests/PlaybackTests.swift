import Encoder
import Frames
import TestSupport
import Testing

/// Videos whose pictures say by their brightness which they are.
private enum Numbered {
    /// How much brighter each picture is, in full range.
    static let step = 3

    /// Has ffmpeg write a video of 30 pictures a second.
    ///
    /// - Parameters:
    ///   - count: How many pictures; their brightness begins at 0.
    ///   - options: Of the output.
    static func make(_ path: String, count: Int, size: String = "64x48", _ options: [String]) async throws {
        // In RGB, so that no range is in question.
        let source = "nullsrc=s=\(size):r=30,format=gbrp,geq=r='N*\(step)':g='N*\(step)':b='N*\(step)'"
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source, "-frames:v", "\(count)"] + options + [path])
    }

    /// The options of a lossless H.264 with few pictures that stand by themselves.
    static let h264 = [
        "-c:v", "libx264", "-pix_fmt", "yuv420p", "-qp", "0", "-preset", "veryfast", "-bf", "3", "-g", "25",
    ]

    /// Which picture it is.
    static func number(_ pixels: PixelBuffer) -> Int { (pixels.channel(0, x: 20, y: 20) + step / 2) / step }
}

extension PixelBuffer {
    /// A byte of a pixel: 0 is blue, 1 green, 2 red, 3 alpha.
    fileprivate func channel(_ channel: Int, x: Int, y: Int) -> Int {
        withBytes { Int($0[y * stride + x * 4 + channel]) }
    }
}

@Suite struct PlaybackTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func time(_ frame: Int, _ rate: Int = 30) -> Duration {
        FrameRate(numerator: rate).map { $0.time(ofFrame: frame) } ?? .zero
    }

    @Test(arguments: ["a.mp4", "a.mkv", "a.mov", "a.ts", "a.avi"])
    func everyPictureIsSeenAtItsTime(_ name: String) async throws {
        let path = folder.path(name)
        try await Numbered.make(path, count: 40, Numbered.h264 + (name == "a.avi" ? ["-bf", "0"] : []))
        let movie = try MovieFrames(path: path)
        #expect(movie.size == PixelSize(width: 64, height: 48))
        let all = Array(0..<40)
        // In order, with the last picture staying; in any order; and backwards,
        // over pictures that stand by themselves.
        for places in [all + [3000], [7, 31, 2, 2, 38, 26, 25, 24, 0, 39], all.reversed()] {
            let seen = try places.map { Numbered.number(try movie.picture(at: time($0))) }
            #expect(seen == places.map { min($0, 39) })
        }
    }

    @Test func aPictureLastsUntilTheNext() async throws {
        let path = folder.path("a.mp4")
        try await Numbered.make(path, count: 12, Numbered.h264)
        let movie = try MovieFrames(path: path)
        #expect(try (0..<24).map { Numbered.number(try movie.picture(at: time($0, 60))) } == (0..<24).map { $0 / 2 })
        #expect(try (0..<6).map { Numbered.number(try movie.picture(at: time($0, 15))) } == (0..<6).map { $0 * 2 })
        // The same picture is the same memory, which is not converted again.
        #expect(try movie.picture(at: time(10, 60)) === movie.picture(at: time(11, 60)))
    }
}
