import Testing

/// Tests every source of time for 10 s at both common rates, and chains of timers for a minute.
///
/// Takes twenty minutes: `make clock-check`.
@Suite(
    "The virtual clock, at length", .serialized, .timeLimit(.minutes(10)),
    .enabled(if: LongTests.areOn, "make clock-check runs these"))
struct ClockCheck {
    @Test("Ten seconds, composited: every frame is exact", arguments: ClockPage.all, [30, 60])
    func composited(page: ClockPage, rate: Int) async throws {
        try await VirtualRecording.expectExact(
            page, rate: rate, seconds: 10, ["--rendering", "composited"], timeout: .seconds(500))
    }

    @Test("Ten seconds, automatic rendering: every frame is exact", arguments: ClockPage.all, [30, 60])
    func auto(page: ClockPage, rate: Int) async throws {
        try await VirtualRecording.expectExact(
            page, rate: rate, seconds: 10, ["--rendering", "auto"], timeout: .seconds(500))
    }

    @Test("A minute: every frame is exact", arguments: ClockPage.chains)
    func minute(page: ClockPage) async throws {
        try await VirtualRecording.expectExact(page, rate: 30, seconds: 60, timeout: .seconds(500))
    }
}
