internal import EngineLink
internal import Frames
internal import PageRenderer

// What the page plays.

extension PageTake {
    /// Captures the page's sound several times per second.
    func listenInRealTime() {
        guard sound != nil else { return }
        soundTask = Task { [weak self] in
            while !Task.isCancelled {
                guard let self else { return }
                sound?.advance(to: now)
                do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
            }
        }
    }

    /// Sends the rest of the sound, and warns if some of it is missing.
    ///
    /// Sound arrives later than its time, so the page runs on for a moment; no more frames are
    /// captured.
    func finishSound(at instant: PageInstant, pageIsAlive: Bool) async {
        guard let sound, sound.streams > 0 else { return }
        if pageIsAlive { await runOn(from: instant) }
        sound.finish(at: instant, now: now)
        if sound.refusedStreams > 0 {
            warn(
                "More than \(SoundSampler.mostStreams) things on the page sounded at the same time; "
                    + "\(sound.refusedStreams) of them are missing from the recording.")
        }
        if sound.hasLostSound { warn("Some of the page's sound is missing from the recording: it came too late.") }
    }

    private func runOn(from instant: PageInstant) async {
        guard let clock = view?.clock else {
            // A cancelled take drops the sound that it would wait for.
            try? await Task.sleep(for: SoundQueue.virtualDelay)
            return
        }
        let end = instant.advanced(by: SoundQueue.virtualDelay)
        // An interruption of the timeline may still be pending.
        for _ in 0..<3 where clock.instant < end {
            guard await clock.advance(to: end) == .interrupted else { return }
        }
    }
}
