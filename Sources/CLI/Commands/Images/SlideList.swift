import Files
import Foundation
import Frames
import Notation
import Timeline
import Yams

/// Reads a list of pictures: lines of text, or YAML.
///
/// ```
/// first.png 2s
/// second.png
/// ```
///
/// ```yaml
/// - {src: first.png, for: 2s}
/// - second.png
/// ```
struct SlideList {
    private let file: YAMLFile
    /// The folder that relative paths start from.
    private let folder: String?

    /// Reads a list; `-` stands for standard input.
    ///
    /// - Throws: ``FileError`` for an unreadable file, ``YAMLError`` for an
    ///   invalid one.
    static func read(_ path: String) throws -> [Slide] {
        guard path == "-" else {
            let text = try TextFile.read(path, as: "list")
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) }
            return try SlideList(text, name: path, folder: folder).slides()
        }
        guard let text = String(data: FileHandle.standardInput.readDataToEndOfFile(), encoding: .utf8) else {
            throw FileError(.unreadableInput, "The list on standard input is not UTF-8 text.")
        }
        return try SlideList(text, name: "standard input", folder: nil).slides()
    }

    /// Creates a reader of a list.
    ///
    /// - Parameters:
    ///   - name: The list's name in messages.
    ///   - folder: The folder that relative paths start from, with a final
    ///     slash (default: the working folder).
    init(_ text: String, name: String, folder: String?) {
        file = YAMLFile(path: name, text: text)
        self.folder = folder
    }

    /// The pictures, in order; at least one.
    func slides() throws -> [Slide] {
        let slides = isYAML ? try yaml() : try lines()
        guard !slides.isEmpty else { throw file.error(at: 1, "The list has no pictures.") }
        return slides
    }

    /// No picture's name is likely to begin like a YAML list.
    private var isYAML: Bool {
        let first = Self.lines(of: file.text).first { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
        return ["- ", "[", "---"].contains { first?.text.hasPrefix($0) == true }
    }

    /// Splits text into trimmed lines, counted from 1.
    private static func lines(of text: String) -> [(number: Int, text: String)] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map { index, line in
            (index + 1, line.trimmingCharacters(in: .whitespaces))
        }
    }

    // MARK: Text

    private func lines() throws -> [Slide] {
        try Self.lines(of: file.text).compactMap { number, line in
            guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
            guard let space = line.lastIndex(where: \.isWhitespace),
                let time = Duration(text: String(line[line.index(after: space)...]))
            else { return slide(line, time: nil, line: number) }
            guard time > .zero else { throw file.error(at: number, "Write \(Form.positiveTime).") }
            return slide(
                line[..<space].trimmingCharacters(in: .whitespaces), time: time, line: number)
        }
    }

    // MARK: YAML

    private static let hint = "A picture is written like {src: first.png, for: 2s}, or first.png alone."

    private func yaml() throws -> [Slide] {
        guard let root = try file.root() else { return [] }
        return try file.items(of: root, Self.hint).map { node in
            if node.scalar != nil { return slide(try file.text(node, Self.hint), time: nil, line: node.mark?.line) }
            var (source, time): (String?, Duration?)
            for (key, line, value) in try file.entries(of: node, Self.hint) {
                switch key {
                case "src": source = try file.text(value, Self.hint)
                case "for": time = try file.value(of: key, at: line, value, .positiveTime)
                default:
                    let guess = key.nearest(in: ["src", "for"]).map { " Did you mean \($0)?" } ?? ""
                    throw file.error(at: line, "A picture has no '\(key)', only src and for.\(guess)")
                }
            }
            guard let source else { throw file.error(at: node, "The entry names no picture. \(Self.hint)") }
            return slide(source, time: time, line: node.mark?.line)
        }
    }

    private func slide(_ path: String, time: Duration?, line: Int?) -> Slide {
        Slide(
            path.hasPrefix("/") ? path : (folder ?? "") + path, duration: time,
            origin: line.map { file.place(atLine: $0) })
    }
}
