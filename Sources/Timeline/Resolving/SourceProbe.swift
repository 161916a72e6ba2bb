public import Frames

/// What is in a file that a timeline uses.
public struct SourceContents: Sendable, Equatable {
    /// What its pictures are.
    public enum Pictures: Sendable, Equatable {
        /// One picture.
        case still(size: PixelSize)
        /// Moving pictures: upright, as they are shown, and how long they last.
        case moving(size: PixelSize, duration: Duration)

        /// Their size, upright.
        public var size: PixelSize {
            switch self {
            case .still(let size), .moving(let size, _): size
            }
        }
    }

    /// The pictures; nothing in a file of sound alone.
    public var pictures: Pictures?
    /// How long the sound lasts; nothing without sound.
    public var sound: Duration?

    /// Describes what is in a file.
    public init(pictures: Pictures? = nil, sound: Duration? = nil) {
        self.pictures = pictures
        self.sound = sound
    }
}

/// Looks into the files that a timeline uses.
public protocol SourceProbe {
    /// What is in a file.
    ///
    /// - Throws: A sentence about why it cannot be used.
    func contents(of path: String) throws -> SourceContents
}
