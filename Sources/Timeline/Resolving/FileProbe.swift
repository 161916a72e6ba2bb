import Decoder
import Encoder

/// Inspects files with libav, each file once.
public final class FileProbe: SourceProbe {
    private var known: [String: SourceContents] = [:]

    /// Creates a probe with an empty cache.
    public init() {}

    /// The contents of a file.
    ///
    /// - Throws: `FileError` with `unreadableInput`.
    public func contents(of path: String) throws -> SourceContents {
        if let contents = known[path] { return contents }
        let media = try MediaContents(of: path)
        let pictures: SourceContents.Pictures? =
            switch media.pictures {
            case .still(let size): .still(size: size)
            case .moving(let size, let duration): .moving(size: size, duration: duration)
            case nil: nil
            }
        let contents = SourceContents(pictures: pictures, sound: media.sound)
        known[path] = contents
        return contents
    }
}
