import EngineLink
import Files
import Recorder
import Timeline

/// Records the pages of a timeline and puts the recordings in their place.
///
/// They are recorded one after the other, as each uses the whole machine, and keep
/// every pixel.
struct PageTakes {
    /// What the person may want to know while it goes on.
    enum Event: Sendable {
        /// A page is recorded next; pages are counted from 1.
        case recording(address: String, number: Int, count: Int)
        /// What its recording warned of.
        case warning(String)
    }

    /// The timeline whose pages are now videos.
    private(set) var plan: TimelinePlan
    /// What they are read from; kept as long as they are.
    private(set) var pages: [RecordedPage] = []

    /// Records every page; the same one twice only if it differs.
    ///
    /// Cancelling the task ends it at once.
    ///
    /// - Parameters:
    ///   - plan: The timeline.
    ///   - onEvent: Hears what happens.
    /// - Throws: ``PageTakeError``, `CancellationError`, and ``FileError`` if
    ///   there is no place for the recordings.
    init(of plan: TimelinePlan, onEvent: @escaping @Sendable (Event) -> Void) async throws {
        self.plan = plan
        let takes = (plan.clips + plan.overlays).compactMap { PageTake($0, at: plan.frameRate) }
        var distinct: [PageTake] = []
        for take in takes where !distinct.contains(take) { distinct.append(take) }
        guard !distinct.isEmpty else { return }

        let folder = try ScratchFolder.make(for: "the pages' recordings")
        var recorded: [PageTake: RecordedPage] = [:]
        for (index, take) in distinct.enumerated() {
            onEvent(.recording(address: take.page.address, number: index + 1, count: distinct.count))
            let path = "\(folder.path)/\(index).mkv"
            try await Self.record(take, to: path, onEvent)
            guard let page = RecordedPage(taking: path) else {
                throw PageTakeError(
                    status: .internalFailure, description: "The recording of \(take.page.address) cannot be opened.")
            }
            recorded[take] = page
        }
        pages = distinct.compactMap { recorded[$0] }
        func replaced(_ clip: PlannedClip) -> PlannedClip {
            guard let take = PageTake(clip, at: plan.frameRate), let page = recorded[take] else { return clip }
            var clip = clip
            clip.source = .video(path: page.path)
            return clip
        }
        self.plan.clips = plan.clips.map(replaced)
        self.plan.overlays = plan.overlays.map(replaced)
    }

    private static func record(
        _ take: PageTake, to path: String, _ onEvent: @escaping @Sendable (Event) -> Void
    ) async throws {
        let address = take.page.address
        do {
            let recording = Recording(try take.recordingPlan(output: path)) { event in
                if case .warning(let text) = event { onEvent(.warning("\(address): \(text)")) }
            }
            let summary = try await recording.run()
            let status = ExitStatus(summary.exitReason, signal: nil)
            guard status == .recorded else {
                throw PageTakeError(
                    status: status,
                    description: "The page \(address) could not be recorded: it \(Self.words(for: summary.exitReason))."
                )
            }
        } catch let error as PageTakeError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw PageTakeError(
                status: ExitStatus(error, signal: nil),
                description: "The page \(address) could not be recorded: \(error)")
        }
    }

    private static func words(for reason: ExitReason) -> String {
        switch reason {
        case .cancelled: "cancelled"
        case .crashed: "crashed"
        case .hung: "hung"
        case .stopped, .duration, .longestDuration, .interrupted: "ended too early"
        }
    }
}
