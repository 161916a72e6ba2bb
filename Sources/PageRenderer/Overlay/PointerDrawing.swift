internal import EngineLink

/// Draws the pointer in all its shapes.
///
/// The figure is drawn as lines and curves at its exact position. Only its shadow is a picture, because blurring takes
/// long.
final class PointerDrawing {
    private let colors: OverlayColors
    /// The pointer's size, in device pixels.
    let size: Double
    /// Device pixels per unit of a figure.
    private var unit: Double { size / 24 }
    private var shadows: [Key: Shadow] = [:]

    private struct Key: Hashable {
        let shape: PointerShape
        let isPressed: Bool
    }

    private struct Shadow {
        let picture: OverlayPicture
        /// The picture's upper left corner, from the hot spot.
        let offset: ViewPoint
    }

    /// The size of a pressed pointer, relative to its usual size.
    private static let pressedSize = 0.88

    /// Prepares drawing.
    ///
    /// - Parameter size: The pointer's size, in device pixels.
    init(size: Double, colors: OverlayColors) {
        self.size = size
        self.colors = colors
    }

    private func unit(_ pointer: OverlayState.Pointer) -> Double { unit * (pointer.isPressed ? Self.pressedSize : 1) }

    // The shadow is below the figure, as from a light above.
    private var shadowDistance: Double { 1.5 * unit }
    private var shadowRadius: Int { Int((0.9 * unit).rounded(.up)) }
    /// How far a shadow reaches, with the rounded edges of the figure.
    private var shadowReach: Double { Double(3 * shadowRadius + 1) }

    /// Returns what a pointer touches, in device pixels.
    ///
    /// - Parameter spot: The position of the hot spot, in device pixels.
    func extent(of pointer: OverlayState.Pointer, at spot: ViewPoint) -> ViewRect {
        let (unit, figure) = (unit(pointer), PointerFigure.figure(of: pointer.shape).extent)
        let body = ViewRect(
            x: spot.x + figure.x * unit, y: spot.y + figure.y * unit, width: figure.width * unit,
            height: figure.height * unit)
        var shadow = body.expanded(by: shadowReach)
        shadow.y += shadowDistance
        // A picture between two pixels touches both.
        return body.union(shadow).expanded(by: 1)
    }

    /// Draws a pointer.
    ///
    /// - Parameters:
    ///   - pointer: The shape.
    ///   - spot: The position of the hot spot, in device pixels.
    ///   - canvas: Where to draw, in device pixels.
    func draw(_ pointer: OverlayState.Pointer, at spot: ViewPoint, on canvas: OverlayCanvas) {
        let (unit, figure) = (unit(pointer), PointerFigure.figure(of: pointer.shape))
        canvas.saved {
            canvas.translate(spot.x, spot.y)
            if let shadow = shadow(of: pointer) {
                canvas.showShadow(shadow.picture, x: shadow.offset.x, y: shadow.offset.y, opacity: 0.42)
            }
            canvas.scale(unit)
            Self.drawOutline(of: figure, on: canvas, color: colors.outline)
            for part in figure.parts {
                let color = part.role == .body ? colors.fill : colors.outline
                if let width = part.width {
                    canvas.stroke(part.path, width: width, color)
                } else {
                    canvas.fill(part.path, color)
                }
            }
        }
    }

    /// Draws all bodies of a figure, wider by the outline.
    private static func drawOutline(
        of figure: PointerFigure, on canvas: OverlayCanvas, color: PointerStyle.Color
    ) {
        for part in figure.parts where part.role == .body {
            if part.width == nil { canvas.fill(part.path, color) }
            canvas.stroke(part.path, width: (part.width ?? 0) + 2 * PointerFigure.outline, color)
        }
    }

    private func shadow(of pointer: OverlayState.Pointer) -> Shadow? {
        let key = Key(shape: pointer.shape, isPressed: pointer.isPressed)
        if let known = shadows[key] { return known }
        let (unit, figure) = (unit(pointer), PointerFigure.figure(of: pointer.shape))
        let (left, top) = (
            (figure.extent.x * unit - shadowReach).rounded(.down), (figure.extent.y * unit - shadowReach).rounded(.down)
        )
        let right = (figure.extent.x + figure.extent.width) * unit + shadowReach
        let bottom = (figure.extent.y + figure.extent.height) * unit + shadowReach
        guard
            let picture = OverlayPicture(
                width: Int((right - left).rounded(.up)), height: Int((bottom - top).rounded(.up)), .alpha)
        else { return nil }
        picture.draw { canvas in
            canvas.translate(-left, -top)
            canvas.scale(unit)
            Self.drawOutline(of: figure, on: canvas, color: .black)
        }
        picture.blur(radius: shadowRadius)
        let shadow = Shadow(picture: picture, offset: ViewPoint(x: left, y: top + shadowDistance))
        shadows[key] = shadow
        return shadow
    }
}
