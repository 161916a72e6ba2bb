import EngineLink
import Foundation
import Frames
import Testing

@testable import PageRenderer

/// Shapes and motion of the pointer.
@Suite("Pointer")
struct PointerTests {
    @Test(
        "Values of CSS have these shapes",
        arguments: [
            ("auto", .arrow), ("default", .arrow), ("pointer", .hand), ("POINTER", .hand), ("text", .text),
            ("none", nil), ("url(\"a,b.png\") 2 2, grab", .grab), ("url(x.cur), none", nil), ("", .arrow),
            ("progress", .arrow), ("unheard-of", .arrow), ("wait", .wait), ("col-resize", .resizeHorizontally),
            ("s-resize", .resizeVertically), ("nwse-resize", .resizeFalling), ("ne-resize", .resizeRising),
            ("zoom-in", .zoomIn), ("no-drop", .notAllowed), ("all-scroll", .move),
        ] as [(String, PointerShape?)])
    func shapes(cursor: String, shape: PointerShape?) {
        #expect(PointerShape.shape(forCursor: cursor) == shape)
    }

    @Test("The pointer is a beam over text unless the page wants another shape")
    func text() {
        #expect(PointerShape.shape(forCursor: "auto", isOverText: true) == .text)
        #expect(PointerShape.shape(forCursor: "default", isOverText: true) == .arrow)
        #expect(PointerShape.shape(forCursor: "none", isOverText: true) == nil)
    }

    @Test("A style survives its encoding")
    func style() throws {
        var style = PointerStyle()
        style.size = 40
        style.color = PointerStyle.Color(red: 1, green: 2, blue: 3)
        style.showsClicks = false
        style.showsCaptions = true
        let copy = try JSONDecoder().decode(PointerStyle.self, from: JSONEncoder().encode(style))
        #expect(copy == style && copy != PointerStyle())
    }

    // MARK: - Motion

    private static let start = ViewPoint(x: 100.5, y: 620)
    private static let ends = [ViewPoint(x: 900.25, y: 40.75), ViewPoint(x: 110, y: 618), ViewPoint(x: 100.5, y: 20)]

    /// How far a point is along the line to another one, and to its side; 0 and 1 are the ends.
    private static func place(of point: ViewPoint, to end: ViewPoint) -> (along: Double, aside: Double) {
        let (width, height) = (end.x - start.x, end.y - start.y)
        let (x, y) = (point.x - start.x, point.y - start.y)
        let square = width * width + height * height
        return ((x * width + y * height) / square, (width * y - height * x) / square.squareRoot())
    }

    @Test("The pointer leaves and arrives exactly", arguments: ends, [0, 1, 42, UInt64.max])
    func leavesAndArrives(end: ViewPoint, seed: UInt64) {
        let path = PointerPath(from: Self.start, to: end, seed: seed)
        #expect(path.position(at: .zero) == Self.start)
        #expect(path.position(at: .milliseconds(-5)) == Self.start)
        #expect(path.position(at: path.duration) == end)
        #expect(path.position(at: path.duration + .seconds(1)) == end)
        let almost = path.position(at: path.duration - .nanoseconds(1))
        #expect(hypot(almost.x - end.x, almost.y - end.y) < 0.001)
    }

    @Test("The pointer never goes back, and stays near the line", arguments: ends, [0, 1, 42, UInt64.max])
    func progress(end: ViewPoint, seed: UInt64) throws {
        let path = PointerPath(from: Self.start, to: end, seed: seed)
        let places = (0...1000).map { Self.place(of: path.position(at: path.duration * $0 / 1000), to: end) }
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.along < $1.along || $1.along > 0.999_999 })
        let distance = hypot(end.x - Self.start.x, end.y - Self.start.y)
        let bend = try #require(places.map { abs($0.aside) }.max())
        #expect(bend > distance * 0.02 || bend > 30)
        #expect(bend <= min(0.1 * distance, PointerPath.largestBend) + 1e-9)
        // On one side only.
        #expect(places.allSatisfy { $0.aside >= -1e-9 } || places.allSatisfy { $0.aside <= 1e-9 })
    }

    @Test("The pointer starts and stops gently, and is fastest in the middle")
    func easing() {
        let path = PointerPath(from: Self.start, to: Self.ends[0], seed: 5)
        func along(_ percent: Int) -> Double {
            Self.place(of: path.position(at: path.duration * percent / 100), to: Self.ends[0]).along
        }
        // 10 t³ - 15 t⁴ + 6 t⁵.
        for (percent, part) in [(10, 0.00856), (25, 0.103_515_625), (50, 0.5), (90, 0.99144)] {
            #expect(abs(along(percent) - part) < 1e-9)
        }
    }

    @Test("The duration grows with the distance, from 250 ms to 900 ms")
    func durations() {
        func duration(_ distance: Double, speed: Double = 1) -> Duration {
            PointerPath(from: .init(x: 0, y: 0), to: .init(x: 0, y: distance), seed: 1, speed: speed).duration
        }
        let durations = [0, 10, 50, 100, 300, 700, 1500, 2000].map { duration($0) }
        #expect(zip(durations, durations.dropFirst()).allSatisfy { $0 < $1 })
        #expect(durations.first == .milliseconds(250) && durations.last == .milliseconds(900))
        #expect(duration(100_000) == .milliseconds(900))
        #expect(duration(2000, speed: 2) == .milliseconds(450))
        #expect(duration(2000, speed: 0.5) == .milliseconds(1800))
        #expect(durations.allSatisfy { $0.wholeNanoseconds % 1_000_000 == 0 })
        #expect(duration(3, speed: 1e6) == .milliseconds(1))
    }

    @Test("The seed decides the path, and nothing else does")
    func seeds() {
        func middle(_ seed: UInt64) -> ViewPoint {
            let path = PointerPath(from: Self.start, to: Self.ends[0], seed: seed)
            return path.position(at: path.duration / 2)
        }
        #expect(middle(7) == middle(7))
        let middles = (0..<50).map { middle(UInt64($0)) }
        #expect(Set(middles).count == 50)
        let left = middles.count { Self.place(of: $0, to: Self.ends[0]).aside < 0 }
        #expect((10...40).contains(left), "both sides are chosen: \(left)")
    }
}
