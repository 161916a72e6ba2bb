import Testing

/// Tests every source of time for 10 s at both common rates, chains of timers for a minute, and each
/// way to move something in all renderings.
///
/// `make clock-check` runs these, a few at a time. The time limit includes waiting for a turn.
@Suite(
    "The virtual clock, at length", .few, .timeLimit(.minutes(180)),
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

    @Test("Movers at 60 fps", arguments: MoverPage.all)
    func moversAtSixty(page: MoverPage) async throws {
        try await MoverRecording.expectExact(page, rate: 60, seconds: 1)
    }

    @Test("Movers, composited", arguments: MoverPage.all.filter { $0.only != "painted" }, [30, 60])
    func moversComposited(page: MoverPage, rate: Int) async throws {
        try await MoverRecording.expectExact(page, rate: rate, seconds: 1, ["--rendering", "composited"])
    }

    @Test("Movers, painted", arguments: MoverPage.all.filter { $0.only != "composited" }, [30, 60])
    func moversPainted(page: MoverPage, rate: Int) async throws {
        try await MoverRecording.expectExact(page, rate: rate, seconds: 1, ["--rendering", "painted"])
    }
}

/// Tests beside two busy loops, one recording at a time.
@Suite(
    "The virtual clock, on a busy machine", .serialized, .timeLimit(.minutes(20)),
    .enabled(if: LongTests.areOn, "make clock-check runs these"))
struct BusyClockCheck {
    @Test(
        "Movers that depend on the order of tasks: twenty recordings on a busy machine are the same",
        arguments: MoverPage.racing)
    func moversBesideLoops(page: MoverPage) async throws {
        try await BusyLoops.running(2) {
            try await MoverRecording.expectExact(page, rate: 30, seconds: 1, runs: 20)
        }
    }

    @Test("The same, composited, of what is painted by default", arguments: MoverPage.racing.filter { $0.only == nil })
    func compositedMoversBesideLoops(page: MoverPage) async throws {
        try await BusyLoops.running(2) {
            try await MoverRecording.expectExact(page, rate: 30, seconds: 1, runs: 20, ["--rendering", "composited"])
        }
    }
}
