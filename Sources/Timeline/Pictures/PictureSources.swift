import Composition
import Decoder
import Files
import Frames
import LibAV

extension PlannedClip {
    /// Opens the source of the clip's pictures.
    ///
    /// - Throws: The error from opening the file; ``TimelineError/Code/unsupportedSource`` for a page, which has to be
    ///   recorded first.
    public func openSource() throws -> any PictureSource {
        let source = try openPlainSource()
        return try chromaKey.map { try KeyedSource(source, $0) } ?? source
    }

    private func openPlainSource() throws -> any PictureSource {
        switch source {
        case .video(let path) where WebPAnimation.isIn(path): try AnimationSource(path: path, layout: layout)
        case .video(let path):
            try MovieFrames(path: path, deinterlacing: playback.deinterlacing) { layout.usefulSize(for: $0) }
        case .still(let path): try StillSource(path: path, layout: layout)
        case .animation(let path): try AnimationSource(path: path, layout: layout)
        case .sequence(let sequence): SequenceSource(sequence, layout: layout)
        case .color(let color): StillSource(color, layout: layout)
        case .title(let title): try StillSource(title, layout: layout)
        case .page(let page):
            throw TimelineError(.unsupportedSource, "The page '\(page.address)' cannot be rendered here.")
        case .custom(let custom): try custom.object.makeSource(size: custom.object.size ?? layout.frame.size)
        }
    }
}

extension MovieFrames: PictureSource {}

extension Layout {
    /// The size at which a picture should be decoded.
    ///
    /// It is the largest size at which the clip shows the picture, but no larger than the original unless the frame is.
    func usefulSize(for picture: PixelSize) -> PixelSize {
        let fitted = FitGeometry(fit, picture: picture, frame: frame).whole
        let factor = min(
            largestScale,
            max(1, Double(picture.width) / Double(fitted.width), Double(picture.height) / Double(fitted.height)))
        func scaled(_ side: Int) -> Int { max(1, Int((Double(side) * factor).rounded())) }
        return PixelSize(width: scaled(fitted.width), height: scaled(fitted.height))
    }
}

/// A source that shows one picture at all times.
final class StillSource: PictureSource {
    let size: PixelSize
    let warnings: [String]
    private let pixels: PixelBuffer

    /// Reads a picture's file.
    init(path: String, layout: Layout) throws(FileError) {
        let picture = try PictureReader.first(of: path) { layout.usefulSize(for: $0) }.1.pixels
        let scaler = StillScaler(picture.size, layout: layout)
        size = scaler.size
        pixels = try scaler.scaled(picture)
        warnings = []
    }

    /// Fills a frame with a color.
    init(_ color: Color, layout: Layout) {
        size = layout.frame.size
        pixels = PixelBuffer(size: size, hasAlpha: color.alpha < 255)
        Canvas(pixels).fill(color)
        warnings = []
    }

    /// Renders a title for a frame.
    init(_ title: Title, layout: Layout) throws(TimelineError) {
        size = layout.frame.size
        // Render at the largest scale, so that letters stay sharp.
        let possible = Double(TitleDrawing.largestSide) / Double(max(size.width, size.height))
        let factor = min(max(1, layout.largestScale), Self.mostTitleScale, possible)
        let drawn = PixelSize(
            width: Int((Double(size.width) * factor).rounded()), height: Int((Double(size.height) * factor).rounded()))
        let drawing = try TitleDrawing(title, frame: size, size: drawn)
        warnings = drawing.warnings
        pixels = try drawing.draw()
    }

    /// The largest scale at which titles are rendered, to bound memory use.
    private static let mostTitleScale = 4.0

    func picture(at time: Duration) -> PixelBuffer { pixels }
}

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

/// A source that shows still pictures one after another.
///
/// One picture is in memory at a time.
final class SequenceSource: PictureSource {
    let size: PixelSize
    let warnings: [String]

    private let sequence: PictureSequence
    private let scaler: StillScaler
    /// The picture that was shown last, and its path.
    private var last: (path: String?, pixels: PixelBuffer)?

    /// Opens a sequence, decoded at the size that a layout needs.
    init(_ sequence: PictureSequence, layout: Layout) {
        self.sequence = sequence
        warnings = sequence.warnings
        scaler = StillScaler(sequence.size, layout: layout)
        size = scaler.size
    }

    func picture(at time: Duration) throws(FileError) -> PixelBuffer {
        let index = sequence.index(at: time)
        let path = sequence.paths[index]
        if let last, last.path == path { return last.pixels }
        // The last picture is freed before the next one is decoded, if nobody else has it.
        last = nil
        let pixels = try scaler.scaled(sequence.picture(at: index))
        last = (path, pixels)
        return pixels
    }
}

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
    static func first(
        of path: String, scale: (PixelSize) -> PixelSize = { $0 }
    ) throws(FileError) -> (PictureReader, PictureFrame) {
        let reader = try PictureReader(path, scale: scale)
        guard let frame = try reader.next() else {
            throw FileError(.unreadableInput, "cannot read the picture '\(path)': it has no frame.")
        }
        return (reader, frame)
    }
}
