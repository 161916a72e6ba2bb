import Foundation
import Testing

/// Every source of time for ten seconds at both common rates.
///
/// It takes a quarter of an hour: `make clock-check`.
@Suite(
    "The virtual clock, at length", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: ProcessInfo.processInfo.environment["PAGEREEL_LONG_TESTS"] == "1", "make clock-check runs these"))
struct ClockCheck {
    @Test("Ten seconds: every frame is exact", arguments: ClockPage.all, [30, 60])
    func tenSeconds(page: ClockPage, rate: Int) async throws {
        try await VirtualRecording.expectExact(page, rate: rate, seconds: 10, timeout: .seconds(500))
    }
}
