/// The file format of a picture.
public enum StillFormat: String, Sendable, CaseIterable {
    /// Lossless, with transparency.
    case png
    /// Slightly lossy and smaller; transparent areas become white.
    case jpeg
    /// Slightly lossy and smaller still, with transparency.
    case webp

    /// The supported file name extensions, as text for messages.
    public static let fileNames = ".png, .jpg, .jpeg or .webp"

    /// Chooses the format by a file name's extension; `nil` if unsupported.
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
