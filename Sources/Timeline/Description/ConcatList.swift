import Files
import Frames
package import Notation

/// A list of pictures in the format of FFmpeg's concat demuxer, ffconcat.
///
/// ```
/// ffconcat version 1.0
/// file 'first picture.png'
/// duration 2
/// file second.png
/// duration 0.5
/// ```
///
/// See the FFmpeg Formats Documentation, "concat".
package struct ConcatList {
    /// A picture.
    package struct Entry {
        /// The file.
        package let path: String
        /// How long it is shown; `nil` if the list does not say.
        package fileprivate(set) var time: Duration?
        /// The line that names the file.
        package let line: Int
    }

    /// The pictures, in order; at least one.
    package let entries: [Entry]

    /// The list's length in bytes, at most.
    private static let mostBytes = 64 << 20

    /// Whether a text is a list in this format: its first line says so, or names a file.
    package static func isList(_ text: String) -> Bool {
        let first = lines(of: text).first { !$0.words.isEmpty }?.words
        return first.map { $0[0] == "ffconcat" || $0[0] == "file" } ?? false
    }

    /// Reads a file if its first line says that it is a list in this format; `nil` otherwise.
    ///
    /// - Throws: `YAMLError` for an invalid list.
    package init?(ifAt path: String) throws {
        // What cannot be opened is no list; the reader of the source reports the error.
        let opened = try? InputFile(path) { FileError(.unreadableInput, $0.reason) }
        guard let file = opened, file.length <= Self.mostBytes else { return nil }
        func unreadable(_ error: SystemError) -> FileError { FileError(.unreadableInput, error.text) }
        let start = try file.read(64, orThrow: unreadable)
        guard start.starts(with: Array("ffconcat ".utf8)) else { return nil }
        let bytes = try file.read(file.length, orThrow: unreadable)
        let text = String(decoding: bytes, as: UTF8.self)
        try self.init(YAMLFile(path: path, text: text), folder: path.parentPath + "/")
    }

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - file: The list.
    ///   - folder: The folder that relative paths start from, with a final slash; empty for the working folder.
    /// - Throws: `YAMLError`.
    package init(_ file: YAMLFile, folder: String) throws {
        var entries: [Entry] = []
        for (number, words) in Self.lines(of: file.text) where !words.isEmpty {
            switch words[0] {
            case "ffconcat":
                guard words.dropFirst().joined(separator: " ") == "version 1.0" else {
                    throw file.error(at: .line(number), "Only version 1.0 of ffconcat is supported.")
                }
            case "file":
                guard words.count == 2, !words[1].isEmpty else {
                    throw file.error(
                        at: .line(number), "Write one file's name, in quotes if it has spaces: file 'a b.png'.")
                }
                let name = words[1].hasPrefix("file:") ? String(words[1].dropFirst(5)) : words[1]
                entries.append(Entry(path: name.hasPrefix("/") ? name : folder + name, line: number))
            case "duration":
                guard !entries.isEmpty else { throw file.error(at: .line(number), "duration comes after its file.") }
                guard words.count == 2, let time = Duration(text: words[1]), time > .zero else {
                    throw file.error(at: .line(number), "Write a duration in seconds, greater than zero: duration 2.5.")
                }
                entries[entries.count - 1].time = time
            default:
                throw file.error(
                    at: .line(number),
                    "ffconcat's '\(words[0])' is not supported in a list of pictures, only file and duration.")
            }
        }
        // FFmpeg ignores the last picture's duration; lists for it therefore name that picture twice.
        if entries.count > 1, let last = entries.last, last.time == nil {
            let before = entries[entries.count - 2]
            if before.path == last.path, before.time != nil { entries.removeLast() }
        }
        guard !entries.isEmpty else { throw file.error(at: .line(1), "The list has no pictures.") }
        self.entries = entries
    }

    /// The words of each line, without quotes; none for an empty line and a comment.
    private static func lines(of text: String) -> some Sequence<(number: Int, words: [String])> {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().lazy
            .map { (number: $0 + 1, words: words(of: $1)) }
    }

    /// Splits a line as FFmpeg does: quotes keep what is between them, a backslash the character behind it.
    private static func words(of line: Substring) -> [String] {
        var words: [String] = []
        var word: String?
        var (isQuoted, isEscaped) = (false, false)
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "'" {
                isQuoted.toggle()
                word = word ?? ""
            } else if isQuoted {
                word?.append(character)
            } else if character == "\\" {
                isEscaped = true
            } else if character.isWhitespace {
                if let word { words.append(word) }
                word = nil
            } else if character == "#", words.isEmpty, word == nil {
                return []
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
