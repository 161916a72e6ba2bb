import Composition
import Decoder
import Frames
import Notation

/// Inspects the sources of clips and places their pictures on the canvas.
struct ClipResolver {
    let description: Timeline
    let probe: any SourceProbe
    var rate: FrameRate { description.frameRate }

    /// The range of a title's font size, in canvas pixels.
    private static let titleSizes = 1.0...4096

    /// Resolves a clip's source and length.
    func resolve(_ item: TrackItem) throws -> ResolvedClip {
        var clip = ResolvedClip(
            planned: PlannedClip(
                name: item.name, source: item.resource,
                playback: Playback(
                    start: item.inPoint?.duration(at: rate) ?? .zero, speed: item.speed, isReversed: item.isReversed),
                frames: 0..<0, layout: item.layout))
        clip.planned.playback.deinterlacing = item.deinterlacing
        clip.planned.chromaKey = item.chromaKey
        switch item.resource {
        case .still(let path), .video(let path): try file(path, &clip, item)
        case .animation(let path): try picture(path, &clip, item)
        case .sequence(let sequence): try self.sequence(sequence, &clip, item)
        case .color: try unmoving(&clip, "A color", item)
        case .title(let title):
            guard Self.titleSizes.contains(title.size) else {
                throw description.error(
                    item.sourceMark,
                    "The title's font size is \(title.size.brief) pixels. It must be from 1 to 4096 pixels.")
            }
            try unmoving(&clip, "A title", item)
        case .page(let page): try self.page(page, &clip, item)
        case .custom(let custom):
            clip.size = custom.object.size
            if let duration = custom.object.duration {
                try moving(&clip, duration: duration, item)
            } else {
                unlimited(&clip, item)
            }
        }
        return clip
    }

    /// Resolves a picture that repeats if it moves, and otherwise is a still.
    private func picture(_ path: String, _ clip: inout ResolvedClip, _ item: TrackItem) throws {
        try unmoving(&clip, "An animation that repeats", item)
        let once = try description.located(at: item.sourceMark) { try PictureReader.animationLength(of: path) }
        if once == nil { clip.planned.source = .still(path: path) }
        // Without a duration, it plays once.
        if let once, item.duration == nil, !item.isOverlay { clip.length = once }
    }

    private func file(_ path: String, _ clip: inout ResolvedClip, _ item: TrackItem) throws {
        if let sequence = try description.located(at: item.sourceMark, { try pictures(path, item) }) {
            return try self.sequence(sequence, &clip, item)
        }
        guard item.sequence == nil else {
            throw description.error(
                item.stated["sequence"],
                "\(item.name) is one file. sequence is for numbered pictures, like frame_%04d.png, for patterns like "
                    + "*.png and for folders.")
        }
        let contents = try description.located(at: item.sourceMark) { try probe.contents(of: path) }
        switch contents.pictures {
        case .still(let size):
            clip.size = size
            try unmoving(&clip, "A picture", item)
        case .moving(let size, let duration):
            clip.planned.source = .video(path: path)
            clip.size = size
            try sound(path, contents, &clip, item)
            try moving(&clip, duration: duration, item)
        case nil:
            throw description.error(item.sourceMark, "\(item.name) has no pictures. List sounds under audio:.")
        }
    }

    /// Inspects the sound of a video.
    private func sound(
        _ path: String, _ contents: MediaContents, _ clip: inout ResolvedClip, _ item: TrackItem
    ) throws {
        let audio = item.audio
        guard !audio.isOff else { return }
        guard contents.sound != nil else { return try requireNoSelection(item, "\(item.name) has no sound") }
        let selected = try description.sound(of: path, audio.selection, by: probe, audio.stated, item.sourceMark)
        (clip.soundLength, clip.soundTrack) = (selected.length, selected.track)
    }

    /// Rejects the choice of a track or a channel that a clip cannot have.
    ///
    /// - Parameter reason: The beginning of the sentence.
    private func requireNoSelection(_ item: TrackItem, _ reason: String) throws {
        let selection = item.audio.selection
        guard !selection.isEmpty else { return }
        let key = selection.track == nil ? "channel" : "track"
        throw description.error(item.audio.stated[key], "\(reason), so its audio cannot have \(key).")
    }

    /// The pictures that a name stands for; `nil` if it is the name of one file.
    private func pictures(_ name: String, _ item: TrackItem) throws -> PictureSequence? {
        if let list = try ConcatList(ifAt: name) {
            let still = description.defaults.still.duration(at: rate)
            return try PictureSequence(list.entries.map { ($0.path, $0.time ?? still) }, named: name)
        }
        let settings = item.sequence ?? SequenceSettings()
        let files = try PictureNames(name, numbers: settings.numbers)
        guard files.kind != .file else { return nil }
        return try PictureSequence(
            files, named: name, at: settings.frameRate ?? rate, frames: settings.numbers.step)
    }

