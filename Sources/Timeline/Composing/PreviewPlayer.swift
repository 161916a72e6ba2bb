public import Frames
public import LibAV

/// Plays a timeline in real time: passes pictures and sound to a program when they are due.
///
/// Any task may play; several may play at the same time.
public final class PreviewPlayer: Sendable {
    /// The timeline in whole numbers.
    public let plan: TimelinePlan

    /// How early sound is passed on, so that the program can keep some in store.
    private static let soundLead = Duration.milliseconds(200)
    /// The number of samples that are passed on at once.
    private static let soundBlock = 1024

    /// Prepares to play a timeline; opens no files yet.
    ///
    /// - Parameter plan: The timeline, without pages.
    public init(_ plan: TimelinePlan) { self.plan = plan }

    /// The timeline's length.
    public var duration: Duration { plan.frameRate.time(ofFrame: plan.frameCount) }

    /// Plays from a time to the end.
    ///
    /// To pause, cancel the task; to seek, play again from another time. A picture that cannot be rendered in time is
    /// left out, so that the playback keeps its pace.
    ///
    /// - Parameters:
    ///   - start: Where to begin, from the timeline's beginning.
    ///   - onFrame: Receives each picture and its presentation time when it is due.
    ///   - onSound: Receives stereo samples at ``TimelinePlan/sampleRate`` and the presentation time of the first, 0.2 s
    ///     before they are due. The playback waits for neither.
    /// - Throws: Errors of the timeline's files, or `CancellationError`.
    public func play(
        from start: Duration = .zero, onFrame: @escaping @Sendable (PixelBuffer, Duration) async -> Void,
        onSound: (@Sendable (SoundChunk, Duration) async -> Void)? = nil
    ) async throws {
        let images = ImageGenerator(plan)
        let first = max(0, plan.frameRate.frame(at: start))
        guard first < plan.frameCount else { return }
        // The first picture may take long, because files are opened for it; the sound begins with it.
        let picture = try await images.image(atFrame: first)
        let begin = plan.frameRate.time(ofFrame: first)
        let pace = Pace(begin: begin)
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let onSound, !plan.sounds.isEmpty {
                group.addTask { [plan] in try await Self.playSound(of: plan, from: begin, at: pace, onSound) }
            }
            await onFrame(picture, begin)
            try await playPictures(after: first, images, at: pace, onFrame)
            try await group.waitForAll()
        }
    }

    private func playPictures(
        after first: Int, _ images: ImageGenerator, at pace: Pace,
        _ onFrame: @Sendable (PixelBuffer, Duration) async -> Void
    ) async throws {
        var frame = first + 1
        while frame < plan.frameCount {
            let image = try await images.image(atFrame: frame)
            let time = plan.frameRate.time(ofFrame: frame)
            try await pace.wait(until: time)
            await onFrame(image, time)
            frame = max(frame + 1, min(plan.frameRate.frame(at: pace.now), plan.frameCount))
        }
        try await pace.wait(until: duration)
    }

    private static func playSound(
        of plan: TimelinePlan, from begin: Duration, at pace: Pace,
        _ onSound: @Sendable (SoundChunk, Duration) async -> Void
    ) async throws {
        let mixer = SoundStage(plan, range: begin.samples..<plan.sampleCount)
        var position = begin.samples
        while position < plan.sampleCount {
            let chunk = try await mixer.read(min(soundBlock, plan.sampleCount - position))
            let time = Duration.nanoseconds(position * 1_000_000_000 / TimelinePlan.sampleRate)
            try await pace.wait(until: time - soundLead)
            await onSound(chunk, time)
            position += chunk.count
        }
    }

    /// The relation of the timeline's time to the machine's.
    private struct Pace: Sendable {
        private let origin: ContinuousClock.Instant

        /// Starts now, at a time of the timeline.
        init(begin: Duration) { origin = .now - begin }

        /// The timeline's time.
        var now: Duration { .now - origin }

        /// Waits for a time of the timeline; throws if the task is canceled.
        func wait(until time: Duration) async throws {
            try Task.checkCancellation()
            if time > now { try await Task.sleep(until: origin + time, clock: .continuous) }
        }
    }
}
