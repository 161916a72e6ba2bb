import Encoder
import LibAV

/// Mixes a timeline's sound on its own thread, because decoding blocks.
actor SoundStage {
    private let plan: TimelinePlan
    private let start: Int
    private let queue = EncoderQueue(label: "pagereel.sound-stage")
    private var mixer: TimelineMixer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

    /// Plans to mix from a sample on; opens no files yet.
    init(_ plan: TimelinePlan, from start: Int) {
        self.plan = plan
        self.start = start
    }

    /// Mixes the next samples.
    func read(_ count: Int) throws -> SoundChunk {
        let mixer = try mixer ?? TimelineMixer(plan, range: start..<plan.sampleCount)
        self.mixer = mixer
        return try mixer.read(count)
    }
}