    private func sequence(_ sequence: PictureSequence, _ clip: inout ResolvedClip, _ item: TrackItem) throws {
        try requireNoSelection(item, "\(item.name) has no sound")
        clip.planned.source = .sequence(sequence)
        clip.size = sequence.size
        try moving(&clip, duration: sequence.duration, item)
    }

    /// Resolves a clip whose source is not time-based.
    private func unmoving(_ clip: inout ResolvedClip, _ what: String, _ item: TrackItem) throws {
        try requireNoSelection(item, "\(what) has no sound")
        let own = [
            ("in", item.inPoint != nil), ("out", item.outPoint != nil), ("speed", item.speed != 1),
            ("reverse", item.isReversed), ("deinterlace", item.deinterlacing != .automatic),
        ]
        if let (key, _) = own.first(where: { $1 || item.stated.marks[$0] != nil }) {
            throw description.error(item.stated[key], "\(what) does not move, so it cannot have \(key).")
        }
        unlimited(&clip, item)
    }

    /// Resolves the length of a clip whose source has no fixed length.
    private func unlimited(_ clip: inout ResolvedClip, _ item: TrackItem) {
        // Overlays last until the end; other clips use the default length of stills.
        let length = item.duration ?? (item.isOverlay ? nil : description.defaults.still)
        clip.length = length?.duration(at: rate)
    }

    private func page(_ page: PageClip, _ clip: inout ResolvedClip, _ item: TrackItem) throws {
        guard item.outPoint == nil else {
            throw description.error(item.stated["out"], "A page has no fixed length. Write duration: instead of out.")
        }
        guard item.deinterlacing == .automatic, item.stated.marks["deinterlace"] == nil else {
            throw description.error(item.stated["deinterlace"], "A page is not interlaced. Remove deinterlace.")
        }
        let selection = item.audio.selection
        guard selection.track == nil, selection.channel.map((1...2).contains) ?? true else {
            let key = selection.track == nil ? "channel" : "track"
            throw description.error(
                item.audio.stated[key], "The sound of a page has one track, with 2 channels. Remove \(key).")
        }
        guard item.duration != nil || item.lastsUntilEnd else {
            throw description.error(item.sourceMark, "The page has no duration. Write, for example, duration: 6s.")
        }
        clip.size = page.scale.pixels(of: page.size)
        clip.length = item.duration?.duration(at: rate)
    }

    private func moving(_ clip: inout ResolvedClip, duration: Duration, _ item: TrackItem) throws {
        let frame = rate.exactTime(ofFrames: 1)
        let part = try description.part(
            of: duration, named: item.name, from: item.inPoint, to: item.outPoint, tolerance: frame, item.stated,
            mark: item.sourceMark)
        if clip.planned.playback.isHeld {
            guard item.outPoint == nil else {
                throw description.error(
                    item.stated["out"], "A picture that is held has no end. Write for: instead of out.")
            }
            return unlimited(&clip, item)
        }
        let most = part.length.divided(by: item.speed)
        let length = item.duration?.duration(at: rate) ?? most
        guard length <= most + frame else {
            let isWhole = part.lowerBound == .zero && item.speed == 1
            throw description.error(
                item.durationMark,
                "The clip needs \(length.text) of \(item.name), but only \(most.text) are available"
                    + (isWhole ? "." : " at this position and speed."))
        }
        clip.length = length
    }

    // MARK: Plans

    /// The plan of a clip whose frames are known.
    ///
    /// - Parameter entry: The transition from the previous clip.
    func planned(_ item: TrackItem, _ clip: ResolvedClip, entry: Transition?) throws -> PlannedClip {
        var planned = clip.planned
        planned.origin = description.origin(at: item.sourceMark)
        planned.layout = try layout(of: item, size: clip.size, frameCount: planned.frames.count)
        if !item.audio.isOff, clip.mayHaveSound {
            planned.sound = try sound(of: item, planned, entry: entry)
            planned.sound?.track = clip.soundTrack
        }
        return planned
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
    var soundLength: Duration?
    /// The number of its track, from 1.
    var soundTrack: Int?

    /// Whether the source sounds from its in point on; unknown of pages.
    fileprivate var mayHaveSound: Bool {
        guard !planned.playback.isHeld else { return false }
        return switch planned.source {
        case .video: soundLength.map { $0 > planned.playback.start } ?? false
        case .page: true
        case .animation, .still, .sequence, .color, .title, .custom: false
        }
    }
}

// MARK: - Layout

extension ClipResolver {
    /// The longest side of a frame, in pixels: twice that of the largest canvas.
    private static let longestSide = 16_384
    private var canvas: PixelSize { description.size }

