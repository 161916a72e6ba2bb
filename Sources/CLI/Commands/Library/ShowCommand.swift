import ArgumentParser
import Decoder
import Encoder
import Frames
import LibAV
import Notation
import RecordingLibrary

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a recording's metadata and the command that reproduces it.")

    @Argument(help: LibraryCommands.nameHelp)
    var name: String

    @OptionGroup @Options var library: LibraryArguments
    @OptionGroup @Options var output: ShowArguments

    func run() throws {
        try CommandEnvironment.run {
            let path = try Catalog(of: library.folder).path(of: name)
            let entry = try CatalogEntry(path: path)
            let heard = try entry.contents.sounds.indices.map { try SoundMeter.measure(path, track: $0) }
            if output.json {
                Message.result(jsonLine(entry.json(heard: heard)))
            } else {
                RecordingSheet(entry: entry, heard: heard).lines.forEach(Message.result)
            }
            return .success
        }
    }
}

/// The option for how a recording is shown.
struct ShowArguments: OptionTable {
    @Setting("json", "Print one JSON object to standard output.", .onOnly)
    var json = false
}

/// A recording as `pagereel show` prints it.
struct RecordingSheet {
    let entry: CatalogEntry
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
                + (heard?.text ?? "silent")
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

extension CatalogEntry {
    /// The recording as `--json` prints it; every key is always there.
    ///
    /// - Parameter heard: What is heard of each sound track (default: not measured). It is `null` for one that is silent.
    func json(heard: [HeardSound?] = []) -> JSONObject {
        let tracks: [JSONObject] = contents.sounds.enumerated().map { index, sound in
            let measured = heard.indices.contains(index) ? heard[index] : nil
            return ["title": sound.title, "heard": measured?.json]
        }
        let sound: JSONObject? = contents.sound.map {
            ["codec": $0.codec, "sampleRate": $0.sampleRate, "channels": $0.channels, "tracks": tracks]
        }
        let container = MovieContainer(fileName: name)?.rawValue
        let chapters = contents.chapters.map { ChapterJSON(name: $0.name, start: $0.start.inSeconds) }
        return [
            "name": name, "path": path, "page": contents.metadata.pageAddress, "title": contents.metadata.title,
            "recorded": wallTimeText(recorded), "created": contents.creationTime,
            "duration": contents.duration.inSeconds, "frames": contents.frames,
            "fps": contents.frameRate?.description, "width": contents.size.width, "height": contents.size.height,
            "container": container, "codec": contents.codec, "sound": sound, "bytes": contents.bytes,
            "chapters": chapters, "recorder": contents.metadata.software, "command": commandLine,
            "omitted": command?.omitted ?? [],
        ]
    }
}
