import EngineLink
import Foundation
import Notation

/// How many rows are recorded at the same time, and why.
struct JobCount: CustomStringConvertible {
    let number: Int
    /// How the number was worked out, for people; `nil` if it was given.
    private let reason: String?

    var description: String { "\(number) at the same time" + (reason.map { " (\($0))" } ?? "") }

    /// What a recording of an ordinary page in 720p takes with all its processes, in bytes.
    private static let memoryOfRow = 600 << 20

    /// Works out the number for this machine.
    ///
    /// - Parameter given: The number of `--jobs`.
    init(given: Int?) {
        guard given == nil else {
            number = given ?? 1
            reason = nil
            return
        }
        let (processors, memory) = (ProcessInfo.processInfo.activeProcessorCount, MachineMemory.size)
        let byMemory = max(1, memory / Self.memoryOfRow)
        number = min(processors, byMemory)
        reason =
            byMemory < processors
            ? "\(memory.byteText) of memory, \(Self.memoryOfRow.byteText) for each"
            : "one for each of \(quantity(processors, "processor"))"
    }
}
