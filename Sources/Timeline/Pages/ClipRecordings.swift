import Encoder
import EngineLink
import Files
import Glibc
import LibAV
import Notation
import PageSampler
import Recorder

/// Records the pages of a timeline and replaces them by the recordings.
///
/// Pages are recorded one at a time, since each uses the whole machine, and
/// losslessly.
public struct ClipRecordings: Sendable {
    /// An event to report.
    public enum Event: Sendable {
        /// The recording of a page starts; pages are counted from 1.
        case recording(address: String, number: Int, count: Int)
        /// A warning of the recording.
        case warning(String)
    }

    /// The timeline with videos in place of pages.
    public private(set) var plan: TimelinePlan
    /// The recordings, which have no name and exist as long as these objects.
    private var pages: [InputFile] = []

    /// Records every page; equal clips share a recording.
    ///
    /// Canceling the task stops at once.
    ///
    /// - Parameters:
    ///   - plan: The timeline.
    ///   - planner: Plans the recordings.
    ///   - onEvent: Called for each event.
    /// - Throws: ``PageClipError``, `CancellationError`, or `FileError` if the temporary folder cannot be
    ///   created.
    public init(
        of plan: TimelinePlan, by planner: PagePlanner = .standard,
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) async throws {
        self.plan = plan
        var distinct: [ClipRecording] = []
        var heard: Set<ClipRecording> = []
        var origins: [ClipRecording: String] = [:]
        for clip in plan.clips + plan.overlays {
            guard let take = ClipRecording(clip, at: plan.frameRate) else { continue }
            if !distinct.contains(take) {
                distinct.append(take)
                origins[take] = clip.origin
            }
            if clip.sound != nil { heard.insert(take) }
        }
        guard !distinct.isEmpty else { return }

        let folder = try ScratchFolder.make(for: "the pages' recordings")
        var recorded: [ClipRecording: (file: InputFile, hasSound: Bool)] = [:]
        for (index, take) in distinct.enumerated() {
            onEvent(.recording(address: ShownAddress.text(take.page.address), number: index + 1, count: distinct.count))
            let path = "\(folder.path)/\(index).mkv"
            let hasSound: Bool
            do {
                hasSound = try await Self.record(take, to: path, hasSound: heard.contains(take), planner, onEvent)
            } catch var error as PageClipError {
                error.origin = origins[take]
                throw error
            }
            let file = try InputFile(path) { failure in
                FileError(
                    .internalFailure,
                    "The recording of \(ShownAddress.text(take.page.address)) cannot be opened: \(failure.reason).")
            }
            recorded[take] = (file, hasSound)
            // Nothing is left, however the process ends.
            unsafe unlink(path)
        }
        pages = distinct.compactMap { recorded[$0]?.file }
        self.plan = plan.replacingPages { clip in
            ClipRecording(clip, at: plan.frameRate).flatMap { recorded[$0] }.map { ($0.file.reopenPath, $0.hasSound) }
        }
    }

    /// Records a page.
    ///
    /// - Parameter hasSound: Whether its sound is recorded.
    /// - Returns: Whether the recording has sound.
    private static func record(
        _ take: ClipRecording, to path: String, hasSound: Bool, _ planner: PagePlanner,
        _ onEvent: @escaping @Sendable (Event) -> Void
    ) async throws -> Bool {
        let address = take.page.address
        do {
            var plan = try planner.plan(take, path, hasSound)
            plan.sound.isLossless = true
            let recording = Recording(plan) { event in
                if case .warning(let text) = event { onEvent(.warning("\(ShownAddress.text(address)): \(text)")) }
            }
            let summary = try await recording.run()
            guard [.stopped, .duration, .longestDuration].contains(summary.exitReason) else {
                throw PageClipError(address: address, reason: summary.exitReason)
            }
            return summary.movie?.sound != nil
        } catch let error as PageClipError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw PageClipError(address: address, cause: error)
        }
    }
}

/// Recordings in place of pages.
extension TimelinePlan {
    /// Returns the plan with a video in place of each page.
    ///
    /// Only its recording shows whether a page sounds, so the pages' sounds are added here, after all others.
    ///
    /// - Parameter recording: Returns the path of a clip's recording, and whether it has sound; `nil` to keep the
    ///   page.
    public func replacingPages(_ recording: (PlannedClip) -> (path: String, hasSound: Bool)?) -> TimelinePlan {
        var plan = self
        func replaced(_ clip: PlannedClip) -> PlannedClip {
            guard case .page = clip.source, let video = recording(clip) else { return clip }
            var clip = clip
            clip.source = .video(path: video.path)
            if !video.hasSound { clip.sound = nil }
            if let sound = clip.videoSound(at: frameRate) { plan.sounds.append(sound) }
            return clip
        }
        plan.clips = clips.map(replaced)
        plan.overlays = overlays.map(replaced)
        return plan
    }
}
