/// The figure of a pointer shape.
///
/// Lengths are in units of 1/24 of the pointer's size; the hot spot is the origin.
struct PointerFigure: Sendable {
    /// A part of a figure.
    struct Part: Sendable {
        /// How a part is colored.
        enum Role: Sendable {
            /// In the pointer's color, with an outline around it.
            case body
            /// In the outline's color, on what is below it.
            case inlay
        }

        let path: VectorPath
        /// The width of the lines; `nil` to fill the path.
        let width: Double?
        let role: Role
    }

    /// The width of the outline.
    static let outline = 1.25

    /// The parts, from the lowest to the highest.
    let parts: [Part]

    /// The figure's extent, with its outline.
    let extent: ViewRect

    private init(_ parts: [Part]) {
        self.parts = parts
        // Lines end and turn in circles, which reach as far as half their width.
        let boxes = parts.compactMap { part in
            ViewRect(containing: part.path.points)?.expanded(by: (part.width ?? 0) / 2 + Self.outline)
        }
        extent = boxes.dropFirst().reduce(boxes.first ?? ViewRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    }

    /// The figure of a shape.
    static func figure(of shape: PointerShape) -> PointerFigure { figures[shape] ?? PointerFigure(arrow) }

    private static let figures: [PointerShape: PointerFigure] = [
        .arrow: PointerFigure(arrow), .hand: PointerFigure(hand), .text: PointerFigure(text),
        .wait: PointerFigure(hourglass), .crosshair: PointerFigure(crosshair),
        .move: PointerFigure(arrows(at: [0, 90, 180, 270])), .grab: PointerFigure(openHand),
        .grabbing: PointerFigure(closedHand), .notAllowed: PointerFigure(crossedCircle),
        .resizeHorizontally: PointerFigure(arrows(at: [90, 270])),
        .resizeVertically: PointerFigure(arrows(at: [0, 180])),
        .resizeRising: PointerFigure(arrows(at: [45, 225])), .resizeFalling: PointerFigure(arrows(at: [135, 315])),
        .zoomIn: PointerFigure(magnifier(isPlus: true)), .zoomOut: PointerFigure(magnifier(isPlus: false)),
    ]

    private static func body(_ path: VectorPath) -> Part { Part(path: path, width: nil, role: .body) }

    private static func line(_ path: VectorPath, width: Double) -> Part { Part(path: path, width: width, role: .body) }

    private static func inlay(_ path: VectorPath, width: Double? = nil) -> Part {
        Part(path: path, width: width, role: .inlay)
    }

    // MARK: - Shapes

    private static let arrow = [
        body(
            VectorPath().move(0, 0).line(0, 19.4).curve(0, 20, 0.7, 20.3, 1.15, 19.85).line(4.9, 16.1)
                .line(7.6, 22.3).curve(7.8, 22.75, 8.3, 22.95, 8.75, 22.75).line(10.5, 22)
                .curve(10.95, 21.8, 11.15, 21.3, 10.95, 20.85).line(8.3, 14.8).line(13.4, 14.6)
                .curve(14.05, 14.55, 14.35, 13.8, 13.9, 13.35).close())
    ]

    private static let hand = [
        body(
            VectorPath().move(-1.9, 1.9).curve(-1.9, 0.85, -1.05, 0, 0, 0).curve(1.05, 0, 1.9, 0.85, 1.9, 1.9)
                .line(1.9, 7.8).curve(2.3, 7.3, 2.9, 7, 3.6, 7).curve(4.7, 7, 5.45, 7.7, 5.55, 8.7)
                .curve(5.9, 8.2, 6.5, 7.9, 7.15, 7.9).curve(8.25, 7.9, 9, 8.6, 9.1, 9.6)
                .curve(9.45, 9.2, 9.95, 9, 10.5, 9).curve(11.6, 9, 12.4, 9.8, 12.4, 10.9).line(12.4, 14.8)
                .curve(12.4, 17.6, 11.6, 19.1, 10.9, 20.4).curve(10.6, 21, 10.5, 21.5, 10.5, 22.2).line(0.2, 22.2)
                .curve(0.2, 21.1, -0.5, 20.3, -1.3, 19.3).curve(-2.5, 17.8, -4.4, 14.9, -5.3, 13.3)
                .curve(-5.9, 12.2, -5.7, 11.2, -4.9, 10.7).curve(-4, 10.1, -3, 10.4, -2.4, 11.2).line(-1.9, 11.9)
                .close()),
        inlay(VectorPath().move(1.9, 7.6).line(1.9, 11.4), width: 0.9),
        inlay(VectorPath().move(5.55, 8.5).line(5.55, 11.9), width: 0.9),
        inlay(VectorPath().move(9.1, 9.4).line(9.1, 12.2), width: 0.9),
    ]

    private static let text = [
        line(
            VectorPath().move(-3.2, -9.6).curve(-1.4, -9.6, 0, -9, 0, -7.4).line(0, 7.4)
                .curve(0, 9, -1.4, 9.6, -3.2, 9.6).move(3.2, -9.6).curve(1.4, -9.6, 0, -9, 0, -7.4).move(0, 7.4)
                .curve(0, 9, 1.4, 9.6, 3.2, 9.6), width: 1.7)
    ]

    private static let hourglass = [
        body(
            VectorPath().move(-5.4, -9).line(5.4, -9).curve(5.4, -3.6, 1.5, -2, 1.5, 0).curve(1.5, 2, 5.4, 3.6, 5.4, 9)
                .line(-5.4, 9).curve(-5.4, 3.6, -1.5, 2, -1.5, 0).curve(-1.5, -2, -5.4, -3.6, -5.4, -9).close()),
        line(VectorPath().move(-6.6, -9.6).line(6.6, -9.6).move(-6.6, 9.6).line(6.6, 9.6), width: 2.2),
        inlay(
            VectorPath().move(-3.8, -8).line(3.8, -8).curve(3.5, -6.4, 2.7, -5.3, 1.9, -4.4).line(-1.9, -4.4)
                .curve(-2.7, -5.3, -3.5, -6.4, -3.8, -8).close()),
        inlay(
            VectorPath().move(0, 1).curve(1, 3, 3.1, 3.7, 3.7, 6).line(-3.7, 6).curve(-3.1, 3.7, -1, 3, 0, 1).close()),
    ]

    private static let crosshair = [
        line(VectorPath().move(-9.5, 0).line(9.5, 0).move(0, -9.5).line(0, 9.5), width: 1.7)
    ]

    /// Arrows that point away from the hot spot, at angles in degrees; 0 is up.
    private static func arrows(at angles: [Double]) -> [Part] {
        angles.flatMap { angle in
            [
                line(VectorPath().move(0, 0).line(0, -7).turned(by: angle), width: 1.9),
                body(
                    VectorPath().move(0, -11).line(4, -6.3).line(-4, -6.3).close().turned(by: angle)),
            ]
        }
    }

    private static let openHand = [
        body(
            VectorPath().move(-6.18, 1.5).line(-6.18, -6.92).curve(-6.18, -7.9, -5.38, -8.7, -4.4, -8.7)
                .curve(-3.42, -8.7, -2.63, -7.9, -2.63, -6.92).line(-2.63, -8.42)
                .curve(-2.63, -9.4, -1.83, -10.2, -0.85, -10.2).curve(0.13, -10.2, 0.93, -9.4, 0.93, -8.42)
                .line(0.93, -7.62).curve(0.93, -8.6, 1.72, -9.4, 2.7, -9.4).curve(3.68, -9.4, 4.48, -8.6, 4.48, -7.62)
                .line(4.48, -5.02).curve(4.48, -6, 5.27, -6.8, 6.25, -6.8).curve(7.23, -6.8, 8.02, -6, 8.02, -5.02)
                .line(8.02, 3).curve(8.02, 6.6, 5, 8.6, 4.7, 11.2).line(-4.5, 11.2)
                .curve(-4.9, 9.2, -6.6, 7.8, -7.8, 5.8).curve(-8.9, 3.9, -9.7, 1.9, -10.4, 0.3)
                .curve(-10.9, -0.9, -10.5, -1.9, -9.6, -2.2).curve(-8.6, -2.5, -7.8, -2, -7.3, -1).close()),
        gap(-2.63, from: -7), gap(0.93, from: -7.7), gap(4.48, from: -5.4),
    ]

    private static let closedHand = [
        body(
            VectorPath().move(-6.18, -1.4).line(-6.18, -3.12).curve(-6.18, -4.1, -5.38, -4.9, -4.4, -4.9)
                .curve(-3.42, -4.9, -2.63, -4.1, -2.63, -3.12).line(-2.63, -4.02)
                .curve(-2.63, -5, -1.83, -5.8, -0.85, -5.8).curve(0.13, -5.8, 0.93, -5, 0.93, -4.02)
                .line(0.93, -3.62).curve(0.93, -4.6, 1.72, -5.4, 2.7, -5.4).curve(3.68, -5.4, 4.48, -4.6, 4.48, -3.62)
                .line(4.48, -2.42).curve(4.48, -3.4, 5.27, -4.2, 6.25, -4.2).curve(7.23, -4.2, 8.02, -3.4, 8.02, -2.42)
                .line(8.02, 3).curve(8.02, 6.6, 5, 8.6, 4.7, 11.2).line(-4.5, 11.2)
                .curve(-4.8, 9, -8.3, 7.4, -8.3, 3.6).line(-8.3, 0.7).curve(-8.3, -0.6, -7.4, -1.4, -6.18, -1.4)
                .close()),
        gap(-2.63, from: -3.3), gap(0.93, from: -3.7), gap(4.48, from: -2.7),
        inlay(VectorPath().move(-6.18, -1.2).line(-6.18, 2.2), width: 0.9),
    ]

    /// A line between two fingers of a hand whose palm is at the hot spot.
    private static func gap(_ x: Double, from top: Double) -> Part {
        inlay(VectorPath().move(x, top).line(x, 0.4), width: 0.9)
    }

    private static let crossedCircle = [
        line(VectorPath().circle(0, 0, radius: 7.9).move(-5.4, -5.4).line(5.4, 5.4), width: 2.6)
    ]

    private static func magnifier(isPlus: Bool) -> [Part] {
        let sign = VectorPath().move(-3.2, 0).line(3.2, 0)
        return [
            line(VectorPath().move(5.4, 5.4).line(11.2, 11.2), width: 3.2),
            body(VectorPath().circle(0, 0, radius: 7.6)),
            inlay(VectorPath().circle(0, 0, radius: 5.8)),
            line(isPlus ? sign.move(0, -3.2).line(0, 3.2) : sign, width: 1.7),
        ]
    }
}
