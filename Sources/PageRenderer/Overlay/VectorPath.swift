internal import CWebKitGTK
private import Glibc

/// Lines and curves.
struct VectorPath: Sendable {
    private enum Element {
        case move(ViewPoint)
        case line(ViewPoint)
        case curve(ViewPoint, ViewPoint, ViewPoint)
        case close
    }

    private var elements: [Element] = []

    /// Creates an empty path.
    init() {}

    /// Starts a figure at a point.
    consuming func move(_ x: Double, _ y: Double) -> VectorPath { adding(.move(ViewPoint(x: x, y: y))) }

    /// Continues with a straight line to a point.
    consuming func line(_ x: Double, _ y: Double) -> VectorPath { adding(.line(ViewPoint(x: x, y: y))) }

    /// Continues with a cubic Bézier curve through two control points to a point.
    consuming func curve(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double, _ y3: Double
    ) -> VectorPath {
        adding(.curve(ViewPoint(x: x1, y: y1), ViewPoint(x: x2, y: y2), ViewPoint(x: x3, y: y3)))
    }

    /// Closes the figure.
    consuming func close() -> VectorPath { adding(.close) }

    /// Adds a rectangle with round corners.
    consuming func roundedRect(_ rect: ViewRect, radius: Double) -> VectorPath {
        let radius = min(radius, rect.width / 2, rect.height / 2)
        // The distance of control points with which a curve is closest to a quarter of a circle.
        let control = radius * (1 - 0.552_284_75)
        let (left, top, right, bottom) = (rect.x, rect.y, rect.x + rect.width, rect.y + rect.height)
        return move(left + radius, top)
            .line(right - radius, top).curve(right - control, top, right, top + control, right, top + radius)
            .line(right, bottom - radius)
            .curve(right, bottom - control, right - control, bottom, right - radius, bottom)
            .line(left + radius, bottom).curve(left + control, bottom, left, bottom - control, left, bottom - radius)
            .line(left, top + radius).curve(left, top + control, left + control, top, left + radius, top)
            .close()
    }

    /// Adds a circle.
    consuming func circle(_ x: Double, _ y: Double, radius: Double) -> VectorPath {
        roundedRect(
            ViewRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius), radius: radius)
    }

    private consuming func adding(_ element: Element) -> VectorPath {
        elements.append(element)
        return self
    }

    /// Returns the path turned clockwise about the origin, by an angle in degrees.
    func turned(by angle: Double) -> VectorPath {
        let (sine, cosine) = (sin(angle * .pi / 180), cos(angle * .pi / 180))
        return mapped { ViewPoint(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine) }
    }

    /// Returns the path with its origin moved.
    func moved(by x: Double, _ y: Double) -> VectorPath { mapped { ViewPoint(x: $0.x + x, y: $0.y + y) } }

    private func mapped(_ change: (ViewPoint) -> ViewPoint) -> VectorPath {
        var result = VectorPath()
        result.elements = elements.map { element in
            switch element {
            case .move(let point): .move(change(point))
            case .line(let point): .line(change(point))
            case .curve(let first, let second, let point): .curve(change(first), change(second), change(point))
            case .close: .close
            }
        }
        return result
    }

    /// All points, and the control points, between which the curves are.
    var points: [ViewPoint] {
        elements.flatMap { element -> [ViewPoint] in
            switch element {
            case .move(let point), .line(let point): [point]
            case .curve(let first, let second, let point): [first, second, point]
            case .close: []
            }
        }
    }

    /// Makes this the current path of a Cairo context.
    func put(in context: OpaquePointer) {
        unsafe cairo_new_path(context)
        for element in elements {
            switch element {
            case .move(let point): unsafe cairo_move_to(context, point.x, point.y)
            case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
            case .curve(let first, let second, let point):
                unsafe cairo_curve_to(context, first.x, first.y, second.x, second.y, point.x, point.y)
            case .close: unsafe cairo_close_path(context)
            }
        }
    }
}
