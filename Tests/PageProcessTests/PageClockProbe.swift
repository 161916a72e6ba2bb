import Foundation
import TestSupport

/// Runs single checks of the preloaded clock in a separate program.
enum PageClockProbe {
    private static let program = Fixture.build.appending(path: "PageClockProbe").path

    /// The preloaded library.
    static let library = Fixture.build.appending(path: "libPageProcess.so").path

    /// The names of all checks.
    static var checks: [String] {
        get async throws {
            let list = try await Tool.run("env", [program])
            return String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
        }
    }

    /// Runs a check; a failed check explains itself and has a nonzero exit code.
    static func run(_ check: String) async throws {
        try await Tool.run("env", [program, library, check])
    }
}
