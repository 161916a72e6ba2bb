import EngineLink
import Frames
import Glibc
import Testing

@testable import PageRenderer

/// A frame with an overlay, and its pixels.
struct OverlayFrame {
    /// The channels of a pixel, from 0 to 255.
    struct Pixel {
        let red, green, blue, alpha: Int

        fileprivate init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
            let bits = unsafe bytes.load(fromByteOffset: offset, as: UInt32.self)
            (alpha, red) = (Int(bits >> 24), Int(bits >> 16 & 0xff))
            (green, blue) = (Int(bits >> 8 & 0xff), Int(bits & 0xff))
        }
    }

    /// The frame.
    let buffer: PixelBuffer
    /// What was in the frame before.
    private let original: PixelBuffer

    /// Fills a frame with a gray; `nil` for transparency.
    init(_ size: PixelSize, gray: UInt8?) {
        buffer = PixelBuffer(size: size, hasAlpha: gray == nil)
        if let gray {
            _ = unsafe buffer.withMutableBytes { unsafe $0.initializeMemory(as: UInt8.self, repeating: gray) }
        }
        original = buffer.copy()
    }

    /// Draws a state over a gray frame of the view's size.
    static func drawing(
        _ state: OverlayState, style: PointerStyle = PointerStyle(), view: PixelSize, scale: DeviceScale = .one,
        over gray: UInt8? = 128
    ) -> OverlayFrame {
        let frame = OverlayFrame(scale.pixels(of: view), gray: gray)
        PageOverlay(style: style, size: frame.buffer.size, scale: scale).draw(state, on: frame.buffer)
        return frame
    }

    /// All bytes of the frame.
    var bytes: [UInt8] { unsafe buffer.withBytes { unsafe Array($0) } }

    /// A pixel.
    func pixel(_ column: Int, _ row: Int) -> Pixel {
        unsafe buffer.withBytes { unsafe Pixel($0, at: row * buffer.stride + column * 4) }
    }

    /// Whether a pixel was drawn on.
    func isChanged(_ column: Int, _ row: Int) -> Bool { !isUnchanged(row, column..<column + 1) }

    /// Whether some pixels of a row have the bytes that they had before.
    private func isUnchanged(_ row: Int, _ columns: Range<Int>) -> Bool {
        let offset = row * buffer.stride + columns.lowerBound * 4
        return unsafe buffer.withBytes { bytes in
            unsafe original.withBytes { before in
                guard let bytes = bytes.baseAddress, let before = before.baseAddress else { return false }
                return unsafe memcmp(bytes + offset, before + offset, columns.count * 4) == 0
            }
        }
    }

    /// Whether all pixels outside of a rectangle have the bytes that they had before.
    func isUnchanged(outside rect: PixelRect?) -> Bool {
        (0..<buffer.size.height).allSatisfy { row in
            guard let rect, rect.top <= row, row < rect.bottom else { return isUnchanged(row, 0..<buffer.size.width) }
            return isUnchanged(row, 0..<rect.left) && isUnchanged(row, rect.right..<buffer.size.width)
        }
    }

    /// The columns and rows of the pixels that fulfill a condition.
    func extent(where condition: (Pixel) -> Bool) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        var found: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)?
        for row in 0..<buffer.size.height {
            for column in 0..<buffer.size.width where condition(pixel(column, row)) {
                let (columns, rows) = found ?? (column...column, row...row)
                found = (
                    min(columns.lowerBound, column)...max(columns.upperBound, column), rows.lowerBound...row
                )
            }
        }
        return found
    }
}

/// What is drawn over frames.
@Suite("Overlay")
struct PageOverlayTests {
    private static let view = PixelSize(width: 320, height: 200)

    private static var everything: PointerStyle {
        var style = PointerStyle()
        style.showsKeys = true
        style.showsCaptions = true
        return style
    }

    private static func state(_ change: (inout OverlayState) -> Void) -> OverlayState {
        var state = OverlayState()
        change(&state)
        return state
    }

    private static func pointer(
        _ x: Double, _ y: Double, _ shape: PointerShape = .arrow, isPressed: Bool = false
    ) -> OverlayState {
        state { $0.pointer = .init(at: ViewPoint(x: x, y: y), shape: shape, isPressed: isPressed) }
    }

    private static func ring(_ milliseconds: Int) -> OverlayState {
        state { $0.rings = [.init(around: ViewPoint(x: 100, y: 80), age: .milliseconds(milliseconds))] }
    }

    private static func caption(_ text: String, opacity: Double = 1) -> OverlayState {
        state { $0.caption = .init(text, opacity: opacity) }
    }

    private static let fullState = state {
        $0.pointer = .init(at: ViewPoint(x: 60.25, y: 50.5), shape: .hand, isPressed: true)
        $0.rings = [.init(around: ViewPoint(x: 60, y: 50), age: .milliseconds(120))]
        $0.highlights = [.init(ViewRect(x: 150, y: 20, width: 90.5, height: 30), opacity: 0.6)]
        $0.keys = .init(["Ctrl", "A"], opacity: 0.8)
        $0.caption = .init("Select all of it, مرحبا 🎉", opacity: 0.7)
    }

