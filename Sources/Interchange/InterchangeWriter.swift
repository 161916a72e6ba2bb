import Composition
import Decoder
import Foundation
import Frames
package import Timeline

/// Writes a timeline for other editors, as OpenTimelineIO.
///
/// Two overlapping clips become a cut in the middle of the overlap with a transition around it. Features without an
/// OpenTimelineIO equivalent are kept in the metadata under `pagereel`, from where ``InterchangeReader`` restores them.
package struct InterchangeWriter {
    private let description: Timeline
    private let plan: TimelinePlan
    private let probe: any SourceProbe
    private var rate: Double { plan.frameRate.framesPerSecond }

    /// Prepares to write a plan, with the description it was made from.
    package init(_ description: Timeline, plan: TimelinePlan, probe: any SourceProbe) {
        self.description = description
        self.plan = plan
        self.probe = probe
    }

    /// The text of the file.
    ///
    /// - Parameter path: The file's path; references to sources are relative to its folder.
    package func text(for path: String) throws -> String {
        let links = InterchangeLinks(file: path)
        var tracks = [try mainTrack(links)]
        tracks += try plan.overlays.enumerated().map { try overlayTrack($1, description.overlays[$0], links) }
        if let sound = try clipSoundTrack(links) { tracks.append(sound) }
        let own = plan.sounds.suffix(description.sounds.count)
        tracks += try zip(own, description.sounds).map { try soundTrack($0, $1, links) }
        let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let whole = OTIO.timeline(name: name, metadata: wholeMetadata(links), tracks: tracks)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(whole), as: UTF8.self) + "\n"
    }

    private func wholeMetadata(_ links: InterchangeLinks) -> JSONValue {
        var members: [String: JSONValue] = ["version": .integer(DescriptionReader.version)]
        members["folder"] = .text(links.name(ofFolder: description.folder))
        members["canvas"] = .object([
            "width": .integer(plan.size.width), "height": .integer(plan.size.height),
            "fps": .text("\(plan.frameRate)"), "background": .text(plan.background.text),
        ])
        for key in ["defaults", "effects", "outputs"] {
            if let value = description.stated.member(key) { members[key] = value }
        }
        return .object(members)
    }

    // MARK: Pictures

    /// A clip's frames between its cuts.
    private struct Cut {
        /// Frames of the preceding transition that come before the cut.
        var handleBefore = 0
        /// Frames of the following transition that come after the cut.
        var handleAfter = 0
    }

    private func mainTrack(_ links: InterchangeLinks) throws -> JSONValue {
        let children = try mainChildren { index, clip, cut in
            OTIO.clip(
                name: clip.name, media: try media(clip, links), range: range(clip, cut),
                effects: warps(clip.playback),
                metadata: metadata(description.clips[index].stated.value, omitting: Self.timed + ["then"]))
        }
        return OTIO.track(name: "Pictures", kind: "Video", children: children)
    }

    /// An item for each clip of the main channel, with the transitions between them.
    private func mainChildren(_ item: (Int, PlannedClip, Cut) throws -> JSONValue) rethrows -> [JSONValue] {
        var children: [JSONValue] = []
        var before = 0
        for (index, clip) in plan.clips.enumerated() {
            let cut = Cut(handleBefore: before, handleAfter: clip.transition?.framesAfterCut ?? 0)
            children.append(try item(index, clip, cut))
            before = clip.transition?.framesBeforeCut ?? 0
            guard let transition = clip.transition else { continue }
            children.append(
                OTIO.transition(
                    type: transition.word, before: before, after: cut.handleAfter, rate: rate,
                    metadata: .object(["then": transition.described])))
        }
        return children
    }

    private func range(_ clip: PlannedClip, _ cut: Cut) -> JSONValue {
        // In a reversed clip, the last frames show the beginning of the source.
        let skipped = clip.playback.isReversed ? cut.handleAfter : cut.handleBefore
        return OTIO.range(
            start: clip.playback.start.inSeconds * rate + Double(skipped) * clip.playback.speed,
            length: Double(clip.frames.count - cut.handleBefore - cut.handleAfter), rate: rate)
    }

    private func overlayTrack(
        _ overlay: PlannedClip, _ written: TrackItem, _ links: InterchangeLinks
    ) throws -> JSONValue {
        let clip = OTIO.clip(
            name: overlay.name, media: try media(overlay, links), range: range(overlay, Cut()),
            effects: warps(overlay.playback), metadata: metadata(written.stated.value, omitting: Self.timed))
        return OTIO.track(
            name: "Overlay", kind: "Video", clip: clip, startingAt: overlay.frames.lowerBound, rate: rate)
    }

    private func media(_ clip: PlannedClip, _ links: InterchangeLinks) throws -> JSONValue {
        switch clip.source {
        case .video(let path):
            guard case .moving(_, let duration)? = try probe.contents(of: path).pictures else {
                return OTIO.external(address: links.address(of: path), available: .null)
            }
            let length = duration.inSeconds * rate
            return OTIO.external(
                address: links.address(of: path), available: OTIO.range(start: 0, length: length, rate: rate))
        case .sequence(let sequence):
            return OTIO.imageSequence(sequence, links)
                ?? OTIO.external(address: links.address(of: sequence.name), available: .null)
        case .animation(let path), .still(let path):
            return OTIO.external(address: links.address(of: path), available: .null)
        case .color(let color): return OTIO.generator(kind: "SolidColor", parameters: ["color": .text(color.text)])
        case .title(let title): return OTIO.generator(kind: "Title", parameters: ["text": .text(title.text)])
        case .page: return OTIO.generator(kind: "pagereel.page", parameters: [:])
        case .custom: return OTIO.generator(kind: "pagereel.custom", parameters: [:])
        }
    }

    private func warps(_ playback: Playback) -> [JSONValue] {
        OTIO.effects(speed: playback.isReversed ? -playback.speed : playback.speed)
    }

    // MARK: Sounds

    /// A sound track with the clips' own sounds, for other editors.
    ///
    /// This program ignores it when reading, because each clip's metadata describes its sound.
    private func clipSoundTrack(_ links: InterchangeLinks) throws -> JSONValue? {
        let sounds = plan.sounds.prefix(plan.sounds.count - description.sounds.count)
        guard !sounds.isEmpty else { return nil }
        let children = try mainChildren { _, clip, cut in
            let first = plan.frameRate.samples(ofFrames: clip.frames.lowerBound)
            if sounds.contains(where: { $0.samples.lowerBound == first && $0.name == clip.name }) {
                return OTIO.clip(
                    name: clip.name, media: try media(clip, links), range: range(clip, cut),
                    effects: warps(clip.playback), metadata: .null)
            }
            return OTIO.gap(length: clip.frames.count - cut.handleBefore - cut.handleAfter, rate: rate)
        }
        return OTIO.track(
            name: "Sound of the pictures", kind: "Audio", children: children,
            metadata: .object(["role": .text("clips")]))
    }

    private func soundTrack(
        _ sound: PlannedSound, _ written: AudioItem, _ links: InterchangeLinks
    ) throws -> JSONValue {
        let sampleRate = Double(TimelinePlan.sampleRate)
        let selection = SoundSelection(track: sound.track.map { .number($0) }, channel: sound.channel)
        let length = try probe.contents(of: sound.path, selection).sound ?? .zero
        let available = OTIO.range(start: 0, length: Double(length.samples), rate: sampleRate)
        let clip = OTIO.clip(
            name: sound.name, media: OTIO.external(address: links.address(of: sound.path), available: available),
            range: OTIO.range(start: Double(sound.start), length: Double(sound.samples.count), rate: sampleRate),
            effects: warps(Playback(speed: sound.speed, isReversed: sound.isReversed)),
            metadata: metadata(written.stated.value, omitting: ["src", "at", "for", "speed", "reverse"]))
        return OTIO.track(
            name: "Sound", kind: "Audio", clip: clip, startingAt: sound.samples.lowerBound, rate: sampleRate)
    }

    // MARK: Metadata

    /// The keys that have OpenTimelineIO equivalents.
    private static let timed = ["src", "at", "out", "for", "duration", "speed", "reverse"]

    private func metadata(_ stated: JSONValue, omitting keys: [String]) -> JSONValue {
        guard case .object(let members) = stated else { return .null }
        return .object(["item": .object(members.filter { !keys.contains($0.key) })])
    }
}

extension Transition {
    /// The number of frames that come before the cut in the middle of the overlap.
    fileprivate var framesBeforeCut: Int { (frameCount + 1) / 2 }
    /// The number of frames that come after the cut.
    fileprivate var framesAfterCut: Int { frameCount / 2 }

    /// The transition as a description states it.
    fileprivate var described: JSONValue {
        var members: [String: JSONValue] = ["type": .text(word), "ease": .text(easing.rawValue)]
        switch kind {
        case .wipe(let softness): members["softness"] = .number(softness)
        case .fadeThrough(let color) where word == "fade-through": members["color"] = .text(color.text)
        default: break
        }
        let keys = Transition.Kind.words.first { $0.word == word }?.keys ?? []
        if keys.contains("direction") { members["direction"] = .text(direction.rawValue) }
        return .object(members)
    }
}
