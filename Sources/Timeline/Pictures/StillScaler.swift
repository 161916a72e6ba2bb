import Composition
import Decoder
import Files
import Frames
import LibAV

/// Brings the pictures of one file to the size at which a clip shows them.
struct StillScaler {
    /// The size of the part that is shown, in pixels of the file.
    var size: PixelSize { part.size }

    private let part: PixelRectangle
    private let scaledSize: PixelSize
    private let scaling = PictureScaling()

    /// Creates a scaler for pictures of a size.
    init(_ picture: PixelSize, layout: Layout) {
        part = layout.fit.usefulPart(of: picture, in: layout.frame)
        scaledSize = layout.usefulSize(for: part.size)
    }

    /// Crops and scales a picture.
    func scaled(_ picture: PixelBuffer) throws(FileError) -> PixelBuffer {
        try scaling.scaled(
            picture, columns: part.x..<part.x + part.width, rows: part.y..<part.y + part.height, to: scaledSize)
    }
}

extension PictureReader {
    /// Opens a file and decodes its first picture.
    static func first(of path: String) throws(FileError) -> (PictureReader, PictureFrame) {
        let reader = try PictureReader(path)
        guard let frame = try reader.next() else {
            throw FileError(.unreadableInput, "cannot read the picture '\(path)': it has no frame.")
        }
        return (reader, frame)
    }
}
