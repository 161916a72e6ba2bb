public import Decoder
public import Encoder
public import EngineLink
internal import Frames
private import Glibc
internal import LibAV

/// A page to record and the file to write, complete before anything starts.
///
/// The options of ``TakePlan`` are properties of the recording plan too:
/// `plan.frameRate` is `plan.take.frameRate`.
@dynamicMemberLookup
public struct RecordingPlan: Sendable {
    /// The event that starts a recording.
    public typealias Start = RecordingStart

    /// How the page is loaded and followed.
    public var take: TakePlan
    /// The file to write; its extension selects the container (default: MP4).
    public var output: String
    /// Whether to replace an existing file, once the new one is whole.
    public var overwritesOutput = false
    /// Returns the name in the same folder to try after one that exists.
    ///
    /// `nil` makes an existing file an error.
    public var nextOutput: (@Sendable (String) -> String)?
    /// The command line that reproduces the recording, without secrets; stored as the file's
    /// description.
    public var command = ""
    /// The recording program and its version, for the file's metadata.
    public var software = ""

    /// The codec (default: the container's).
    public var codec: VideoCodec?
    /// The codec's encoder to use if this machine has it.
    public var encoder: VideoEncoderName?
    /// The maximum number of encoder threads (default: chosen by the encoder).
    public var threads: Int?
    /// The encoder's trade-off between speed and file size.
    public var preset = EncoderPreset.veryfast
    /// The rate control of the encoder.
    public var rate = RateControl.quality(20)
    /// The sound under the video.
    public var soundtrack: SoundtrackSettings?

    /// How the page is shown.
    public var pageOptions: PageOptions {
        get { take.options }
        set { take.options = newValue }
    }

    /// Accesses an option of the take.
    public subscript<Value>(dynamicMember option: WritableKeyPath<TakePlan, Value>) -> Value {
        get { take[keyPath: option] }
        set { take[keyPath: option] = newValue }
    }

    /// Creates a plan with defaults: 30 fps, virtual clock, started and stopped by the page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - output: The file to write.
    public init(page: PageAddress, output: String) {
        take = TakePlan(page: page)
        self.output = output
    }

    /// Checks the take, and that the file can hold the video and is not an input.
    ///
    /// - Throws: ``RecordingError`` with `invalidPlan`.
    func validate() throws(RecordingError) {
        try take.validate()
        let format = videoSettings
        if let sentence = VideoSettings.mismatch(
            container: format.container, codec: format.codec, encoder: format.encoder, hasAlpha: format.hasAlpha)
        {
            throw RecordingError(.invalidPlan, sentence)
        }
        if let file = take.page.file, Self.isSameFile(file, output) {
            throw RecordingError(.invalidPlan, "The output \(output) is the page itself. Choose another name.")
        }
        if let soundtrack, Self.isSameFile(soundtrack.path, output) {
            throw RecordingError(.invalidPlan, "The output \(output) is the soundtrack itself. Choose another name.")
        }
    }

    /// The file's metadata.
    func metadata(title: String) -> MovieMetadata {
        MovieMetadata(title: title, pageAddress: take.page.description, command: command, software: software)
    }

    /// How to encode the frames.
    var videoSettings: VideoSettings {
        var settings = VideoSettings(
            size: pageOptions.pixelSize, frameRate: take.frameRate, preset: preset, rate: rate)
        let container = MovieContainer(fileName: output) ?? .mp4
        settings.container = container
        settings.hasAlpha = pageOptions.isTransparent
        settings.codec = container.codec(asked: codec, encoder: encoder, hasAlpha: settings.hasAlpha)
        settings.encoder = encoder
        settings.threads = threads
        return settings
    }

    private static func isSameFile(_ first: String, _ second: String) -> Bool {
        var firstStatus = stat()
        var secondStatus = stat()
        guard unsafe stat(first, &firstStatus) == 0, unsafe stat(second, &secondStatus) == 0 else { return false }
        return firstStatus.st_dev == secondStatus.st_dev && firstStatus.st_ino == secondStatus.st_ino
    }
}
