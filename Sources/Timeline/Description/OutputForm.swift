import Encoder

/// What kind of file a name asks for.
package enum OutputForm: Sendable, Equatable {
    /// A video with sound.
    case movie
    /// An animated GIF.
    case gif
    /// One picture.
    case picture
    /// A picture for each frame, whose number replaces `%05d`.
    case sequence
    /// A description for other editors.
    case interchange

    /// The ends of pictures' names.
    private static let pictures = [".png", ".jpg", ".jpeg", ".webp"]

    /// The ends of file names that are known, as a person reads them.
    package static let fileNames = "\(MovieContainer.fileNames), .gif, .png, .jpg, .webp and .otio"

    /// The form of a file's name, or nothing for other names.
    package init?(fileName: String) {
        let name = fileName.lowercased()
        if MovieContainer(fileName: name) != nil {
            self = .movie
        } else if name.hasSuffix(".gif") {
            self = .gif
        } else if name.hasSuffix(".otio") {
            self = .interchange
        } else if Self.pictures.contains(where: { name.hasSuffix($0) }) {
            self = name.contains(#/%0?[0-9]*d/#) ? .sequence : .picture
        } else {
            return nil
        }
    }
}
