import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import LibAV

/// Videos whose pictures are identified by their brightness.
private enum Numbered {
    /// The brightness step between pictures, in full range.
    static let step = 3

    /// Writes a video of 30 fps with ffmpeg.
    ///
    /// - Parameters:
    ///   - count: The number of pictures; their brightness starts at 0.
    ///   - options: Output options.
    static func make(_ path: String, count: Int, size: String = "64x48", _ options: [String]) async throws {
        // In RGB, so that the color range does not matter.
        let source = "nullsrc=s=\(size):r=30,format=gbrp,geq=r='N*\(step)':g='N*\(step)':b='N*\(step)'"
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source, "-frames:v", "\(count)"] + options + [path])
    }

    /// Options for lossless H.264 with few keyframes.
    static let h264 = [
        "-c:v", "libx264", "-pix_fmt", "yuv420p", "-qp", "0", "-preset", "veryfast", "-bf", "3", "-g", "25",
    ]

    /// The picture's number.
    static func number(_ pixels: PixelBuffer) -> Int { (pixels.channel(0, x: 20, y: 20) + step / 2) / step }
}

extension PixelBuffer {
    /// A byte of a pixel: 0 is blue, 1 green, 2 red, 3 alpha.
    fileprivate func channel(_ channel: Int, x: Int, y: Int) -> Int {
        unsafe withBytes { unsafe Int($0[y * stride + x * 4 + channel]) }
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
        // In order, with the last picture repeated; in any order; and backward, across keyframes.
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
        // The same picture is the same memory, so that it is not converted again.
        #expect(try movie.picture(at: time(10, 60)) === movie.picture(at: time(11, 60)))
    }

    @Test(arguments: [PixelSize(width: 32, height: 24), PixelSize(width: 101, height: 77)])
    func picturesComeInTheSizeThatIsWanted(_ size: PixelSize) async throws {
        let path = folder.path("a.mp4")
        try await Numbered.make(path, count: 12, Numbered.h264)
        let movie = try MovieFrames(path: path) { _ in size }
        let pictures = try (0..<12).map { try movie.picture(at: time($0)) }
        #expect(pictures.allSatisfy { $0.size == size })
        #expect(pictures.map(Numbered.number) == Array(0..<12))
    }

    @Test func variableFrameRatesKeepTheirTimes() async throws {
        let path = folder.path("vfr.mkv")
        // Pictures at 0, 1, 4, 9, 16 and 25 thirtieths.
        try await Numbered.make(
            path, count: 26, ["-vf", "select='eq(mod(sqrt(n),1),0)'", "-fps_mode", "passthrough"] + Numbered.h264)
        let movie = try MovieFrames(path: path)
        let seen = try (0..<30).map { Numbered.number(try movie.picture(at: time($0))) }
        #expect(seen == (0..<30).map { place in [25, 16, 9, 4, 1, 0].first { $0 <= place } })
    }

    @Test(arguments: ["gif", "apng"])
    func animatedPicturesAreSeenInAnyOrder(_ ending: String) async throws {
        let path = folder.path("a.\(ending)")
        // Each picture lasts 0.04 s.
        try await Numbered.make(path, count: 12, ["-vf", "setpts=N/25/TB", "-r", "25", "-pix_fmt", "gray"])
        let movie = try MovieFrames(path: path)
        let places = Array(0..<12) + [3, 11, 5, 4, 0]
        let seen = try places.map { Numbered.number(try movie.picture(at: time($0, 25))) }
        #expect(seen == places)
    }

