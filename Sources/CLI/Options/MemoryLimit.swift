import Notation

/// A memory limit, as typed.
struct MemoryLimit: Equatable, CustomStringConvertible {
    /// In bytes; `nil` for no limit.
    let bytes: Int?

    /// The smallest limit that a page can run with, in bytes.
    static let least = 64 << 20

    /// The limit as an argument, in KiB, the smallest unit.
    var description: String { bytes.map { "\($0 >> 10)K" } ?? "none" }
}

extension Form where Value == MemoryLimit {
    /// A memory limit: `800M`, `1.5G`, `4GiB`, `4GB` or `none`.
    static var memoryLimit: Form {
        let memory = Form<Int>.memory(atLeast: MemoryLimit.least)
        return Form("\(memory), or none") { text in
            text == "none" ? MemoryLimit(bytes: nil) : memory.read(text).map { MemoryLimit(bytes: $0) }
        }
    }
}
