import Composition
package import Decoder
import Frames
package import Notation

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
        for (item, clip) in zip(description.clips, main.clips) {
            let planned = try sources.planned(item, clip, entry: entry)
            plan.clips.append(planned)
            if let sound = planned.videoSound { plan.sounds.append(sound) }
            entry = planned.transition
        }
        let end = plan.frameCount
        for item in description.overlays {
            var overlay = try sources.resolve(item)
            overlay.planned.frames = try frames(of: item, overlay, end: end)
            let planned = try sources.planned(item, overlay, entry: nil)
            plan.overlays.append(planned)
            if let sound = planned.videoSound { plan.sounds.append(sound) }
        }
        let tracks = SoundResolver(description: description, probe: probe, sampleCount: plan.sampleCount)
        plan.sounds += try description.sounds.map(tracks.sound)
        let subtitles = SubtitleResolver(description: description, frameCount: end)
        plan.subtitles = try description.subtitles.map(subtitles.subtitles)
        plan.isTransparent = description.isTransparent
        plan.effects = description.effects
        plan.outputs = try OutputResolver(description: description, frameCount: end).outputs()
        try examineHDR(&plan)
        return plan
    }

    /// Examines the films of outputs that keep HDR.
    private func examineHDR(_ plan: inout TimelinePlan) throws {
        for (index, written) in description.outputs.enumerated() where written.planned.keepsHDR {
            plan.outputs[index].hdrName = try description.located(at: written.stated["hdr"]) {
                try HDRPlan(of: plan, for: plan.outputs[index]).name
            }
        }
    }

    /// The range of an overlay's frames.
    ///
    /// An overlay with an explicit length must end within the timeline, unless it yields; any other is cut at the end.
    private func frames(of item: TrackItem, _ overlay: ResolvedClip, end: Int) throws -> Range<Int> {
        let at = item.startTime ?? .frames(0)
        let first = at.frames(at: rate)
        guard first < end else {
            throw description.error(
                item.stated["at"],
                "The overlay begins at frame \(first), but the timeline ends with frame \(end - 1).")
        }
        guard let length = overlay.length else { return first..<end }
        let last = rate.frameCount(for: at.duration(at: rate) + length)
        guard last > first else {
            throw description.error(item.stated.mark, "The overlay is shorter than a frame.")
        }
        if item.duration != nil, last > end, !description.yieldsToLengths {
            throw description.error(
                item.durationMark,
                "The overlay ends with frame \(last - 1), but the timeline ends with frame \(end - 1). Write for: "
                    + "end, or a shorter time.")
        }
        return first..<min(last, end)
    }
}

extension TrackItem {
    /// The line of the duration, which has two keys.
    var durationMark: YAMLFile.Mark? { stated.marks["for"] ?? stated["duration"] }

    /// The place of what lays out the item on the canvas.
    var layoutMark: YAMLFile.Mark? {
        ["frame", "anchor", "margin", "width", "height"].lazy.compactMap { stated.marks[$0] }.first ?? stated.mark
    }
}

/// Computes where the clips of the main channel begin and end.
struct MainChannel {
    /// The longest timeline: ten days.
    private static let longest = Duration.seconds(10 * 86_400)

    let description: Timeline
    /// The resolved clips, in the same order.
    var clips: [ResolvedClip]
    private var rate: FrameRate { description.frameRate }

    /// Sets the frames and the transitions of all clips.
    ///
    /// - Throws: `YAMLError` for transitions that are longer than their clips.
    mutating func place() throws {
        // Where the next clip begins: a time, less the whole frames of transitions.
        var (start, overlap) = (Duration.zero, 0)
        for (index, clip) in clips.enumerated() {
            let end = start + (clip.length ?? .zero)
            guard end - rate.exactTime(ofFrames: overlap) <= Self.longest else {
                throw description.error(
                    description.clips[index].stated.mark,
                    "With \(clip.planned.name), the timeline exceeds the limit of ten days.")
            }
            let first = rate.frameCount(for: start) - overlap
            let frames = first..<max(first, rate.frameCount(for: end) - overlap)
            guard !frames.isEmpty else {
                throw description.error(
                    description.clips[index].stated.mark,
                    "\(clip.planned.name) lasts \((clip.length ?? .zero).text), which is shorter than a frame at \(rate) fps."
                )
            }
            clips[index].planned.frames = frames
            start = end
            switch try transition(after: index)?.length {
            case .seconds(let time): start -= time
            case .frames(let count): overlap += count
            case nil: break
            }
            if index > 0 { try join(index - 1, to: index) }
        }
    }

    /// The transition after a clip: the one it states, or the default.
    private func transition(after index: Int) throws -> TrackTransition? {
        let item = description.clips[index]
        let isLast = index == clips.count - 1
        guard !isLast || item.transition == nil else {
            throw description.error(item.stated["then"], "The last clip cannot have a transition. Remove then.")
        }
        return isLast || item.statesTransition ? item.transition : description.defaults.transition
    }

