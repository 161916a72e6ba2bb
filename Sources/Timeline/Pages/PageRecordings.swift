import Composition
import Encoder
public import EngineLink
import Files
public import Frames
import Glibc
import LibAV
import Notation
import PageSampler
public import Recorder
import Synchronization

/// An event of the recording of a timeline's pages.
public enum PageClipEvent: Sendable {
    /// The recording of a page starts; pages are counted from 1.
    case recording(address: String, number: Int, count: Int)
    /// A warning of the recording.
    case warning(String)
    /// A step on the page was to be done and was not; a warning says why.
    case missedStep(StepOutcome)
}

extension TimelinePlan {
    /// Records every page, and returns the plan with the recordings in place of the pages.
    ///
    /// Pages are recorded one at a time, since each uses the whole machine, and losslessly. Equal clips share a
    /// recording. Recordings have no name, and exist as long as a copy of the plan. Canceling the task stops at once.
    ///
    /// - Parameters:
    ///   - planner: Plans the recordings.
    ///   - onEvent: Called for each event.
    /// - Throws: ``PageClipError``, `CancellationError`, or `FileError` if the temporary folder cannot be created.
    public func recordingPages(
        by planner: PagePlanner = .standard, onEvent: @escaping @Sendable (PageClipEvent) -> Void = { _ in }
    ) async throws -> TimelinePlan {
        var distinct: [ClipRecording] = []
        var heard: Set<ClipRecording> = []
        var origins: [ClipRecording: String] = [:]
        for clip in clips + overlays {
            guard let take = ClipRecording(clip, at: frameRate) else { continue }
            if !distinct.contains(take) {
                distinct.append(take)
                origins[take] = clip.origin
            }
            if clip.sound != nil { heard.insert(take) }
        }
        guard !distinct.isEmpty else { return self }

        let folder = try ScratchFolder.make(for: "the pages' recordings")
        var recorded: [ClipRecording: (file: InputFile, take: RecordedPage)] = [:]
        for (index, take) in distinct.enumerated() {
            onEvent(.recording(address: ShownAddress.text(take.page.address), number: index + 1, count: distinct.count))
            let path = "\(folder.path)/\(index).mkv"
            var recording: RecordedPage
            do {
                recording = try await take.record(to: path, hasSound: heard.contains(take), planner, onEvent)
            } catch var error as PageClipError {
                error.origin = origins[take]
                throw error
            }
            let file = try InputFile(path) { failure in
                FileError(
                    .internalFailure,
                    "The recording of \(ShownAddress.text(take.page.address)) cannot be opened: \(failure.reason).")
            }
            recording.path = file.reopenPath
            recorded[take] = (file, recording)
            if !recording.captions.isEmpty, !recording.showsCaptions, !subtitles.contains(where: \.isOfPages) {
                let text =
                    "\(ShownAddress.text(take.page.address)) sent captions, which are left out. Write 'subtitles: "
                    + "[{captions: en}]', with their language, to have them as subtitles; with burn: true they are drawn, "
                    + "also in outputs without subtitles, such as a GIF."
                onEvent(.warning(text.at(origins[take])))
            }
            // Nothing is left, however the process ends.
            unsafe unlink(path)
        }
        if subtitles.contains(where: \.isOfPages), recorded.values.allSatisfy(\.take.captions.isEmpty) {
            onEvent(.warning("No page sent captions, so their track is empty."))
        }
        var plan = replacingPages { clip in ClipRecording(clip, at: frameRate).flatMap { recorded[$0]?.take } }
        plan.recordings = distinct.compactMap { recorded[$0] }.map { ByIdentity($0.file) }
        return plan
    }

    /// Returns the plan with a video in place of each page.
    ///
    /// Only its recording shows whether a page sounds and which captions it sends, so both are added here; sounds after
    /// all others.
    ///
    /// - Parameter recording: Returns a clip's recording; `nil` to keep the page.
    func replacingPages(_ recording: (PlannedClip) -> RecordedPage?) -> TimelinePlan {
        var plan = self
        var captions: [SubtitleCue] = []
        func replaced(_ clip: PlannedClip) -> PlannedClip {
            guard case .page = clip.source, let video = recording(clip) else { return clip }
            var clip = clip
            clip.source = .video(path: video.path)
            if !video.hasSound { clip.sound = nil }
            if let sound = clip.videoSound { plan.sounds.append(sound) }
            captions += video.captions.compactMap { clip.shown($0, at: frameRate) }
            return clip
        }
        plan.clips = clips.map(replaced)
        plan.overlays = overlays.map(replaced)
        // A stable sort: texts that begin together keep the order of their clips.
        captions = captions.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
        for index in plan.subtitles.indices where plan.subtitles[index].isOfPages {
            plan.subtitles[index].track.cues = captions
        }
        return plan
    }
}

/// The recording of a page that a clip needs: without loss, from the page's start on.
public struct ClipRecording: Hashable, Sendable {
    /// The page.
    public let page: PageClip
    /// Frames per second of the page's time.
    public let frameRate: FrameRate
    /// The number of frames.
    public let frameCount: Int

