/// The kind of file of a single picture.
public enum StillFormat: String, Sendable, CaseIterable {
    /// Without loss, with transparency.
    case png
    /// Smaller, with a slight loss, on white where it is transparent.
    case jpeg
    /// Smaller still, with a slight loss, with transparency.
    case webp

    /// The ends of file names that are known, as a person reads them.
    public static let fileNames = ".png, .jpg, .jpeg or .webp"

    /// The format that a file's name asks for, or nothing for other names.
    public init?(fileName: String) {
        let name = fileName.lowercased()
        if name.hasSuffix(".jpg") {
            self = .jpeg
        } else if let known = Self.allCases.first(where: { name.hasSuffix(".\($0.rawValue)") }) {
            self = known
        } else {
            return nil
        }
    }

    /// The name of libavcodec's encoder.
    var encoder: String {
        switch self {
        case .png: "png"
        case .jpeg: "mjpeg"
        case .webp: "libwebp"
        }
    }
}
