import Composition
import Foundation
import Frames
import Notation

/// Inspects the sources of clips and places their pictures on the canvas.
struct ClipResolver {
    private let description: TimelineDescription
    private let probe: any SourceProbe
    private var rate: FrameRate { description.frameRate }

    /// Prepares to resolve the clips of a description.
    init(_ description: TimelineDescription, probe: any SourceProbe) {
        self.description = description
        self.probe = probe
    }

    /// The range of a title's font size, in canvas pixels.
    private static let titleSizes = 1.0...4096

    private func error(_ line: Int?, _ message: String) -> YAMLError { description.file.error(at: line, message) }

    // MARK: Sources

    /// Resolves a clip's source and length.
    func resolve(_ clip: ClipDescription) throws -> ResolvedClip {
        switch clip.source.value {
        case .file(let path): return try file(path, clip)
        case .color(let color):
            return try unmoving(ResolvedClip(name: color.text, source: .color(color)), "A color", clip)
        case .title(var title, let size):
            if let size { title.size = size.pixels(of: description.size.height) }
            guard Self.titleSizes.contains(title.size) else {
                throw error(
                    clip.source.line,
                    "The title's font size is \(title.size.brief) pixels. It must be from 1 to 4096 pixels.")
            }
            let name = title.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            return try unmoving(ResolvedClip(name: name, source: .title(title)), "A title", clip)
        case .page(let page): return try self.page(page, clip)
        }
    }

    private func file(_ path: String, _ clip: ClipDescription) throws -> ResolvedClip {
        let contents: SourceContents
        do { contents = try probe.contents(of: path) } catch { throw self.error(clip.source.line, "\(error)") }
        var resolved = ResolvedClip(
            name: URL(fileURLWithPath: path).lastPathComponent, source: .still(path: path))
        switch contents.pictures {
        case .still(let size):
            resolved.size = size
            return try unmoving(resolved, "A picture", clip)
        case .moving(let size, let duration):
            resolved.source = .video(path: path)
            resolved.size = size
            resolved.sound = contents.sound
            resolved.path = path
            return try moving(resolved, duration: duration, clip)
        case nil:
            throw error(clip.source.line, "\(resolved.name) has no pictures. List sounds under audio:.")
        }
    }

    /// Resolves a clip whose source is not time-based.
    private func unmoving(_ clip: ResolvedClip, _ what: String, _ written: ClipDescription) throws -> ResolvedClip {
        let own = [
            ("in", written.start?.line, written.start != nil), ("out", written.end?.line, written.end != nil),
            ("speed", written.speed?.line, written.speed != nil),
            ("reverse", written.reverse?.line, written.reverse != nil),
        ]
        if let (key, line, _) = own.first(where: \.2) {
            throw error(line, "\(what) does not move, so it cannot have \(key).")
        }
        var clip = clip
        switch written.length?.value {
        case .time(let time): clip.length = time.duration(at: rate)
        case .end: break
        // Overlays last until the end; other clips use the default length of stills.
        case nil: clip.length = written.isOverlay ? nil : description.defaults.still.duration(at: rate)
        }
        return clip
    }

    private func page(_ page: PageClip, _ written: ClipDescription) throws -> ResolvedClip {
        if let end = written.end {
            throw error(end.line, "A page has no fixed length. Write duration: instead of out.")
        }
        guard let length = written.length else {
            throw error(written.source.line, "The page has no duration. Write, for example, duration: 6s.")
        }
        let file = page.address.split(whereSeparator: { $0 == "?" || $0 == "#" }).first.map(String.init)
        var clip = ResolvedClip(
            name: page.address.contains("://")
                ? page.address : URL(fileURLWithPath: file ?? page.address).lastPathComponent,
            source: .page(page))
        clip.size = PixelSize(width: page.size.width * page.scale, height: page.size.height * page.scale)
        clip.start = written.start?.value.duration(at: rate) ?? .zero
        if case .time(let time) = length.value { clip.length = time.duration(at: rate) }
        return clip
    }

    private func moving(
        _ clip: ResolvedClip, duration: Duration, _ written: ClipDescription
    ) throws -> ResolvedClip {
        var clip = clip
        let speed = written.speed?.value ?? 1
        clip.start = written.start?.value.duration(at: rate) ?? .zero
        guard clip.start < duration else {
            throw error(
                written.start?.line ?? written.source.line,
                "in is \(clip.start.text), but \(clip.name) ends at \(duration.text).")
        }
        let most = (duration - clip.start).divided(by: speed)
        if let end = written.end {
            let time = end.value.duration(at: rate)
            guard time > clip.start else {
                throw error(end.line, "out is \(time.text), but must be after in, which is \(clip.start.text).")
            }
            // Containers round durations, some to the millisecond.
            guard time <= duration + rate.exactTime(ofFrames: 1) else {
                throw error(end.line, "out is \(time.text), but \(clip.name) ends at \(duration.text).")
            }
            clip.length = (min(time, duration) - clip.start).divided(by: speed)
            return clip
        }
        switch written.length?.value {
        case .time(let time):
            let length = time.duration(at: rate)
            guard length <= most + rate.exactTime(ofFrames: 1) else {
                throw error(
                    written.length?.line,
                    "The clip needs \(length.text) of \(clip.name), but only \(most.text) are available"
                        + (clip.start == .zero && speed == 1 ? "." : " at this position and speed."))
            }
            clip.length = length
        case .end:
            // A page lasts from its beginning to the end of the timeline, which may come earlier.
            clip.length = most
        case nil: clip.length = most
        }
        return clip
    }

    // MARK: Plans

    /// The plan of a clip whose frames are known.
    func planned(
        _ written: ClipDescription, _ clip: ResolvedClip, frames: Range<Int>, transition: Transition?
    ) throws -> PlannedClip {
        let playback = Playback(
            start: clip.start, speed: written.speed?.value ?? 1, isReversed: written.reverse?.value ?? false)
        let layout = try LayoutResolver(description).layout(of: written, size: clip.size, frameCount: frames.count)
        return PlannedClip(
            name: clip.name, source: clip.source, playback: playback, frames: frames, layout: layout,
            transition: transition)
    }
}
