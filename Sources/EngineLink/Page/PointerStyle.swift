/// How a recording shows the user's input over the page.
public struct PointerStyle: Sendable, Equatable, Codable {
    /// An opaque color.
    public struct Color: Sendable, Hashable, Codable {
        /// The channels, from 0 to 255.
        public var red, green, blue: UInt8

        /// Black.
        public static let black = Color(red: 0, green: 0, blue: 0)
        /// White.
        public static let white = Color(red: 255, green: 255, blue: 255)

        /// Describes a color.
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    /// The height of the pointer, in CSS pixels; within ``sizeRange``.
    public var size = 24
    /// The color that fills the pointer; its outline contrasts with it.
    ///
    /// Rings and highlights have the same color, or blue if it is a gray.
    public var color = Color.black
    /// Whether a ring grows around each click.
    public var showsClicks = true
    /// Whether pressed keys are shown as key caps.
    public var showsKeys = false
    /// Whether captions are shown in a bar at the bottom.
    public var showsCaptions = false

    /// The range of ``size``, in CSS pixels.
    public static let sizeRange = 8...128

    /// Creates the default style.
    public init() {}
}
