import Foundation
import Notation
import TestSupport
import Testing
import Yams

@testable import Timeline

/// Every error of the reader, the resolver and YAML itself is provoked and has the right line.
@Suite("Errors in descriptions, all of them")
struct DescriptionErrorCoverageTests {
    private static let clip = "video: [{color: black}]\n"

    /// Mistakes besides those of ``DescriptionErrorTests``, with their lines.
    static let mistakes: [(text: String, message: String)] = [
        ("- color: black", "line 1: Names and values are expected here. Write a timeline as keys and values"),
        ("video:\n- color: black\n- black", "line 3: Names and values are expected here. Write a clip as keys"),
        ("video:\n- color: black\n  ? [fit]\n  : cover", "line 3: A name is expected here."),
        ("video:\n- color:\n    red: 1", "line 3: color must be a text or a number."),
        ("video:\n- color: black\n  speed:\n", "line 3: speed must be a text or a number."),
        ("video: [{color: black}]\n\nvideo: []", "line 1: video is there more than once."),
        ("video:\n- *clip", "line 2: This cannot be read as YAML: found undefined alias."),
        (clip + "---\n" + clip, "line 2: This cannot be read as YAML: expected a single document"),
        (clip + "# \u{7}", "line 2: This cannot be read as YAML: control characters are not allowed."),
        // A scalar that forms one character with the one before it has no offset in the parser's error.
        (clip + "# \u{600}\u{fffe}", "line 2: This cannot be read as YAML: control characters are not allowed."),
        (clip + "a: \"\\q\"", "line 2: This cannot be read as YAML: while parsing a quoted scalar"),
        (clip + "subtitles: [{at: 1s}]", "line 2: The subtitles have no file. Write src: and its name, or captions:"),
        (clip + "subtitles: [{captions: en}]", "line 2: The timeline has no page that could send captions."),
        (
            clip + "subtitles: [{captions: en, src: a.srt}]",
            "line 2: captions: names the language of the pages' captions, which have their times. Remove src."
        ),
        (
            clip + "subtitles: [{src: a.srt, burn: {font: \"A, B\"}}]",
            "line 2: font must be one family, like DejaVu Sans."
        ),
        (clip + "subtitles: [{src: a.srt, burn: {size: 0}}]", "line 2: size is too small."),
        // What follows is GLib's, and differs between its versions.
        (
            "video:\n- title:\n    text: A & B\n    markup: true",
            "line 3: The title's markup is not valid: Error on line 1"
        ),
        ("video:\n- color: black\n  motion:\n    ease: linear", "line 4: A motion needs zoom or pan"),
        ("video:\n- color: black\n  motion:\n    pan: [1, 2]", "line 4: pan must be two positions, each x and y"),
        ("video:\n- color: black\n  sequence: {fps: 24}", "line 3: sequence needs src, like frame_%04d.png."),
        ("video:\n- src: a.mp4\n  sequence: {fps: 24}", "line 3: a.mp4 is one file. sequence is for numbered pictures"),
        ("video:\n- src: a%d.png\n  sequence:\n    step: 0", "line 4: step must be a whole number from 1 to 10000"),
        ("video:\n- src: a%d.png\n  sequence:\n    missing: skip", "line 4: There is no missing 'skip'."),
        ("video:\n- src: a%04d.png", "line 2: The pictures '/nowhere/a%04d.png' cannot be read: no file in '/nowhere'"),
        (
            "video:\n- {page: \"http://a/\", for: 1s,\n  out: 2s}",
            "line 3: for cannot be combined with out: both set the clip's end."
        ),
        (
            "video:\n- page: \"http://a/\"\n  out: 2s",
            "line 3: A page has no fixed length. Write duration: instead of out."
        ),
        (
            "video:\n- page: \"http://a/\"\n  for: 1s\n  audio: {track: 1}",
            "line 4: The sound of a page has one track, with 2 channels. Remove track."
        ),
        (
            "video:\n- color: black\n  audio:\n    channel: 1",
            "line 4: A color has no sound, so its audio cannot have channel."
        ),
        (
            "video:\n- src: silent.mp4\n  audio: {track: de}",
            "line 3: silent.mp4 has no sound, so its audio cannot have track."
        ),
        (
            clip + "audio:\n- src: a.wav\n  track: 0",
            "line 4: track must be a number from 1, or a language like eng or de"
        ),
        (clip + "audio:\n- src: a.wav\n  channel: top", "line 4: channel must be left, right or a number from 1"),
        ("video:\n- page: {}\n  for: 1s", "line 2: The page has no address. Write src: and its address or file."),
        (
            "video:\n- page: {src: \"http://a/\", do: {vars: {}, steps: []}, vars: {a: b}}\n  for: 1s",
            "line 2: The steps of do: have vars: already."
        ),
        (
            "video:\n- page: {src: \"http://a/\", vars: {a: b}}\n  for: 1s",
            "line 2: vars: are the variables of steps. Write them, or name their file, with do:."
        ),
        (
            "video:\n- color: black\n  for: 1s\n  then:\n    type: none\n    ease: linear\n- color: white",
            "line 6: A cut does not support ease."
        ),
        (clip + "outputs:\n- width: 64", "line 3: An output needs exactly one of file, livephoto and motionphoto."),
        (clip + "outputs:\n- {file: a.gif, livephoto: a}", "line 3: An output needs exactly one of file, livephoto"),
        (clip + "outputs:\n- file: a/", "line 3: file must name a file."),
        (clip + "outputs:\n- file: a.png\n  sheet: {columns: 3}", "line 4: A sheet needs the interval between"),
        (clip + "outputs:\n- file: a.png\n  sheet: {every: 1ms}", "line 4: every must be at least one frame."),
        (
            "video: [{color: black, for: 10000f}]\noutputs:\n- file: a.png\n  sheet: {every: 1f, columns: 101}",
            "line 4: columns must be a whole number from 1 to 100"
        ),
        (
            "video: [{color: black, for: 10001f}]\noutputs:\n- file: a.png\n  sheet: {every: 1f}",
            "line 4: The sheet would have more than 10000 pictures. Increase every."
        ),
        (
            clip + "outputs:\n- width: 64\n  file: \"%03d-%03d.png\"",
            "line 4: The output '/nowhere/%03d-%03d.png' needs the frame's number once in its files' name"
        ),
        (
            clip + "outputs:\n- file: a.gif\n  tune: film",
            "line 4: tune is a setting of videos. This kind of output has no video or audio encoder."
        ),
        (clip + "outputs:\n- file: a.gif\n  from: 4s", "line 4: from is frame 120, but the timeline ends with"),
        (clip + "audio:\n- src: music.wav\n  keyframes:\n  - at: 1s", "line 5: A sound's keyframe needs a time"),
        (
            clip + "audio:\n- src: music.wav\n  keyframes:\n  - {at: 2s, volume: 1}",
            "line 5: Keyframes must be in order of time, within the sound."
        ),
        (clip + "audio:\n- src: music.wav\n  at: 4s", "line 4: The sound begins at sample 192000, but the timeline"),
        (clip + "audio:\n- src: music.wav\n  for: 0s", "line 4: The sound is shorter than a sample."),
        (
            clip + "audio:\n- src: music.wav\n  loop: {crossfade: 11s}",
            "line 4: The loop's cross-fade of 11 s is longer"
        ),
        (clip + "audio:\n- src: music.wav\n  loop: {crossfade: 11m}", "line 4: A loop's cross-fade can last at most"),
        (clip + "audio:\n- volume: 1\n  src: none.wav", "line 4: There is no none.wav."),
        (clip + "overlays:\n- {color: black, for: 1ms}", "line 3: The overlay is shorter than a frame."),
        (clip + "overlays:\n- color: black\n  width: 0", "line 4: width must be greater than zero."),
    ]

