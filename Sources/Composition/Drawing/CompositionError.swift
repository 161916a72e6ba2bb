/// Why a picture could not be drawn.
public enum CompositionError: Error, CustomStringConvertible {
    /// There was no memory.
    case outOfMemory

    /// A sentence for the user.
    public var description: String { "There is not enough memory for an effect; make the canvas smaller." }
}
