internal import EngineLink
internal import Frames
internal import PageRenderer

// What the page plays.

extension PageTake {
    /// Sends the rest of the sound, and warns if some of it is missing.
    ///
    /// Sound arrives later than its time, so the page runs on for a moment; no more frames are
    /// captured.
    func finishSound(at instant: PageInstant, pageIsAlive: Bool) async {
        guard let sound, sound.streams > 0 else { return }
        if pageIsAlive { await course?.runOn(from: instant, for: SoundQueue.virtualDelay) }
        sound.finish(at: instant, now: now)
        if sound.refusedStreams > 0 {
            warn(
                "More than \(SoundSampler.mostStreams) things on the page sounded at the same time; "
                    + "\(sound.refusedStreams) of them are missing from the recording.")
        }
        if sound.hasLostSound { warn("Some of the page's sound is missing from the recording: it came too late.") }
    }
}