    @Test("Errors name their lines", arguments: mistakes)
    func lines(text: String, message: String) {
        let mistake = Descriptions.mistake(in: text) ?? ""
        #expect(mistake.hasPrefix(message), "\(mistake)")
    }

    /// Mistakes in lists of plain values.
    static let lists = ["A list is expected here.", "A text or a number is expected here."]

    @Test("Errors in lists of plain values name their lines")
    func plainLists() throws {
        let file = YAMLFile(path: "t.yaml", text: "a:\n- b\n- {}")
        let node = try #require(try file.root()?.mapping?["a"])
        let items = try file.items(of: node, "")
        let list = #expect(throws: YAMLError.self) { try file.items(of: items[0], "") }
        #expect(list?.description.hasPrefix("t.yaml, line 2, column 3: \(Self.lists[0])") == true)
        let text = #expect(throws: YAMLError.self) { try file.text(items[1], "") }
        #expect(text?.description.hasPrefix("t.yaml, line 3, column 3: \(Self.lists[1])") == true)
    }

    /// Mistakes in lists of FFmpeg's format, with their lines.
    static let concatLists = [
        ("ffconcat version 2.0\nfile a", "line 1: Only version 1.0 of ffconcat is supported."),
        ("file a b", "line 1: Write one file's name, in quotes if it has spaces: file 'a b.png'."),
        ("\nduration 2\nfile a", "line 2: duration comes after its file."),
        ("file a\nduration 0", "line 2: Write a duration in seconds, greater than zero: duration 2.5."),
        ("file a\noutpoint 2", "line 2: ffconcat's 'outpoint' is not supported in a list of pictures, only file and"),
        ("ffconcat version 1.0\n# file a", "line 1: The list has no pictures."),
    ]

