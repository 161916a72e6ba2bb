import Notation
import Testing
import Yams

/// What no YAML file may grow to.
@Suite("YAML files")
struct YAMLFileTests {
    private func file(_ text: String) -> YAMLFile { YAMLFile(path: "a.yaml", text: text) }

    private func message(_ text: String) -> String? {
        do {
            _ = try file(text).root()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Levels of lists, each of which is nine aliases of the one before.
    private func bomb(levels: Int) -> String {
        let names = (0..<levels).map { "a\($0)" }
        var text = "a: &a [x, x, x]\n"
        for (above, name) in zip(["a"] + names, names) {
            text += "\(name): &\(name) [\(Array(repeating: "*\(above)", count: 9).joined(separator: ", "))]\n"
        }
        return text
    }

    private static let tooMany = "The aliases (*name) of this file stand for more than 4 MiB. Use fewer of them."
    private static let tooDeep = "More than 100 lists and mappings are in each other."

    @Test("Aliases stand for what they name")
    func aliases() throws {
        let root = try #require(try file("base: &b {size: 2}\nfirst: *b\nlist: [*b, *b]\n").root())
        #expect(root["first"]?["size"]?.int == 2)
        #expect(root["list"]?[1]?["size"]?.int == 2)
        #expect(message(bomb(levels: 4)) == nil)
    }

    @Test("Aliases that stand for more than 4 MiB are an error with the line, also as keys")
    func bombs() {
        #expect(message(bomb(levels: 10)) == "a.yaml, line 7, column 10: \(Self.tooMany)")
        #expect(
            message(bomb(levels: 10).replacing(#/\n(a[0-9]): /#) { "\n? \($0.1)\n: " })?.hasSuffix(Self.tooMany) == true
        )
        // Yams compares the keys of a mapping before anyone can look at them.
        let keys = bomb(levels: 9).split(separator: "\n").map { "- " + $0.drop { $0 != "&" } }
        #expect(message(keys.joined(separator: "\n") + "\n- ? *a8\n  : 1\n")?.hasSuffix(Self.tooMany) == true)
        let texts = "a: &a \(String(repeating: "x", count: 1 << 20))\n" + "b: [*a, *a, *a, *a]\n"
        #expect(message(texts) == "a.yaml, line 2, column 17: \(Self.tooMany)")
    }

    @Test("Each document of a file counts")
    func documents() throws {
        let documents = try YAMLDocuments(file("--- &a [1]\n--- [2]\n"))
        #expect(try documents.next()?.sequence?.count == 1)
        #expect(try documents.next()?.sequence?.count == 1)
        #expect(try documents.next() == nil)
        #expect(throws: YAMLError.self) { try YAMLDocuments(file("--- 1\n---\n" + bomb(levels: 10))) }
    }

    @Test("More than 100 lists in each other are an error, also through aliases")
    func depth() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(message(nested(100)) == nil)
        #expect(message(nested(101)) == "a.yaml, line 1, column 101: \(Self.tooDeep)")
        // The parser's own limit.
        #expect(message(nested(100_000))?.contains("nesting level") == true)
        #expect(
            message(
                "- &a \(nested(60))\n- \(String(repeating: "[", count: 39))*a\(String(repeating: "]", count: 39))\n")
                == nil)
        #expect(
            message(
                "- &a \(nested(60))\n- \(String(repeating: "[", count: 40))*a\(String(repeating: "]", count: 40))\n")
                == "a.yaml, line 2, column 43: \(Self.tooDeep)")
    }

    @Test("An unknown alias and a mistake are still told as such")
    func mistakes() {
        #expect(message("a: *b\n") == "a.yaml, line 1, column 4: This cannot be read as YAML: found undefined alias.")
        #expect(message("a: &a [*a]\n")?.contains("undefined alias") == true)
        #expect(message("a: [1\nb: 2\n")?.contains("This cannot be read as YAML") == true)
    }

    @Test(
        "Errors name the line and the column, in characters",
        arguments: [
            ("a: [1\nb: 2\n", "line 2, column 2"), ("a: 1\nb: 2\na: 3\n", "line 1, column 1"),
            ("- 'žluťoučký': \u{1}", "line 1, column 16"), ("a: b\n\u{7}", "line 2, column 1"),
            ("'😀': *none", "line 1, column 6"), ("- a\n- ", nil),
        ])
    func places(text: String, place: String?) {
        #expect(message(text)?.hasPrefix("a.yaml, \(place ?? "?"): ") == place.map { _ in true })
    }
}
