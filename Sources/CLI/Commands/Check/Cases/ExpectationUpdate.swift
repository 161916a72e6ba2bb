import Foundation
import Notation

/// Updates the expectations in a file of cases.
///
/// All other lines stay unchanged, comments included.
struct ExpectationUpdate {
    let file: YAMLFile

    /// Returns the file's text with new expectations.
    ///
    /// - Throws: ``YAMLError`` for a case in braces.
    func text(with results: [(place: ExpectationPlace, observations: [String])]) throws -> String {
        var lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Backwards, so that earlier lines keep their numbers.
        for (place, observations) in results.sorted(by: { $0.place.firstLine > $1.place.firstLine }) {
            guard place.isBlock else {
                throw file.error(
                    at: place.firstLine, "A case in braces cannot be updated. Write each of its keys on its own line.")
            }
            let indent = String(repeating: " ", count: place.column - 1)
            let written =
                ["\(indent)expect:"] + observations.map { "\(indent)  - \(Self.quoted($0))" }
            if let line = place.line {
                // The key may follow the dash of its list.
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

    /// Returns the last line of an entry: its lines are indented more, or are
    /// items of its list.
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

    /// Quotes a text for YAML (YAML 1.2, 7.3.2).
    private static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}
