import Composition
import Frames
import Testing

@testable import Timeline

@Suite struct TitleTests {
    private let frame = PixelSize(width: 320, height: 120)

    private func title(_ text: String, size: Double = 32, _ change: (inout Title) -> Void = { _ in }) -> Title {
        var title = Title(text: text)
        title.font = "Sans"
        title.size = size
        change(&title)
        return title
    }

    private func draw(_ title: Title, size: PixelSize? = nil) throws -> PixelBuffer {
        try TitleDrawing(title, frame: frame, size: size ?? frame).draw()
    }

    /// The non-empty columns or rows.
    private func covered(_ pixels: PixelBuffer, columns: Bool) -> ClosedRange<Int>? {
        let places = unsafe pixels.withBytes { bytes in
            (0..<(columns ? pixels.size.width : pixels.size.height)).filter { place in
                (0..<(columns ? pixels.size.height : pixels.size.width)).contains { other in
                    let (x, y) = columns ? (place, other) : (other, place)
                    return unsafe bytes[y * pixels.stride + x * 4 + 3] > 0
                }
            }
        }
        guard let first = places.first, let last = places.last else { return nil }
        return first...last
    }

    private func alphas(_ pixels: PixelBuffer) -> [UInt8] {
        unsafe pixels.withBytes { bytes in
            (0..<pixels.size.height).flatMap { y in
                (0..<pixels.size.width).map { unsafe bytes[y * pixels.stride + $0 * 4 + 3] }
            }
        }
    }

    @Test(arguments: ["Grüße, Welt", "你好，世界", "こんにちは世界", "안녕하세요", "Привет", "Γειά σου"])
    func everyLanguageHasLetters(_ text: String) throws {
        let drawing = try TitleDrawing(title(text), frame: frame, size: frame)
        #expect(drawing.unknownScalars().isEmpty)
        let pixels = drawing.draw()
        #expect(alphas(pixels).count { $0 > 128 } > 200)
    }

    @Test func differentTextsLookDifferent() throws {
        // Boxes for missing glyphs would all look the same.
        let pictures = try ["世界", "你好", "안녕", "سلام", "مرحب"].map { alphas(try draw(title($0))) }
        for (index, picture) in pictures.enumerated() {
            for other in pictures[(index + 1)...] { #expect(picture != other) }
        }
    }

    @Test func arabicLettersJoin() throws {
        let drawing = try TitleDrawing(title("سلام"), frame: frame, size: frame)
        #expect(drawing.unknownScalars().isEmpty)
        // The ligature is narrower than its letters one by one.
        let joined = try #require(covered(drawing.draw(), columns: true))
        let apart = try #require(covered(try draw(title("س\u{200c}ل\u{200c}ا\u{200c}م")), columns: true))
        #expect(joined.count < apart.count - 5)
    }

    @Test func linesAreAligned() throws {
        for text in ["Hello", "שלום"] {
            let left = try #require(covered(try draw(title(text) { $0.alignment = .left }), columns: true))
            let center = try #require(covered(try draw(title(text)), columns: true))
            let right = try #require(covered(try draw(title(text) { $0.alignment = .right }), columns: true))
            #expect(left.lowerBound < 8 && right.upperBound > 311)
            #expect(abs(center.lowerBound - (319 - center.upperBound)) < 8)
        }
        let rows = try #require(covered(try draw(title("HHHH")), columns: false))
        #expect(abs(rows.lowerBound - (119 - rows.upperBound)) < 8)
    }

    @Test func longLinesAreBroken() throws {
        let text = "A line that is far too long for its frame"
        let drawing = try TitleDrawing(title(text), frame: frame, size: frame)
        #expect(drawing.lineCount > 1)
        let columns = try #require(covered(drawing.draw(), columns: true))
        #expect(columns.upperBound < 320)
        #expect(try TitleDrawing(title("one\ntwo\nthree", size: 12), frame: frame, size: frame).lineCount == 3)
        #expect(try TitleDrawing(title(text, size: 8), frame: frame, size: frame).lineCount == 1)
    }

    @Test(
        arguments: [
            Array(repeating: "A line", count: 9).joined(separator: "\n"), String(repeating: "words ", count: 60),
        ])
    func textHigherThanItsFrameIsShrunk(_ text: String) throws {
        let drawing = try TitleDrawing(title(text), frame: frame, size: frame)
        #expect((100...120).contains(drawing.height))
        let rows = try #require(covered(drawing.draw(), columns: false))
        // No line is cut off: there is as much space above as below, apart from descenders.
        #expect(rows.lowerBound > 0 && rows.upperBound < 119)
        #expect(try TitleDrawing(title("A line"), frame: frame, size: frame).height < 60)
    }

    @Test func aLargerPictureHasTheSameLines() throws {
        let text = "A line that is far too long for its frame"
        let small = try #require(covered(try draw(title(text)), columns: true))
        let double = try #require(
            covered(try draw(title(text), size: PixelSize(width: 640, height: 240)), columns: true))
        #expect(
            abs(double.lowerBound - 2 * small.lowerBound) <= 3 && abs(double.upperBound - 2 * small.upperBound) <= 3)
    }

    @Test func colorsAreAsRequested() throws {
        let text = title("█") { title in
            title.color = Color(red: 200, green: 100, blue: 50)
            title.background = Color(red: 0, green: 0, blue: 255, alpha: 128)
        }
        let pixels = try draw(text)
        unsafe pixels.withBytes { bytes in
            let corner = (0..<4).map { unsafe bytes[$0] }
            #expect(corner == [128, 0, 0, 128])
            let middle = (0..<4).map { unsafe bytes[60 * pixels.stride + 160 * 4 + $0] }
            #expect(middle == [50, 100, 200, 255])
        }
    }
}
