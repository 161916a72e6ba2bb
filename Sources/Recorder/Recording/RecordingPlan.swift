internal import Decoder
public import Encoder
public import EngineLink
internal import Files
internal import Frames
internal import LibAV
internal import PageSampler

/// A page to record and the file to write, complete before anything starts.
///
/// The options of `TakePlan` and the settings of `MovieSettings` are properties of the
/// recording plan too: `plan.frameRate` is `plan.take.frameRate`.
@dynamicMemberLookup
public struct RecordingPlan: Sendable {
    /// How the page is loaded and followed.
    public var take: TakePlan
    /// The file to write, and how it is encoded.
    public var movie: MovieSettings
    /// How the page's own sound is recorded.
    public var pageSound = PageSoundSettings()
    /// The language of the track for the page's captions, as ISO 639-2/T; empty if unknown (default: no track).
    public var captions: String?
    /// Returns the name in the same folder to try after one that exists.
    ///
    /// `nil` makes an existing file an error.
    public var nextOutput: (@Sendable (String) -> String)?
    /// Whether what was recorded before the page crashed or hung, or before an interruption, is kept.
    public var keepsIncomplete = true
    /// What is expected of the page; ``RecordingSummary/verdicts`` says whether it was met.
    ///
    /// Page errors are known if `options.reportsConsole` is set.
    public var expectations: [Expectation] = []
    /// The command line that reproduces the recording, without secrets; stored as the file's
    /// description.
    public var command = ""
    /// The recording program and its version, for the file's metadata.
    public var software = ""

    /// Accesses an option of the take.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TakePlan, Value>) -> Value {
        get { take[keyPath: option] }
        set { take[keyPath: option] = newValue }
    }

    /// Accesses a setting of the file.
    public subscript<Value>(dynamicMember setting: WritableKeyPath<MovieSettings, Value>) -> Value {
        get { movie[keyPath: setting] }
        set { movie[keyPath: setting] = newValue }
    }

    /// Creates a plan with defaults: 30 fps, virtual clock, started and stopped by the page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - output: The file to write.
    public init(page: PageAddress, output: String) {
        take = TakePlan(page: page)
        movie = MovieSettings(output: output)
    }

    /// Checks the take, and that the file can hold the video and is not an input.
    ///
    /// - Throws: `PageError` with `invalidPlan`.
    func validate() throws(PageError) {
        try take.validate()
        let format = videoSettings
        let mismatch =
            soundFormat.map { $0.mismatch(with: movie.sound) } ?? format.mismatch ?? format.levelMismatch
        if let mismatch { throw PageError(.invalidPlan, mismatch) }
        if let soundFormat, movie.soundtrack == nil, !pageSound.isRecorded {
            throw PageError(
                .invalidPlan,
                "The output \(movie.output) has nothing to hold: the page's sound is not recorded, and there is no "
                    + "soundtrack. A .\(soundFormat.rawValue) file has sound only.")
        }
        if let sound = expectations.first(where: { $0.subject == .sound }) {
            throw PageError(
                .invalidPlan, "A recording cannot expect \(sound.text): only pagereel check knows when a page is heard."
            )
        }
        if movie.container.isAnimation, movie.soundtrack != nil || pageSound.mode == .on {
            throw PageError(.invalidPlan, "The output \(movie.output) has no sound: it is an animated picture.")
        }
        if let mistake = movie.overwrittenInput(page: take.page.file) { throw PageError(.invalidPlan, mistake) }
    }

    /// The format of a file with sound only; `nil` for a video or an animated picture.
    var soundFormat: SoundFileFormat? { SoundFileFormat(fileName: movie.output) }

    /// What the options do that may not be meant, as warnings.
    var optionWarnings: [String] {
        let frames = take.options.pixelSize
        // Pixels that are not square stretch the picture on purpose.
        guard soundFormat == nil, let video = movie.videoSize, movie.stream.pixelAspect == .square,
            !video.hasShape(of: frames)
        else { return [] }
        return [
            "The video's \(video) has another shape than the page's \(take.options.size), so its picture is squeezed. "
                + "Choose --size of the same shape, like \(video)."
        ]
    }

    /// Returns when a caption appears: with the frame of its signal.
    ///
    /// - Parameter time: The time of its signal in the recording, up to some microseconds after that of a frame.
    func captionStart(signaledAt time: Duration) -> Duration {
        // Tracks have times to the millisecond, so a signal that is less than half of one early is in time for a frame.
        take.frameRate.time(ofFrame: take.frameRate.frame(at: time + .microseconds(500)))
    }

    /// Says what of the page a file does not have, as warnings.
    func leftOut(of record: TakeRecord) -> [String] {
        guard let soundFormat else {
            guard captions == nil, !record.captions.isEmpty, take.pointer?.showsCaptions != true else { return [] }
            if movie.container.isAnimation {
                return [
                    "The page sent captions, which are left out: a .\(movie.container.rawValue) file has no subtitles. "
                        + "Those of steps are drawn with pointer: {captions: true} in the file of steps."
                ]
            }
            return [
                "The page sent captions, which are left out. Pass --captions and their language, such as en, to "
                    + "write them as a track of subtitles."
            ]
        }
        let parts = [("marks", record.chapters.isEmpty), ("captions", record.captions.isEmpty)]
        return parts.filter { !$0.1 }.map {
            "The page sent \($0.0), which are left out: a .\(soundFormat.rawValue) file has sound only."
        }
    }

    /// Why a file with sound only was not written.
    var silentPage: FileError {
        FileError(
            .invalidSettings,
            "The output '\(movie.output)' was not written: it is a file with sound alone, but the page did not sound. "
                + "Check that it plays between start and stop, or pass --page-audio on to write silence.")
    }

    /// Whether the page's sound is recorded; animated pictures are silent.
    var recordsPageSound: Bool { pageSound.isRecorded && !movie.container.isAnimation }

    /// The file's metadata.
    func metadata(title: String) -> MovieMetadata {
        MovieMetadata(title: title, pageAddress: take.page.description, command: command, software: software)
    }

    /// The sound tracks of the video; none if it is silent.
    ///
    /// - Parameters:
    ///   - queue: The page's sound.
    ///   - isVirtual: Whether the page has a virtual clock.
    func sounds(of queue: SoundQueue, isVirtual: Bool) throws(FileError) -> [any MovieSound] {
        guard !movie.container.isAnimation else { return [] }
        let soundtrack = try movie.soundtrack.map { settings throws(FileError) in try Soundtrack(settings) }
        guard recordsPageSound else { return soundtrack.map { [$0] } ?? [] }
        // The page's sound follows the frame after it, later by what the engine waits for. With this delay it
        // has always arrived, and packets are in the same order in each run.
        let rate = SoundFormat.movieSampleRate
        let delay =
            take.frameRate.sampleCount(forFrames: 3, sampleRate: rate)
            + Soundtrack.samples(SoundQueue.virtualDelay, sampleRate: rate)
        var settings = pageSound
        // A file with sound only has one track.
        if soundFormat != nil { settings.tracks = .mixed }
        return PageSound.tracks(
            queue, soundtrack: soundtrack, settings: settings, delay: isVirtual ? delay : 0)
    }

    /// How to encode the frames.
    var videoSettings: VideoSettings {
        movie.video(size: take.options.pixelSize, frameRate: take.frameRate, hasAlpha: take.options.isTransparent)
    }
}
