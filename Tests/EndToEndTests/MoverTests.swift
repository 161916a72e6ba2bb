import Testing

extension CommandTests {
    /// Each way in which a page can move something: frame n shows it n / fps seconds after the start.
    @Suite("Movers")
    struct Movers {
        // make clock-check records all at both rates, in each rendering, and many times on a busy machine.
        @Test("Every frame shows the box where it is, or as late as it is in browsers", .full, arguments: MoverPage.all)
        func thirty(page: MoverPage) async throws {
            try await MoverRecording.expectExact(page, rate: 30, seconds: 0.5)
        }

        @Test("Composited, no picture has what tasks have drawn after its frame", .full, arguments: MoverPage.spoiled)
        func spoiled(page: MoverPage) async throws {
            try await MoverRecording.expectExact(page, rate: 30, seconds: 1, ["--rendering", "composited"])
        }
    }
}
