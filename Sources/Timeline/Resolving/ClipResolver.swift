import Composition
import Decoder
import Frames
import Notation

/// Inspects the sources of clips and places their pictures on the canvas.
struct ClipResolver {
    /// The description of the clips.
    let description: Timeline
    /// Inspects their files.
    let probe: any SourceProbe
    /// Frames per second of the timeline.
    var rate: FrameRate { description.frameRate }

    /// The range of a title's font size, in canvas pixels.
    private static let titleSizes = 1.0...4096

    // MARK: Sources

    /// Resolves a clip's source and length.
    func resolve(_ clip: TrackItem) throws -> ResolvedClip {
        var resolved = ResolvedClip(planned: clip.planned)
        resolved.planned.playback = Playback(
            start: clip.times.start?.value.duration(at: rate) ?? .zero, speed: clip.speed,
            isReversed: clip.isReversed)
        switch clip.planned.source {
        case .still(let path), .video(let path): try file(path, &resolved, clip)
        case .animation(let path): try picture(path, &resolved, clip)
        case .color: try unmoving(&resolved, "A color", clip)
        case .title(let title):
            guard Self.titleSizes.contains(title.size) else {
                throw description.error(
                    clip.sourceLine,
                    "The title's font size is \(title.size.brief) pixels. It must be from 1 to 4096 pixels.")
            }
            try unmoving(&resolved, "A title", clip)
        case .page(let page): try self.page(page, &resolved, clip)
        case .custom(let custom):
            resolved.size = custom.object.size
            if let duration = custom.object.duration {
                try moving(&resolved, duration: duration, clip)
            } else {
                unlimited(&resolved, clip)
            }
        }
        return resolved
    }

    /// Resolves a picture that repeats if it moves, and otherwise is a still.
    private func picture(_ path: String, _ clip: inout ResolvedClip, _ written: TrackItem) throws {
        try unmoving(&clip, "An animation that repeats", written)
        let once = try description.located(at: written.sourceLine) { try PictureReader.animationLength(of: path) }
        if once == nil { clip.planned.source = .still(path: path) }
        // Without a duration, it plays once.
        if let once, written.times.length == nil, !written.isOverlay { clip.length = once }
    }

    private func file(_ path: String, _ clip: inout ResolvedClip, _ written: TrackItem) throws {
        let contents = try description.contents(of: path, line: written.sourceLine, probe)
        switch contents.pictures {
        case .still(let size):
            clip.size = size
            try unmoving(&clip, "A picture", written)
        case .moving(let size, let duration):
            clip.planned.source = .video(path: path)
            clip.size = size
            clip.sound = contents.sound
            try moving(&clip, duration: duration, written)
        case nil:
            throw description.error(
                written.sourceLine, "\(clip.planned.name) has no pictures. List sounds under audio:.")
        }
    }

    /// Resolves a clip whose source is not time-based.
    private func unmoving(_ clip: inout ResolvedClip, _ what: String, _ written: TrackItem) throws {
        let own = [
            ("in", written.times.start.map(\.line)), ("out", written.times.end.map(\.line)),
            ("speed", written.writtenSpeed.map(\.line)), ("reverse", written.reverse.map(\.line)),
        ]
        if let (key, line) = own.first(where: { $0.1 != nil }) {
            throw description.error(line ?? nil, "\(what) does not move, so it cannot have \(key).")
        }
        unlimited(&clip, written)
    }

    /// Resolves the length of a clip whose source has no fixed length.
    private func unlimited(_ clip: inout ResolvedClip, _ written: TrackItem) {
        switch written.times.length?.value {
        case .time(let time): clip.length = time.duration(at: rate)
        case .end: break
        // Overlays last until the end; other clips use the default length of stills.
        case nil: clip.length = written.isOverlay ? nil : description.defaults.still.duration(at: rate)
        }
    }

    private func page(_ page: PageClip, _ clip: inout ResolvedClip, _ written: TrackItem) throws {
        if let end = written.times.end {
            throw description.error(end.line, "A page has no fixed length. Write duration: instead of out.")
        }
        guard let length = written.times.length else {
            throw description.error(written.sourceLine, "The page has no duration. Write, for example, duration: 6s.")
        }
        clip.size = page.scale.pixels(of: page.size)
        if case .time(let time) = length.value { clip.length = time.duration(at: rate) }
    }

    private func moving(_ clip: inout ResolvedClip, duration: Duration, _ written: TrackItem) throws {
        let speed = clip.planned.playback.speed
        let frame = rate.exactTime(ofFrames: 1)
        let part = try description.part(
            of: duration, named: clip.planned.name, from: written.times.start, to: written.times.end, tolerance: frame,
            line: written.sourceLine)
        if clip.planned.playback.isHeld {
            if let end = written.times.end {
                throw description.error(end.line, "A picture that is held has no end. Write for: instead of out.")
            }
            return unlimited(&clip, written)
        }
        let most = part.length.divided(by: speed)
        clip.length = most
        guard case .time(let time)? = written.times.length?.value else { return }
        let length = time.duration(at: rate)
        guard length <= most + frame else {
            let isWhole = part.lowerBound == .zero && speed == 1
            throw description.error(
                written.times.length?.line,
                "The clip needs \(length.text) of \(clip.planned.name), but only \(most.text) are available"
                    + (isWhole ? "." : " at this position and speed."))
        }
        clip.length = length
    }

    // MARK: Plans

    /// The plan of a clip whose frames are known.
    ///
    /// - Parameter entry: The transition from the previous clip.
    func planned(_ written: TrackItem, _ clip: ResolvedClip, entry: Transition?) throws -> PlannedClip {
        var clip = clip
        clip.planned.origin = description.place(atLine: written.sourceLine)
        clip.planned.layout = try layout(of: written, size: clip.size, frameCount: clip.planned.frames.count)
        clip.planned.sound = try sound(of: written, clip, entry: entry)
        return clip.planned
    }
}

/// A clip whose source has been inspected.
struct ResolvedClip {
    /// The clip; its layout and at first its frames are not resolved yet.
    var planned: PlannedClip
    /// The upright size of the pictures; `nil` if the source has no fixed size.
    var size: PixelSize?
    /// The length on the timeline; `nil` for overlays that last until the end.
    var length: Duration?
    /// The length of the source's sound.
    var sound: Duration?
}