    /// Determines the recording that a clip needs; `nil` if it is not a page.
    ///
    /// A clip at another speed is recorded at another frame rate, so that each
    /// frame of the timeline has its own picture.
    ///
    /// - Parameter timelineRate: The timeline's frame rate.
    init?(_ clip: PlannedClip, at timelineRate: FrameRate) {
        guard case .page(let page) = clip.source else { return nil }
        self.page = page
        frameRate = Self.rate(timelineRate, divided: clip.playback.speed) ?? timelineRate
        // Up to the end of the clip, where its sound ends. Times are rounded to nanoseconds.
        let count = clip.frames.count
        let end = Playback(start: clip.playback.start, speed: clip.playback.speed)
            .sourceTime(ofFrame: count, of: count, at: timelineRate)
        // Of a page that is held, the frame at the in point is the last one.
        frameCount = frameRate.frame(at: clip.playback.isHeld ? end : end - .microseconds(1)) + 1
    }

    /// Divides a rate by a speed in whole thousandths; `nil` if the result is not a valid rate.
    private static func rate(_ rate: FrameRate, divided speed: Double) -> FrameRate? {
        let thousandths = (speed * 1000).rounded()
        guard thousandths == speed * 1000, (1...1_000_000).contains(thousandths) else { return nil }
        return FrameRate(numerator: rate.numerator * 1000, denominator: rate.denominator * Int(thousandths))
    }

    /// The length of the recording, which rounds to the frame count at any rate.
    public var duration: Duration { frameRate.time(ofFrame: frameCount) }

    /// Records a page.
    ///
    /// - Parameter hasSound: Whether its sound is recorded.
    fileprivate func record(
        to path: String, hasSound: Bool, _ planner: PagePlanner,
        _ onEvent: @escaping @Sendable (PageClipEvent) -> Void
    ) async throws -> RecordedPage {
        let address = page.address
        do {
            var plan = try planner.plan(self, path, hasSound)
            plan.sound.isLossless = true
            // They are collected here; the file's track is not used.
            plan.captions = ""
            let showsCaptions = plan.take.pointer?.showsCaptions == true
            let captions = Mutex<[SubtitleCue]>([])
            let recording = Recording(plan) { event in
                switch event {
                case .warning(let text): onEvent(.warning("\(ShownAddress.text(address)): \(text)"))
                case .caption(let text, let start, let duration):
                    captions.withLock { $0.append(SubtitleCue(text: text, start: start, end: start + duration)) }
                default: break
                }
            }
            let summary = try await recording.run()
            guard [.stopped, .duration, .longestDuration].contains(summary.exitReason) else {
                throw PageClipError(address: address, reason: summary.exitReason)
            }
            if summary.exitReason == .stopped, let frames = summary.movie?.frames, frames < frameCount {
                onEvent(
                    .warning(
                        "\(ShownAddress.text(address)) stopped after \(frameRate.time(ofFrame: frames).text) of the "
                            + "\(duration.text) that its clip needs, so its last frame is held to the clip's end. "
                            + "Shorten the clip, or remove stop: from the page's steps."))
            }
            for step in summary.steps where [.failed, .notReached].contains(step.status) { onEvent(.missedStep(step)) }
            return RecordedPage(
                path: path, hasSound: summary.movie?.sound != nil, captions: captions.withLock(\.self),
                showsCaptions: showsCaptions)
        } catch let error as PageClipError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw PageClipError(address: address, cause: error)
        }
    }
}

/// Plans the recordings of a timeline's pages.
public struct PagePlanner: Sendable {
    /// Returns the plan of a recording, without its output's settings.
    let plan: @Sendable (_ recording: ClipRecording, _ output: String, _ hasSound: Bool) throws -> RecordingPlan

    /// Creates a planner.
    ///
    /// - Parameter plan: Returns the plan of a recording to an MKV file, as FFV1. `hasSound` says whether the page's sound
    ///   is needed.
    public init(
        _ plan:
            @escaping @Sendable (_ recording: ClipRecording, _ output: String, _ hasSound: Bool) throws
            -> RecordingPlan
    ) { self.plan = plan }

    /// Plans recordings with the options of a ``PageClip`` that are not command-line arguments.
    public static let standard = PagePlanner { recording, output, hasSound in
        let page = recording.page
        guard page.options.isEmpty else {
            throw TimelineError(
                .unsupportedSource, "The options of the page '\(page.address)' need a PagePlanner that reads them.")
        }
        var plan = RecordingPlan(page: try PageAddress(page.address), output: output)
        plan.options.size = page.size
        plan.options.scale = page.scale
        plan.options.isTransparent = page.isTransparent
        plan.frameRate = recording.frameRate
        plan.duration = recording.duration
        plan.start = page.waitsForStart ? .signal : .load
        plan.codec = .ffv1
        plan.pageSound.mode = hasSound ? .auto : .off
        return plan
    }
}

/// Why a page of a timeline could not be recorded.
public struct PageClipError: Error, CustomStringConvertible {
    /// The page's address.
    public let address: String
    /// How the recording ended too early; `nil` if it failed.
    public let reason: ExitReason?
    /// The error of the recording; `nil` if it ended.
    public let cause: (any Error)?

    /// Where the page is named, for messages.
    var origin: String?

    init(address: String, reason: ExitReason) { (self.address, self.reason, cause) = (address, reason, nil) }

    init(address: String, cause: any Error) { (self.address, reason, self.cause) = (address, nil, cause) }

    /// The message for the user.
    public var description: String {
        let words =
            switch reason {
            case .cancelled: " it canceled."
            case .crashed: " it crashed."
            case .hung: " it hung."
            case .stopped, .duration, .longestDuration, .interrupted: " it ended too early."
            case nil: cause.map { " \($0)" } ?? ""
            }
        return "The page \(ShownAddress.text(address)) could not be recorded:\(words)".at(origin)
    }
}
