import Composition
import Decoder
import Files
import Frames

/// A source that plays an animated GIF, APNG or WebP and repeats it.
///
/// One picture is in memory at a time.
final class AnimationSource: PictureSource {
    let size: PixelSize

    private let path: String
    private let scaler: StillScaler
    private var reader: PictureReader
    private var pixels: PixelBuffer
    /// The beginning of the picture, and its end; `nil` for a picture that does not end.
    private var (start, end): (Duration, Duration?)

    /// Opens a file, decoded at the size that a layout needs.
    init(path: String, layout: Layout) throws(FileError) {
        self.path = path
        let frame: PictureFrame
        (reader, frame) = try PictureReader.first(of: path)
        scaler = StillScaler(reader.size, layout: layout)
        size = scaler.size
        pixels = try scaler.scaled(frame.pixels)
        (start, end) = (.zero, frame.duration)
    }

    func picture(at time: Duration) throws(FileError) -> PixelBuffer {
        if time < start { try restart(at: .zero) }
        while let end, end <= time {
            if let next = try reader.next() {
                try show(next, at: end)
            } else {
                try restart(at: end)
            }
        }
        return pixels
    }

    private func restart(at time: Duration) throws(FileError) {
        let frame: PictureFrame
        (reader, frame) = try PictureReader.first(of: path)
        try show(frame, at: time)
    }

    private func show(_ frame: PictureFrame, at time: Duration) throws(FileError) {
        pixels = try scaler.scaled(frame.pixels)
        (start, end) = (time, frame.duration.map { time + $0 })
    }
}
