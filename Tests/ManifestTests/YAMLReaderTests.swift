import Testing

@testable import Manifest

@Suite("YAML manifests")
struct YAMLReaderTests {
    @Test("Rows are a list of mappings, or documents")
    func rows() {
        let list = Content("# people\n- id: 007\n  name: Ada\n- {id: 8, name: \"Bob\"}\n", .yaml)
        #expect(list.columns == ["id", "name"])
        #expect(list.rows == [["007", "Ada"], ["8", "Bob"]])
        #expect(list.lines == [2, 4])
        let documents = Content("---\nid: 007\nname: Ada\n---\n---\nid: 8\n---\n- id: 9\n- id: 10\n...\n", .yaml)
        #expect(documents.rows == [["007", "Ada"], ["8", ""], ["9", ""], ["10", ""]])
        #expect(documents.lines == [2, 6, 8, 9])
        #expect(documents.numbers == [1, 2, 3, 4])
        #expect((list.mistakes + documents.mistakes) == [])
    }

    @Test("Values are kept as they are written; the page gets their types")
    func values() throws {
        let text = """
            - {id: 1.50, on: true, none: null, text: "1", list: [1, a, {b: ~, c: [yes]}], odd: 0x1F}
            """
        var reader = try YAMLReader(ChunkedBytes(text.utf8, size: 7), path: "people")
        let row = try #require(try reader.next())
        #expect(row.values == ["1.50", "true", "", "1", #"[1,"a",{"b":null,"c":["yes"]}]"#, "0x1F"])
        #expect(
            row.json
                == #"{"id":1.50,"on":true,"none":null,"text":"1","list":[1,"a",{"b":null,"c":["yes"]}],"odd":"0x1F"}"#)
    }

    @Test("A faulty row is told with its line, and the rows behind it are read")
    func faultyRows() {
        let content = Content("- id: 1\n- 2\n- {idd: 3}\n- id: 4\n", .yaml)
        #expect(
            content.mistakes == [
                "people, line 2: The row is not a mapping. Write a list of mappings, like - {id: 7, name: Ada}.",
                "people, line 3: The first row has no column idd. Did you mean id? Write the names of all columns in the "
                    + "first row, with null for no value.",
            ])
        #expect(content.rows == [["1"], ["4"]])
        #expect(content.numbers == [1, 4])
    }

    @Test("Text that is not YAML is told with its line, and ends the rows")
    func syntax() {
        let content = Content("---\nid: 1\n---\nid: [2\n---\nid: 3\n", .yaml)
        #expect(content.rows == [["1"]])
        #expect(content.mistakes.count == 1)
        #expect(content.mistakes[0].hasPrefix("people, line "))
        #expect(content.mistakes[0].contains("This cannot be read as YAML: "))
        #expect(Content("- id: 1\n  id: 2\n", .yaml).mistakes == ["people, line 1: id is there more than once."])
    }

    @Test(
        "A file without rows is an error",
        arguments: ["", "# nothing\n", "---\n...\n", "[]", "---\n---\n"])
    func empty(text: String) {
        #expect(
            Content(text, .yaml).mistakes == [
                "people: The file has no rows. Write a list of mappings, like - {id: 7, name: Ada}."
            ])
    }

    @Test("The file's length, its depth and what its aliases make are limited")
    func limits() {
        let long = "- id: " + String(repeating: "x", count: 5 << 20)
        #expect(
            Content(long, .yaml).mistakes == [
                "people: The file is larger than 4 MiB, the most that is read as YAML. Use CSV or JSON Lines."
            ])
        // Each line has ten times the text of the line above, 10 kB.
        let names = ["b", "c", "d", "e", "f", "g", "h", "i", "j"]
        let words = Array(repeating: String(repeating: "x", count: 1000), count: 10)
        var aliases = "- a: &a [\(words.joined(separator: ", "))]\n"
        for (name, above) in zip(names, ["a"] + names) {
            aliases += "  \(name): &\(name) [\(Array(repeating: "*\(above)", count: 10).joined(separator: ", "))]\n"
        }
        #expect(
            Content(aliases, .yaml).mistakes == [
                "people, line 4: The aliases (*name) of this file stand for more than 4 MiB. Use fewer of them."
            ])
    }

    @Test("Bytes that are not UTF-8 are told with their line")
    func encoding() {
        #expect(
            Content(Array("- id: 1\n- id: ".utf8) + [0xe9, 0x0a], .yaml).mistakes == [
                "people, line 2: The text is not valid UTF-8. Save the file as UTF-8."
            ])
    }
}
