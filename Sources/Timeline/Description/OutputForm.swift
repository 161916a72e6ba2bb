import Encoder

/// The kind of file that a file name implies.
package enum OutputForm: Sendable, Equatable {
    /// A video with sound.
    case movie
    /// An animated GIF.
    case gif
    /// A single picture.
    case picture
    /// One picture per frame; the frame number replaces `%05d`.
    case sequence
    /// An interchange file for other editors.
    case interchange

    /// The file name extensions of pictures.
    private static let pictures = [".png", ".jpg", ".jpeg", ".webp"]

    /// The supported file name extensions, for messages.
    package static let fileNames = "\(MovieContainer.fileNames), .gif, .png, .jpg, .webp or .otio"

    /// The form that a file name implies, or `nil` for an unknown extension.
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