    /// The upper half is red, the left half of the lower one green, the rest blue.
    ///
    /// When upright, it is rotated counterclockwise.
    @Test(arguments: [
        (0, 64, 48, [0xff0000, 0xff0000, 0x00ff00, 0x0000ff]),
        (1, 48, 64, [0xff0000, 0x0000ff, 0xff0000, 0x00ff00]),
        (2, 64, 48, [0x0000ff, 0x00ff00, 0xff0000, 0xff0000]),
        (3, 48, 64, [0x00ff00, 0xff0000, 0x0000ff, 0xff0000]),
    ])
    func aTurnedVideoIsSeenUpright(_ quarters: Int, _ width: Int, _ height: Int, _ corners: [Int]) async throws {
        let (flat, turned) = (folder.path("flat.mp4"), folder.path("turned.mp4"))
        let source =
            "color=red:s=64x48:r=5,drawbox=x=0:y=24:w=32:h=24:c=lime:t=fill,drawbox=x=32:y=24:w=32:h=24:c=blue:t=fill"
        _ = try await Tool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "1"] + Numbered.h264 + [flat])
        try TurnedMovie.write(turned, of: flat, quarters: quarters)
        let movie = try MovieFrames(path: turned)
        try #require(movie.size == PixelSize(width: width, height: height))
        let picture = try movie.picture(at: .zero)
        for (index, color) in corners.enumerated() {
            let (x, y) = (index % 2 == 0 ? 4 : width - 5, index < 2 ? 4 : height - 5)
            for channel in 0..<3 {
                #expect(abs(picture.channel(channel, x: x, y: y) - (color >> (8 * channel) & 0xff)) <= 6)
            }
        }
        // Also at another size.
        let small = try MovieFrames(path: turned) { PixelSize(width: $0.width / 2, height: $0.height / 2) }
        #expect(try small.picture(at: .zero).size == PixelSize(width: width / 2, height: height / 2))
    }

    /// Matroska's AAC starts 1024 samples before the pictures.
    ///
    /// Only from FFmpeg 7 on does the file state that they must be skipped.
    @Test(arguments: [
        ("mp4", "aac", [0]), ("webm", "libopus", [0]), ("mkv", "libopus", [0]), ("mkv", "aac", [0, 1024]),
    ])
    func soundAndPicturesKeepTogether(_ ending: String, _ codec: String, _ starts: [Int]) async throws {
        let (silent, path) = (folder.path("silent.webm"), folder.path("a.\(ending)"))
        try await Numbered.make(silent, count: 30, ["-c:v", "libvpx-vp9", "-lossless", "1", "-pix_fmt", "yuv420p"])
        let click = "aevalsrc='if(lt(n,48),0.9,0)':s=48000:d=1"
        // FFmpeg 5 shifts pictures by the delay that Opus packets already include.
        let shift = codec == "libopus" ? ["-avoid_negative_ts", "disabled"] : []
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-i", silent, "-f", "lavfi", "-i", click, "-c:v", "copy", "-c:a", codec, "-b:a", "256k"]
                + shift + [path])
        let reader = try SoundReader(path: path)
        var samples: [Float] = []
        while let chunk = try reader.next() { samples += chunk.left }
        let heard = try #require(samples.firstIndex { abs($0) > 0.4 })
        // Encoders smooth the first one or two samples.
        let start = try #require(starts.first { abs($0 - heard) <= 8 }, "\(heard)")
        let movie = try MovieFrames(path: path)
        for place in 0..<30 {
            // Matroska's times are in milliseconds.
            let moment = time(place) + .nanoseconds(start * 1_000_000_000 / 48_000) + .milliseconds(1)
            #expect(Numbered.number(try movie.picture(at: moment)) == place)
        }
    }

    @Test(arguments: [
        ("bt709", "tv", "yuv420p"), ("smpte170m", "tv", "yuv420p"), ("bt709", "pc", "yuv420p"),
        ("bt2020", "tv", "yuv420p"), ("bt709", "tv", "yuv444p"), ("smpte170m", "tv", "yuv422p"),
        ("bt709", "tv", "yuv420p10le"),
    ])
    func colorsFollowTheFilesTags(_ matrix: String, _ range: String, _ format: String) async throws {
        let path = folder.path("a.mkv")
        // Bars of 32 pixels each.
        let colors = [0xc03010, 0x20b040, 0x3050e0, 0x808080, 0xffffff, 0x101010]
        let bars = colors.enumerated().map { index, color in
            "drawbox=x=\(index * 32):y=0:w=32:h=48:c=0x\(String(color, radix: 16)):t=fill"
        }
        let source = "color=black:s=192x48:r=5,format=rgb24," + bars.joined(separator: ",")
        // The filter of FFmpeg 7 has no other name for it, the encoder has no such name.
        let colorSpace = matrix == "bt2020" ? "bt2020nc" : matrix
        let filter = "scale=out_color_matrix=\(matrix):out_range=\(range):flags=accurate_rnd+full_chroma_int"
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-y", "-f", "lavfi", "-i", source, "-frames:v", "1", "-vf", "\(filter),format=\(format)"]
                + ["-c:v", "libx264", "-qp", "0", "-colorspace", colorSpace, "-color_range", range, path])
        let picture = try MovieFrames(path: path).picture(at: .zero)
        for (index, color) in colors.enumerated() {
            for channel in 0..<3 {
                let seen = picture.channel(channel, x: index * 32 + 16, y: 30)
                #expect(abs(seen - (color >> (8 * channel) & 0xff)) <= 3)
            }
        }
    }

    @Test(arguments: [
        ("a.webm", "libvpx-vp9", "yuva420p"), ("a.mov", "prores_ks", "yuva444p10le"), ("b.mov", "png", "rgba"),
    ])
    func transparencyIsKept(_ name: String, _ codec: String, _ format: String) async throws {
        let path = folder.path(name)
        // White, with opacity increasing to the right.
        let source = "color=white:s=64x48:r=5,format=rgba,geq=r=255:g=255:b=255:a='X*4'"
        let profile = codec == "prores_ks" ? ["-profile:v", "4444"] : codec == "png" ? [] : ["-lossless", "1"]
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "2", "-pix_fmt", format, "-c:v", codec] + profile
                + [path])
        for size in [PixelSize(width: 64, height: 48), PixelSize(width: 32, height: 24)] {
            let picture = try MovieFrames(path: path) { _ in size }.picture(at: .zero)
            #expect(picture.hasAlpha)
            for x in [1, 8, 15, 24, 30] {
                let place = x * size.width / 32
                let alpha = picture.channel(3, x: place, y: 10)
                #expect(abs(alpha - x * 8) <= 6)
                // Premultiplied: white equals alpha.
                for channel in 0..<3 { #expect(abs(picture.channel(channel, x: place, y: 10) - alpha) <= 4) }
            }
        }
    }

    @Test func reversingALongGroupOfPicturesUsesBoundedMemory() async throws {
        let path = folder.path("long.mp4")
        try await Numbered.make(path, count: 80, ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-qp", "0", "-g", "1000"])
        let movie = try MovieFrames(path: path)
        // Seven such pictures.
        movie.mostKeptBytes = 7 * 64 * 48 * 3 / 2
        let all = Array((0..<80).reversed())
        #expect(try all.map { Numbered.number(try movie.picture(at: time($0))) } == all)
    }

    @Test func nonSquarePixelsAreCorrected() async throws {
        let path = folder.path("wide.mp4")
        try await Numbered.make(path, count: 1, ["-vf", "setsar=4/3"] + Numbered.h264)
        #expect(try MovieFrames(path: path).size == PixelSize(width: 85, height: 48))
    }

    @Test func invalidVideosAreRejected() throws {
        let path = try folder.write("a.mp4", "no video")
        let error = #expect(throws: FileError.self) { try MovieFrames(path: path) }
        #expect(error?.code == .unreadableInput)
        #expect(error?.message.contains("a.mp4") == true)
    }
}
