import Foundation
import TestSupport

/// Runs single checks of the preloaded clock in a separate program.
enum PageClockProbe {
    /// The build folder, which contains the tests' own program.
    private static var products: String {
        get throws {
            (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") as NSString)
                .deletingLastPathComponent
        }
    }

    /// The preloaded library.
    static var library: String { get throws { "\(try products)/libPageProcess.so" } }

    /// The names of all checks.
    static var checks: [String] {
        get async throws {
            let list = try await Tool.run("env", ["\(try products)/PageClockProbe"])
            return String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
        }
    }

    /// Runs a check; a failed check explains itself and has a nonzero exit code.
    static func run(_ check: String) async throws {
        try await Tool.run("env", ["\(try products)/PageClockProbe", try library, check])
    }
}
