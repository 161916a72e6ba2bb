import Foundation
import Frames
import TestSupport
import Testing

@testable import Encoder
@testable import Files

@Suite("An animated GIF")
struct GIFTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Frames of a smooth picture with a square of one color.
    private func picture(_ index: Int, size: PixelSize) -> PixelBuffer {
        let pixels = PixelBuffer(size: size)
        unsafe pixels.withMutableBytes { bytes in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    let isSquare = (20..<40).contains(column) && (10..<30).contains(row)
                    let red = UInt32(column * 255 / size.width)
                    let green = UInt32(row * 255 / size.height)
                    let value = isSquare ? 0x0012_3456 : red << 16 | green << 8 | UInt32(index * 10)
                    unsafe bytes.storeBytes(of: value, toByteOffset: row * pixels.stride + column * 4, as: UInt32.self)
                }
            }
        }
        return pixels
    }

    @Test("A GIF keeps times and colors and loops forever", arguments: [("30", 5), ("12.5", 3)])
    func readBack(rate: String, count: Int) async throws {
        let size = PixelSize(width: 61, height: 44)
        let frameRate = try #require(FrameRate(rate))
        let path = folder.path("out.gif")
        let writer = try GIFWriter(OutputPlace(path), size: size, frameRate: frameRate)
        var still: PixelBuffer?
        for index in 0..<count {
            // The third frame repeats the second.
            let pixels = index == 2 ? try #require(still) : picture(index, size: size)
            still = pixels
            try writer.append(pixels)
        }
        let bytes = try writer.finish { false }
        let file = try folder.read("out.gif")
        #expect(file.count == bytes)
        #expect(file.range(of: Data("NETSCAPE2.0\u{3}\u{1}\u{0}\u{0}\u{0}".utf8)) != nil)

        let packets = try await VideoPackets(of: path).packets
        #expect(packets.count == count)
        let times = (0...count).map { frameRate.sampleCount(forFrames: $0, sampleRate: 100) }
        #expect(packets.map(\.pts) == Array(times.dropLast()))
        #expect(packets.map { $0.duration ?? -1 } == zip(times, times.dropFirst()).map { $1 - $0 })

        let shown = try await FrameDecoder.frames(of: path, as: .rgb24)
        #expect(shown.count == count)
        for (index, image) in shown.enumerated() {
            #expect(image.pixel(30, 20) == [0x12, 0x34, 0x56])
            // The smooth part is close to its color, its mean even closer.
            let wanted = index == 2 ? 1 : index
            #expect(abs(image.pixel(50, 40)[2] - wanted * 10) < 40)
            let mean = image.mean(x: 44, y: 28, width: 16, height: 16)
            let exact = [51 * 255 / 61 + 2, 35 * 255 / 44 + 3, wanted * 10]
            for channel in 0..<3 { #expect(abs(mean[channel] - exact[channel]) <= 8, "\(index) \(mean) \(exact)") }
        }
    }

    @Test("A GIF with few colors is lossless")
    func fewColors() async throws {
        let size = PixelSize(width: 64, height: 4)
        let colors = (0..<64).map { (index: UInt32) -> UInt32 in (index * 3) << 16 | (255 - index) << 8 | index * 2 }
        let pixels = PixelBuffer(size: size)
        unsafe pixels.withMutableBytes { bytes in
            for row in 0..<4 {
                for column in 0..<64 {
                    unsafe bytes.storeBytes(
                        of: colors[column / 4 * 4], toByteOffset: row * pixels.stride + column * 4, as: UInt32.self)
                }
            }
        }
        let writer = try GIFWriter(OutputPlace(folder.path("out.gif")), size: size, frameRate: .thirty)
        try writer.append(pixels)
        _ = try writer.finish { false }
        let image = try #require(try await FrameDecoder.frames(of: folder.path("out.gif"), as: .rgb24).first)
        for column in 0..<64 {
            let color = colors[column / 4 * 4]
            #expect(image.pixel(column, 1) == [16, 8, 0].map { Int(color >> $0 & 0xff) })
        }
    }

    @Test("Cancellation leaves no file")
    func cancelled() throws {
        let size = PixelSize(width: 16, height: 16)
        var writer: GIFWriter? = try GIFWriter(OutputPlace(folder.path("out.gif")), size: size, frameRate: .thirty)
        for index in 0..<3 { try writer?.append(picture(index, size: size)) }
        var asked = 0
        #expect(throws: FileError.self) {
            try writer?.finish {
                asked += 1
                return asked == 3
            }
        }
        writer = nil
        #expect(folder.contents == [])
    }
}
