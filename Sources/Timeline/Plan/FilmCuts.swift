import Composition
import Decoder
import Files
import Frames

/// The cuts of films of which a part of a timeline consists, when nothing changes their pictures.
///
/// Each film fills the canvas, at its speed and forward; the cuts follow each other without gaps. The films' size, shape,
/// frame rate and colors may still differ from the canvas's, and interlaced ones may have to be deinterlaced: only their
/// files say so.
package struct FilmCuts: Sendable, Equatable {
    /// A part of a film.
    package struct Cut: Sendable, Equatable {
        /// The film's path.
        package let path: String
        /// The clip that shows it, for its names, its fit and its deinterlacing.
        package let clip: PlannedClip
        /// The frames of the timeline that show the part; a transition or the output's part may shorten the clip.
        package let frames: Range<Int>
        /// The moment of the film that the first of these frames shows.
        package let start: Duration
    }

    /// What changes the pictures of a timeline.
    package struct Obstacle: Error, Equatable {
        /// Where the clip is described, for messages; `nil` if it is not one clip.
        package let origin: String?
        /// The reason, as a clause that can follow `because`: `title.png is not a film`.
        package let reason: String
    }

    /// The cuts in order, which cover all frames.
    package let cuts: [Cut]

    /// Finds the cuts.
    ///
    /// - Parameters:
    ///   - plan: The timeline.
    ///   - frames: The part of it (default: all).
    package init(of plan: TimelinePlan, frames: Range<Int>? = nil) throws(Obstacle) {
        let part = frames ?? 0..<plan.frameCount
        if let reason = plan.change(of: part) { throw Obstacle(origin: nil, reason: reason) }
        cuts = try plan.clips.filter { $0.frames.overlaps(part) }.map { clip throws(Obstacle) in
            guard case .video(let path) = clip.source,
                !plan.recordings.contains(where: { $0.object.reopenPath == path })
            else {
                throw Obstacle(origin: clip.origin, reason: "\(clip.name) is not a film")
            }
            if let change = clip.change(on: plan.size) {
                throw Obstacle(origin: clip.origin, reason: "\(clip.name) \(change)")
            }
            let shown = clip.frames.clamped(to: part)
            let first = shown.lowerBound - clip.frames.lowerBound
            return Cut(
                path: path, clip: clip, frames: shown,
                start: clip.playback.sourceTime(ofFrame: first, of: clip.frames.count, at: plan.frameRate))
        }
    }
}

extension TimelinePlan {
    /// What changes the pictures of more than one clip in a part of the timeline; `nil` if nothing does.
    fileprivate func change(of part: Range<Int>) -> String? {
        if isTransparent { return "the canvas is transparent" }
        if !effects.isEmpty { return "the whole picture has effects" }
        if let overlay = overlays.first(where: { $0.frames.overlaps(part) }) { return "\(overlay.name) lies over it" }
        let times = frameRate.time(ofFrame: part.lowerBound)..<frameRate.time(ofFrame: part.upperBound)
        if let drawn = subtitles.first(where: { $0.burned != nil && !$0.track.part(times).cues.isEmpty }) {
            return "the subtitles \(drawn.name) are drawn on it"
        }
        let joint = clips.first { clip in
            guard let transition = clip.transition else { return false }
            return (clip.frames.upperBound - transition.frameCount..<clip.frames.upperBound).overlaps(part)
        }
        return joint.map { "\($0.name) has a transition to the next clip" }
    }
}

extension PlannedClip {
    /// What changes the clip's pictures, as a verb and its object; `nil` if nothing does.
    fileprivate func change(on canvas: PixelSize) -> String? {
        if playback.isHeld { return "is held at one picture" }
        if playback.speed != 1 { return "has another speed" }
        if playback.isReversed { return "is played backward" }
        if playback.deinterlacing == .always { return "is deinterlaced" }
        if chromaKey != nil { return "has a transparent color" }
        if layout.frame != .canvas, layout.frame != PixelRectangle(canvas) { return "does not fill the canvas" }
        if !layout.keyFrames.isEmpty { return "has keyframes" }
        if layout.fadeIn > 0 || layout.fadeOut > 0 { return "has fades" }
        if layout.opacity != 1 { return "is not opaque" }
        if !layout.effects.isEmpty { return "has effects" }
        let isInPlace = layout.rotation == 0 && layout.scale == 1 && layout.x == 0 && layout.y == 0
        guard isInPlace, !layout.isMirrored, layout.matrix == .identity else {
            return "is rotated, scaled, moved, mirrored or skewed"
        }
        return nil
    }
}
