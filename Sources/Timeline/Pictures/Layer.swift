import Composition
import Files
import Frames

/// A clip's pictures, fitted into its frame and with its effects applied.
///
/// Used by one thread at a time.
final class Layer {
    /// What a layer shows at one frame; equal moments look the same.
    struct Moment: Equatable {
        /// The source's picture.
        let picture: PixelBuffer
        /// The placement of the picture.
        let placement: Placement

        static func == (one: Moment, other: Moment) -> Bool {
            one.picture === other.picture && one.placement == other.placement
        }
    }

    /// A picture that is ready to be drawn, its position, and the source's picture.
    private struct Content {
        let picture: PixelBuffer
        let pixels: PixelBuffer
        let place: FitGeometry
    }

    private let clip: PlannedClip
    private let source: any PictureSource
    private let frameRate: FrameRate
    private let fitted: FitGeometry
    /// The content made from the most recent picture.
    private var content: Content?
    private var flattened: (moment: Moment, canvas: PixelBuffer)?

    /// Creates the layer of a clip with a source.
    init(_ clip: PlannedClip, source: any PictureSource, frameRate: FrameRate) {
        self.clip = clip
        self.source = source
        self.frameRate = frameRate
        fitted = FitGeometry(clip.layout.fit, picture: source.size, frame: clip.layout.frame)
    }

    /// Whether decoding the source takes hundreds of megabytes, as that of a film in 3840x2160 does.
    var hasLargePictures: Bool { source.size.width * source.size.height > 4_500_000 }

    /// What the layer shows at a frame of the timeline, which must be one of the clip's.
    func moment(at frame: Int) throws -> Moment {
        let place = frame - clip.frames.lowerBound
        let time = clip.playback.sourceTime(ofFrame: place, of: clip.frames.count, at: frameRate)
        return Moment(
            picture: try FileError.located(at: clip.origin) { try source.picture(at: time) },
            placement: clip.layout.placement(atFrame: place, of: clip.frames.count))
    }

    /// Warnings about the clip's file so far, for the user, as sentences.
    var warnings: [String] { source.warnings.map { $0.at(clip.origin) } }

    /// The picture itself, if a canvas with only this layer would look identical.
    func asCanvas(_ moment: Moment, size: PixelSize) -> PixelBuffer? {
        let layout = clip.layout
        let isPlain =
            moment.placement == Placement() && layout.effects.isEmpty && keepsShape
            && !moment.picture.hasAlpha && moment.picture.size == size
            && fitted.whole == PixelRectangle(size)
            && layout.frame == fitted.whole
        return isPlain ? moment.picture : nil
    }

    /// The layer drawn alone on a canvas.
    ///
    /// - Parameter makeCanvas: Creates a canvas filled with the background.
    func flattened(_ moment: Moment, on makeCanvas: () -> PixelBuffer) throws -> PixelBuffer {
        if let flattened, flattened.moment == moment { return flattened.canvas }
        let canvas = makeCanvas()
        try draw(moment, on: Canvas(canvas))
        flattened = (moment, canvas)
        return canvas
    }

    /// Draws the layer over the contents of a canvas.
    func draw(_ moment: Moment, on canvas: Canvas) throws {
        let placement = moment.placement
        guard placement.opacity > 0 else { return }
        let content = try content(of: moment.picture)
        let (whole, visible) = (content.place.whole, content.place.visible)
        let pixels = content.pixels
        let isExact = pixels.size == whole.size
        if placement.isInPlace, isExact, keepsShape {
            canvas.draw(pixels, x: whole.x, y: whole.y, in: visible, opacity: placement.opacity)
            return
        }
        let transform = transform(of: pixels.size, onto: whole, placement)
        if placement.isInPlace, clip.layout.matrix == .identity {
            canvas.draw(
                pixels, through: transform, outside: .edge, in: mirrored(visible), opacity: placement.opacity)
        } else {
            canvas.draw(
                pixels, part: content.place.visiblePart(of: pixels.size), through: transform,
                opacity: placement.opacity)
        }
    }

    /// Whether the picture is only scaled, rotated and moved.
    private var keepsShape: Bool { !clip.layout.isMirrored && clip.layout.matrix == .identity }

    /// The transform from a picture's pixels to the canvas.
    private func transform(
        of size: PixelSize, onto whole: PixelRectangle, _ placement: Placement
    ) -> PictureTransform {
        let frame = clip.layout.frame
        let (middleX, middleY) = (
            Double(frame.x) + Double(frame.width) / 2, Double(frame.y) + Double(frame.height) / 2
        )
        return PictureTransform()
            .scaled(x: Double(whole.width) / Double(size.width), y: Double(whole.height) / Double(size.height))
            .moved(x: Double(whole.x) - middleX, y: Double(whole.y) - middleY)
            .changed(by: clip.layout.matrix)
            .scaled(x: (clip.layout.isMirrored ? -1 : 1) * placement.scale, y: placement.scale)
            .turned(degrees: placement.rotation)
            .moved(x: middleX + placement.x, y: middleY + placement.y)
    }

    private func mirrored(_ rectangle: PixelRectangle) -> PixelRectangle {
        guard clip.layout.isMirrored else { return rectangle }
        var mirrored = rectangle
        mirrored.x = 2 * clip.layout.frame.x + clip.layout.frame.width - rectangle.x - rectangle.width
        return mirrored
    }
}

// MARK: - Effects

extension Layer {
    /// The content of the layer before it is placed.
    private func content(of picture: PixelBuffer) throws -> Content {
        if let content, content.picture === picture { return content }
        let made = try makeContent(of: picture)
        content = made
        return made
    }

    private func makeContent(of picture: PixelBuffer) throws -> Content {
        let layout = clip.layout
        let fillsFrame = layout.fit == .blur && fitted.visible != layout.frame
        guard fillsFrame || !layout.effects.isEmpty else {
            return Content(picture: picture, pixels: picture, place: fitted)
        }
        // Effects apply to the visible part only.
        let place = fillsFrame ? layout.frame : fitted.visible
        let pixels = PixelBuffer(size: place.size, hasAlpha: picture.hasAlpha)
        let canvas = Canvas(pixels)
        if fillsFrame { try drawBlurred(picture, on: canvas) }
        let whole = fitted.whole
        let target = PixelRectangle(
            x: whole.x - place.x, y: whole.y - place.y, width: whole.width, height: whole.height)
        canvas.draw(picture, stretchedTo: target)
        try EffectRenderer.apply(layout.effects, to: pixels)
        return Content(
            picture: picture, pixels: pixels,
            place: FitGeometry(.stretch, picture: pixels.size, frame: place))
    }

    /// Fills a canvas with a blurred copy of a picture.
    ///
    /// The copy is drawn at a small size, because a blur hides the difference.
    private func drawBlurred(_ picture: PixelBuffer, on canvas: Canvas) throws {
        let size = canvas.pixels.size
        let small = PixelBuffer(
            size: PixelSize(
                width: max(1, size.width / Self.blurReduction), height: max(1, size.height / Self.blurReduction)),
            hasAlpha: picture.hasAlpha)
        let cover = FitGeometry(.cover, picture: source.size, frame: PixelRectangle(small.size))
        Canvas(small).draw(picture, stretchedTo: cover.whole)
        let deviation = Double(max(small.size.width, small.size.height)) * Self.blurDeviation
        try EffectRenderer.apply([.blur(deviation)], to: small)
        canvas.draw(small, stretchedTo: PixelRectangle(size))
    }

    private static let blurReduction = 4
    /// The standard deviation of the blur, as a fraction of the longer side.
    private static let blurDeviation = 0.03
}
