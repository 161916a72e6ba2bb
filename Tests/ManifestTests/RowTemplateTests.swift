import TestSupport
import Testing

@testable import Manifest

@Suite("Templates for rows")
struct RowTemplateTests {
    /// Columns whose names need nothing special, one with a space, one with a combining mark.
    private let columns: Columns

    init() throws { columns = try Columns(["id", "region", "full name", "\u{301}"], path: "people.csv", line: 1) }

    private func row(_ values: String..., number: Int = 7) -> Row {
        let fields = (0..<4).map { Field(text: $0 < values.count ? values[$0] : "") }
        return Row(number: number, line: number + 1, columns: columns, fields: fields)
    }

    private func text(_ template: String, _ row: Row, _ context: RowTemplate.Context = .plain) throws -> String {
        try RowTemplate(template, for: columns).text(for: row, as: context)
    }

    @Test(
        "Columns in braces are replaced by a row's values, doubled braces are braces",
        arguments: [
            ("{id}", "7"), ("out/{region}/{id}.mp4", "out/EU/7.mp4"), ("{id}{id}", "77"), ("{full name}!", "Ada {id}!"),
            ("{{id}}", "{id}"), ("{{{id}}}", "{7}"), ("{{{{", "{{"), ("}}{id}{{", "}7{"), ("{{}}", "{}"), ("", ""),
            ("é{id}\u{301}", "é7\u{301}"), ("{\u{301}}", "x"), ("({{\u{301})", "({\u{301})"),
        ])
    func values(template: String, text: String) throws {
        let result = try self.text(template, row("7", "EU", "Ada {id}", "x"))
        #expect(Array(result.utf8) == Array(text.utf8))
    }

    @Test("A template knows its columns")
    func usedColumns() throws {
        let template = try RowTemplate("{region}/{id}-{region}", for: columns)
        #expect(template.columns == ["region", "id"])
        #expect(!template.isConstant)
        let constant = try RowTemplate("{{id}}", for: columns)
        #expect(constant.columns == [])
        #expect(constant.isConstant)
    }

    @Test(
        "A mistake in a template is told in a sentence",
        arguments: [
            (
                "{regoin}",
                "The manifest has no column regoin. Did you mean region? Write {{ and }} for braces."
            ),
            (
                "{\"a\":1}",
                "The manifest has no column \"a\":1. There are id, region, full name, \u{301}. Write {{ and }} for "
                    + "braces."
            ),
            (
                "out/{id.mp4",
                "The { at character 5 is not closed. Write a } behind the column's name, or {{ for a brace."
            ),
            ("{", "The { at character 1 is not closed. Write a } behind the column's name, or {{ for a brace."),
            ("{{{", "The { at character 3 is not closed. Write a } behind the column's name, or {{ for a brace."),
            ("a{i{id}", "The { at character 2 is not closed. Write a } behind the column's name, or {{ for a brace."),
            ("é{id}}", "The } at character 6 closes nothing. Write }} for a brace."),
            (
                "{}.mp4",
                "The {} at character 1 has no column's name in it. Write a name, like {id}, or {{}} for braces."
            ),
        ])
    func mistakes(template: String, message: String) {
        let error = #expect(throws: OptionError.self) { try RowTemplate(template, for: columns) }
        #expect(error?.description == message)
    }

