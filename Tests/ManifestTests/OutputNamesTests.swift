import TestSupport
import Testing

@testable import Manifest

@Suite("Names of outputs")
struct OutputNamesTests {
    private let columns: Columns

    init() throws { columns = try Columns(["id"], path: "people.csv", line: 1) }

    private func row(_ number: Int) -> Row {
        Row(number: number, line: number + 1, columns: columns, fields: [Field(text: "")])
    }

    /// The mistakes for the names of rows one after another.
    private func mistakes(_ outputs: [String]) -> [String] {
        var names = OutputNames()
        return outputs.enumerated().compactMap { index, output in
            do throws(ManifestError) {
                try names.add(output, for: row(index + 1))
                return nil
            } catch {
                return error.description
            }
        }
    }

    @Test("A row with the output of another row is told, with the first row's line")
    func duplicates() {
        func message(_ line: Int, _ name: String, _ first: Int) -> String {
            "people.csv, line \(line): The output \(name) is also the output of the row in line \(first). Put a column "
                + "in the output's name that differs between them."
        }
        #expect(
            mistakes(["a.mp4", "b.mp4", "a.mp4", "c.mp4", "b.mp4", "a.mp4"]) == [
                message(4, "a.mp4", 2), message(6, "b.mp4", 3), message(7, "a.mp4", 2),
            ])
    }

    @Test(
        "Paths to the same file are the same output",
        arguments: [
            ("out/a.mp4", "out//a.mp4"), ("out/a.mp4", "./out/a.mp4"), ("out/a.mp4", "out/./././/a.mp4"),
            ("/out/a.mp4", "//out/a.mp4"), ("/out", "/./out/"), ("out", "out/"), ("out", "out/."), ("../a", ".././a"),
        ])
    func samePaths(first: String, second: String) {
        #expect(mistakes([first, second]).count == 1)
        #expect(mistakes([second, first]).count == 1)
    }

    @Test(
        "Paths to other files are other outputs",
        arguments: [
            ("out/a", "/out/a"), ("out/a", "outa"), ("out/a", "out/a/b"), ("out/a", "out/A"), ("a", ".a"), ("a", "a."),
            ("..", "."), ("a/../b", "b"), ("a", "..a"), ("é", "e\u{301}"), ("a", "a\0"), ("ab/c", "a/bc"),
        ])
    func otherPaths(first: String, second: String) {
        #expect(mistakes([first, second]) == [])
    }

    @Test("Among many names, exactly the duplicates are found")
    func many() {
        var random = SplitMix(seed: 7)
        var names = OutputNames()
        var lines: [Int: Int] = [:]
        for number in 1...200_000 {
            let value = Int.random(in: 0..<1_000_000, using: &random)
            let first = lines[value]
            if first == nil { lines[value] = number + 1 }
            var message: String?
            do throws(ManifestError) { try names.add("out/\(value).mp4", for: row(number)) } catch {
                message = error.message
            }
            let expected = first.map { "is also the output of the row in line \($0)." }
            guard message?.contains(expected ?? "-") ?? (expected == nil) else {
                Issue.record("row \(number): \(message ?? "no mistake"), expected \(expected ?? "none")")
                return
            }
        }
    }
}
