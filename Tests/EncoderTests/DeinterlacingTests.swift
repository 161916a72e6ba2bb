import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder

@Suite("Interlaced films")
struct DeinterlacingTests {
    /// A way in which a film is interlaced.
    struct Film: CustomTestStringConvertible, Sendable {
        let name: String
        /// The filters that make 25 interlaced pictures per second of 50 progressive ones.
        var filters = "tinterlace=interleave_top,setfield=tff"
        var size = "96x80"
        let options: [String]
        var testDescription: String { name }
    }

    private static let interlaced = ["-flags", "+ilme+ildct"]
    private static let films = [
        Film(name: "a.mpg", options: ["-c:v", "mpeg2video", "-q:v", "2", "-g", "9", "-bf", "2"] + interlaced),
        Film(
            name: "b.mp4", filters: "tinterlace=interleave_bottom,setfield=bff",
            options: ["-c:v", "libx264", "-qp", "10", "-g", "12", "-bf", "2", "-x264opts", "bff=1"] + interlaced),
        Film(name: "c.mov", options: ["-c:v", "prores_ks", "-pix_fmt", "yuv422p10le"] + interlaced),
        Film(
            name: "d.avi", filters: "tinterlace=interleave_bottom,setfield=bff,format=yuv420p", size: "720x576",
            options: ["-c:v", "dvvideo", "-s", "720x576"] + interlaced),
        Film(name: "odd.mkv", size: "97x75", options: ["-c:v", "ffv1", "-pix_fmt", "yuv420p"]),
        // Progressive pictures between interlaced ones.
        Film(
            name: "mixed.mkv",
            filters: "split[a][b];[a]trim=end_frame=20,tinterlace=interleave_top,setfield=tff,setpts=N/25/TB[a];"
                + "[b]trim=start_frame=20:end_frame=30,setpts=N/25/TB,fps=25,setfield=prog,split[b][c];[c]tinterlace=interleave_top,"
                + "setfield=tff,setpts=N/25/TB[c];[a][b][c]concat=n=3,fps=25",
            options: ["-c:v", "ffv1", "-level", "3", "-coder", "0", "-pix_fmt", "yuv420p"]),
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func make(_ film: Film) async throws -> String {
        let path = folder.path(film.name)
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(film.size):r=50:d=1.2,scroll=h=0.02:v=0.01"]
                + ["-filter_complex", film.filters] + film.options + [path])
        return path
    }

    /// The film as another program deinterlaces it, in a lossless file of progressive pictures.
    private func deinterlaced(_ path: String, _ filter: String = "bwdif=send_frame:auto:interlaced") async throws
        -> String
    {
        let result = folder.path("witness.mkv")
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-y", "-i", path, "-vf", filter, "-c:v", "ffv1", result])
        return result
    }

    private func time(_ frame: Int) -> Duration { FrameRate(numerator: 25).map { $0.time(ofFrame: frame) } ?? .zero }

    /// How much neighboring rows differ more than rows of the same field; large where fields of different times meet.
    private func comb(_ pixels: PixelBuffer) -> Int {
        unsafe pixels.withBytes { bytes in
            var sum = 0
            for y in 0..<pixels.size.height - 2 {
                for x in 0..<pixels.size.width {
                    let (one, two, three) = unsafe (
                        Int(bytes[y * pixels.stride + x * 4 + 1]), Int(bytes[(y + 1) * pixels.stride + x * 4 + 1]),
                        Int(bytes[(y + 2) * pixels.stride + x * 4 + 1])
                    )
                    sum += max(0, min(abs(one - two), abs(three - two)) - abs(one - three))
                }
            }
            return sum
        }
    }

    @Test("Every picture is the one that ffmpeg makes, in any order", arguments: films)
    func exact(film: Film) async throws {
        let path = try await make(film)
        let witness = try MovieFrames(path: await deinterlaced(path), deinterlacing: .never)
        let stored = try MovieFrames(path: path, deinterlacing: .never)
        let count = film.name == "mixed.mkv" ? 25 : 30
        let expected = try (0..<count).map { try witness.picture(at: time($0)) }
        let interlaced = try (0..<count).map { try stored.picture(at: time($0)) }
        // The film has combs where the witness has none.
        #expect(comb(interlaced[5]) > 3 * comb(expected[5]))
        if film.name == "mixed.mkv" {
            #expect(
                (0..<count).map { same(interlaced[$0], expected[$0]) } == (0..<count).map { (10..<20).contains($0) })
        }
        let all = Array(0..<count)
        for places in [all, all.reversed(), [17, 3, 24, 23, 9, 12, 0, 20, 10]] {
            let movie = try MovieFrames(path: path)
            for place in places { #expect(same(try movie.picture(at: time(place)), expected[place]), "\(place)") }
            #expect(movie.warnings.isEmpty)
        }
        // A clip may begin anywhere.
        for place in [count - 1, 12, 1] {
            #expect(same(try MovieFrames(path: path).picture(at: time(place)), expected[place]), "only \(place)")
        }
    }

    private func same(_ one: PixelBuffer, _ other: PixelBuffer, within levels: Int = 0) -> Bool {
        guard one.size == other.size, one.stride == other.stride else { return false }
        return unsafe one.withBytes { first in
            unsafe other.withBytes { second in
                (0..<one.size.height).allSatisfy { row in
                    (row * one.stride..<row * one.stride + one.size.width * 4).allSatisfy {
                        unsafe abs(Int(first[$0]) - Int(second[$0])) <= levels
                    }
                }
            }
        }
    }

    @Test("A film whose pictures do not say that they are interlaced is deinterlaced as its file or the user says")
    func unflagged() async throws {
        let film = Film(
            name: "plain.mkv", filters: "tinterlace=interleave_top,setfield=prog", options: ["-c:v", "ffv1"])
        let path = try await make(film)
        let witness = try await deinterlaced(path, "setfield=tff,bwdif=send_frame:auto:all")
        let expected = try MovieFrames(path: witness, deinterlacing: .never)
        let always = try MovieFrames(path: path, deinterlacing: .always)
        let auto = try MovieFrames(path: path)
        for place in [4, 11, 3] {
            let picture = try expected.picture(at: time(place))
            #expect(same(try always.picture(at: time(place)), picture))
            #expect(!same(try auto.picture(at: time(place)), picture))
        }
        // These pictures do not say it either, but their files do.
        for (name, codec) in [("stated.mkv", ["huffyuv"]), ("stated.mov", ["mjpeg", "-q:v", "2"])] {
            let stated = folder.path(name)
            _ = try await Tool.run(
                "ffmpeg",
                // Gray, because ffmpeg versions differ in where they say that chroma is.
                ["-v", "error", "-i", path, "-vf", "lutyuv=u=128:v=128,setfield=bff", "-c:v"] + codec + [stated])
            var filter = "setfield=bff,bwdif=send_frame:auto:all"
            // FFV1 has no JPEG formats.
            if codec[0] == "mjpeg" { filter += ",scale=in_range=pc:out_range=pc,format=yuv420p,setparams=range=pc" }
            let other = try await deinterlaced(stated, filter)
            let (one, two) = (try MovieFrames(path: stated), try MovieFrames(path: other, deinterlacing: .never))
            for place in [4, 11, 3] {
                // Where a file says that chroma is, decides which of two conversions is used.
                #expect(same(try one.picture(at: time(place)), try two.picture(at: time(place)), within: 1), "\(name)")
            }
        }
    }
}
