import Composition
import Frames

/// Plans the clips' own sounds.
extension ClipResolver {
    /// The clip's own sound; `nil` if it has no sound or is muted.
    ///
    /// - Parameter entry: The transition from the previous clip.
    func sound(of written: TrackItem, _ clip: ResolvedClip, entry: Transition?) throws -> PlannedSound? {
        guard !written.audio.isOff, mayHaveSound(clip) else { return nil }
        let (frames, exit) = (clip.planned.frames, clip.planned.transition)
        let samples = rate.samples(of: frames)
        // Cross-fade the sounds for as long as the pictures overlap.
        let entryEnd = rate.samples(ofFrames: frames.lowerBound + (entry?.frameCount ?? 0))
        let exitStart = rate.samples(ofFrames: frames.upperBound - (exit?.frameCount ?? 0))
        var sound = PlannedSound(name: clip.planned.name, path: "", samples: samples)
        sound.start = clip.planned.playback.start.samples
        sound.speed = clip.planned.playback.speed
        sound.isReversed = clip.planned.playback.isReversed
        sound.gain = written.audio.gain
        sound.fadeIn = .init(samples: entryEnd - samples.lowerBound)
        sound.fadeOut = .init(samples: samples.upperBound - exitStart)
        if let fade = written.audio.fade {
            let (fadeIn, fadeOut) = (fade.value.fadeIn.samples(at: rate), fade.value.fadeOut.samples(at: rate))
            if entry == nil || fadeIn > 0 { sound.fadeIn = .init(samples: fadeIn, curve: written.audio.curve) }
            if exit == nil || fadeOut > 0 { sound.fadeOut = .init(samples: fadeOut, curve: written.audio.curve) }
            guard let fades = description.fades(sound.fadeIn.samples, sound.fadeOut.samples, within: samples.count)
            else {
                throw description.error(
                    fade.line,
                    "The sound's fades take \(sound.fadeIn.samples) and \(sound.fadeOut.samples) samples, but the sound has "
                        + "\(samples.count).")
            }
            (sound.fadeIn.samples, sound.fadeOut.samples) = fades
        }
        sound.volumeKeys = written.audio.volumeKeys
        sound.processing = written.audio.processors
        return sound
    }

    /// Whether a source sounds from its in point on; unknown of pages.
    private func mayHaveSound(_ clip: ResolvedClip) -> Bool {
        guard !clip.planned.playback.isHeld else { return false }
        return switch clip.planned.source {
        case .video: clip.sound.map { $0 > clip.planned.playback.start } ?? false
        case .page: true
        case .animation, .still, .color, .title, .custom: false
        }
    }
}
