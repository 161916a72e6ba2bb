import Notation
import Testing

@testable import CLI

@Suite("Updates of expectations")
struct ExpectationUpdateTests {
    private func updated(_ text: String) throws -> String {
        let file = CasesFile(YAMLFile(path: "/nowhere/cases.yaml", text: text), environment: [:])
        let results = try file.cases().compactMap { $0.place.map { ($0, ["start", "it's there"]) } }
        return try ExpectationUpdate(file: file.file).text(with: results)
    }

    @Test("Other lines stay, with their line breaks", arguments: ["\n", "\r\n"])
    func lineBreaks(lineBreak: String) throws {
        let text = """
            # é
            pages:
            - page: a.html  # here
              expect:
              - stop
            - expect: start < 2s
              page: b.html
            - page: c.html
            """
        let expected = """
            # é
            pages:
            - page: a.html  # here
              expect:
                - 'start'
                - 'it''s there'
            - expect:
                - 'start'
                - 'it''s there'
              page: b.html
            - page: c.html
              expect:
                - 'start'
                - 'it''s there'

            """
        let result = try updated(text.replacing("\n", with: lineBreak))
        #expect(result == expected.replacing("\n", with: lineBreak))
    }

    @Test(
        "A case in braces or brackets cannot be updated",
        arguments: [
            "pages: [{page: a.html, expect: start}]", "pages:\n- {page: a.html}\n", "pages: [page: a.html]",
            "pages:\n- page: a.html\n  cases:\n  - {\n    name: b,\n    expect: start}\n",
        ])
    func braces(text: String) throws {
        let error = #expect(throws: YAMLError.self) { try updated(text) }
        #expect(error?.message.hasPrefix("A case in braces cannot be updated.") == true)
    }
}
