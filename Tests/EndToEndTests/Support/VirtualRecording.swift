import TestSupport
import Testing

/// Recordings on the virtual clock.
enum VirtualRecording {
    /// Runs the recorder until the page's start signal.
    static func run(
        _ page: String, to output: String, _ options: [String] = TestPage.small, timeout: Duration = .seconds(150)
    ) async throws -> Pagereel.Outcome {
        try await Pagereel.run(
            ["record", page, "-o", output, "--json", "--clock", "virtual", "--start-on", "signal"] + options,
            timeout: timeout)
    }

    /// Records a page from its start signal.
    @discardableResult
    static func record(
        _ page: String, to output: String, _ options: [String] = TestPage.small, timeout: Duration = .seconds(150),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Summary {
        let outcome = try await run(page, to: output, options, timeout: timeout)
        #expect(outcome.exitCode == 0, "\(outcome.standardError)", sourceLocation: sourceLocation)
        return try outcome.summary
    }

    /// Records a page of fixtures/html/clock and checks every frame.
    static func expectExact(
        _ page: ClockPage, rate: Int, seconds: Int, _ options: [String] = [], timeout: Duration = .seconds(150),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let folder = try TemporaryFolder()
        let output = folder.path("out.mp4")
        try await WebServer.serving([:]) { server in
            // A second server is another origin.
            try await WebServer.serving([:]) { other in
                let query =
                    page.name == "iframe" ? "?frame=" + other.url("/fixtures/clock/iframe-inner.html") : page.query
                let summary = try await record(
                    server.url("/fixtures/clock/\(page.name).html\(query)"), to: output,
                    ["--fps", "\(rate)", "--duration", "\(seconds)s", "--size", page.size] + options, timeout: timeout,
                    sourceLocation: sourceLocation)
                #expect(summary.frames == seconds * rate, sourceLocation: sourceLocation)
                #expect(summary.repeated == 0, sourceLocation: sourceLocation)
                #expect(summary.warnings == [], sourceLocation: sourceLocation)
            }
        }
        #expect(try await Probe.read(output).video?.packetCount == seconds * rate, sourceLocation: sourceLocation)
        let faults = try await page.faults(ClockPage.Video(path: output, rate: rate))
        #expect(faults == [], sourceLocation: sourceLocation)
    }

    /// Serves pages, records the one at `/` at 30 fps, and checks every frame's bar code.
    ///
    /// - Parameter shows: The expected code at a frame's time in milliseconds (default: that time).
    static func expectExact(
        _ pages: [String: WebServer.Page], seconds: Int, _ options: [String] = [],
        warning: String? = nil, sourceLocation: SourceLocation = #_sourceLocation, shows: ((Double) -> Int)? = nil
    ) async throws {
        let folder = try TemporaryFolder()
        let output = folder.path("out.mp4")
        try await WebServer.serving(pages) { server in
            let summary = try await record(
                server.url("/"), to: output, TestPage.small + ["--duration", "\(seconds)s"] + options,
                sourceLocation: sourceLocation)
            #expect(summary.frames == 30 * seconds, sourceLocation: sourceLocation)
            #expect(summary.repeated == 0, sourceLocation: sourceLocation)
            #expect(summary.warnings.count == (warning == nil ? 0 : 1), sourceLocation: sourceLocation)
            if let warning {
                #expect(summary.warnings.first?.contains(warning) == true, sourceLocation: sourceLocation)
            }
        }
        let times = try await BarCode.times(of: output)
        #expect(times.count == 30 * seconds, sourceLocation: sourceLocation)
        let faults =
            shows.map { shows in ClockPage.faults(in: times, rate: 30) { $0 == shows($1) } }
            ?? ClockPage.faults(inTimes: times, rate: 30)
        #expect(faults == [], sourceLocation: sourceLocation)
    }

    /// Expects a run to have ended with a hang, and the file to contain the frames before it.
    static func expectHang(
        _ outcome: Pagereel.Outcome, output: String, frames: Int, naming words: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(outcome.exitCode == 12, "\(outcome.standardError)", sourceLocation: sourceLocation)
        let summary = try outcome.summary
        #expect(summary.exitReason == "hung", sourceLocation: sourceLocation)
        #expect(summary.frames == frames, sourceLocation: sourceLocation)
        #expect(try await Probe.read(output).video?.packetCount == frames, sourceLocation: sourceLocation)
        let warning = try #require(summary.warnings.last, sourceLocation: sourceLocation)
        for word in words { #expect(warning.contains(word), "\(warning)", sourceLocation: sourceLocation) }
    }
}
