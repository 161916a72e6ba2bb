import Composition
import Files
import Frames
import LibAV

/// The pictures of another source, with a color made transparent.
final class KeyedSource: PictureSource {
    private let source: any PictureSource
    private let key: ChromaKey
    private var filter: (size: PixelSize, filter: ChromaKeyFilter)?
    /// The source's last picture, and what became of it.
    private var last: (picture: PixelBuffer, keyed: PixelBuffer)?

    /// Wraps a source.
    ///
    /// - Throws: ``FileError/Code/missingComponent``.
    init(_ source: any PictureSource, _ key: ChromaKey) throws(FileError) {
        try ChromaKeyFilter.check()
        self.source = source
        self.key = key
    }

    var size: PixelSize { source.size }
    var warnings: [String] { source.warnings }

    func picture(at time: Duration) throws -> PixelBuffer {
        let picture = try source.picture(at: time)
        if let last, last.picture === picture { return last.keyed }
        if filter?.size != picture.size {
            let color = UInt32(key.color.red) << 16 | UInt32(key.color.green) << 8 | UInt32(key.color.blue)
            filter = (
                picture.size,
                try ChromaKeyFilter(picture.size, color: color, similarity: key.similarity, blend: key.blend)
            )
        }
        let keyed = try filter?.filter.apply(to: picture) ?? picture
        last = (picture, keyed)
        return keyed
    }
}
