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
        let pixels = try drawing.draw()
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
        let joined = try #require(covered(try drawing.draw(), columns: true))
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
        let columns = try #require(covered(try drawing.draw(), columns: true))
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
        #expect((100...120).contains(drawing.drawnHeight))
        let rows = try #require(covered(try drawing.draw(), columns: false))
        // No line is cut off: there is as much space above as below, apart from descenders.
        #expect(rows.lowerBound > 0 && rows.upperBound < 119)
        #expect(try TitleDrawing(title("A line"), frame: frame, size: frame).drawnHeight < 60)
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

    // MARK: Styles

    /// Blue, green, red and alpha of a pixel.
    private func pixel(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
        unsafe pixels.withBytes { bytes in (0..<4).map { unsafe bytes[y * pixels.stride + x * 4 + $0] } }
    }

    /// A full block of 32 pixels, in the middle of the frame if nothing is around it.
    private func block(_ change: (inout Title) -> Void) throws -> (PixelBuffer, ClosedRange<Int>, ClosedRange<Int>) {
        let plain = try draw(title("█"))
        let columns = try #require(covered(plain, columns: true))
        return (try draw(title("█", size: 32, change)), columns, try #require(covered(plain, columns: false)))
    }

    @Test func onlyMarkupIsMarkup() throws {
        let literal = try #require(covered(try draw(title("<b>A</b> &amp;")), columns: true))
        let marked = title("<b>A</b> &amp;") { $0.isMarkup = true }
        #expect(try #require(covered(try draw(marked), columns: true)).count < literal.count / 2)
        #expect(try alphas(draw(marked)) != alphas(draw(title("A &"))))
        #expect(marked.plainText == "A &" && title("<b>").plainText == "<b>")
        let colors = try draw(
            title("<span color='#ff0000'>█</span>█") {
                $0.isMarkup = true
                $0.alignment = .left
            })
        let columns = try #require(covered(colors, columns: true))
        let quarter = columns.count / 4
        #expect(pixel(colors, columns.lowerBound + quarter, 60) == [0, 0, 255, 255])
        #expect(pixel(colors, columns.upperBound - quarter, 60) == [255, 255, 255, 255])
    }

    @Test func anOutlineIsAroundTheLetters() throws {
        let (pixels, columns, rows) = try block { $0.outline = .init(Color(red: 255, green: 0, blue: 0), width: 5) }
        let middle = (columns.lowerBound + columns.upperBound) / 2
        #expect(abs(try #require(covered(pixels, columns: true)).count - columns.count - 10) <= 1)
        #expect(abs(try #require(covered(pixels, columns: false)).count - rows.count - 10) <= 1)
        #expect(pixel(pixels, middle, rows.lowerBound - 3) == [0, 0, 255, 255])
        #expect(pixel(pixels, middle, 60) == [255, 255, 255, 255])
    }

    @Test func aShadowIsBesideTheLetters() throws {
        let shadow = Title.Shadow(Color(red: 0, green: 0, blue: 255, alpha: 128), x: 30, y: -10, blur: 0)
        let (pixels, columns, rows) = try block { $0.shadow = shadow }
        let found = try #require(covered(pixels, columns: true))
        #expect(found.lowerBound == columns.lowerBound && found.upperBound == columns.upperBound + 30)
        #expect(try #require(covered(pixels, columns: false)).lowerBound == rows.lowerBound - 10)
        #expect(pixel(pixels, columns.upperBound + 20, 60) == [128, 0, 0, 128])
        // A blurred one reaches further, and is weaker.
        let (blurred, _, _) = try block { title in
            title.shadow = shadow
            title.shadow?.blur = 8
        }
        #expect(try #require(covered(blurred, columns: true)).upperBound > found.upperBound + 8)
        #expect(pixel(blurred, columns.upperBound + 28, 60)[3] < 128)
    }

    @Test func aBoxIsBehindTheText() throws {
        let box = Title.Box(Color(red: 0, green: 255, blue: 0, alpha: 51), padding: 10)
        let (pixels, columns, _) = try block { $0.box = box }
        let found = try #require(covered(pixels, columns: true))
        #expect(abs(found.count - columns.count - 20) <= 3)
        let rows = try #require(covered(pixels, columns: false))
        #expect(pixel(pixels, found.lowerBound + 3, rows.lowerBound + 3) == [0, 51, 0, 51])
        #expect(pixel(pixels, 160, 60) == [255, 255, 255, 255])
        let (round, _, _) = try block { title in
            title.box = box
            title.box?.radius = 15
        }
        #expect(pixel(round, found.lowerBound + 2, rows.lowerBound + 2) == [0, 0, 0, 0])
        #expect(pixel(round, 160, rows.lowerBound + 2) == [0, 51, 0, 51])
    }

    @Test func paddingKeepsTextFromTheEdges() throws {
        for alignment in Title.Alignment.allCases {
            let text = title("A line that is far too long for its frame, and then some") { title in
                title.padding = 20
                title.alignment = alignment
            }
            let pixels = try draw(text)
            let (columns, rows) = (
                try #require(covered(pixels, columns: true)), try #require(covered(pixels, columns: false))
            )
            #expect(columns.lowerBound >= 9 && columns.upperBound <= 310 && rows.count <= 110)
        }
        let left = title("I") { title in
            title.padding = 20
            title.alignment = .left
        }
        #expect((20...26).contains(try #require(covered(try draw(left), columns: true)).lowerBound))
    }

    @Test func aPreviewHasTheSameStyle() throws {
        let styled = title("A line that is far too long for its frame") { title in
            title.outline = .init(width: 4)
            title.box = .init(.white, padding: 12, radius: 6)
            title.shadow = .init(x: 10, y: 10, blur: 2)
            title.padding = 6
        }
        var small = styled
        small.scale = 0.5
        let half = PixelSize(width: 160, height: 60)
        let (one, other) = (try draw(styled), try TitleDrawing(small, frame: half, size: half).draw())
        for columns in [true, false] {
            let (whole, part) = (
                try #require(covered(one, columns: columns)), try #require(covered(other, columns: columns))
            )
            #expect(abs(whole.lowerBound - 2 * part.lowerBound) <= 2, "\(whole) \(part)")
            #expect(abs(whole.upperBound - 2 * part.upperBound) <= 2, "\(whole) \(part)")
        }
    }
}
