import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files

/// Pictures of every kind, written by ffmpeg and read back.
@Suite struct PictureReaderTests {
    private let folder: TemporaryFolder
    /// Quarters of 8 by 6 pixels: red and green at the top, blue and white at the bottom.
    private let quarters: String

    init() throws {
        folder = try TemporaryFolder()
        quarters = folder.path("quarters.png")
        let picture = try Pictures(PixelSize(width: 16, height: 12)).picture { column, row in
            switch (column < 8, row < 6) {
            case (true, true): 0xff0000
            case (false, true): 0x00ff00
            case (true, false): 0x0000ff
            case (false, false): 0xffffff
            }
        }
        try StillWriter.write(picture, to: quarters, overwrite: false)
    }

    /// The pixels at the centers of the quarters, row by row, as 0xRRGGBB.
    private func middles(_ pixels: PixelBuffer) -> [UInt32] {
        let (width, height) = (pixels.size.width, pixels.size.height)
        return [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
            pixel(pixels, x * width / 4, y * height / 4) & 0xff_ffff
        }
    }

    private func pixel(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> UInt32 {
        unsafe pixels.withBytes { unsafe $0.load(fromByteOffset: y * pixels.stride + x * 4, as: UInt32.self) }
    }

    /// Whether colors match within the compression error.
    private func alike(_ first: [UInt32], _ second: [UInt32], within tolerance: Int) -> Bool {
        zip(first, second).allSatisfy { a, b in
            [0, 8, 16].allSatisfy { abs(Int(a >> $0 & 0xff) - Int(b >> $0 & 0xff)) <= tolerance }
        }
    }

    @Test(arguments: [
        ("a.png", ["-pix_fmt", "rgb24"], PictureKind.png, 0), ("a.png", ["-pix_fmt", "rgb48be"], .png, 0),
        ("a.png", ["-pix_fmt", "rgba64be"], .png, 0), ("a.bmp", [], .bmp, 0),
        ("a.tiff", ["-pix_fmt", "rgb24"], .tiff, 0),
        ("a.png", ["-vf", "split[a][b];[b]palettegen[p];[a][p]paletteuse"], .png, 0),
        ("a.webp", ["-lossless", "1"], .webp, 0), ("a.webp", ["-quality", "95"], .webp, 6),
        ("a.jpg", ["-q:v", "1", "-pix_fmt", "yuvj444p"], .jpeg, 4),
        // Near red's edge to blue, where Pillow reads 248 as well.
        ("a.jpg", ["-q:v", "1", "-pix_fmt", "yuvj420p"], .jpeg, 8),
    ])
    func kinds(name: String, options: [String], kind: PictureKind, tolerance: Int) async throws {
        let path = folder.path(name)
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-i", quarters] + options + [path])
        let reader = try PictureReader(path)
        #expect(reader.kind == kind)
        #expect(reader.size == PixelSize(width: 16, height: 12))
        let frame = try #require(try reader.next())
        #expect(frame.duration == nil)
        let seen = middles(frame.pixels)
        #expect(
            alike(seen, [0xff0000, 0x00ff00, 0x0000ff, 0xffffff], within: tolerance),
            "\(seen.map { String($0, radix: 16) })")
        #expect(try reader.next() == nil)
        #expect(try PictureReader.animationLength(of: path) == nil)
    }

    @Test func grayKeepsItsFullRange() async throws {
        for format in ["gray", "gray16be", "ya8", "monob"] {
            let path = folder.path("gray-\(format).png")
            _ = try await Tool.run("ffmpeg", ["-v", "error", "-i", quarters, "-pix_fmt", format, path])
            let pixels = try #require(try PictureReader(path).next()).pixels
            #expect(middles(pixels)[3] == 0xffffff, "\(format)")
        }
    }

    @Test func colorsArePremultiplied() throws {
        let path = folder.path("half.png")
        let half = try Pictures(PixelSize(width: 4, height: 4), hasAlpha: true).flat(0x8040_0000)
        try StillWriter.write(half, to: path, overwrite: false)
        let pixels = try #require(try PictureReader(path).next()).pixels
        #expect(pixels.hasAlpha)
        #expect(pixel(pixels, 1, 1) == 0x8040_0000)
    }

