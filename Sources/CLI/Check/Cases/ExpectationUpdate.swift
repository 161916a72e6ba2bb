import Foundation
import Notation
import Recorder

/// Writes what happened into a file of cases, as what is expected.
///
/// Lines that say anything else stay as they are, comments too.
struct ExpectationUpdate {
    private let file: YAMLFile

    /// Prepares to change a file's text.
    init(_ file: YAMLFile) { self.file = file }

    /// The file with new expectations.
    ///
    /// - Throws: ``YAMLError`` for a case that is written in braces.
    func text(with results: [(place: ExpectationPlace, observations: [String])]) throws -> String {
        var lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // From the end, so that the lines before keep their numbers.
        for (place, observations) in results.sorted(by: { $0.place.firstLine > $1.place.firstLine }) {
            guard place.isBlock else {
                throw file.error(
                    at: place.firstLine, "Nothing can be written into braces; give the case lines of its own.")
            }
            let indent = String(repeating: " ", count: place.column - 1)
            let written =
                ["\(indent)expect:"] + observations.map { "\(indent)  - \(Self.quoted($0))" }
            if let line = place.line {
                // The key may stand behind the dash of its list.
                let dash = lines[line - 1].prefix(place.column - 1)
                let end = Self.end(of: line, indentedBy: place.column - 1, in: lines)
                lines.replaceSubrange(
                    line - 1..<end, with: [String(dash) + written[0].dropFirst(indent.count)] + written[1...])
            } else {
                let end = Self.end(of: place.firstLine, indentedBy: place.column - 1, in: lines)
                lines.insert(contentsOf: written, at: end)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The number of the last line of an entry that begins in a line: those
    /// after it are indented more, or are items of its list.
    private static func end(of line: Int, indentedBy indent: Int, in lines: [String]) -> Int {
        var end = line
        while end < lines.count {
            let text = lines[end]
            let depth = text.prefix { $0 == " " }.count
            let isItem = depth == indent && text.dropFirst(depth).hasPrefix("- ")
            guard depth > indent && depth < text.count || isItem else { break }
            end += 1
        }
        return end
    }

    /// A text as YAML has it in single quotes (YAML 1.2, 7.3.2).
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}
