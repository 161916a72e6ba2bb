import Foundation

/// The instructions that frames take.
struct InstructionCounts: Codable, Equatable {
    /// By what has changed since the frame before.
    private(set) var ofFrames: [String: Int] = [:]

    /// Creates counts of no frame.
    init() {}

    /// Reads a file written by ``write(to:)``.
    init(contentsOf path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Adds a frame.
    mutating func add(_ name: String, _ count: Int) { ofFrames[name] = count }

    /// Writes a JSON file.
    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// The part by which a count may differ from an earlier one; between two runs it differs by less than 0.02.
    static let tolerance = 0.05

    /// What differs from earlier counts by more than ``tolerance``, a sentence for each.
    ///
    /// Fewer instructions count, too: a later change could use them up unnoticed.
    func differences(from earlier: Self) -> [String] {
        var differences: [String] = []
        for (name, count) in ofFrames.sorted(by: { $0.key < $1.key }) {
            guard let before = earlier.ofFrames[name] else {
                differences.append("\(name) has no earlier count.")
                continue
            }
            let change = Double(count - before) / Double(before)
            guard abs(change) > Self.tolerance else { continue }
            let percent = String(format: "%.1f", abs(change) * 100)
            differences.append(
                "\(name) takes \(count) instructions, \(percent) % \(change > 0 ? "more" : "fewer") than \(before).")
        }
        differences += earlier.ofFrames.keys.filter { ofFrames[$0] == nil }.sorted().map { "\($0) was not counted." }
        return differences
    }
}
