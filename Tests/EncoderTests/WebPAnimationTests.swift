import Files
import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder

@Suite("Animated WebP")
struct WebPAnimationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A frame of an animation: one color at a place (RFC 9649, 2.7.1.1).
    private func frame(
        _ color: String, _ x: UInt8, _ y: UInt8, side: UInt8, milliseconds: UInt8, blends: Bool = true,
        disposes: Bool = false
    ) async throws -> Data {
        let path = folder.path("still.webp")
        _ = try await Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "color=\(color):s=\(side)x\(side),format=bgra", "-frames:v", "1"]
                + ["-lossless", "1", "-y", path])
        let flags: UInt8 = (blends ? 0 : 2) | (disposes ? 1 : 0)
        let head: [UInt8] = [x / 2, 0, 0, y / 2, 0, 0, side - 1, 0, 0, side - 1, 0, 0, milliseconds, 0, 0, flags]
        return RIFF.chunk("ANMF", head + RIFF.picture(of: try folder.read("still.webp")))
    }

    /// An animation of 8x8 pixels with transparency.
    private func animation(_ frames: Data) throws -> String {
        let head = RIFF.chunk("VP8X", [0x12, 0, 0, 0, 7, 0, 0, 7, 0, 0])
        // A blue background, which is ignored, and no limit of repetitions.
        return try folder.write(
            "moving.webp", RIFF.webP(head + RIFF.chunk("ANIM", [255, 0, 0, 255, 0, 0]) + frames))
    }

    private func pixel(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> UInt32 {
        unsafe picture.withBytes {
            unsafe UInt32(littleEndian: $0.load(fromByteOffset: y * picture.stride + x * 4, as: UInt32.self))
        }
    }

    @Test("Frames are blended, disposed of and timed as the file says")
    func frames() async throws {
        let path = try animation(
            await frame("red", 0, 0, side: 6, milliseconds: 50)
                + frame("lime@0.5", 2, 2, side: 4, milliseconds: 200, disposes: true)
                + frame("white@0.5", 0, 0, side: 2, milliseconds: 10, blends: false))
        let reader = try PictureReader(path)
        #expect(reader.kind == .webpAnimation && reader.size == PixelSize(width: 8, height: 8))
        var pictures: [PictureFrame] = []
        while let picture = try reader.next() { pictures.append(picture) }
        #expect(pictures.map(\.duration) == [.milliseconds(50), .milliseconds(200), .milliseconds(100)])
        #expect(try PictureReader.animationLength(of: path) == .milliseconds(350))
        // Premultiplied alpha; half is 127 or 128 of 255.
        func places(_ index: Int) -> [UInt32] {
            [(0, 0), (3, 3), (7, 7)].map { pixel(pictures[index].pixels, $0.0, $0.1) }
        }
        #expect(places(0) == [0xffff_0000, 0xffff_0000, 0])
        #expect(places(1)[0] == 0xffff_0000 && places(1)[2] == 0)
        let blended = places(1)[1]
        #expect((126...129).contains(blended >> 16 & 255) && (126...129).contains(blended >> 8 & 255))
        #expect(blended >> 24 == 255 && blended & 255 == 0)
        // The second frame is gone; the third has replaced the first one's corner.
        #expect([0x7f7f_7f7f, 0x8080_8080].contains(places(2)[0]))
        #expect(places(2)[1] == 0 && pixel(pictures[2].pixels, 1, 5) == 0xffff_0000)
        let contents = try MediaContents(of: path)
        #expect(
            contents.pictures == .moving(size: PixelSize(width: 8, height: 8), duration: .milliseconds(350)))
    }

    @Test("A single frame is a still")
    func single() async throws {
        let path = try animation(await frame("red", 0, 0, side: 8, milliseconds: 50))
        #expect(try PictureReader.animationLength(of: path) == nil)
        #expect(try MediaContents(of: path).pictures == .still(size: PixelSize(width: 8, height: 8)))
    }

    @Test("A damaged file is reported")
    func damaged() async throws {
        let path = try animation(await frame("red", 0, 0, side: 8, milliseconds: 50))
        let whole = try folder.read("moving.webp")
        for count in [22, 40, whole.count - 5] {
            try folder.write("cut.webp", whole.prefix(count))
            let error = #expect(throws: FileError.self) { try PictureReader(folder.path("cut.webp")) }
            #expect(error?.code == .unreadableInput, "\(count)")
        }
        #expect(throws: Never.self) { try PictureReader(path) }
    }
}
