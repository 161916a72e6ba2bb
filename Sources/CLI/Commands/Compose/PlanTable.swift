import Composition
import Encoder
import Foundation
import Frames
import Notation
import Timeline

/// A timeline's plan as tables.
struct PlanTable {
    let plan: TimelinePlan
    /// How the pictures of each output come into its file.
    let routes: [PictureRoute]

    /// The tables.
    var text: String {
        var parts = [
            "\(plan.size), \(plan.frameRate) fps, background \(plan.background.text): \(quantity(plan.frameCount, "frame")), "
                + "\(plan.frameRate.time(ofFrame: plan.frameCount).preciseText), \(quantity(plan.sampleCount, "sample"))",
            table(clipColumns("video", last: "transition"), plan.clips.map { clip($0, transition(of: $0)) }),
        ]
        if !plan.overlays.isEmpty {
            parts.append(table(clipColumns("overlays", last: "frame"), plan.overlays.map { clip($0, frame(of: $0)) }))
        }
        if !plan.sounds.isEmpty {
            parts.append(
                table(
                    [
                        "sounds", .number("first"), .number("last"), .number("samples"), "source", "track", "loop",
                        .number("gain"), "fades", "ducks",
                    ],
                    plan.sounds.map(sound)))
        }
        if !plan.subtitles.isEmpty {
            parts.append(
                table(
                    ["subtitles", "language", .number("texts"), "times", "shown"], plan.subtitles.map(subtitles)))
        }
        if !plan.outputs.isEmpty {
            let hdr: [TextTable.Column] = keepsHDR ? ["hdr"] : []
            parts.append(
                table(
                    ["outputs", "kind", "size", "fps", "frames"] + hdr + ["pictures"],
                    zip(plan.outputs, routes).map { output($0) + [pictures($0, $1)] }))
        }
        return parts.joined(separator: "\n\n")
    }

    private func table(_ columns: [TextTable.Column], _ rows: [[String]]) -> String {
        TextTable(columns, rows: rows).lines().joined(separator: "\n")
    }

    // MARK: Rows

    private func clipColumns(_ name: String, last: String) -> [TextTable.Column] {
        [
            .init(stringLiteral: name), "kind", .number("first"), .number("last"), .number("frames"), "source",
            .init(stringLiteral: last),
        ]
    }

    private func clip(_ clip: PlannedClip, _ last: String) -> [String] {
        [
            clip.name, clip.source.word, "\(clip.frames.lowerBound)", "\(clip.frames.upperBound - 1)",
            "\(clip.frames.count)", source(of: clip), last,
        ]
    }

    private func source(of clip: PlannedClip) -> String {
        guard clip.source.isMoving else { return "-" }
        if clip.playback.isHeld { return "\(clip.playback.start.preciseText) held" }
        let times = [0, clip.frames.count - 1].map {
            clip.playback.sourceTime(ofFrame: $0, of: clip.frames.count, at: plan.frameRate).preciseText
        }
        let speed = clip.playback.speed == 1 ? "" : " at \(clip.playback.speed)x"
        return "\(times[0])..\(times[1])\(speed)"
    }

    private func transition(of clip: PlannedClip) -> String {
        guard let transition = clip.transition else { return "-" }
        let first = clip.frames.upperBound - transition.frameCount
        return
            "\(transition.word), \(quantity(transition.frameCount, "frame")) (\(first)..\(clip.frames.upperBound - 1))"
    }

    private func frame(of clip: PlannedClip) -> String {
        let frame = clip.layout.frame
        return "\(frame.width)x\(frame.height) at \(frame.x),\(frame.y)"
    }

