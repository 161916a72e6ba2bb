import Foundation
import TestSupport
import Testing

/// The preloaded library, one call after the other, in a program that is not WebKit's.
///
/// The checks themselves are in C, in Tests/PageClockProbe: what they call is the C library's.
@Suite("Page clock")
struct PageProcessTests {
    @Test("The clock passes each check", .timeLimit(.minutes(2)), arguments: try await PageClockProbe.checks)
    func check(_ name: String) async throws {
        try await PageClockProbe.run(name)
    }

    @Test("There are checks")
    func hasChecks() async throws {
        #expect(try await PageClockProbe.checks.count > 50)
    }
}
