import EngineLink
import Frames
import Testing

@testable import PageRenderer

/// Captions and key caps over frames.
@Suite("Text of an overlay")
struct OverlayTextTests {
    private static let view = PixelSize(width: 640, height: 360)

    private static func frame(
        caption: String? = nil, keys: [String]? = nil, view: PixelSize = view, scale: DeviceScale = .one
    ) -> OverlayFrame {
        var style = PointerStyle()
        style.showsKeys = true
        style.showsCaptions = true
        var state = OverlayState()
        state.caption = caption.map { .init($0) }
        state.keys = keys.map { .init($0) }
        return OverlayFrame.drawing(state, style: style, view: view, scale: scale, over: 255)
    }

    /// The dark bar of a caption on a white page, without its shadow.
    private static func bar(_ frame: OverlayFrame) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        frame.extent { max($0.red, $0.green, $0.blue) < 110 }
    }

    private static let captions = [
        "Short", "مرحبا بالعالم، هذا نص يُكتب من اليمين إلى اليسار", "👩‍👩‍👧‍👦 🎉🇺🇳 👍🏽", "日本語の字幕",
        "A\u{0}B\u{1b}[31m\r\nC\u{202e}D", String(repeating: "x", count: 5000),
        "x" + String(repeating: "\n", count: 50) + "y",
        (1...200).map { "line \($0)" }.joined(separator: "\n"), String(repeating: "a\u{301}\u{308}", count: 300),
    ]

    @Test("A bar is within the frame, and not wider than four fifths of it", arguments: captions, ["1", "2.5"])
    func bars(text: String, scale: String) throws {
        let frame = Self.frame(caption: text, scale: try #require(DeviceScale(scale)))
        let (width, height) = (frame.buffer.size.width, frame.buffer.size.height)
        let (columns, rows) = try #require(Self.bar(frame))
        #expect(columns.count * 5 <= width * 4)
        #expect(abs(columns.lowerBound + columns.upperBound + 1 - width) <= 1)
        #expect(rows.lowerBound > height / 2 && rows.upperBound < height - 5)
    }

    @Test("A bar fits into small views", arguments: [16, 64])
    func smallViews(side: Int) {
        let frame = Self.frame(
            caption: "A caption", keys: ["Ctrl", "Backspace"], view: PixelSize(width: side, height: side))
        #expect(!frame.isUnchanged(outside: nil))
    }

    @Test("A long text is wrapped")
    func wrapping() throws {
        let short = try #require(Self.bar(Self.frame(caption: "A caption")))
        let long = try #require(Self.bar(Self.frame(caption: String(repeating: "A caption ", count: 12))))
        #expect(long.columns.count > 2 * short.columns.count)
        #expect(Double(long.rows.count) > 1.4 * Double(short.rows.count))
    }

    /// The full stop at a line's end is a short letter after tall ones.
    @Test("Lines begin on the side where their script begins", arguments: [("lllll .", false), ("ללללל .", true)])
    func direction(text: String, isFromRight: Bool) throws {
        let frame = Self.frame(caption: text)
        let bar = try #require(Self.bar(frame))
        // The bar is dark, its letters and what is around it are white.
        let inside = bar.columns.lowerBound + 8...bar.columns.upperBound - 8
        func height(_ column: Int) -> Int {
            bar.rows.dropFirst(3).dropLast(3).count { frame.pixel(column, $0).green > 150 }
        }
        let inked = inside.filter { height($0) > 0 }
        let (left, right) = (height(try #require(inked.first)), height(try #require(inked.last)))
        #expect(isFromRight ? left < right : right < left, "\(left), \(right)")
    }

    @Test("Text scales with the device pixel ratio")
    func scaling() throws {
        let one = try #require(Self.bar(Self.frame(caption: "A caption to be scaled")))
        let scale = try #require(DeviceScale(3))
        let three = try #require(Self.bar(Self.frame(caption: "A caption to be scaled", scale: scale)))
        #expect(abs(three.columns.count - 3 * one.columns.count) <= 6)
        #expect(abs(three.rows.count - 3 * one.rows.count) <= 6)
    }

    @Test("Each key has a cap, in order, above a caption")
    func keys() throws {
        /// The widths of the caps' lower sides, which are bluish gray.
        func caps(_ frame: OverlayFrame) throws -> (row: Int, widths: [Int]) {
            func isSide(_ pixel: OverlayFrame.Pixel) -> Bool { abs(pixel.blue - 199) < 6 && abs(pixel.red - 184) < 6 }
            let counts = (0..<frame.buffer.size.height).map { row in
                (0..<frame.buffer.size.width).count { isSide(frame.pixel($0, row)) }
            }
            let row = try #require(counts.indices.max { counts[$0] < counts[$1] })
            let line = (0..<frame.buffer.size.width).map { isSide(frame.pixel($0, row)) }
            return (row, line.split(separator: false).map(\.count).filter { $0 > 4 })
        }
        let (row, widths) = try caps(Self.frame(keys: ["Ctrl", "A"]))
        try #require(widths.count == 2)
        #expect(widths[0] > widths[1])
        #expect(row > Self.view.height * 3 / 4)
        let frame = Self.frame(caption: "Select all", keys: ["Ctrl", "A"])
        let bar = try #require(frame.extent { max($0.red, $0.green, $0.blue) < 80 })
        let lifted = try caps(frame)
        #expect(lifted.widths == widths)
        #expect(lifted.row < bar.rows.upperBound && lifted.row < row)
        // The last keys are the most recent ones.
        let many = try caps(Self.frame(keys: (0..<60).map { _ in "Enter" } + ["A"])).widths
        #expect(many.count > 5 && many.count < 30 && many.last == widths[1])
    }

    @Test(
        "Chords have these caps",
        arguments: [
            ("Control+A", ["Ctrl", "A"]), ("ctrl+shift+k", ["Ctrl", "Shift", "K"]), ("Enter", ["↵ Enter"]),
            ("enter", ["↵ Enter"]), ("Shift+Tab", ["Shift", "Tab"]), ("ArrowUp", ["↑"]),
            ("Alt+arrowleft", ["Alt", "←"]), ("ArrowRight", ["→"]), ("ArrowDown", ["↓"]), ("a", ["a"]), ("ß", ["ß"]),
            ("Control+ß", ["Ctrl", "ß"]),
            ("é", ["é"]), ("Space", ["Space"]), (" ", ["Space"]), ("Escape", ["Esc"]), ("f5", ["F5"]),
            ("pageup", ["PgUp"]), ("backspace", ["Backspace"]), ("+", ["+"]), ("Control++", ["Ctrl", "+"]),
            ("Meta+,", ["Meta", ","]),
        ])
    func caps(chord: String, caps: [String]) {
        #expect(KeyCaps.texts(ofChord: chord) == caps)
    }

    @Test("Keys of steps have caps", arguments: [("Enter", "↵ Enter"), ("ArrowUp", "↑"), ("x", "x"), (" ", "Space")])
    func stepKeys(name: String, cap: String) throws {
        #expect(KeyCaps.text(of: try #require(PageKey(name: name))) == cap)
    }
}
