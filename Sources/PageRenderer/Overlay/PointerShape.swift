/// The shapes in which the pointer is drawn.
package enum PointerShape: Sendable, Hashable, CaseIterable {
    /// An arrow; the hot spot is its tip.
    case arrow
    /// A hand; the hot spot is the tip of its index finger.
    case hand
    /// The beam of text fields; the hot spot is its center, as for all shapes that follow.
    case text
    /// An hourglass.
    case wait
    /// Crossed lines.
    case crosshair
    /// Arrows in four directions.
    case move
    /// An open hand.
    case grab
    /// A closed hand.
    case grabbing
    /// A crossed circle.
    case notAllowed
    /// Arrows to the left and right.
    case resizeHorizontally
    /// Arrows up and down.
    case resizeVertically
    /// Arrows to the upper right and lower left.
    case resizeRising
    /// Arrows to the upper left and lower right.
    case resizeFalling
    /// A magnifying glass with a plus sign; the hot spot is the center of the glass.
    case zoomIn
    /// A magnifying glass with a minus sign.
    case zoomOut

    /// Chooses the shape for a computed value of the CSS property `cursor`.
    ///
    /// Images are not drawn; the keyword after them counts. Values without a shape are drawn as an arrow.
    ///
    /// - Parameters:
    ///   - cursor: The value, such as `pointer` or `url(hand.png) 4 4, grab`.
    ///   - isOverText: Whether the pointer is over text that can be selected, where `auto` is the text beam.
    /// - Returns: `nil` for `none`, which hides the pointer.
    package static func shape(forCursor cursor: String, isOverText: Bool = false) -> PointerShape? {
        // A URL may contain commas, but the keyword is last.
        let keyword = cursor.split(separator: ",").last ?? ""
        let name = keyword.split(whereSeparator: \.isWhitespace).joined().lowercased()
        switch name {
        case "none": return nil
        case "", "auto": return isOverText ? .text : .arrow
        default: return shapes[name] ?? .arrow
        }
    }

    /// The shapes of the keywords that are not drawn as an arrow (CSS Basic User Interface Module Level 4, `cursor`).
    private static let shapes: [String: PointerShape] = [
        "pointer": .hand, "text": .text, "vertical-text": .text, "wait": .wait, "crosshair": .crosshair,
        "cell": .crosshair, "move": .move, "all-scroll": .move, "grab": .grab, "-webkit-grab": .grab,
        "grabbing": .grabbing, "-webkit-grabbing": .grabbing, "not-allowed": .notAllowed, "no-drop": .notAllowed,
        "ew-resize": .resizeHorizontally, "e-resize": .resizeHorizontally, "w-resize": .resizeHorizontally,
        "col-resize": .resizeHorizontally, "ns-resize": .resizeVertically, "n-resize": .resizeVertically,
        "s-resize": .resizeVertically, "row-resize": .resizeVertically, "nesw-resize": .resizeRising,
        "ne-resize": .resizeRising, "sw-resize": .resizeRising, "nwse-resize": .resizeFalling,
        "nw-resize": .resizeFalling, "se-resize": .resizeFalling, "zoom-in": .zoomIn, "-webkit-zoom-in": .zoomIn,
        "zoom-out": .zoomOut, "-webkit-zoom-out": .zoomOut,
    ]
}
