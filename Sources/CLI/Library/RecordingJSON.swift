import Decoder
import Encoder
import Foundation
import Frames
import LibAV
import Library
import Recorder

/// A recording of the library as `--json` prints it.
///
/// Every key is always there.
struct RecordingJSON: Encodable {
    private let entry: CatalogueEntry

    /// Describes a recording.
    init(_ entry: CatalogueEntry) { self.entry = entry }

    /// The JSON text of one recording, one line.
    var text: String { json(self) }

    /// The JSON text of an array, one line.
    static func text(_ entries: [CatalogueEntry]) -> String { json(entries.map(RecordingJSON.init)) }

    private enum Key: String, CodingKey {
        case name, path, page, title, recorded, created, duration, frames, fps, width, height, container, codec
        case sound, bytes, chapters, recorder, command, omitted
    }

    private struct ChapterEntry: Encodable {
        let name: String
        let start: Double
    }

    private struct Sound: Encodable {
        let codec: String
        let sampleRate: Int
        let channels: Int
    }

    func encode(to encoder: any Encoder) throws {
        let contents = entry.contents
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(entry.name, forKey: .name)
        try container.encode(entry.path, forKey: .path)
        try container.encode(contents.metadata.pageAddress, forKey: .page)
        try container.encode(contents.metadata.title, forKey: .title)
        try container.encode(wallTimeText(entry.recorded), forKey: .recorded)
        try container.encode(contents.creationTime, forKey: .created)
        try container.encode(contents.duration.inSeconds, forKey: .duration)
        try container.encode(contents.frames, forKey: .frames)
        try container.encode(contents.frameRate?.description, forKey: .fps)
        try container.encode(contents.size.width, forKey: .width)
        try container.encode(contents.size.height, forKey: .height)
        try container.encode(MovieContainer(fileName: entry.name)?.rawValue, forKey: .container)
        try container.encode(contents.codec, forKey: .codec)
        try container.encode(
            contents.sound.map { Sound(codec: $0.codec, sampleRate: $0.sampleRate, channels: $0.channels) },
            forKey: .sound)
        try container.encode(contents.bytes, forKey: .bytes)
        try container.encode(
            contents.chapters.map { ChapterEntry(name: $0.name, start: $0.start.inSeconds) }, forKey: .chapters)
        try container.encode(contents.metadata.software, forKey: .recorder)
        try container.encode(entry.commandLine, forKey: .command)
        try container.encode(entry.command?.omitted ?? [], forKey: .omitted)
    }
}
