import Composition

/// Plans the clips' own sounds.
extension ClipResolver {
    /// The sound of a clip over all of its frames; `nil` if it has no sound or is muted.
    ///
    /// - Parameter entry: The transition from the previous clip.
    func sound(of written: ClipDescription, _ clip: ResolvedClip, entry: Transition?) throws -> PlannedSound? {
        let (planned, playback) = (clip.planned, clip.planned.playback)
        guard case .video(let path) = planned.source, let length = clip.sound, length > playback.start,
            !written.sound.isOff
        else { return nil }
        let (frames, exit) = (planned.frames, planned.transition)
        let samples = rate.samples(ofFrames: frames.lowerBound)..<rate.samples(ofFrames: frames.upperBound)
        var sound = PlannedSound(name: planned.name, path: path, samples: samples)
        sound.start = playback.start.samples
        sound.speed = playback.speed
        sound.isReversed = playback.isReversed
        sound.gain = written.sound.gain
        // Cross-fade the sounds for as long as the pictures overlap.
        let entryEnd = rate.samples(ofFrames: frames.lowerBound + (entry?.frameCount ?? 0))
        let exitStart = rate.samples(ofFrames: frames.upperBound - (exit?.frameCount ?? 0))
        sound.fadeIn = .init(samples: entryEnd - samples.lowerBound)
        sound.fadeOut = .init(samples: samples.upperBound - exitStart)
        if let fade = written.sound.fade {
            let (fadeIn, fadeOut) = (fade.value.fadeIn.samples(at: rate), fade.value.fadeOut.samples(at: rate))
            if entry == nil || fadeIn > 0 { sound.fadeIn = .init(samples: fadeIn, curve: written.sound.curve) }
            if exit == nil || fadeOut > 0 { sound.fadeOut = .init(samples: fadeOut, curve: written.sound.curve) }
            guard sound.fadeIn.samples + sound.fadeOut.samples <= samples.count else {
                throw description.error(
                    fade.line,
                    "The sound's fades take \(sound.fadeIn.samples) and \(sound.fadeOut.samples) samples, but the sound has "
                        + "\(samples.count).")
            }
        }
        return sound
    }
}
