import Foundation
import TestSupport
import Testing

/// Tests the preloaded library call by call, in a program other than WebKit's.
///
/// The checks are written in C, in Tests/PageClockProbe, because they call the C library.
@Suite("Page clock")
struct PageProcessTests {
    /// All tests of the modules begin at the same time: a check may wait for minutes before it runs.
    @Test("The clock passes each check", .timeLimit(.minutes(15)), arguments: try await PageClockProbe.checks)
    func check(_ name: String) async throws {
        try await PageClockProbe.run(name)
    }

    @Test("There are checks")
    func hasChecks() async throws {
        #expect(try await PageClockProbe.checks.count > 50)
    }
}
