import Encoder
package import LibAV

/// Mixes a timeline's sound on its own thread, because decoding blocks.
package actor SoundStage {
    private let plan: TimelinePlan
    private let range: Range<Int>
    private let queue = EncoderQueue(label: "pagereel.sound-stage")
    private var mixer: TimelineMixer?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Plans to mix a range of the timeline's samples; opens no files yet.
    package init(_ plan: TimelinePlan, range: Range<Int>) {
        self.plan = plan
        self.range = range
    }

    /// Mixes the next samples; silence after the end of the range.
    package func read(_ count: Int) throws -> SoundChunk {
        let mixer = try mixer ?? TimelineMixer(plan, range: range)
        self.mixer = mixer
        return try mixer.read(count)
    }

    /// Warnings about the files of the sound mixed so far, for the user, as sentences.
    package var warnings: [String] { mixer?.warnings ?? [] }
}
