import Decoder
import Encoder
import Frames
import LibAV
import Library
import Notation

/// A recording of the library as `--json` prints it; every key is always there.
struct RecordingJSON: Encodable {
    private let name: String
    private let path: String
    private let page: String
    private let title: String
    private let recorded: String
    private let created: String
    private let duration: Double
    @Nullable private var frames: Int?
    @Nullable private var fps: String?
    private let width: Int
    private let height: Int
    @Nullable private var container: String?
    private let codec: String
    @Nullable private var sound: Sound?
    private let bytes: Int
    private let chapters: [ChapterJSON]
    private let recorder: String
    @Nullable private var command: String?
    private let omitted: [String]

    private struct Sound: Encodable {
        let codec: String
        let sampleRate: Int
        let channels: Int
        let tracks: [Track]
    }

    private struct Track: Encodable {
        let title: String
        /// `null` if the track is silent or was not measured.
        @Nullable var heard: HeardSoundJSON?
    }

    /// Describes a recording.
    ///
    /// - Parameter heard: What is heard of each sound track (default: not measured).
    init(_ entry: CatalogueEntry, heard: [HeardSound?] = []) {
        let contents = entry.contents
        name = entry.name
        path = entry.path
        page = contents.metadata.pageAddress
        title = contents.metadata.title
        recorded = wallTimeText(entry.recorded)
        created = contents.creationTime
        duration = contents.duration.inSeconds
        frames = contents.frames
        fps = contents.frameRate?.description
        (width, height) = (contents.size.width, contents.size.height)
        container = MovieContainer(fileName: entry.name)?.rawValue
        codec = contents.codec
        let tracks = contents.sounds.enumerated().map { index, sound in
            let measured = heard.indices.contains(index) ? heard[index] : nil
            return Track(title: sound.title, heard: Nullable(wrappedValue: measured.map(HeardSoundJSON.init)))
        }
        sound = contents.sound.map {
            Sound(codec: $0.codec, sampleRate: $0.sampleRate, channels: $0.channels, tracks: tracks)
        }
        bytes = contents.bytes
        chapters = contents.chapters.map { ChapterJSON(name: $0.name, start: $0.start.inSeconds) }
        recorder = contents.metadata.software
        command = entry.commandLine
        omitted = entry.command?.omitted ?? []
    }
}