    /// The colors of the quarters for each EXIF orientation, once the picture is upright.
    ///
    /// In the order upper left, upper right, lower left, lower right.
    @Test(
        arguments: [
            (1, [0xff0000, 0x00ff00, 0x0000ff, 0xffffff]), (2, [0x00ff00, 0xff0000, 0xffffff, 0x0000ff]),
            (3, [0xffffff, 0x0000ff, 0x00ff00, 0xff0000]), (4, [0x0000ff, 0xffffff, 0xff0000, 0x00ff00]),
            (5, [0xff0000, 0x0000ff, 0x00ff00, 0xffffff]), (6, [0x0000ff, 0xff0000, 0xffffff, 0x00ff00]),
            (7, [0xffffff, 0x00ff00, 0x0000ff, 0xff0000]), (8, [0x00ff00, 0xffffff, 0xff0000, 0x0000ff]),
            (9, [0xff0000, 0x00ff00, 0x0000ff, 0xffffff]),
        ] as [(Int, [UInt32])])
    func orientation(number: Int, expected: [UInt32]) async throws {
        let plain = folder.path("plain.jpg")
        _ = try await Tool.run(
            "ffmpeg", ["-v", "error", "-i", quarters, "-q:v", "1", "-pix_fmt", "yuvj444p", plain])
        let turned = try folder.write("turned.jpg", oriented(try Data(contentsOf: URL(fileURLWithPath: plain)), number))
        let reader = try PictureReader(turned)
        let isTurned = (5...8).contains(number)
        #expect(reader.size == PixelSize(width: isTurned ? 12 : 16, height: isTurned ? 16 : 12))
        #expect(try MediaContents(of: turned).pictures == .still(size: reader.size))
        let seen = middles(try #require(try reader.next()).pixels)
        #expect(alike(seen, expected, within: 4), "\(seen.map { String($0, radix: 16) })")
    }

    @Test func aPNGIsUprightAsItsEXIFSays() throws {
        let stored = try Data(contentsOf: URL(fileURLWithPath: quarters))
        let data = orientationData(8)
        // Right after the header chunk.
        let chunk = PNGChunk.chunk("eXIf", data)
        let path = try folder.write("turned.png", stored.prefix(33) + chunk + stored.dropFirst(33))
        let reader = try PictureReader(path)
        #expect(reader.size == PixelSize(width: 12, height: 16))
        #expect(middles(try #require(try reader.next()).pixels) == [0x00ff00, 0xffffff, 0xff0000, 0x0000ff])
        #expect(try MediaContents(of: path).pictures == .still(size: reader.size))
    }

    @Test func allFramesOfAnAPNGAreAsStored() async throws {
        let plain = folder.path("plain.apng")
        _ = try await Tool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=16x12:d=0.2:r=10", "-f", "apng", plain])
        let stored = try Data(contentsOf: URL(fileURLWithPath: plain))
        let chunk = PNGChunk.chunk("eXIf", orientationData(6))
        let path = try folder.write("turned.apng", stored.prefix(33) + chunk + stored.dropFirst(33))
        let reader = try PictureReader(path)
        #expect(reader.kind == .apng)
        let size = PixelSize(width: 16, height: 12)
        #expect(try reader.next()?.pixels.size == size)
        #expect(try reader.next()?.pixels.size == size)
        #expect(try MediaContents(of: path).pictures?.size == size)
    }

    @Test(arguments: ["MM", "II"])
    func aTIFFIsUprightAsItSays(order: String) async throws {
        let plain = folder.path("plain.tiff")
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-i", quarters, "-pix_fmt", "rgb24", plain])
        #expect(try PictureReader(plain).size == PixelSize(width: 16, height: 12))
        // EXIF's single directory with one entry, in either byte order.
        let isLittleEndian = order == "II"
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 0xff) }
            return isLittleEndian ? bytes : bytes.reversed()
        }
        let parts: [[UInt8]] = [
            Array(order.utf8), number(42, 2), number(8, 4), number(1, 2), number(0x0112, 2), number(3, 2), number(1, 4),
            number(6, 2), number(0, 2), number(0, 4),
        ]
        #expect(OrientationTag.number(inExif: parts.flatMap(\.self)[...]) == 6)
        #expect(OrientationTag.number(inExif: parts.flatMap(\.self).prefix(12)) == nil)
    }

    /// EXIF data with one entry (CIPA DC-008, 4.6).
    private func orientationData(_ number: Int) -> [UInt8] {
        Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(number), 0, 0, 0, 0, 0, 0]
    }

    @Test(
        "A TIFF with tiles or JPEG's compression is read; one that is cut short is refused",
        arguments: ["tiles", "jpeg", "cut strip"])
    func tiffOfOtherKinds(kind: String) async throws {
        let red = [UInt8]((0..<1024).flatMap { _ in [255, 0, 0] as [UInt8] })
        let entries: [TIFF.Entry]
        switch kind {
        case "tiles": entries = [.tiles(width: 32, height: 32, [red, red])]
        case "jpeg":
            let jpeg = folder.path("a.jpg")
            _ = try await Tool.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "color=red:s=64x32", "-frames:v", "1", jpeg])
            // New-style JPEG (TIFF Technical Note 2).
            entries = [.shorts(259, [7]), .shorts(262, [6]), .strip([UInt8](try folder.read("a.jpg")))]
        default: entries = [.strip(red)]
        }
        let path = try folder.write("a.tiff", TIFF.data(width: 64, height: 32, entries))
        guard kind == "cut strip" else {
            let picture = try #require(try PictureReader(path).next()).pixels
            #expect(picture.size == PixelSize(width: 64, height: 32))
            return #expect(alike(middles(picture), [0xff0000, 0xff0000, 0xff0000, 0xff0000], within: 4))
        }
        let error = try #require(throws: FileError.self) { try PictureReader(path) }
        #expect(error.code == .unreadableInput)
        #expect(error.message.contains("cannot be read: it is damaged"), "\(error.message)")
    }

    @Test(
        "An animation that is cut off anywhere is refused", arguments: ["gif", "apng"], [0.2, 0.4, 0.66, 0.8, 0.97, 1])
    func cutAnimation(ending: String, part: Double) async throws {
        let whole = folder.path("a.\(ending)")
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=200x150:r=10:d=1.4", whole])
        let data = try folder.read("a.\(ending)")
        // Bytes after the end are no damage.
        let cut = part == 1 ? data + Data("\n;;".utf8) : data.prefix(Int(Double(data.count) * part))
        let path = try folder.write("cut.\(ending)", cut)
        if part == 1 {
            #expect(try PictureReader.animationLength(of: path) == .milliseconds(1400))
            #expect(try MediaContents(of: path).pictures != nil)
        } else {
            let errors = [
                try #require(throws: FileError.self) { try PictureReader(path) },
                try #require(throws: FileError.self) { try MediaContents(of: path) },
            ]
            for error in errors { #expect(error.message.contains("it is cut off"), "\(error.message)") }
        }
    }

    @Test(
        "A format that is not supported is named",
        arguments: [
            (Array("8BPS".utf8), "Photoshop"), ([0x76, 0x2f, 0x31, 0x01], "OpenEXR"), (Array("%PDF-1.7".utf8), "PDF"),
            (Array("notapicture".utf8), "it is no PNG"), ([], "it is empty"),
        ])
    func unsupported(bytes: [UInt8], name: String) throws {
        let path = try folder.write("a.bin", Data(bytes + (bytes.isEmpty ? [] : [UInt8](repeating: 7, count: 64))))
        let error = try #require(throws: FileError.self) { try PictureReader(path) }
        #expect(error.code == .unreadableInput)
        #expect(error.message.contains(name), "\(error.message)")
    }

    @Test("An SVG shows no file that it refers to") func svgWithAFile() throws {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="16" height="12">
            <rect width="16" height="12" fill="#fff"/><image width="16" height="12" xlink:href="file://\(quarters)"/></svg>
            """
        let path = try folder.write("a.svg", Data(text.utf8))
        let picture = try #require(try PictureReader(path).next()).pixels
        #expect(middles(picture) == [0xffffff, 0xffffff, 0xffffff, 0xffffff])
    }

    @Test("A TIFF in YCbCr has the full range", arguments: [[76, 85, 255], [29, 255, 107], [200, 128, 128]])
    func tiffInYCbCr(color: [UInt8]) async throws {
        let pixels = [UInt8]((0..<1024).flatMap { _ in color })
        // YCbCr without subsampling (TIFF 6.0, 21).
        let entries: [TIFF.Entry] = [.shorts(262, [6]), .shorts(530, [1, 1]), .strip(pixels)]
        let path = try folder.write("a.tiff", TIFF.data(width: 32, height: 32, entries))
        let picture = try #require(try PictureReader(path).next()).pixels
        // JFIF 1.02.
        let (y, cb, cr) = (Double(color[0]), Double(color[1]) - 128, Double(color[2]) - 128)
        let wanted: [Double] = [y + 1.772 * cb, y - 0.34414 * cb - 0.71414 * cr, y + 1.402 * cr]
        for (channel, level) in wanted.enumerated() {
            let seen = Double(pixel(picture, 9, 9) >> (8 * channel) & 255)
            #expect(abs(seen - min(max(level, 0), 255)) <= 2)
        }
    }

    /// A JPEG with an EXIF segment (CIPA DC-008, 4.5).
    private func oriented(_ jpeg: Data, _ number: Int) -> Data {
        let body = Array("Exif\0\0".utf8) + orientationData(number)
        let segment: [UInt8] = [0xff, 0xe1, 0, UInt8(body.count + 2)]
        return jpeg.prefix(2) + Data(segment + body) + jpeg.dropFirst(2)
    }

    @Test func aWebPIsUprightAsItsEXIFSays() async throws {
        let plain = folder.path("plain.webp")
        _ = try await Tool.run("ffmpeg", ["-v", "error", "-i", quarters, "-lossless", "1", plain])
        let stored = try Data(contentsOf: URL(fileURLWithPath: plain))
        // The extended format (RFC 9649, 2.7): features, the size minus one, the picture, and then
        // the EXIF data.
        let chunks =
            RIFF.chunk("VP8X", [0x08, 0, 0, 0, 15, 0, 0, 11, 0, 0]) + stored.dropFirst(12)
            + RIFF.chunk("EXIF", orientationData(6))
        let path = try folder.write("turned.webp", RIFF.chunk("RIFF", Array("WEBP".utf8) + chunks))
        let reader = try PictureReader(path)
        #expect(reader.size == PixelSize(width: 12, height: 16))
        #expect(middles(try #require(try reader.next()).pixels) == [0x0000ff, 0xff0000, 0xffffff, 0x00ff00])
        #expect(try MediaContents(of: path).pictures == .still(size: reader.size))
    }

    @Test(arguments: ["gif", "apng"])
    func animationsHaveTheirOwnTimes(kind: String) async throws {
        let path = folder.path("moving.\(kind)")
        // Frames of 0.2, 0.5 and 0.1 s: red, green and blue. ffmpeg invents the duration of the
        // last one.
        _ = try await Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "color=red:s=32x32:d=0.2:r=10", "-f", "lavfi", "-i",
                "color=lime:s=32x32:d=0.5:r=10", "-f", "lavfi", "-i", "color=blue:s=32x32:d=0.1:r=10",
                "-filter_complex", "concat=n=3,mpdecimate=max=0", "-fps_mode", "vfr", "-f", kind, path,
            ])
        let reader = try PictureReader(path)
        var seen: [(color: UInt32, duration: Duration?)] = []
        while let frame = try reader.next() {
            seen.append((pixel(frame.pixels, 4, 4) & 0xff_ffff, frame.duration))
        }
        // ffmpeg's GIF palette has two bits of blue.
        let isGIF = kind == "gif"
        #expect(reader.kind.rawValue == kind)
        #expect(alike(seen.map(\.color), [0xff0000, 0x00ff00, 0x0000ff], within: isGIF ? 90 : 3))
        #expect(seen.map(\.duration).prefix(2) == [.milliseconds(200), .milliseconds(500)])
        #expect(seen.count == 3)
        let total = seen.compactMap(\.duration).reduce(Duration.zero, +)
        #expect(try PictureReader.animationLength(of: path) == total)
    }

    @Test func invalidPicturesAreNamed() async throws {
        let jpeg = folder.path("whole.jpg")
        _ = try await Tool.run(
            "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:d=1:r=1", "-frames:v", "1", jpeg])
        let whole = try Data(contentsOf: URL(fileURLWithPath: jpeg))
        let png = try Data(contentsOf: URL(fileURLWithPath: quarters))
        let paths = [
            folder.path("missing.png"), folder.path, try folder.write("empty.png", Data()),
            try folder.write("text.png", Data("<html/>".utf8)), try folder.write("cut.png", png.prefix(png.count / 2)),
            try folder.write("cut.jpg", whole.prefix(whole.count / 2)),
        ]
        for path in paths {
            let error = #expect(throws: FileError.self) { _ = try PictureReader(path) }
            #expect(error?.code == .unreadableInput)
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test func hugePicturesAreRejectedBeforeAllocation() throws {
        // A header that states 65,535 by 65,535 pixels.
        var png = try Data(contentsOf: URL(fileURLWithPath: quarters))
        png.replaceSubrange(16..<24, with: [0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff])
        let path = try folder.write("huge.png", png)
        #expect(throws: FileError.self) { _ = try PictureReader(path) }
    }
}
