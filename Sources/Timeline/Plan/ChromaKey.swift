public import Composition

/// A color of a clip that becomes transparent, such as that of a green screen.
public struct ChromaKey: Sendable, Hashable {
    /// The color.
    public var color: Color
    /// How far a transparent color's chroma may be from that of ``color``, above 0 and up to 1.
    public var similarity = 0.1
    /// The range above ``similarity`` in which colors are partly transparent, from 0 to 1.
    public var blend = 0.05

    /// Describes the key of a color.
    public init(_ color: Color) { self.color = color }
}
