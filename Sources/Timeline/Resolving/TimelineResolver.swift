import Composition
import Frames

/// Resolves a description to a plan of whole numbers.
///
/// Each boundary is rounded to a frame once. Lengths and positions are added up as times, so that
/// errors do not accumulate and adjacent clips share a boundary. Samples are computed from frames.
package struct TimelineResolver {
    private let description: Timeline
    private let probe: any SourceProbe
    private var rate: FrameRate { description.frameRate }

    /// Prepares to resolve a description.
    package init(_ description: Timeline, probe: any SourceProbe) {
        self.description = description
        self.probe = probe
    }

    /// Inspects the files and creates the plan.
    ///
    /// - Throws: `YAMLError` for contradictions, with the line.
    package func plan() throws -> TimelinePlan {
        var plan = TimelinePlan(
            size: description.size, background: description.background, frameRate: description.frameRate)
        let sources = ClipResolver(description: description, probe: probe)
        var main = MainChannel(description: description, clips: [])
        for clip in description.clips {
            try Task.checkCancellation()
            main.clips.append(try sources.resolve(clip))
        }
        try main.place()
        var entry: Transition?
        for (written, clip) in zip(description.clips, main.clips) {
            let planned = try sources.planned(written, clip, entry: entry)
            plan.clips.append(planned)
            if let sound = planned.videoSound { plan.sounds.append(sound) }
            entry = planned.transition
        }
        let end = plan.frameCount
        for written in description.overlays {
            var overlay = try sources.resolve(written)
            overlay.planned.frames = try frames(of: written, overlay, end: end)
            let planned = try sources.planned(written, overlay, entry: nil)
            plan.overlays.append(planned)
            if let sound = planned.videoSound { plan.sounds.append(sound) }
        }
        let tracks = SoundResolver(description: description, probe: probe, sampleCount: plan.sampleCount)
        plan.sounds += try description.sounds.map(tracks.sound)
        plan.isTransparent = description.isTransparent
        plan.effects = description.effects
        plan.outputs = try OutputResolver(description: description, frameCount: end).outputs()
        return plan
    }

    /// The range of an overlay's frames.
    ///
    /// An overlay with an explicit length must end within the timeline, unless it yields; any other is cut
    /// at the end.
    private func frames(of written: TrackItem, _ overlay: ResolvedClip, end: Int) throws -> Range<Int> {
        let at = written.times.at?.value ?? .frames(0)
        let first = at.frames(at: rate)
        guard first < end else {
            throw description.error(
                written.times.at?.line,
                "The overlay begins at frame \(first), but the timeline ends with frame \(end - 1).")
        }
        guard let length = overlay.length else { return first..<end }
        let last = rate.frameCount(for: at.duration(at: rate) + length)
        guard last > first else {
            throw description.error(written.line, "The overlay is shorter than a frame.")
        }
        if case .time? = written.times.length?.value, last > end, !description.yieldsToLengths {
            throw description.error(
                written.times.length?.line,
                "The overlay ends with frame \(last - 1), but the timeline ends with frame \(end - 1). Write for: "
                    + "end, or a shorter time.")
        }
        return first..<min(last, end)
    }
}
