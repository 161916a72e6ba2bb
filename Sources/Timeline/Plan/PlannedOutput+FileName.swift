import Encoder

extension PlannedOutput.Kind {
    /// The supported file name extensions, for messages.
    package static let fileNames = "\(MovieContainer.fileNames), .gif, .png, .jpg, .webp or .otio"

    /// The kind that a file name implies, or `nil` for an unknown extension.
    ///
    /// A single picture is a still of the first frame; `%05d` in its name makes it a sequence.
    package init?(fileName: String) {
        let name = fileName.lowercased()
        if MovieContainer(fileName: name) != nil {
            self = .movie
        } else if name.hasSuffix(".gif") {
            self = .gif
        } else if name.hasSuffix(".otio") {
            self = .interchange
        } else if StillFormat(fileName: name) != nil {
            self = name.contains(#/%0?[0-9]*d/#) ? .sequence : .still(frame: 0)
        } else {
            return nil
        }
    }
}
