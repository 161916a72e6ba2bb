import Foundation
import Frames
import TestSupport
import Testing

@testable import Encoder
@testable import Files
@testable import LibAV

@Suite("Transparency")
struct TransparencyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A format, its codec, and the decoder that supports transparency.
    struct Kind: CustomTestStringConvertible, Sendable {
        let name: String
        let codec: VideoCodec
        let decoder: String
        var testDescription: String { name }
    }

    static let kinds = [
        Kind(name: "out.webm", codec: .vp9, decoder: "libvpx-vp9"),
        Kind(name: "out.mkv", codec: .vp9, decoder: "libvpx-vp9"),
        Kind(name: "out.mov", codec: .prores, decoder: "prores"),
        Kind(name: "lossless.mkv", codec: .ffv1, decoder: "ffv1"),
    ]

    private func settings(_ kind: Kind, size: PixelSize) throws -> VideoSettings {
        var settings = VideoSettings(size: size, frameRate: .thirty, preset: .ultrafast, rate: .quality(5))
        settings.container = try #require(MovieContainer(fileName: kind.name))
        settings.codec = kind.codec
        settings.hasAlpha = true
        return settings
    }

    @Test("Alpha and straight colors are kept, also with odd sizes", arguments: kinds, [64, 63])
    func colors(kind: Kind, width: Int) async throws {
        let size = PixelSize(width: width, height: 48)
        let path = folder.path(kind.name)
        let writer = try MovieWriter(path: path, video: settings(kind, size: size), soundtrack: nil)
        // Transparent on the left, half-transparent premultiplied orange in the middle, opaque blue
        // on the right.
        let pictures = Pictures(size, hasAlpha: true)
        let pixels = try pictures.picture { column, _ in
            column < 20 ? 0 : column < 40 ? 0x8080_4000 : 0xff00_00ff
        }
        for index in 0..<5 { try await writer.append(Frame(index: index, pixels: pixels)) }
        let summary = try await writer.finish(
            frameCount: 70, chapters: [], metadata: MovieMetadata(title: "t", pageAddress: ""))
        #expect(summary.format.hasAlpha)
        let bytes = [UInt8](try await Tool.transparentPictures(path, decoder: kind.decoder))
        let side = summary.size
        try #require(bytes.count == 70 * side.width * side.height * 4)
        for frame in [0, 69] {
            for (column, wanted) in [
                (8, [0, 0, 0, 0]), (30, [255, 128, 0, 128]), (side.width - 4, [0, 0, 255, 255]),
            ] {
                let start = ((frame * side.height + 24) * side.width + column) * 4
                #expect(abs(Int(bytes[start + 3]) - wanted[3]) <= 2, "alpha at \(column)")
                guard wanted[3] > 0 else { continue }
                for channel in 0..<3 { #expect(abs(Int(bytes[start + channel]) - wanted[channel]) <= 6) }
            }
        }
    }

    @Test("Formats without transparency and opaque frames are rejected")
    func misuse() async throws {
        let size = PixelSize(width: 64, height: 48)
        var wrong = try settings(Self.kinds[0], size: size)
        wrong.container = .mp4
        let error = #expect(throws: FileError.self) {
            _ = try MovieWriter(path: folder.path("out.mp4"), video: wrong, soundtrack: nil)
        }
        #expect(error?.code == .invalidSettings)
        let writer = try MovieWriter(
            path: folder.path("out.webm"), video: settings(Self.kinds[0], size: size), soundtrack: nil)
        let opaque = Frame(index: 0, pixels: try Pictures(size).flat(0))
        #expect(await failure { try await writer.append(opaque) }?.code == .internalFailure)
    }

    @Test("Colors are unpremultiplied with rounding to nearest")
    func division() {
        for alpha in UInt32(0)...255 {
            for value in 0...alpha {
                var pixel = (alpha << 24 | value << 16 | value << 8 | value).littleEndian
                var straight: UInt32 = 0
                unsafe StraightAlpha.copyRow(&pixel, &straight, count: 1)
                straight = UInt32(littleEndian: straight)
                let exact = alpha == 0 ? 0 : (Double(value) * 255 / Double(alpha))
                #expect(straight >> 24 == alpha)
                #expect(abs(Double(straight & 0xff) - exact) <= 0.51)
            }
        }
    }
}
