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
        var lines = lines
        let lineBreak = lines.first.map { String($0.suffix(1)) }.flatMap { $0 == "\r\n" ? $0 : nil } ?? "\n"
        // Backwards, so that earlier lines keep their numbers.
        for (place, observations) in results.sorted(by: { $0.place.firstLine > $1.place.firstLine }) {
            guard place.isBlock else {
                throw file.error(
                    at: place.firstLine, "A case in braces cannot be updated. Write each of its keys on its own line.")
            }
            let indent = String(repeating: " ", count: place.column - 1)
            var written = ["\(indent)expect:"] + observations.map { "\(indent)  - \(Self.quoted($0))" }
            if let line = place.line {
                // The key may follow the dash of its list.
                let dash = lines[line - 1].prefix(place.column - 1)
                written[0] = String(dash) + written[0].dropFirst(indent.count)
            }
            let end = Self.end(of: place.line ?? place.firstLine, indentedBy: place.column - 1, in: lines)
            // Behind a file without a last line break.
            if end == lines.count, let last = lines.last, last.last?.isNewline != true { lines[end - 1] += lineBreak }
            lines.replaceSubrange((place.line.map { $0 - 1 } ?? end)..<end, with: written.map { $0 + lineBreak })
        }
        return lines.joined()
    }

    /// The lines with their breaks, as YAML counts them.
    private var lines: [String] {
        var lines: [String] = []
        var rest = file.text[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(where: \.isNewline).map(rest.index(after:)) ?? rest.endIndex
            lines.append(String(rest[..<end]))
            rest = rest[end...]
        }
        return lines
    }

    /// Returns the last line of an entry: its lines are indented more, or are
    /// items of its list.
    private static func end(of line: Int, indentedBy indent: Int, in lines: [String]) -> Int {
        var end = line
        while end < lines.count {
            let text = lines[end].prefix { !$0.isNewline }
            let depth = text.prefix { $0 == " " }.count
            let isItem = depth == indent && text.dropFirst(depth).hasPrefix("- ")
            guard depth > indent && depth < text.count || isItem else { break }
            end += 1
        }
        return end
    }

    /// Quotes a text for YAML (YAML 1.2, 7.3.2).
    private static func quoted(_ text: String) -> String { "'\(text.escaping(["'": "''"]))'" }
}
