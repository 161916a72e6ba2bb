import Composition
import Foundation
import TestSupport
import Testing

@testable import Timeline

/// Checks that the documentation of descriptions matches the reader.
@Suite("Documentation of descriptions")
struct DocumentationTests {
    private func page() throws -> String {
        try String(contentsOf: Fixture.repository.appendingPathComponent("docs/compose.md"), encoding: .utf8)
    }

    @Test("The examples are valid", arguments: ["docs/compose.md", "README.md"])
    func examples(name: String) throws {
        let text = try String(contentsOf: Fixture.repository.appendingPathComponent(name), encoding: .utf8)
        let blocks = text.matches(of: #/```yaml\n((?s).*?)```/#).map { String($0.output.1) }.filter {
            $0.contains("video:")
        }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let folder = try TemporaryFolder()
            try folder.write("report.html")
            #expect(throws: Never.self) { try Descriptions.read(block, in: folder.path) }
        }
    }

    /// The right column of the table of Cabbage's features.
    private func features() throws -> [String] {
        let section = try #require(page().split(separator: "## Coming from Cabbage").last)
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
            .compactMap { $0.split(separator: " | ").last.map(String.init) }
    }

    /// Completes a partial description.
    private func whole(_ part: String) -> String? {
        // A bare word names a key.
        guard part.contains(": ") else { return nil }
        switch part.prefix(while: { $0 != ":" && $0 != " " }) {
        case "canvas", "effects", "outputs", "overlays": return "\(part)\nvideo: [{color: black, for: 9s}]"
        case "video": return part
        case "audio" where part.contains("["): return "\(part)\nvideo: [{color: black, for: 9s}]"
        case "audio", "fit", "frame", "transform", "opacity", "then", "ease":
            let key = part.hasPrefix("ease") ? "then: {type: push, \(part)}" : part
            return "video: [{src: a.mp4, \(key)}, {src: b.mp4}]"
        case "keyframes" where part.contains("volume"), "volume", "duck", "curve":
            return "video: [{color: black}]\naudio: [{src: music.m4a, \(part)}]"
        case "keyframes": return "video: [{src: a.mp4, \(part)}]"
        case "src": return "video: [{\(part)}]"
        case "{src", "{color": return "video: [\(part)]"
        case "{file": return "video: [{color: black}]\noutputs: [\(part)]"
        case "{type": return "video: [{color: black, then: \(part)}, {color: white}]"
        default: return nil
        }
    }

    @Test("Every feature in the table has a working example or a reason")
    func table() throws {
        let rows = try features()
        #expect(rows.count >= 40)
        for row in rows {
            let parts = row.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
            let descriptions = parts.compactMap(whole)
            #expect(
                !descriptions.isEmpty || row.contains("not applicable") || row.contains("--")
                    || row.contains("resolver"),
                "\(row)")
            for text in descriptions {
                #expect(throws: Never.self, "\(text)") { try Descriptions.read(text) }
            }
        }
    }

    @Test("Every transition, direction and curve is documented")
    func words() throws {
        let page = try page()
        let transitions = Transition.Kind.words.map(\.word) + Transition.Kind.cutWords
        let corners = Anchor.Corner.allCases.map(\.rawValue)
        let curves = PlannedSound.Fade.Curve.allCases.map(\.rawValue)
        for word in transitions + corners + curves { #expect(page.contains("`\(word)`"), "\(word)") }
    }

    @Test("Every key is documented")
    func keys() throws {
        let page = try page()
        let all = [
            ClipReader.clipKeys, ClipReader.overlayKeys, DescriptionReader.soundKeys, DescriptionReader.outputKeys,
            DescriptionReader.keys,
        ]
        for key in Set(all.joined()) { #expect(page.contains("`\(key)`"), "\(key)") }
    }
}
