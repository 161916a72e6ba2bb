import ArgumentParser

/// A memory limit, as typed.
struct MemoryLimit: Equatable, CustomStringConvertible {
    /// In bytes; `nil` for no limit.
    let bytes: Int?

    /// The smallest limit that a page can run with, in bytes.
    static let least = 64 << 20

    /// The limit as an argument, in KiB, the smallest unit.
    var description: String { bytes.map { "\($0 >> 10)K" } ?? "none" }

    /// Parses `800M`, `1.5G`, `4GiB`, `4GB` or `none`.
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

/// Parses a memory limit.
func memoryLimit(_ text: String) throws -> MemoryLimit {
    guard let limit = MemoryLimit(argument: text) else {
        throw ValidationError("memory is written like 800M or 4G, at least \(MemoryLimit.least >> 20)M, or none.")
    }
    return limit
}
