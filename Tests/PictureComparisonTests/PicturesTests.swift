import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import PictureComparison

/// Writing, reading and comparing pictures.
@Suite("Pictures")
struct PicturesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Creates a picture from a function that returns 0xAARRGGBB.
    private func picture(
        _ width: Int, _ height: Int, hasAlpha: Bool = false, _ pixel: (Int, Int) -> UInt32
    ) -> PixelBuffer {
        let buffer = PixelBuffer(size: PixelSize(width: width, height: height), hasAlpha: hasAlpha)
        unsafe buffer.withMutableBytes { bytes in
            for row in 0..<height {
                for column in 0..<width {
                    unsafe bytes.storeBytes(
                        of: pixel(column, row).littleEndian, toByteOffset: row * buffer.stride + column * 4,
                        as: UInt32.self)
                }
            }
        }
        return buffer
    }

    private func pixel(_ buffer: PixelBuffer, _ column: Int, _ row: Int) -> UInt32 {
        unsafe buffer.withBytes {
            unsafe UInt32(littleEndian: $0.load(fromByteOffset: row * buffer.stride + column * 4, as: UInt32.self))
        }
    }

    private func color(_ column: Int, _ row: Int) -> UInt32 {
        UInt32(column * 37 % 256) << 16 | UInt32(row * 51 % 256) << 8 | UInt32((column + row) % 256)
    }

    @Test("A picture is written as a reproducible, lossless PNG")
    func written() async throws {
        let path = folder.path("new/a.png")
        let count = try StillWriter.write(picture(33, 17, color), to: path, overwrite: false)
        let data = try folder.read("new/a.png")
        #expect(data.count == count)
        #expect(try StillWriter.encoded(picture(33, 17, color)) == Array(data))
        let raw = try await Tool.run(
            "ffmpeg", ["-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        var expected: [UInt8] = []
        for row in 0..<17 {
            for column in 0..<33 {
                for shift: UInt32 in [16, 8, 0] { expected.append(UInt8(color(column, row) >> shift & 0xff)) }
            }
        }
        #expect(raw == expected)
        #expect(folder.contents == ["new/", "new/a.png"])
    }

    @Test("Premultiplied colors survive a round trip")
    func transparency() throws {
        let translucent = picture(256, 256, hasAlpha: true) { color, alpha in
            let value = UInt32(min(color, alpha))
            return UInt32(alpha) << 24 | value << 16 | UInt32(alpha) / 2 << 8 | UInt32(alpha)
        }
        try StillWriter.write(translucent, to: folder.path("a.png"), overwrite: false)
        let again = try StillReader.read(folder.path("a.png"))
        #expect(again.hasAlpha)
        #expect(PictureComparison(again, with: translucent).difference.largest == 0)
    }

    @Test(
        "PNGs optimized by other programs are read",
        arguments: ["rgb24", "rgba", "pal8", "gray", "ya8", "monob"])
    func formats(format: String) async throws {
        let black: UInt32 = 0xff00_0000
        let original = picture(19, 9) { column, row in (column + row).isMultiple(of: 3) ? 0xffff_ffff : black }
        try StillWriter.write(original, to: folder.path("a.png"), overwrite: false)
        // By default ffmpeg uses one palette for all pictures.
        let palette = "split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse=dither=none"
        let change = format == "pal8" ? ["-lavfi", palette] : ["-pix_fmt", format]
        try await Tool.run("ffmpeg", ["-v", "error", "-i", folder.path("a.png")] + change + [folder.path("b.png")])
        let read = try StillReader.read(folder.path("b.png"))
        #expect(PictureComparison(read, with: original).difference.largest == 0)
        #expect(!read.hasAlpha)
    }

    @Test("Incomplete PNGs are rejected")
    func unreadable() async throws {
        try StillWriter.write(picture(64, 64, color), to: folder.path("a.png"), overwrite: false)
        let whole = try folder.read("a.png")
        var damaged = whole
        damaged[whole.count / 2] ^= 0xff
        for (name, data) in [
            ("empty.png", Data()), ("text.png", Data("hello".utf8)), ("cut.png", whole.prefix(whole.count / 2)),
            ("end.png", whole.prefix(40) + whole.suffix(12)), ("damaged.png", damaged),
        ] { try folder.write(name, data) }
        try await Tool.run(
            "ffmpeg", ["-v", "error", "-i", folder.path("a.png"), "-pix_fmt", "rgb48be", folder.path("deep.png")])
        for name in ["empty.png", "text.png", "cut.png", "end.png", "damaged.png", "deep.png", "none.png", "."] {
            let error = #expect(throws: FileError.self) { try StillReader.read(folder.path(name)) }
            #expect(error?.code == .unreadableInput, "\(name)")
            #expect(error?.message.contains(name) == true || name == ".", "\(String(describing: error))")
        }
    }

    @Test("An existing picture is kept unless replacement is allowed")
    func existing() throws {
        try folder.write("a.png", "old")
        #expect(throws: FileError.self) {
            try StillWriter.write(picture(4, 4, color), to: folder.path("a.png"), overwrite: false)
        }
        #expect(try folder.read("a.png") == Data("old".utf8))
        try StillWriter.write(picture(4, 4, color), to: folder.path("a.png"), overwrite: true)
        #expect(try StillReader.read(folder.path("a.png")).size == PixelSize(width: 4, height: 4))
        #expect(folder.contents == ["a.png"])
    }

    @Test("Pixels beyond the tolerance are counted, measured and framed")
    func differences() {
        let kept = picture(20, 10) { _, _ in 0x80_80_80 }
        let new = picture(20, 10) { column, row in
            switch (column, row) {
            case (3, 4): 0x80_82_80
            case (7, 6): 0x8a_80_80
            case (12, 5): 0x80_80_30
            default: 0x80_80_80
            }
        }
        for (channel, count, box) in [
            (0, 3, PixelBox(columns: 3...12, rows: 4...6)), (2, 2, PixelBox(columns: 7...12, rows: 5...6)),
            (10, 1, PixelBox(columns: 12...12, rows: 5...5)), (80, 0, nil),
        ] as [(Int, Int, PixelBox?)] {
            let tolerance = PictureTolerance(channel: channel, share: 0.005)
            let difference = PictureComparison(new, with: kept, tolerance: tolerance).difference
            #expect(difference.differentPixels == count)
            #expect(difference.box == box)
            #expect(difference.largest == 80)
            #expect(difference.pixels == 200)
            #expect(difference.isWithin(tolerance) == (count <= 1))
        }
    }

    @Test("A difference picture has a pale reference, red pixels and a blue frame")
    func differencePicture() {
        let kept = picture(8, 8) { column, _ in column < 4 ? 0x00_00_00 : 0xff_ff_ff }
        let new = picture(8, 8) { column, row in
            column == 2 && row == 2 ? 0xff_ff_ff : column < 4 ? 0x00_00_00 : 0xff_ff_ff
        }
        let drawn = PictureComparison(new, with: kept).picture()
        #expect(pixel(drawn, 2, 2) == 0xffe6_0000)
        for (column, row) in [(1, 1), (3, 3), (2, 1), (1, 2), (3, 2)] {
            #expect(pixel(drawn, column, row) == 0xff00_50ff, "\(column), \(row)")
        }
        #expect(pixel(drawn, 0, 7) == 0xffc0_c0c0)
        #expect(pixel(drawn, 7, 7) == 0xffff_ffff)
    }

    @Test("Pictures of different sizes always differ")
    func sizes() {
        let kept = picture(10, 10) { _, _ in 0 }
        let tolerance = PictureTolerance(channel: 255, share: 1)
        let comparison = PictureComparison(picture(12, 9) { _, _ in 0 }, with: kept, tolerance: tolerance)
        #expect(comparison.difference.differentPixels == 10 + 18)
        #expect(comparison.difference.pixels == 100 + 18)
        #expect(!comparison.difference.isWithin(tolerance))
        #expect(comparison.picture().size == PixelSize(width: 12, height: 10))
    }

    @Test("A sheet has pictures side by side with captions")
    func contactSheet() throws {
        let red = picture(40, 20) { _, _ in 0xe0_00_00 }
        let green = picture(10, 20) { _, _ in 0x00_e0_00 }
        let faint = picture(20, 10, hasAlpha: true) { _, _ in 0x8000_0000 }
        let caption = picture(16, 6) { _, _ in 0x00_00_e0 }
        let cells = [red, green, faint].map { ContactSheet.Cell(picture: $0, caption: caption) }
        let sheet = try ContactSheet.compose(cells, columns: 2, cellWidth: 20, gap: 4)
        // Two columns of 20, two rows of 10 or 20 with a caption of 6, and gaps around them.
        #expect(sheet.size == PixelSize(width: 4 + 20 + 4 + 20 + 4, height: 4 + 20 + 6 + 4 + 10 + 6 + 4))
        func color(_ column: Int, _ row: Int) -> UInt32 { pixel(sheet, column, row) & 0xff_ff_ff }
        let white: UInt32 = 0xff_ff_ff
        // The first is half as large, at the bottom of its row. The second is narrower, in the
        // center of its column.
        #expect(color(4, 14) == 0xe0_00_00 && color(23, 23) == 0xe0_00_00 && color(4, 13) == white)
        #expect(color(33, 4) == 0x00_e0_00 && color(42, 23) == 0x00_e0_00 && color(32, 4) == white)
        #expect(color(6, 24) == 0x00_00_e0 && color(21, 29) == 0x00_00_e0 && color(5, 24) == white)
        // Transparent parts show white.
        #expect(color(10, 40) == 0x7f_7f_7f)
        #expect(color(0, 0) == white && color(40, 40) == white)
    }

    @Test("Folders are compared by name, and difference pictures are updated")
    func folders() throws {
        let (new, kept, differences) = (folder.path("new"), folder.path("kept"), folder.path("differences"))
        func write(_ name: String, _ value: UInt32) throws {
            try StillWriter.write(picture(6, 6) { _, _ in value }, to: folder.path(name), overwrite: true)
        }
        for (name, value) in [("new/a.png", 1), ("kept/a.png", 1), ("new/b.png", 2), ("kept/b.png", 9)] {
            try write(name, UInt32(value))
        }
        try write("new/c.png", 3)
        try write("kept/d.png", 4)
        try folder.write("kept/notes.txt", "no picture")
        let first = try FolderComparison(new: new, kept: kept, differences: differences)
        #expect(first.entries.map(\.name) == ["a.png", "b.png", "c.png", "d.png"])
        guard case .same = first.entries[0].outcome, case .different(let difference) = first.entries[1].outcome else {
            Issue.record("\(first.entries)")
            return
        }
        #expect(difference.largest == 7 && difference.differentPixels == 36)
        #expect(first.entries[1].picture == differences + "/b.png")
        #expect(first.entries[2].outcome == .added && first.entries[3].outcome == .missing)
        #expect(!first.isSame && folder.contains("differences/b.png"))
        let named = try FolderComparison(new: new, names: ["a.png", "none.png"], kept: kept)
        #expect(named.entries.map(\.name) == ["a.png", "b.png", "d.png"])
        #expect(named.entries.dropFirst().map(\.outcome) == [.missing, .missing])
        try FileManager.default.removeItem(atPath: folder.path("new/c.png"))
        try FileManager.default.removeItem(atPath: folder.path("kept/d.png"))
        let second = try FolderComparison(
            new: new, kept: kept, tolerance: PictureTolerance(channel: 7), differences: differences)
        #expect(second.isSame && !folder.contains("differences/b.png"))
        #expect(throws: FileError.self) { try FolderComparison(new: new, kept: folder.path("none")) }
    }
}
