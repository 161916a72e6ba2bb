import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// A clip's `key`: a color that is transparent.
    @Suite("Color keys of clips")
    struct ComposeKey {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A green screen with a smooth change to red on the right, and a white square, without loss.
        private func makeFilm() async throws {
            let picture = "geq=r='max(0,X-80)*3':g='177-max(0,X-80)':b=64:enable=1,drawbox=20:20:30:30:white:fill"
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=0x00b140:s=160x90:r=25:d=1,format=gbrp,\(picture)",
                    "-c:v",
                    "ffv1", "-pix_fmt", "bgr0", folder.path("film.mkv"),
                ])
        }

        @Test("The color is as transparent as FFmpeg's filter makes it", arguments: [(0.1, 0.0), (0.12, 0.2)])
        func key(similarity: Double, blend: Double) async throws {
            try await makeFilm()
            let path = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 160, height: 90, fps: 25, background: '#3060c0'}
                video:
                - {src: film.mkv, key: {color: '#00b140', similarity: \(similarity), blend: \(blend)}}
                outputs:
                - {file: out.png, at: 0.4s}
                """)
            let outcome = try await Pagereel.run(["compose", path])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let key = "format=bgr0,format=yuva444p,chromakey=0x00b140:\(similarity):\(blend),extractplanes=a"
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-i", folder.path("film.mkv"), "-filter_complex", "[0:v]\(key)[a]", "-map", "[a]",
                    "-frames:v", "1", folder.path("mask.png"),
                ])
            func image(_ name: String, _ format: FrameDecoder.Format) async throws -> RawImage {
                try #require(try await FrameDecoder.frames(of: folder.path(name), as: format).first)
            }
            let (shown, film) = (try await image("out.png", .rgb24), try await image("film.mkv", .rgb24))
            let mask = try await image("mask.png", .gray)
            var (transparent, partial) = (0, 0)
            for (x, y) in (0..<160).flatMap({ x in [5, 35, 60].map { (x, $0) } }) {
                let alpha = mask.level(x, y)
                transparent += alpha == 0 ? 1 : 0
                partial += (1...254).contains(alpha) ? 1 : 0
                for (channel, background) in [0x30, 0x60, 0xc0].enumerated() {
                    let wanted = (film.pixel(x, y)[channel] * alpha + background * (255 - alpha)) / 255
                    #expect(abs(shown.pixel(x, y)[channel] - wanted) <= 3, "\(x), \(y)")
                }
            }
            #expect(transparent > 100 && mask.level(35, 35) > (blend > 0 ? 100 : 254))
            #expect((partial > 0) == (blend > 0))
        }

        @Test(
            "A key without an opaque color, or out of range, is an error",
            arguments: [
                ("{similarity: 0.2}", "A key needs an opaque color"),
                ("{color: '#00b14080'}", "A key needs an opaque color"),
                ("{color: '#00b140', similarity: 2}", "similarity"),
                ("{color: '#00b140', spill: 1}", "spill"),
            ])
        func mistakes(key: String, text: String) async throws {
            let path = try folder.write(
                "timeline.yaml", "video:\n- {color: '#00b140', for: 1s, key: \(key)}\noutputs:\n- {file: out.png}\n")
            let outcome = try await Pagereel.run(["compose", path])
            #expect(outcome.exitCode == 65 && outcome.standardError.contains(text), "\(outcome.standardError)")
        }
    }
}