    @Test("Pixels outside of the bounds are untouched", arguments: ["1", "1.5", "2"])
    func bounds(scale text: String) throws {
        let scale = try #require(DeviceScale(text))
        var states = PointerShape.allCases.flatMap { shape in
            [Self.pointer(100.3, 80.7, shape), Self.pointer(100, 80, shape, isPressed: true)]
        }
        states += [Self.pointer(0, 0), Self.pointer(319.5, 199.5, .hand), Self.pointer(-2, 90, .move)]
        states += [0, 130, 290, 430].map(Self.ring)
        states.append(Self.state { $0.highlights = [.init(ViewRect(x: 30.5, y: 40, width: 100, height: 20.25))] })
        states.append(Self.state { $0.highlights = [.init(ViewRect(x: 200, y: -1e9, width: 40, height: 2e9))] })
        states.append(Self.state { $0.keys = .init(["Ctrl", "Shift", "A"]) })
        states += [Self.caption("Short"), Self.caption(String(repeating: "A long caption. ", count: 50))]
        states.append(Self.fullState)
        for size in [8, 24, 128] {
            var style = Self.everything
            style.size = size
            for state in states {
                let frame = OverlayFrame(scale.pixels(of: Self.view), gray: 128)
                let overlay = PageOverlay(style: style, size: frame.buffer.size, scale: scale)
                let bounds = try #require(overlay.areas(of: state).reduce(nil) { $1.union($0) })
                overlay.draw(state, on: frame.buffer)
                #expect(frame.isUnchanged(outside: bounds), "size \(size): \(state)")
                #expect(!frame.isUnchanged(outside: nil), "nothing was drawn: \(state)")
            }
        }
    }

    @Test("Nothing is drawn for an empty state, and for what is not within the frame")
    func nothing() {
        let outside = [
            OverlayState(), Self.pointer(-100, 50), Self.pointer(50, 1e12), Self.pointer(.nan, .infinity),
            Self.caption(" \n"), Self.caption("Hidden", opacity: 0), Self.state { $0.keys = .init([]) },
            Self.state { $0.highlights = [.init(ViewRect(x: 0, y: 5000, width: 10, height: 10))] },
            Self.state { $0.highlights = [.init(ViewRect(x: 0, y: 0, width: 10, height: 10), opacity: 0)] },
        ]
        for state in outside {
            let frame = OverlayFrame(Self.view, gray: 128)
            let overlay = PageOverlay(style: Self.everything, size: frame.buffer.size, scale: .one)
            #expect(overlay.areas(of: state).isEmpty, "\(state)")
            overlay.draw(state, on: frame.buffer)
            #expect(frame.isUnchanged(outside: nil), "\(state)")
        }
    }

    @Test("Clicks, keys and captions are shown only if the style says so")
    func switches() {
        var style = PointerStyle()
        style.showsClicks = false
        for state in [Self.ring(100), Self.state { $0.keys = .init(["A"]) }, Self.caption("Text")] {
            #expect(OverlayFrame.drawing(state, style: style, view: Self.view).isUnchanged(outside: nil))
            style.showsClicks = true
            style.showsKeys = true
            style.showsCaptions = true
            #expect(!OverlayFrame.drawing(state, style: style, view: Self.view).isUnchanged(outside: nil))
            style = PointerStyle()
            style.showsClicks = false
        }
    }

    // MARK: - Hot spots

    /// How much of a pixel is covered by a red pointer with a white outline over gray, from 0 to 1.
    private static func coverage(_ pixel: OverlayFrame.Pixel) -> Double {
        Double(pixel.red - max(pixel.blue, pixel.green)) / 255
    }

    private static func redFrame(_ shape: PointerShape, at point: ViewPoint, _ scale: DeviceScale) -> OverlayFrame {
        var style = PointerStyle()
        style.color = PointerStyle.Color(red: 255, green: 0, blue: 0)
        return OverlayFrame.drawing(
            pointer(point.x, point.y, shape), style: style, view: PixelSize(width: 96, height: 80), scale: scale)
    }

    private static let points = [
        ViewPoint(x: 40, y: 30), ViewPoint(x: 40.5, y: 30.5), ViewPoint(x: 40.25, y: 30.75),
    ]

