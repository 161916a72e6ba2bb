import Foundation
import Subprocess
import SystemPackage
import Timeline

/// Records the pages of a timeline and puts the recordings in their place.
///
/// Another run of this program records each, one after the other, as each uses the
/// whole machine. They keep every pixel.
struct PageTakes {
    /// What the person may want to know while it goes on.
    enum Event: Sendable {
        /// A page is recorded next; pages are counted from 1.
        case recording(address: String, number: Int, count: Int)
        /// What its recorder warned of.
        case warning(String)
    }

    /// The timeline whose pages are now videos.
    private(set) var plan: TimelinePlan
    /// What they are read from; kept as long as they are.
    private(set) var pages: [RecordedPage] = []

    /// Records every page; the same one twice only if it differs.
    ///
    /// Ends the recorder that runs when the task is cancelled.
    ///
    /// - Parameters:
    ///   - plan: The timeline.
    ///   - onEvent: Hears what happens.
    /// - Throws: ``PageTakeError`` or `CancellationError`.
    init(of plan: TimelinePlan, onEvent: @Sendable (Event) -> Void) async throws {
        self.plan = plan
        let takes = (plan.clips + plan.overlays).compactMap { PageTake($0, at: plan.frameRate) }
        var distinct: [PageTake] = []
        for take in takes where !distinct.contains(take) { distinct.append(take) }
        guard !distinct.isEmpty else { return }

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pagereel-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw PageTakeError(
                status: .outputNotCreated,
                description: "There is no folder for the pages' recordings: “\(folder.path)” cannot be made "
                    + "(\(error.localizedDescription)). TMPDIR names another place.")
        }
        defer { try? FileManager.default.removeItem(at: folder) }

        var recorded: [PageTake: RecordedPage] = [:]
        for (index, take) in distinct.enumerated() {
            onEvent(.recording(address: take.page.address, number: index + 1, count: distinct.count))
            let path = folder.appendingPathComponent("\(index).mkv").path
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
        _ take: PageTake, to path: String, _ onEvent: @Sendable (Event) -> Void
    ) async throws {
        var options = PlatformOptions()
        // Ctrl-C is for this process to hear; its child is ended by it.
        options.processGroupID = 0
        // The first one finishes the file, the second one leaves nothing.
        options.teardownSequence = [
            .send(signal: .interrupt, toProcessGroup: true, allowedDurationToNextStep: .milliseconds(100)),
            .send(signal: .interrupt, toProcessGroup: true, allowedDurationToNextStep: .seconds(2)),
        ]
        let arguments = take.arguments(output: path)
        let outcome: (status: TerminationStatus, messages: String)
        do {
            let result = try await Subprocess.run(
                .path("/proc/self/exe"), arguments: Arguments(arguments), platformOptions: options, input: .none,
                output: .discarded, error: .string(limit: longestMessages))
            outcome = (result.terminationStatus, result.standardError)
        } catch {
            try Task.checkCancellation()
            throw PageTakeError(
                status: .internalFailure,
                description: "The recorder of the page \(take.page.address) could not be run (\(error)).")
        }
        try Task.checkCancellation()
        let lines = outcome.messages.split(separator: "\n").map(String.init)
        for line in lines where line.hasPrefix(warningMark) {
            onEvent(.warning("\(take.page.address): \(line.dropFirst(warningMark.count))"))
        }
        guard case .exited(0) = outcome.status else { throw failure(of: take, outcome.status, lines) }
    }

    private static let warningMark = "pagereel: warning: "
    private static let errorMark = "pagereel: error: "
    /// More than any recording says.
    private static let longestMessages = 4 << 20

    private static func failure(of take: PageTake, _ status: TerminationStatus, _ lines: [String]) -> PageTakeError {
        let errors = lines.filter { $0.hasPrefix(errorMark) }.map { $0.dropFirst(errorMark.count) }
        let reason = errors.isEmpty ? lines.joined(separator: " ") : errors.joined(separator: " ")
        var exit = ExitStatus.internalFailure
        if case .exited(let code) = status, let known = ExitStatus(rawValue: code) { exit = known }
        return PageTakeError(
            status: exit, description: "The page \(take.page.address) could not be recorded: \(reason)")
    }
}