    private func sound(_ sound: PlannedSound) -> [String] {
        let fades = [sound.fadeIn, sound.fadeOut].map { "\($0.samples)" }.joined(separator: ", ")
        return [
            sound.name, "\(sound.samples.lowerBound)", "\(sound.samples.upperBound - 1)", "\(sound.samples.count)",
            "\(sound.start).." + (sound.sourceSamples.map { "\(sound.start + $0 - 1)" } ?? "")
                + (sound.speed == 1 ? "" : " at \(sound.speed)x") + (sound.isReversed ? " backwards" : ""),
            track(of: sound), sound.loopCrossfade.map { $0 == 0 ? "yes" : "cross-fade \($0)" } ?? "-",
            sound.gain.text(decimals: 4), fades, sound.ducking == nil ? "-" : "yes",
        ]
    }

    private func subtitles(_ subtitles: PlannedSubtitles) -> [String] {
        let (track, times) = (subtitles.track, subtitles.track.times)
        return [
            subtitles.name, track.language.isEmpty ? "-" : track.language,
            subtitles.isOfPages ? "-" : "\(track.cues.count)",
            times.map { "\($0.lowerBound.preciseText)..\($0.upperBound.preciseText)" } ?? "-",
            subtitles.burned == nil ? "as a track" : "on the picture",
        ]
    }

    /// The track of the file, and the channel if only one is heard.
    private func track(of sound: PlannedSound) -> String {
        let channel = sound.channel.map { [1: "left", 2: "right"][$0] ?? "channel \($0)" }
        let parts = [sound.track.map(String.init), channel].compactMap(\.self)
        return parts.isEmpty ? "-" : parts.joined(separator: ", ")
    }

    private func output(_ output: PlannedOutput) -> [String] {
        var frames = output.frames.map { "\($0.lowerBound)..\($0.upperBound - 1)" } ?? "0..\(plan.frameCount - 1)"
        switch output.kind {
        case .still(let frame): frames = "\(frame)"
        case .sheet(_, let list): frames = list.map(String.init).joined(separator: " ")
        case .livePhoto(let still), .motionPhoto(let still): frames += ", still \(still)"
        case .sound:
            return [Self.short(output.path), output.word, "-", "-", frames] + (keepsHDR ? ["-"] : [])
        case .movie, .sequence, .interchange, .subtitles: break
        }
        return [
            Self.short(output.path), output.word, "\(output.size ?? plan.size)",
            "\(output.frameRate(in: plan))",
            frames,
        ] + (keepsHDR ? [output.hdrName ?? "-"] : [])
    }

    private func pictures(_ output: PlannedOutput, _ route: PictureRoute) -> String {
        switch route {
        case .copied: "copied"
        case .encoded(because: let reason?): "encoded, because \(reason)"
        case .encoded(because: nil): output.hasPictures ? "encoded" : "-"
        }
    }

    /// Whether an output keeps HDR.
    private var keepsHDR: Bool { plan.outputs.contains { $0.keepsHDR } }

    /// Shortens a path in the working folder to a relative one.
    private static func short(_ path: String) -> String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}

/// The words for sources and outputs, as in timeline files.
extension Resource {
    /// The kind of source.
    var word: String {
        switch self {
        case .video: "video"
        case .animation: "animation"
        case .still: "still"
        case .sequence: "sequence"
        case .color: "color"
        case .title: "title"
        case .page: "page"
        case .custom: "custom"
        }
    }

    /// Whether the picture changes over time.
    var isMoving: Bool {
        switch self {
        case .video, .animation, .sequence, .page, .custom: true
        case .still, .color, .title: false
        }
    }
}

extension PlannedOutput {
    /// Whether the output has pictures.
    var hasPictures: Bool { kind != .sound && !kind.isText }

    /// The kind of output.
    var word: String {
        switch kind {
        case .movie:
            MovieContainer(fileName: path).flatMap { $0.isAnimation ? $0.rawValue : nil } ?? "movie"
        case .sound: "sound"
        case .still: "still"
        case .sheet: "sheet"
        case .sequence: "sequence"
        case .interchange: "interchange"
        case .subtitles: "subtitles"
        case .livePhoto: "livephoto"
        case .motionPhoto: "motionphoto"
        }
    }
}
