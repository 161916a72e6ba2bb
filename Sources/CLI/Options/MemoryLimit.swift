import ArgumentParser

/// An amount of memory as the command line has it.
struct MemoryLimit: Equatable, CustomStringConvertible {
    /// In bytes; nothing for no limit.
    let bytes: Int?

    /// The least that a page can live in.
    static let least = 64 << 20

    /// The amount as an argument: KiB, the smallest unit.
    var description: String { bytes.map { "\($0 >> 10)K" } ?? "none" }

    /// Reads `800M`, `1.5G`, with `iB` or `B` behind it or not, or `none`.
    init?(argument: String) {
        guard argument != "none" else {
            bytes = nil
            return
        }
        var text = argument.lowercased()[...]
        for ending in ["ib", "b"] where text.hasSuffix(ending) {
            text = text.dropLast(ending.count)
            break
        }
        guard let unit = text.last, let shift = ["k": 10, "m": 20, "g": 30, "t": 40][unit],
            let number = Double(text.dropLast()), number.isFinite, number > 0, number < 1e6
        else { return nil }
        let size = Int(number * Double(1 << shift))
        guard size >= Self.least else { return nil }
        bytes = size
    }
}

/// Reads an amount of memory.
func memoryLimit(_ text: String) throws -> MemoryLimit {
    guard let limit = MemoryLimit(argument: text) else {
        throw ValidationError("memory is written like 800M or 4G, at least \(MemoryLimit.least >> 20)M, or none.")
    }
    return limit
}
