/// Why a picture could not be drawn.
public enum CompositionError: Error, CustomStringConvertible {
    /// Memory allocation failed.
    case outOfMemory

    /// The message for the user.
    public var description: String { "There is not enough memory for an effect; make the canvas smaller." }
}
