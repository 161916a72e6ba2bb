import Composition
import Frames
import Notation

/// Converts the placement and motion of pictures to canvas pixels and frames.
struct LayoutResolver {
    /// The longest side of a frame, in pixels: twice that of the largest canvas.
    private static let longestSide = 16_384

    private let description: TimelineDescription
    private var canvas: PixelSize { description.size }
    private var rate: FrameRate { description.frameRate }

    /// Prepares to place pictures on a description's canvas.
    init(_ description: TimelineDescription) { self.description = description }

    /// The layout of a clip or overlay.
    ///
    /// - Parameters:
    ///   - size: The size of the source's pictures; `nil` if the source has no fixed size.
    ///   - frameCount: The clip's length.
    func layout(of clip: ClipDescription, size: PixelSize?, frameCount: Int) throws -> Layout {
        let frame = frame(of: clip, size: size)
        guard max(frame.width, frame.height) <= Self.longestSide else {
            throw description.file.error(
                at: clip.place.line ?? clip.line,
                "The picture's frame is \(frame.width)x\(frame.height) pixels. Each side can have at most \(Self.longestSide)."
            )
        }
        var layout = Layout(fit: clip.fit ?? description.defaults.fit, frame: frame)
        layout.rotation = clip.transform.rotation
        layout.scale = clip.transform.scale
        layout.x = clip.transform.x.pixels(of: canvas.width)
        layout.y = clip.transform.y.pixels(of: canvas.height)
        layout.isMirrored = clip.transform.isMirrored
        layout.matrix = clip.transform.matrix
        layout.effects = clip.effects
        layout.opacity = clip.opacity
        if let fade = clip.fade {
            layout.fadeIn = fade.value.fadeIn.frames(at: rate)
            layout.fadeOut = fade.value.fadeOut.frames(at: rate)
            guard layout.fadeIn + layout.fadeOut <= frameCount else {
                throw description.file.error(
                    at: fade.line,
                    "The fades take \(layout.fadeIn) and \(layout.fadeOut) frames, but the clip has \(frameCount).")
            }
        }
        layout.keyFrames = try keyFrames(of: clip, frameCount: frameCount)
        return layout
    }

    // MARK: Places

    private func frame(of clip: ClipDescription, size: PixelSize?) -> PixelRectangle {
        switch clip.place.value {
        case .frame(let lengths):
            return rectangle(
                x: lengths[0].pixels(of: canvas.width), y: lengths[1].pixels(of: canvas.height),
                width: lengths[2].pixels(of: canvas.width), height: lengths[3].pixels(of: canvas.height))
        case .anchor(let anchor): return frame(at: anchor, size: size)
        case .natural:
            guard clip.isOverlay, size != nil else {
                return PixelRectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
            }
            return frame(at: ClipDescription.Anchor(), size: size)
        }
    }

    private func frame(at anchor: ClipDescription.Anchor, size: PixelSize?) -> PixelRectangle {
        // Colors and titles have no aspect ratio; they take the canvas's.
        let natural = size ?? canvas
        let proportion = Double(natural.height) / Double(natural.width)
        var width = anchor.width?.value.pixels(of: canvas.width)
        var height = anchor.height?.value.pixels(of: canvas.height)
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
        return rectangle(x: x, y: y, width: w, height: h)
    }

    /// Rounds each edge once, so that adjacent frames leave no gap.
    private func rectangle(x: Double, y: Double, width: Double, height: Double) -> PixelRectangle {
        let (left, top) = (Int(x.rounded()), Int(y.rounded()))
        return PixelRectangle(
            x: left, y: top, width: max(1, Int((x + width).rounded()) - left),
            height: max(1, Int((y + height).rounded()) - top))
    }

    // MARK: Motion

    private func keyFrames(of clip: ClipDescription, frameCount: Int) throws -> [KeyFrame] {
        guard let motion = clip.motion else { return try written(clip.keyFrames, frameCount: frameCount) }
        guard clip.keyFrames.isEmpty else {
            throw description.file.error(
                at: motion.line, "motion cannot be combined with keyframes: a motion consists of two keyframes.")
        }
        return [0, frameCount - 1].enumerated().map { index, frame in
            var key = KeyFrame(frame: frame, easing: index == 0 ? .linear : motion.value.easing)
            key.scale = motion.value.zoom?[index]
            key.x = motion.value.pan?[index][0].pixels(of: canvas.width)
            key.y = motion.value.pan?[index][1].pixels(of: canvas.height)
            return key
        }
    }

    private func written(_ keys: [Written<KeyFrameDescription>], frameCount: Int) throws -> [KeyFrame] {
        var last = -1
        return try keys.map { written in
            var key = KeyFrame(frame: written.value.at.frames(at: rate), easing: written.value.easing)
            guard key.frame <= frameCount else {
                throw description.file.error(
                    at: written.line, "The keyframe is at frame \(key.frame), but the clip has \(frameCount) frames.")
            }
            guard key.frame > last else {
                throw description.file.error(
                    at: written.line,
                    "Keyframes must be in order of time, at least one frame apart. This one is at frame "
                        + "\(key.frame), the previous one at frame \(last).")
            }
            last = key.frame
            key.opacity = written.value.opacity
            key.scale = written.value.scale
            key.rotation = written.value.rotation
            key.x = written.value.x?.pixels(of: canvas.width)
            key.y = written.value.y?.pixels(of: canvas.height)
            return key
        }
    }
}
