public import LibAV

/// Processing of a sound's samples by a program that uses the library.
public protocol AudioProcessing: AnyObject, Sendable {
    /// Starts processing a sound from its first sample.
    ///
    /// Called each time the sound is mixed, on the mixer's thread.
    ///
    /// - Parameter sampleRate: Samples per second.
    func makeProcessor(sampleRate: Int) -> any AudioProcessor
}

/// The processing of one sound while it is mixed; used by one thread at a time.
public protocol AudioProcessor: AnyObject {
    /// Changes samples in place; their number must stay.
    ///
    /// - Parameters:
    ///   - samples: Consecutive samples of the sound, at its speed on the timeline, before its gain.
    ///   - position: The index of the first one, from the sound's first.
    func process(_ samples: inout SoundChunk, at position: Int)
}
