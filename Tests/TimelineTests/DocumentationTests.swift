import Composition
import Notation
import TestSupport
import Testing

@testable import Timeline

/// Checks that the documentation of descriptions matches the reader.
@Suite("Documentation of descriptions")
struct DocumentationTests {
    @Test("The examples are valid, and files with a mistake are not")
    func examples() throws {
        let folder = try TemporaryFolder()
        try folder.write("report.html")
        for text in try TimelineExamples.valid + TimelineExamples.documented() {
            #expect(throws: Never.self, "\(text)") { try Descriptions.read(text, in: folder.path) }
        }
        for text in TimelineExamples.invalid {
            #expect(throws: YAMLError.self, "\(text)") { try Descriptions.read(text, in: folder.path) }
        }
    }

    @Test("Every feature in the table has a working example or a reason")
    func table() throws {
        let rows = try TimelineExamples.features()
        #expect(rows.count >= 40)
        for row in rows {
            let parts = row.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
            let descriptions = parts.compactMap(TimelineExamples.whole)
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
        let page = try TimelineExamples.page()
        let transitions = Transition.Kind.words.map(\.word) + Transition.Kind.cutWords
        let corners = Anchor.Corner.allCases.map(\.rawValue)
        let curves = PlannedSound.Fade.Curve.allCases.map(\.rawValue)
        for word in transitions + corners + curves { #expect(page.contains("`\(word)`"), "\(word)") }
    }

    @Test("Every key is documented")
    func keys() throws {
        let page = try TimelineExamples.page()
        let mapping = DescriptionReader.mapping
        let items = mapping.keys.compactMap { key -> MappingFacts? in
            if case .list(.mapping(let item), _) = key.shape { item } else { nil }
        }
        #expect(items.count == 6)
        for key in ([mapping] + items).flatMap(\.keys) {
            // Effects are documented with their amounts.
            #expect(page.contains("`\(key.name)`") || page.contains("`{\(key.name): "), "\(key.name)")
        }
    }
}