    @Test("Errors in lists of FFmpeg's format name their lines", arguments: concatLists)
    func concat(text: String, message: String) {
        let error = #expect(throws: YAMLError.self) {
            try ConcatList(YAMLFile(path: "list", text: text), folder: "")
        }
        #expect(error?.description.hasPrefix("list, \(message)") == true, "\(error?.description ?? "")")
    }

    @Test("No part of a description has an error without a line")
    func everywhere() throws {
        let manual = Fixture.repository.appendingPathComponent("docs/compose.md")
        let text = try String(contentsOf: manual, encoding: .utf8)
            .replacing(#/[\w\/%-]+\.(mp4|mov|webm)/#, with: "three.mp4")
            .replacing(#/[\w\/%-]+\.(png|jpg|webp)/#, with: "logo.png")
            .replacing(#/[\w\/%-]+\.(wav|m4a|ogg|mp3|flac|opus)/#, with: "music.wav")
        let blocks = text.matches(of: #/```yaml\n(?<text>(?:.|\n)*?)```/#).map { String($0.text) }
        var count = 0
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
            for index in lines.indices {
                for worse in Self.worse(String(lines[index])) {
                    let text = (lines[..<index] + [Substring(worse)] + lines[(index + 1)...]).joined(separator: "\n")
                    guard let mistake = Descriptions.mistake(in: text) else { continue }
                    count += 1
                    let line = mistake.wholeMatch(of: #/line ([0-9]+): .*/#.dotMatchesNewlines()).flatMap { Int($0.1) }
                    #expect(line.map { (1...lines.count).contains($0) } == true, "\(mistake)")
                }
            }
        }
        #expect(count > 500)
    }

    /// A line of YAML with each of its values replaced by others, and without it.
    private static func worse(_ line: String) -> [String] {
        let values = ["-1", "0", "nonsense", "[]", "{}", "[1, 2]", "{a: b}", "", "99999999s", "'"]
        return line.matches(of: #/[-:,\[] ?(?<value>[^-:,\[\]{} ]+)/#).flatMap { match in
            let value = match.value.startIndex..<match.value.endIndex
            return values.map { line.replacingCharacters(in: value, with: $0) }
        } + [""]
    }

    @Test("Every error that the sources can throw is provoked")
    func sources() throws {
        let messages =
            Self.mistakes.map(\.message) + DescriptionErrorTests.clips.map(\.1)
            + DescriptionErrorTests.others.map(\.1) + [DescriptionErrorTests.last]
        // Descriptions have no list of plain values; other files have.
        let provoked =
            messages.map { $0.replacing(#/^line [0-9]+: /#, with: "") } + Self.lists
            + Self.concatLists.map(\.1)
        var count = 0
        for folder in ["Timeline/Description", "Timeline/Resolving", "Notation"] {
            let folder = Fixture.repository.appendingPathComponent("Sources/\(folder)")
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            for file in names.filter({ $0.hasSuffix(".swift") }).map({ folder.appendingPathComponent($0) }) {
                for call in Self.errors(in: try String(contentsOf: file, encoding: .utf8)) {
                    count += 1
                    #expect(!call.contains(#/^\(at: nil|^\(nil/#), "\(file.lastPathComponent): \(call)")
                    let parts = Self.fixedParts(of: call)
                    guard parts.contains(where: { $0.count > 4 }) else { continue }
                    #expect(
                        provoked.contains { message in
                            parts.contains { $0.count > 4 && (message.contains($0) || $0.hasPrefix(message)) }
                        },
                        "\(file.lastPathComponent): no test provokes \(call)")
                }
            }
        }
        #expect(count > 80)
        for message in Self.absences(in: DescriptionReader.mapping) {
            #expect(provoked.contains { message.hasPrefix($0) || $0.hasPrefix(message) }, "no test provokes \(message)")
        }
    }

    /// What errors say of missing keys, in a mapping and those in it.
    private static func absences(in mapping: MappingFacts) -> [String] {
        mapping.keys.flatMap { key in [key.missing].compactMap(\.self) + absences(in: key.shape) }
    }

    private static func absences(in shape: KeyShape) -> [String] {
        switch shape {
        case .mapping(let mapping): absences(in: mapping)
        case .list(let item, _): absences(in: item)
        case .either(let shapes): shapes.flatMap(absences)
        case .value, .flag, .off, .texts, .option, .options: []
        }
    }

    /// The arguments of each thrown error in a source file, with their brackets.
    private static func errors(in source: String) -> [Substring] {
        source.matches(of: #/throw (?:self\.)?(?:[a-z]+\.)*error\(/#).map { match in
            let start = source.index(before: match.range.upperBound)
            var depth = 0
            let end = source[start...].firstIndex { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth == 0
            }
            return source[start...(end ?? start)]
        }
    }

    /// The parts of a call's string literals between their interpolations.
    private static func fixedParts(of call: Substring) -> [String] {
        let values = #/\\\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/#
        return call.replacing(values, with: "\u{0}").matches(of: #/"(?<text>(?:[^"\\]|\\.)*)"/#)
            .flatMap { $0.text.split(separator: "\u{0}") }
            .map { String($0).replacing(#"\""#, with: "\"") }
    }
}
