import Foundation

/// The instructions of each operation, per frame.
struct InstructionCounts: Codable, Equatable {
    /// By the operation's name.
    private(set) var counts: [String: Int] = [:]

    /// Creates counts of no operation.
    init() {}

    /// Reads a file written by ``write(to:)``.
    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Adds an operation.
    mutating func add(_ name: String, _ count: Int) { counts[name] = count }

    /// Writes a JSON file.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// By how much an operation may differ from an earlier count: more than the few tenths of a percent by which a count
    /// varies, and as much as a change of one frame's cost that matters.
    static let tolerance = 0.05

    /// What differs from earlier counts by more than ``tolerance``, a sentence for each.
    ///
    /// Fewer instructions count, too: a later change could use them up unnoticed.
    func differences(from earlier: Self) -> [String] {
        var differences: [String] = []
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
            guard let before = earlier.counts[name] else {
                differences.append("\(name) has no earlier count.")
                continue
            }
            let change = Double(count - before) / Double(before)
            guard abs(change) > Self.tolerance else { continue }
            let percent = String(format: "%.1f", abs(change) * 100)
            differences.append(
                "\(name) takes \(count) instructions, \(percent) % \(change > 0 ? "more" : "fewer") than \(before).")
        }
        differences += earlier.counts.keys.filter { counts[$0] == nil }.sorted().map { "\($0) was not counted." }
        return differences
    }
}
