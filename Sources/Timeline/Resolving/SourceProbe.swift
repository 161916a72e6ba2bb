public import Frames

/// The contents of a source file.
public struct SourceContents: Sendable, Equatable {
    /// The kind of pictures.
    public enum Pictures: Sendable, Equatable {
        /// A still picture.
        case still(size: PixelSize)
        /// Moving pictures, with their upright size and their duration.
        case moving(size: PixelSize, duration: Duration)

        /// The upright size of the pictures.
        public var size: PixelSize {
            switch self {
            case .still(let size), .moving(let size, _): size
            }
        }
    }

    /// The pictures; `nil` in an audio file.
    public var pictures: Pictures?
    /// The duration of the sound; `nil` without sound.
    public var sound: Duration?
}

/// Inspects the source files of a timeline.
public protocol SourceProbe {
    /// The contents of a file.
    ///
    /// - Throws: An error whose description says why the file cannot be used.
    func contents(of path: String) throws -> SourceContents
}
