import Decoder
import Encoder

/// Looks into files with libav, each once.
public final class FileProbe: SourceProbe {
    private var known: [String: SourceContents] = [:]

    /// Makes a probe that has looked into nothing yet.
    public init() {}

    /// What is in a file.
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