    @Test("In an address, each value is one component, with everything encoded but unreserved characters")
    func address() throws {
        let row = row("a/b?c=d&e#f", "", "Zoë %20+~-._\u{0}")
        #expect(
            try text("http://x/{id}/?r={region}&n={full name}#é", row, .address)
                == "http://x/a%2Fb%3Fc%3Dd%26e%23f/?r=&n=Zo%C3%AB%20%2520%2B~-._%00#é")
    }

    @Test("Conversions are made in the template's text, never in values")
    func conversions() throws {
        let template = try RowTemplate("%Y/{id}%{region}-{{%Y}}.mp4", for: columns).mappingConstants {
            $0.replacing("%Y", with: "2026/11")
        }
        #expect(try template.text(for: row("100%", "Y%Y"), as: .fileName) == "2026/11/100%%Y%Y-{2026/11}.mp4")
        #expect(template.columns == ["id", "region"])
        // A slash from a conversion begins another name, which values can make invalid.
        let other = try RowTemplate("x%Y{id}", for: columns).mappingConstants { $0.replacing("%Y", with: "/") }
        #expect(throws: ManifestError.self) { try other.text(for: row(".."), as: .fileName) }
    }

    @Test(
        "In a path, slashes and control characters of values are encoded",
        arguments: [
            ("a/b", "a%2Fb"), ("/../../etc", "%2F..%2F..%2Fetc"), ("a\0b\n\u{7f}\u{85}", "a%00b%0A%7F%C2%85"),
            ("100% ¿Zoë 𝄞?", "100% ¿Zoë 𝄞?"), ("/\u{338}", "%2F\u{338}"), ("\r\n", "%0D%0A"), ("a\\b~", "a\\b~"),
            ("-", "-"), ("a.", "a."),
        ])
    func encodedNames(value: String, name: String) throws {
        let path = try text("out/{id}.mp4", row(value), .fileName)
        #expect(Array(path.utf8) == Array("out/\(name).mp4".utf8))
    }

    @Test("The template itself may use hidden and parent folders, and any length")
    func constantNames() throws {
        let long = String(repeating: "x", count: 300)
        for start in ["../", "/", ".cache/", "./a//", "-/", long + "/"] {
            #expect(try text(start + ".{id}", row("7"), .fileName) == start + ".7")
        }
        #expect(try text("-", row("7"), .fileName) == "-")
        #expect(try text("{id}/", row("7"), .fileName) == "7/")
    }

    @Test(
        "A value that makes no valid name is told at its row",
        arguments: [
            (
                "out/{region}/{id}", "1", "",
                "{region} in the path is empty, but it names a folder or a file. Fill in region."
            ),
            (
                "{region}{id}/x", "", "",
                "{region}{id} in the path is empty, but it names a folder or a file. Fill in region or id."
            ),
            (
                "out/{id}/x", "..", "",
                "{id} in the path becomes .., which names no folder or file of its own. Change id."
            ),
            (
                ".{id}", "", "",
                ".{id} in the path becomes ., which names no folder or file of its own. Change id."
            ),
            (
                "{id}{region}", ".", ".",
                "{id}{region} in the path becomes .., which names no folder or file of its own. Change id or region."
            ),
            (
                "{id}.mp4", "", "",
                "{id}.mp4 in the path becomes .mp4, which is hidden, because it begins with a dot. Change id."
            ),
            (
                "out/{region}{id}-{id}", ".a", "",
                "{region}{id}-{id} in the path becomes .a-.a, which is hidden, because it begins with a dot. Change "
                    + "region or id."
            ),
            ("{id}", "-", "", "{id} in the path becomes -, which means standard output. Change id."),
        ])
    func invalidNames(template: String, id: String, region: String, message: String) {
        let error = #expect(throws: ManifestError.self) { try text(template, row(id, region), .fileName) }
        #expect(error?.description == "people.csv, line 8: \(message)")
        #expect(error?.row == 7)
    }

    @Test("A name has at most 255 bytes, also after encoding")
    func longNames() throws {
        let longest = String(repeating: "é", count: 125) + "x"
        #expect(try text("out/{id}.mp4", row(longest), .fileName) == "out/\(longest).mp4")
        for (value, bytes) in [(longest + "y", 256), (longest.dropLast() + "/", 257)] {
            let error = #expect(throws: ManifestError.self) { try text("out/{id}.mp4", row(value), .fileName) }
            #expect(
                error?.message
                    == "{id}.mp4 in the path becomes a name of \(bytes) bytes, but at most 255 are possible. Shorten id."
            )
        }
    }

    @Test("Whatever the values are, a path has the template's folders only")
    func anyValues() throws {
        let characters = Array("/.-%a\0\n ~é\u{338}\u{85}")
        var random = SplitMix(seed: 1)
        let template = try RowTemplate("out/{id}{region}/x{full name}/{id}", for: columns)
        var valid = 0
        for _ in 1...5_000 {
            let values = (1...3).map { _ in
                String(
                    (0..<Int.random(in: 0...3, using: &random)).map { _ in characters.randomElement(using: &random)! })
            }
            guard let path = try? template.text(for: row(values[0], values[1], values[2]), as: .fileName) else {
                continue
            }
            valid += 1
            let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            #expect(names.count == 4)
            #expect(names.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }, "\(values)")
            #expect(!path.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(values)")
        }
        #expect(valid > 1_000)
    }

    @Test("A row of a changed manifest is an error")
    func changedColumns() throws {
        let template = try RowTemplate("{id}", for: columns)
        let message =
            "people.csv, line 2: The columns have changed since the manifest was first read. Start again."
        for header in ["id", "region,id,full name,x"] {
            let changed = try #require(try rows(header + "\n" + header).first)
            let error = #expect(throws: ManifestError.self) { try template.text(for: changed, as: .plain) }
            #expect(error?.description == message)
        }
        let same = try #require(try rows("id,region,full name,\u{301}\n1,2,3,4").first)
        #expect(try template.text(for: same, as: .plain) == "1")
    }
}
