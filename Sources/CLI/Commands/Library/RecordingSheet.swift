import Decoder
import Encoder
import Frames
import LibAV
import Library
import Notation

/// A recording as `pagereel show` prints it.
struct RecordingSheet {
    let entry: CatalogueEntry
    /// What is heard of each sound track.
    let heard: [HeardSound?]

    /// The lines, free of control characters.
    var lines: [String] {
        let contents = entry.contents
        var rows = [
            ("file", entry.path),
            ("title", contents.metadata.title),
            ("page", contents.metadata.pageAddress),
            ("recorded", LocalTime(milliseconds: entry.recorded).text),
            ("recorder", contents.metadata.software),
            ("length", length),
            ("picture", "\(contents.size), \(codec)"),
        ].filter { !$0.1.isEmpty }.map { [$0.0, $0.1] }
        rows += sounds.enumerated().map { [$0 == 0 ? "sound" : "", $1] }
        rows.append(["size", contents.bytes.byteText])
        for (index, chapter) in contents.chapters.enumerated() {
            rows.append([index == 0 ? "chapters" : "", "\(chapter.start.clockText) \(chapter.name)"])
        }
        if let command = entry.commandLine { rows.append(["again", command]) }
        if let omitted = entry.command?.omitted, !omitted.isEmpty {
            rows.append(["", "not kept, as it may be secret: \(omitted.joined(separator: ", "))"])
        }
        return TextTable(rows: rows).lines()
    }

    /// One line for each sound track.
    private var sounds: [String] {
        let tracks = entry.contents.sounds
        guard !tracks.isEmpty else { return ["none"] }
        return zip(tracks, heard).map { track, heard in
            let title = track.title.isEmpty ? "" : "\(track.title): "
            return "\(title)\(track.codec), \(track.sampleRate) Hz, \(channels(track.channels)); "
                + HeardSoundJSON.text(heard)
        }
    }

    private var length: String {
        let contents = entry.contents
        let clock = contents.duration.clockText
        guard let rate = contents.frameRate, let frames = contents.frames else { return clock }
        return "\(clock), \(quantity(frames, "frame")) at \(rate) fps"
    }

    private var codec: String {
        VideoCodec(rawValue: entry.contents.codec)?.title ?? entry.contents.codec
    }

    private func channels(_ count: Int) -> String {
        switch count {
        case 1: "mono"
        case 2: "stereo"
        default: "\(count) channels"
        }
    }
}
