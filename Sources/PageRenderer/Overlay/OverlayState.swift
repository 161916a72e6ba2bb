/// What viewers see over the page at one instant.
///
/// Positions are in CSS pixels of the view; opacities are from 0 to 1.
package struct OverlayState: Sendable, Equatable {
    /// The pointer.
    package struct Pointer: Sendable, Equatable {
        /// Where the pointer's hot spot is.
        package var position: ViewPoint
        /// The shape.
        package var shape: PointerShape
        /// Whether the button is down; the pointer is a little smaller then.
        package var isPressed: Bool

        /// Describes a pointer.
        package init(at position: ViewPoint, shape: PointerShape = .arrow, isPressed: Bool = false) {
            self.position = position
            self.shape = shape
            self.isPressed = isPressed
        }
    }

    /// A ring that a click has started.
    package struct Ring: Sendable, Equatable {
        /// How long a ring is visible.
        package static let duration = Duration.milliseconds(450)

        /// Where the click was.
        package var center: ViewPoint
        /// The time since the click; a ring is visible from 0 until ``duration``.
        package var age: Duration

        /// Describes a ring.
        package init(around center: ViewPoint, age: Duration) {
            self.center = center
            self.age = age
        }
    }

    /// A frame around an element.
    package struct Highlight: Sendable, Equatable {
        /// The element's box.
        package var box: ViewRect
        /// The opacity of the frame.
        package var opacity: Double

        /// Describes a highlight.
        package init(_ box: ViewRect, opacity: Double = 1) {
            self.box = box
            self.opacity = opacity
        }
    }

    /// A row of key caps.
    package struct Keys: Sendable, Equatable {
        /// The texts of the caps, in order; see ``KeyCaps``.
        package var caps: [String]
        /// The opacity of the row.
        package var opacity: Double

        /// Describes a row of key caps.
        package init(_ caps: [String], opacity: Double = 1) {
            self.caps = caps
            self.opacity = opacity
        }
    }

    /// A caption.
    package struct Caption: Sendable, Equatable {
        /// The text; it is wrapped.
        package var text: String
        /// The opacity of the bar and its text.
        package var opacity: Double

        /// Describes a caption.
        package init(_ text: String, opacity: Double = 1) {
            self.text = text
            self.opacity = opacity
        }
    }

    /// The pointer; `nil` to hide it.
    package var pointer: Pointer?
    /// The rings of recent clicks.
    package var rings: [Ring] = []
    /// The highlighted elements.
    package var highlights: [Highlight] = []
    /// The pressed keys.
    package var keys: Keys?
    /// The caption.
    package var caption: Caption?

    /// Creates a state that shows nothing.
    package init() {}
}
