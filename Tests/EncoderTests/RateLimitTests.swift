import Foundation
import Frames
import TestSupport
import Testing

@testable import Encoder
@testable import Files
@testable import LibAV

/// Bit rates and their limits, checked by the sizes of the packets.
@Suite("Bit rates of the video stream")
struct RateLimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Pictures of gray noise, which need far more than the bit rates of these tests.
    private func noise(_ size: PixelSize) -> (Int) throws -> PixelBuffer {
        let pictures = Pictures(size)
        var generator = SplitMix(seed: 1)
        return { _ in try pictures.picture { _, _ in UInt32(truncatingIfNeeded: generator.next() & 0xff) * 0x01_0101 } }
    }

    /// Whether a player's buffer, full at first and filled at a bit rate, holds each picture in time.
    private func holds(_ path: String, bitrate: Int, buffer: Int) async throws -> Bool {
        let sizes = try await Tool.packetSizes(path)
        try #require(sizes.count == 90)
        var bits = buffer
        for size in sizes {
            bits -= size * 8
            if bits < 0 { return false }
            bits = min(buffer, bits + bitrate / 30)
        }
        return true
    }

    @Test("A highest bit rate is kept over the buffer", arguments: StreamKind.adjustable.filter { $0.encoder == nil })
    func highestRate(kind: StreamKind) async throws {
        let size = PixelSize(width: 160, height: 96)
        var settings = try kind.videoSettings(size: size)
        let free = try await settings.write("free-\(kind.name)", in: folder, count: 90, noise(size)).path
        #expect(try await !holds(free, bitrate: 400_000, buffer: 800_000), "noise needs more")
        settings.stream.maxBitrate = 400_000
        settings.stream.bufferSize = 800_000
        let path = try await settings.write(kind.name, in: folder, count: 90, noise(size)).path
        #expect(try await holds(path, bitrate: 400_000, buffer: 800_000))
    }

    @Test("A highest bit rate goes with an average", arguments: StreamKind.adjustable)
    func highestAndAverage(kind: StreamKind) async throws {
        let size = PixelSize(width: 160, height: 96)
        for average in [300_000, 400_000] {
            var settings = try kind.videoSettings(size: size)
            settings.rate = .bitrate(average)
            settings.stream.maxBitrate = 400_000
            let path = try await settings.write(
                "\(average)-\(kind.name)", in: folder, count: 90, noise(size)
            ).path
            // libaom (3.6) exceeds the limit a little.
            let margin = kind.codec == .av1 ? 1.15 : 1
            #expect(try await holds(path, bitrate: 400_000, buffer: Int(800_000 * margin)), "\(average)")
        }
    }

    @Test("The bit rate is bits per pixel × width × height × frame rate", arguments: StreamKind.adjustable)
    func bitsPerPixel(kind: StreamKind) async throws {
        let size = PixelSize(width: 160, height: 96)
        var settings = try kind.videoSettings(size: size)
        settings.rate = .bitsPerPixel(0.5)
        #expect(settings.bitrate == 230_400)
        let stated = try await settings.write(kind.name, in: folder, count: 60, noise(size))
        settings.rate = .bitrate(230_400)
        let same = try await settings.write("b-\(kind.name)", in: folder, count: 60, noise(size))
        #expect(stated.summary.bytes == same.summary.bytes)
        settings.rate = .bitsPerPixel(0.5)
        settings.scaledSize = PixelSize(width: 80, height: 48)
        #expect(settings.bitrate == 57_600)
    }

    @Test("A highest or average bit rate gives the same file again", arguments: StreamKind.adjustable, [true, false])
    func determinism(kind: StreamKind, isLimited: Bool) async throws {
        let size = PixelSize(width: 160, height: 96)
        var settings = try kind.videoSettings(size: size)
        settings.threads = 3
        if isLimited { settings.stream.maxBitrate = 400_000 }
        if !isLimited || kind.encoder == .aomAV1 { settings.rate = .bitrate(300_000) }
        var files: Set<Data> = []
        for run in 0..<4 {
            let path = try await settings.write("\(run)-\(kind.name)", in: folder, count: 40, noise(size)).path
            files.insert(try await Tool.run("ffmpeg", ["-v", "error", "-i", path, "-c", "copy", "-f", "md5", "-"]))
        }
        #expect(files.count == 1)
    }
}
