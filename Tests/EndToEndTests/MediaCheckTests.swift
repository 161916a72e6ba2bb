import Foundation
import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Pictures, films and sounds of many formats look and sound as other programs read them.
    ///
    /// `make media-check` checks all of them.
    @Suite("Media of many formats")
    struct MediaCheck {
        @Test("A part of the files equals its witness", arguments: ["pictures", "films", "sounds"])
        func part(group: String) async throws {
            let script = Fixture.repository.appendingPathComponent("scripts/media-check.sh").path
            let outcome = try await Subprocess.run(
                .name("sh"), arguments: [script, "--quick", "--group", group, Pagereel.executable],
                output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
            #expect(
                outcome.terminationStatus.isSuccess,
                "\(outcome.standardOutput)\(outcome.standardError)")
        }
    }
}