    /// Adds the transition from a clip to the next.
    private mutating func join(_ index: Int, to next: Int) throws {
        guard let written = try transition(after: index) else { return }
        let (clip, following) = (clips[index].planned, clips[next].planned)
        let (outgoing, incoming) = (clip.frames, following.frames)
        let count = outgoing.upperBound - incoming.lowerBound
        let mark = description.clips[index].stated["then"]
        let from = description.clips[index].statesTransition ? "The transition" : "The default transition"
        guard count > 0 else {
            throw description.error(
                mark, "\(from) after \(clip.name) is shorter than a frame. Write then: none for a cut.")
        }
        let before = index > 0 ? clips[index - 1].planned.transition?.frameCount ?? 0 : 0
        let spare = outgoing.count - before
        guard count <= spare, incoming.lowerBound >= outgoing.lowerBound else {
            throw description.error(
                mark,
                "\(from) from \(clip.name) to \(following.name) takes \(count) frames, but \(clip.name) has "
                    + "\(outgoing.count)"
                    + (before > 0 ? ", of which the previous transition takes \(before). " : ". ")
                    + "Shorten it to at most \(max(0, spare)) frames (\(max(0, spare))f), or make the clip longer."
            )
        }
        guard count <= incoming.count else {
            throw description.error(
                mark,
                "\(from) from \(clip.name) to \(following.name) takes \(count) frames, but \(following.name) "
                    + "has \(incoming.count). Shorten it to at most \(incoming.count) frames (\(incoming.count)f)."
            )
        }
        clips[index].planned.transition = Transition(
            written.kind, direction: written.direction, easing: written.easing, frameCount: count)
    }
}

/// Inspects the source files of a timeline.
package protocol SourceProbe {
    /// The contents of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - selection: Which of its sound tracks is meant.
    /// - Throws: An error whose description says why the file cannot be used.
    func contents(of path: String, _ selection: SoundSelection) throws -> MediaContents
}

extension SourceProbe {
    /// The contents of a file, with its best sound track.
    ///
    /// - Throws: An error whose description says why the file cannot be used.
    package func contents(of path: String) throws -> MediaContents { try contents(of: path, SoundSelection()) }
}

/// Inspects files with libav, each file once for each sound track.
package final class FileProbe: SourceProbe {
    private struct Key: Hashable {
        let path: String
        let selection: SoundSelection
    }

    private var known: [Key: MediaContents] = [:]

    /// Creates a probe with an empty cache.
    package init() {}

    /// The contents of a file.
    ///
    /// - Throws: `FileError` with `unreadableInput`, or `invalidSettings` for a sound track or a channel that it does not
    ///   have.
    package func contents(of path: String, _ selection: SoundSelection) throws -> MediaContents {
        let key = Key(path: path, selection: selection)
        if let contents = known[key] { return contents }
        let contents = try MediaContents(of: path, selection)
        known[key] = contents
        return contents
    }
}

extension Timeline {
    /// Runs an inspection of a source; its error gets the line that names the source.
    package func located<Value>(at mark: YAMLFile.Mark?, _ inspect: () throws -> Value) throws -> Value {
        do {
            return try inspect()
        } catch {
            throw file.map { $0.error(at: mark, "\(error)", cause: error) } ?? error
        }
    }

    /// Inspects the sound of a file that has some.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - selection: Which of its tracks and channels are used.
    ///   - lines: The lines of the keys.
    ///   - fallback: The line of the source.
    func sound(
        of path: String, _ selection: SoundSelection, by probe: any SourceProbe, _ stated: Stated,
        _ fallback: YAMLFile.Mark?
    ) throws -> (length: Duration?, track: Int?) {
        let key = ["track", "channel"].first { stated.marks[$0] != nil }
        let contents = try located(at: key.flatMap { stated.marks[$0] } ?? fallback) {
            try probe.contents(of: path, selection)
        }
        return (contents.sound, contents.track)
    }

    /// The part of a source between its in and out points (default: its beginning and its end).
    ///
    /// - Parameters:
    ///   - length: The length of the source.
    ///   - name: The source's name, for messages.
    ///   - start: The in point.
    ///   - end: The out point.
    ///   - tolerance: How far the out point may be after the end.
    ///   - line: The line of the source.
    func part(
        of length: Duration, named name: String, from start: TimelineTime?, to end: TimelineTime?,
        tolerance: Duration, _ stated: Stated, mark: YAMLFile.Mark?
    ) throws -> Range<Duration> {
        let from = start?.duration(at: frameRate) ?? .zero
        guard from < length else {
            throw error(start == nil ? mark : stated["in"], "in is \(from.text), but \(name) ends at \(length.text).")
        }
        guard let end else { return from..<length }
        let to = end.duration(at: frameRate)
        guard to > from else {
            throw error(stated["out"], "out is \(to.text), but must be after in, which is \(from.text).")
        }
        // Containers round durations, some to the millisecond.
        guard to <= length + tolerance else {
            throw error(stated["out"], "out is \(to.text), but \(name) ends at \(length.text).")
        }
        return from..<min(to, length)
    }
}

extension Range<Duration> {
    var length: Duration { upperBound - lowerBound }
}