    @Test("The tip of the arrow is at the position", arguments: [1, 2], points)
    func arrowTip(scale factor: Int, point: ViewPoint) throws {
        let frame = Self.redFrame(.arrow, at: point, try #require(DeviceScale(factor)))
        let (x, y) = (point.x * Double(factor), point.y * Double(factor))
        // The left edge is vertical. A pixel below the tip is covered by half at most.
        let left = try #require(frame.extent { Self.coverage($0) >= 0.499 }).columns.lowerBound
        let top = try #require(frame.extent { Self.coverage($0) >= 0.2 }).rows.lowerBound
        #expect(abs(Double(left) - x) <= 0.5)
        #expect(abs(Double(top) - y) <= 0.5)
        // The top is also the leftmost point.
        #expect(Self.coverage(frame.pixel(left, top)) >= 0.2)
    }

    @Test("The tip of the hand's index finger is at the position", arguments: [1, 2], points)
    func fingerTip(scale factor: Int, point: ViewPoint) throws {
        let frame = Self.redFrame(.hand, at: point, try #require(DeviceScale(factor)))
        let (x, y) = (point.x * Double(factor), point.y * Double(factor))
        let top = try #require(frame.extent { Self.coverage($0) >= 0.45 }).rows.lowerBound
        #expect(abs(Double(top) - y) <= 0.5)
        // Below the tip is only this finger.
        let row = Int(y) + 4 * factor
        let columns = (0..<frame.buffer.size.width).map { Self.coverage(frame.pixel($0, row)) }
        let mean = columns.enumerated().reduce(0) { $0 + (Double($1.offset) + 0.5) * $1.element }
        #expect(abs(mean / columns.reduce(0, +) - x) < 0.1)
    }

    @Test(
        "Symmetric shapes are centered at the position", arguments: [1, 2],
        [PointerShape.text, .crosshair, .move, .notAllowed, .resizeHorizontally, .resizeFalling, .wait])
    func centers(scale factor: Int, shape: PointerShape) throws {
        let frame = Self.redFrame(shape, at: ViewPoint(x: 40, y: 30), try #require(DeviceScale(factor)))
        let (columns, rows) = try #require(frame.extent { Self.coverage($0) >= 0.25 })
        #expect(columns.lowerBound + columns.upperBound + 1 == 80 * factor)
        #expect(rows.lowerBound + rows.upperBound + 1 == 60 * factor)
    }

    // MARK: - Pixels

    @Test("All shapes differ")
    func shapes() {
        let frames = PointerShape.allCases.map {
            OverlayFrame.drawing(Self.pointer(100, 80, $0), view: Self.view).bytes
        }
        #expect(Set(frames).count == PointerShape.allCases.count)
    }

    @Test("The same state gives the same bytes, whatever was drawn before")
    func determinism() throws {
        let scale = try #require(DeviceScale("1.5"))
        let first = OverlayFrame.drawing(Self.fullState, style: Self.everything, view: Self.view, scale: scale)
        let second = OverlayFrame(first.buffer.size, gray: 128)
        let overlay = PageOverlay(style: Self.everything, size: first.buffer.size, scale: scale)
        let other = OverlayFrame(first.buffer.size, gray: 0)
        for state in [Self.caption("Before"), Self.pointer(9, 9, .hand), Self.state { $0.keys = .init(["B"]) }] {
            overlay.draw(state, on: other.buffer)
        }
        overlay.draw(Self.fullState, on: second.buffer)
        #expect(first.bytes == second.bytes)
    }

    @Test("Transparent frames stay premultiplied")
    func premultiplied() {
        let frame = OverlayFrame.drawing(Self.fullState, style: Self.everything, view: Self.view, over: nil)
        var alphas = Set<Int>()
        let invalid = frame.extent { pixel in
            alphas.insert(pixel.alpha)
            return max(pixel.red, pixel.green, pixel.blue) > pixel.alpha
        }
        #expect(invalid == nil)
        #expect(alphas.isSuperset(of: [0, 255]) && alphas.count > 20)
    }

    @Test("A pointer is seen on pages of its color", arguments: [PointerStyle.Color.black, .white])
    func contrast(color: PointerStyle.Color) throws {
        var style = PointerStyle()
        style.color = color
        for shape in PointerShape.allCases {
            let frame = OverlayFrame.drawing(
                Self.pointer(100, 80, shape), style: style, view: Self.view, over: color.green)
            let strong = try #require(frame.extent { abs($0.green - Int(color.green)) > 128 })
            #expect(strong.columns.count >= 10 && strong.rows.count >= 5, "\(shape)")
        }
    }

    @Test("A ring grows until it ends")
    func rings() throws {
        let radii = try [0, 60, 120, 200, 300, 400].map { age in
            let frame = OverlayFrame.drawing(Self.ring(age), view: Self.view)
            return 100 - (try #require((0..<100).first { frame.isChanged($0, 80) }))
        }
        #expect(zip(radii, radii.dropFirst()).allSatisfy { $0 < $1 }, "\(radii)")
        for age in [-1, 450, 451, 10_000] {
            let overlay = PageOverlay(style: PointerStyle(), size: Self.view, scale: .one)
            #expect(overlay.areas(of: Self.ring(age)).isEmpty)
            #expect(OverlayFrame.drawing(Self.ring(age), view: Self.view).isUnchanged(outside: nil))
        }
    }

    @Test("A highlight is drawn around its box, not in it")
    func highlights() {
        let state = Self.state { $0.highlights = [.init(ViewRect(x: 50, y: 60, width: 100, height: 40))] }
        let frame = OverlayFrame.drawing(state, view: Self.view)
        for (column, row) in [(100, 56), (100, 104), (46, 80), (154, 80)] {
            let pixel = frame.pixel(column - 1, row)
            #expect(pixel.blue > pixel.red + 100, "\(column), \(row): \(pixel)")
        }
        #expect(!frame.isChanged(100, 80))
    }
}
