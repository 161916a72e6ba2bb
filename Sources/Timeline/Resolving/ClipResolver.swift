import Composition
import Decoder
import Foundation
import Frames
import Notation

/// Inspects the sources of clips and places their pictures on the canvas.
struct ClipResolver {
    /// The description of the clips.
    let description: TimelineDescription
    /// Inspects their files.
    let probe: any SourceProbe
    /// Frames per second of the timeline.
    var rate: FrameRate { description.frameRate }

    /// The range of a title's font size, in canvas pixels.
    private static let titleSizes = 1.0...4096

    // MARK: Sources

    /// Resolves a clip's source and length.
    func resolve(_ clip: ClipDescription) throws -> ResolvedClip {
        switch clip.source.value {
        case .file(let path): return try file(path, clip)
        case .color(let color):
            return try unmoving(ResolvedClip(name: color.text, source: .color(color)), "A color", clip)
        case .title(let title):
            guard Self.titleSizes.contains(title.size) else {
                throw description.error(
                    clip.source.line,
                    "The title's font size is \(title.size.brief) pixels. It must be from 1 to 4096 pixels.")
            }
            let name = title.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            return try unmoving(ResolvedClip(name: name, source: .title(title)), "A title", clip)
        case .page(let page): return try self.page(page, clip)
        }
    }

    private func file(_ path: String, _ clip: ClipDescription) throws -> ResolvedClip {
        let contents = try description.contents(of: path, line: clip.source.line, probe)
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
            return try moving(resolved, duration: duration, clip)
        case nil:
            throw description.error(clip.source.line, "\(resolved.name) has no pictures. List sounds under audio:.")
        }
    }

    /// Resolves a clip whose source is not time-based.
    private func unmoving(_ clip: ResolvedClip, _ what: String, _ written: ClipDescription) throws -> ResolvedClip {
        let own = [
            ("in", written.start.map(\.line)), ("out", written.end.map(\.line)),
            ("speed", written.speed.map(\.line)), ("reverse", written.reverse.map(\.line)),
        ]
        if let (key, line) = own.first(where: { $0.1 != nil }) {
            throw description.error(line ?? nil, "\(what) does not move, so it cannot have \(key).")
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
            throw description.error(end.line, "A page has no fixed length. Write duration: instead of out.")
        }
        guard let length = written.length else {
            throw description.error(written.source.line, "The page has no duration. Write, for example, duration: 6s.")
        }
        let file = page.address.split(whereSeparator: { $0 == "?" || $0 == "#" }).first.map(String.init)
        var clip = ResolvedClip(
            name: page.address.contains("://")
                ? page.address : URL(fileURLWithPath: file ?? page.address).lastPathComponent,
            source: .page(page))
        clip.size = PixelSize(width: page.size.width * page.scale, height: page.size.height * page.scale)
        clip.playback = playback(of: written)
        if case .time(let time) = length.value { clip.length = time.duration(at: rate) }
        return clip
    }

    private func playback(of written: ClipDescription) -> Playback {
        Playback(
            start: written.start?.value.duration(at: rate) ?? .zero, speed: written.speed?.value ?? 1,
            isReversed: written.reverse?.value ?? false)
    }

    private func moving(
        _ clip: ResolvedClip, duration: Duration, _ written: ClipDescription
    ) throws -> ResolvedClip {
        var clip = clip
        clip.playback = playback(of: written)
        let frame = rate.exactTime(ofFrames: 1)
        let part = try description.part(
            of: duration, named: clip.name, from: written.start, to: written.end, tolerance: frame,
            line: written.source.line)
        let most = part.length.divided(by: clip.playback.speed)
        clip.length = most
        guard case .time(let time)? = written.length?.value else { return clip }
        let length = time.duration(at: rate)
        guard length <= most + frame else {
            let isWhole = part.lowerBound == .zero && clip.playback.speed == 1
            throw description.error(
                written.length?.line,
                "The clip needs \(length.text) of \(clip.name), but only \(most.text) are available"
                    + (isWhole ? "." : " at this position and speed."))
        }
        clip.length = length
        return clip
    }

    // MARK: Plans

    /// The plan of a clip whose frames are known.
    func planned(
        _ written: ClipDescription, _ clip: ResolvedClip, frames: Range<Int>, transition: Transition?
    ) throws -> PlannedClip {
        PlannedClip(
            name: clip.name, source: clip.source, playback: clip.playback, frames: frames,
            layout: try layout(of: written, size: clip.size, frameCount: frames.count), transition: transition)
    }
}
