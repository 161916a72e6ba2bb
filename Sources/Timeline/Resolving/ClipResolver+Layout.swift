import Composition
import Frames
import Notation

/// Places pictures on the canvas.
extension ClipResolver {
    /// The longest side of a frame, in pixels: twice that of the largest canvas.
    private static let longestSide = 16_384
    private var canvas: PixelSize { description.size }

    /// The layout of a clip or overlay.
    ///
    /// - Parameters:
    ///   - size: The size of the source's pictures; `nil` if the source has no fixed size.
    ///   - frameCount: The clip's length.
    func layout(of clip: TrackItem, size: PixelSize?, frameCount: Int) throws -> Layout {
        let frame = clip.anchor.map { self.frame(at: $0, size: size) } ?? clip.planned.layout.frame.orAll(of: canvas)
        guard max(frame.width, frame.height) <= Self.longestSide else {
            throw description.error(
                clip.placeLine,
                "The picture's frame is \(frame.width)x\(frame.height) pixels. Each side can have at most \(Self.longestSide)."
            )
        }
        var layout = clip.planned.layout
        layout.frame = frame
        if let fade = clip.fade {
            let (fadeIn, fadeOut) = (fade.value.fadeIn.frames(at: rate), fade.value.fadeOut.frames(at: rate))
            guard let fades = description.fades(fadeIn, fadeOut, within: frameCount) else {
                throw description.error(
                    fade.line, "The fades take \(fadeIn) and \(fadeOut) frames, but the clip has \(frameCount).")
            }
            (layout.fadeIn, layout.fadeOut) = fades
        }
        layout.keyFrames = try keyFrames(of: clip, frameCount: frameCount)
        return layout
    }

    // MARK: Places

    private func frame(at anchor: Anchor, size: PixelSize?) -> PixelRectangle {
        // Colors and titles have no aspect ratio; they take the canvas's.
        let natural = size ?? canvas
        let proportion = Double(natural.height) / Double(natural.width)
        var width = anchor.width
        var height = anchor.height
        if let width, height == nil { height = size == nil ? Double(canvas.height) : width * proportion }
        if let height, width == nil { width = size == nil ? Double(canvas.width) : height / proportion }
        let (w, h) = (width ?? Double(natural.width), height ?? Double(natural.height))
        let (right, below) = (Double(canvas.width) - w, Double(canvas.height) - h)
        let (marginX, marginY) = (
            anchor.margin.pixels(of: canvas.width), anchor.margin.pixels(of: canvas.height)
        )
        let x: Double =
            switch anchor.corner {
            case .topLeft, .left, .bottomLeft: marginX
            case .top, .center, .bottom: right / 2
            case .topRight, .right, .bottomRight: right - marginX
            }
        let y: Double =
            switch anchor.corner {
            case .topLeft, .top, .topRight: marginY
            case .left, .center, .right: below / 2
            case .bottomLeft, .bottom, .bottomRight: below - marginY
            }
        return PixelRectangle(left: x, top: y, right: x + w, bottom: y + h)
    }

    // MARK: Motion

    /// The keyframes of a clip, or of a motion, which adds to the clip's transform.
    private func keyFrames(of clip: TrackItem, frameCount: Int) throws -> [KeyFrame] {
        if let motion = clip.motion {
            guard clip.writtenKeyFrames.isEmpty else {
                throw description.error(
                    motion.line, "motion cannot be combined with keyframes: a motion consists of two keyframes.")
            }
            let still = clip.planned.layout
            var keys = motion.value.map { key in
                var key = key
                key.scale = key.scale.map { $0 * still.scale }
                key.x = key.x.map { $0 + still.x }
                key.y = key.y.map { $0 + still.y }
                return key
            }
            keys[1].frame = frameCount - 1
            return keys
        }
        var last = Int.min
        return try clip.writtenKeyFrames.map { written in
            let frame = written.value.frame
            guard frame <= frameCount || description.yieldsToLengths else {
                throw description.error(
                    written.line, "The keyframe is at frame \(frame), but the clip has \(frameCount) frames.")
            }
            guard frame > last else {
                throw description.error(
                    written.line,
                    "Keyframes must be in order of time, at least one frame apart. This one is at frame "
                        + "\(frame), the previous one at frame \(last).")
            }
            last = frame
            return written.value
        }
    }
}

extension PixelRectangle {
    /// The rectangle itself, or the whole canvas that it stands for.
    fileprivate func orAll(of canvas: PixelSize) -> PixelRectangle {
        self == .canvas ? PixelRectangle(canvas) : self
    }
}
