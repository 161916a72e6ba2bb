import Foundation
import TestSupport

/// The program that runs one check of the preloaded clock.
enum PageClockProbe {
    /// The folder of what the package has built: the tests' own program is in it.
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

    /// Runs a check; one that fails says why and ends otherwise than with exit code 0.
    static func run(_ check: String) async throws {
        try await Tool.run("env", ["\(try products)/PageClockProbe", try library, check])
    }
}