    /// The layout of a clip or overlay.
    ///
    /// - Parameters:
    ///   - size: The size of the source's pictures; `nil` if the source has no fixed size.
    ///   - frameCount: The clip's length.
    private func layout(of item: TrackItem, size: PixelSize?, frameCount: Int) throws -> Layout {
        var layout = item.layout
        if let anchor = item.anchor {
            layout.frame = frame(at: anchor, size: size)
        } else if layout.frame == .canvas {
            layout.frame = PixelRectangle(canvas)
        }
        guard max(layout.frame.width, layout.frame.height) <= Self.longestSide else {
            throw description.error(
                item.layoutMark,
                "The picture's frame is \(layout.frame.width)x\(layout.frame.height) pixels. Each side can have at most "
                    + "\(Self.longestSide).")
        }
        if let fades = item.fades {
            let (fadeIn, fadeOut) = (fades.fadeIn.frames(at: rate), fades.fadeOut.frames(at: rate))
            guard let fitting = description.fades(fadeIn, fadeOut, within: frameCount) else {
                throw description.error(
                    item.stated["fade"],
                    "The fades take \(fadeIn) and \(fadeOut) frames, but the clip has \(frameCount).")
            }
            (layout.fadeIn, layout.fadeOut) = fitting
        }
        layout.keyFrames = try keyFrames(of: item, frameCount: frameCount)
        return layout
    }

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

    /// The keyframes of a clip, or of a motion, which adds to the clip's transform.
    private func keyFrames(of item: TrackItem, frameCount: Int) throws -> [KeyFrame] {
        if let motion = item.motion {
            guard item.keyFrames.isEmpty else {
                throw description.error(
                    item.stated["motion"],
                    "motion cannot be combined with keyframes: a motion consists of two keyframes.")
            }
            var keys = motion.map { key in
                var key = key
                key.scale = key.scale.map { $0 * item.layout.scale }
                key.x = key.x.map { $0 + item.layout.x }
                key.y = key.y.map { $0 + item.layout.y }
                return key
            }
            keys[1].frame = frameCount - 1
            return keys
        }
        var last = Int.min
        for (index, key) in item.keyFrames.enumerated() {
            let mark = item.stated.mark(ofKeyFrame: index)
            guard key.frame <= frameCount || description.yieldsToLengths else {
                throw description.error(
                    mark, "The keyframe is at frame \(key.frame), but the clip has \(frameCount) frames.")
            }
            guard key.frame > last else {
                throw description.error(
                    mark,
                    "Keyframes must be in order of time, at least one frame apart. This one is at frame \(key.frame), "
                        + "the previous one at frame \(last).")
            }
            last = key.frame
        }
        return item.keyFrames
    }
}

// MARK: - Sound

extension ClipResolver {
    /// The sound of a clip that may have one.
    ///
    /// - Parameter entry: The transition from the previous clip.
    private func sound(of item: TrackItem, _ clip: PlannedClip, entry: Transition?) throws -> PlannedSound {
        let samples = rate.samples(of: clip.frames)
        // Cross-fade the sounds for as long as the pictures overlap.
        let entryEnd = rate.samples(ofFrames: clip.frames.lowerBound + (entry?.frameCount ?? 0))
        let exitStart = rate.samples(ofFrames: clip.frames.upperBound - (clip.transition?.frameCount ?? 0))
        var sound = PlannedSound(name: clip.name, path: "", samples: samples)
        sound.start = clip.playback.start.samples
        sound.speed = clip.playback.speed
        sound.isReversed = clip.playback.isReversed
        sound.channel = item.audio.selection.channel
        sound.gain = item.audio.gain
        sound.volumeKeys = item.audio.volumeKeys
        sound.processing = item.audio.processing.map { ByIdentity($0) }
        sound.fadeIn = .init(samples: entryEnd - samples.lowerBound)
        sound.fadeOut = .init(samples: samples.upperBound - exitStart)
        guard let fades = item.audio.fades else { return sound }
        let (fadeIn, fadeOut) = (fades.fadeIn.samples(at: rate), fades.fadeOut.samples(at: rate))
        if entry == nil || fadeIn > 0 { sound.fadeIn = .init(samples: fadeIn, curve: item.audio.curve) }
        if clip.transition == nil || fadeOut > 0 { sound.fadeOut = .init(samples: fadeOut, curve: item.audio.curve) }
        guard let fitting = description.fades(sound.fadeIn.samples, sound.fadeOut.samples, within: samples.count)
        else {
            throw description.error(
                item.audio.stated["fade"],
                "The sound's fades take \(sound.fadeIn.samples) and \(sound.fadeOut.samples) samples, but the sound has "
                    + "\(samples.count).")
        }
        (sound.fadeIn.samples, sound.fadeOut.samples) = fitting
        return sound
    }
}
