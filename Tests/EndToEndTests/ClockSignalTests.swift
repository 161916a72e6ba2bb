import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Signals and their times on the virtual clock are complete and exact.
    @Suite("Signals on the virtual clock")
    struct ClockSignals {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// Whether two times in seconds are the same microsecond.
        private static func areSame(_ times: [Double], _ others: [Double]) -> Bool {
            times.count == others.count && zip(times, others).allSatisfy { abs($0 - $1) < 1e-6 }
        }

        @Test(
            "Signals 1 ms apart arrive in order and on time", .full,
            arguments: ["navigation", "message"])
        func apart(via: String) async throws {
            var pageTimes: Set<[Double]> = []
            for _ in 1...LongTests.repetitions {
                let summary = try await VirtualRecording.record(
                    Fixture.page("signals/timers-apart.html?via=\(via)"), to: output,
                    TestPage.small + ["--overwrite"])
                #expect(summary.signalNames == ["start", "mark", "mark", "mark", "stop"])
                #expect(summary.signals.compactMap(\.name) == ["one", "two", "three"])
                let times = summary.signals.compactMap(\.time)
                #expect(Self.areSame(times, [0, 0.001, 0.002, 0.003, 0.004]), "\(times)")
                #expect(summary.chapters.map(\.name) == ["one", "two", "three"])
                let starts = summary.chapters.map(\.start)
                #expect(Self.areSame(starts, [0.001, 0.002, 0.003]), "\(starts)")
                #expect(summary.frames == 1)
                #expect(summary.exitReason == "stopped")
                #expect(summary.warnings == [])
                pageTimes.insert(summary.signals.map(\.pageTime))
            }
            #expect(pageTimes.count == 1, "the page's own times are the same in each recording")
        }

        @Test(
            "A stop signal ends the video with the last frame before it", .full,
            arguments: [
                (1, "30", 1), (33, "30", 1), (34, "30", 2), (100, "30", 3), (101, "30", 4), (1000, "30", 30),
                (1001, "30", 31), (250, "60", 15), (251, "60", 16), (1001, "29.97", 30), (1002, "29.97", 31),
            ])
        func length(milliseconds: Int, rate: String, frames: Int) async throws {
            let page = try folder.write("page.html", TestPage.timed(milliseconds))
            let summary = try await VirtualRecording.record(page, to: output, TestPage.small + ["--fps", rate])
            #expect(summary.frames == frames)
            #expect(Self.areSame(summary.signals.compactMap(\.time), [0, Double(milliseconds) / 1000]))
            #expect(try await Probe.read(output).video?.packetCount == frames)
        }

        @Test(
            "A pause is removed exactly",
            arguments: [("0.5,1.5", 500.0, 1000.0), ("0.51,1.53", 510, 1020), ("0.517,0.518", 517, 1)])
        func pause(times: String, begin: Double, length: Double) async throws {
            let summary = try await VirtualRecording.record(
                Fixture.page("bar-code.html?seconds=2&pause=\(times)"), to: output)
            #expect(summary.signalNames == ["start", "pause", "resume", "stop"])
            let frames = Int(((2000 - length) * 30 / 1000 - 1e-6).rounded(.up))
            #expect(summary.frames == frames)
            let shown = try await BarCode.times(of: output)
            #expect(shown.count == frames)
            let faults = ClockPage.faults(inTimes: shown, rate: 30) { time in
                time < begin - 1e-6 ? time : time + length
            }
            #expect(faults == [])
        }

        @Test(
            "The page has the requested date and time zone", .full,
            arguments: [
                ("2026-01-01T08:00:00+08:00", "Asia/Shanghai", -480), ("2026-07-01T12:00:00Z", "America/New_York", 240),
                ("1999-12-31T23:59:00-05:00", "Australia/Adelaide", -630),
            ])
        func date(date: String, zone: String, offset: Int) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.reporting(
                    "[Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone, new Date().getTimezoneOffset()]"))
            var titles: Set<String> = []
            for _ in 1...2 {
                let summary = try await VirtualRecording.record(
                    page, to: output, TestPage.small + ["--overwrite", "--date", date, "--timezone", zone])
                titles.insert(summary.title)
            }
            let title = try #require(titles.first)
            #expect(titles.count == 1, "\(titles)")
            let said = title.split(separator: ",")
            #expect(said.dropFirst() == [zone[...], "\(offset)"[...]], "\(title)")
            // The page reports this some frames after loading began.
            let began = try #require(ISO8601DateFormatter().date(from: date)).timeIntervalSince1970 * 1000
            let now = try #require(said.first.flatMap { Double($0) })
            #expect(now >= began && now - began < 1000, "\(now - began) ms")
        }
    }
}
