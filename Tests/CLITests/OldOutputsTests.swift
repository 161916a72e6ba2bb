import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite("Output names with a time")
struct TimedNameTests {
    @Test(
        "Names are ordered by age if the time begins with the year",
        arguments: [
            "%Y-%m-%d.mp4", "report-%Y%m%d-%H%M%S.mp4", "%F.mkv", "%F %T.mp4", "%y%m%d.mp4", "%Y-%m.mp4", "%Y.mp4",
            "%Y-%j.mp4", "%d.%m.%Y.mp4", "%A, %d. %B %Y.mp4", "%Y-%m-%d %I%p.mp4", "100%% %Y-%m-%d.mp4", "年%Y月%m.mp4",
            "%Y-%-m-%-d.mp4", "%Y-%m-%dT%H%M%S%z.mp4", "%e.%m.%Y.mp4",
        ])
    func ordered(template: String) throws {
        let name = TimedName(template: template)
        #expect(name.ordersByTime)
        for time in [1_767_225_600, 1_772_323_199, 1_782_000_000] {
            #expect(name.time(of: name.text(at: time)) != nil, "\(name.text(at: time))")
        }
    }

    @Test(
        "Names without a year, ambiguous names and paths have no order",
        arguments: [
            "out.mp4", "100%%.mp4", "%d.mp4", "%a.mp4", "%m-%d.mp4", "%H%M.mp4", "%Y-%d.mp4", "%Y-%H.mp4",
            "%Y-%m-%M.mp4", "%Y-%m %S.mp4", "%Y-%m-%d %I.mp4", "%C.mp4", "%Y-%U.mp4", "%G-%V.mp4", "%Y-%m-%d %Z.mp4",
            "%D.mp4", "%Y %a.mp4", "%.mp4", "%q-%Y.mp4",
        ])
    func unordered(template: String) {
        #expect(!TimedName(template: template).ordersByTime)
    }

    @Test(
        "Only conversions of strftime are accepted in a name",
        arguments: [
            ("%F.mp4", nil), ("100%%.mp4", nil), ("%-d %_H %^a %4Y %Ey %Od.mp4", nil), ("a.mp4", nil),
            ("%N.mp4", "%N"), ("%F-%Q.mp4", "%Q"), ("100%.mp4", "%."), ("a%", "%"), ("%F %é", "%é"), ("%%%", "%"),
        ] as [(String, String?)])
    func conversions(template: String, unknown: String?) throws {
        guard let unknown else { return try TimedName(template: template).check() }
        let error = try #require(throws: ValidationError.self) { try TimedName(template: template).check() }
        #expect(error.message.hasPrefix("'\(unknown)' in the name '\(template)' is no conversion"), "\(error.message)")
        #expect(throws: ValidationError.self) { try OutputName(template: template + ".mp4").path(at: 0) }
    }

    @Test(
        "Names that the template cannot produce do not match",
        arguments: [
            "notes.mp4", "2026-01-01-old.mp4", "old-2026-01-01.mp4", "2026-1-1.mp4", "2026-01-1.mp4", "2026-02-30.mp4",
            "2026-13-01.mp4", "2026-00-10.mp4", "2026-01-01.MP4", "2026-01-01.mkv", " 2026-01-01.mp4",
            "2026-01-01 .mp4", "2026-01-01.mp4 ", "2026- 1-01.mp4", "+2026-01-01.mp4", "２０２６-01-01.mp4", "",
            "2026-01-01.mp4\n", "%Y-%m-%d.mp4", "2026-01-01", "20260101.mp4", ".2026-01-01.mp4", "2026-01-01.mp4.part",
        ])
    func foreign(name: String) {
        #expect(TimedName(template: "%Y-%m-%d.mp4").time(of: name) == nil)
    }

    @Test("Names are compared byte by byte")
    func bytes() {
        let composed = TimedName(template: "\u{e9}-%Y-%m-%d.mp4")
        #expect(composed.time(of: "\u{e9}-2026-01-01.mp4") != nil)
        #expect(composed.time(of: "e\u{301}-2026-01-01.mp4") == nil)
        let month = TimedName(template: "%Y-%b-%d.mp4")
        #expect(month.time(of: "2026-Jan-01.mp4") != nil)
        #expect(month.time(of: "2026-JAN-01.mp4") == nil)
        #expect(month.time(of: "2026-January-01.mp4") == nil)
        let spaced = TimedName(template: "a %Y-%m-%d.mp4")
        #expect(spaced.time(of: "a 2026-01-01.mp4") != nil)
        #expect(spaced.time(of: "a2026-01-01.mp4") == nil)
        #expect(spaced.time(of: "a  2026-01-01.mp4") == nil)
    }

    @Test("A name gives its time")
    func time() {
        let name = TimedName(template: "%Y-%m-%d-%H%M%S.mp4")
        #expect(name.time(of: "2026-01-01-000000.mp4") == 1_767_225_600)
        #expect(name.time(of: "2024-02-29-235959.mp4") == 1_709_251_199)
    }
}

@Suite("Older outputs")
struct OldOutputsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func remove(
        keeping count: Int? = nil, age: String? = nil, size: Int? = nil, template: String = "%Y-%m-%d.mp4",
        latest: String = "2026-03-10.mp4"
    ) throws -> OldOutputs.Removal {
        let output = OutputName(template: folder.path(template))
        return try OldOutputs(output).remove(
            keeping: count.map { .count($0) } ?? age.flatMap(KeepLimit.init), size: size, latest: folder.path(latest))
    }

    @Test("All but the newest outputs are removed, by the time in their names")
    func newestStay() throws {
        // Created in a different order than their names.
        for day in [7, 10, 8, 3, 9, 1] { try folder.write("2026-03-\(day < 10 ? "0" : "")\(day).mp4") }
        try folder.write("2025-12-31.mp4")
        let removal = try remove(keeping: 3)
        #expect(folder.contents == ["2026-03-08.mp4", "2026-03-09.mp4", "2026-03-10.mp4"])
        #expect(
            removal.removed
                == ["2026-03-07", "2026-03-03", "2026-03-01", "2025-12-31"].map { folder.path($0 + ".mp4") })
        #expect(removal.failures == [])
        #expect(try remove(keeping: 3).removed == [])
        _ = try remove(keeping: 1)
        #expect(folder.contents == ["2026-03-10.mp4"])
    }

    @Test("Outputs of a time stay, whatever the time of the files")
    func age() throws {
        for day in ["03-10", "03-09", "03-03", "03-02", "02-28"] { try folder.write("2026-\(day).mp4") }
        #expect(try remove(age: "1w").removed == ["2026-03-02", "2026-02-28"].map { folder.path($0 + ".mp4") })
        #expect(try remove(age: "24h").removed == [folder.path("2026-03-03.mp4")])
        #expect(try remove(age: "1h").removed == [folder.path("2026-03-09.mp4")])
        #expect(folder.contents == ["2026-03-10.mp4"])
    }

    @Test("The newest outputs stay that together have a size; the latest stays in any case")
    func size() throws {
        for day in ["03-10", "03-09", "03-08", "03-07"] { try folder.write("2026-\(day).mp4", "1234567890") }
        #expect(try remove(size: 40).removed == [])
        #expect(try remove(size: 29).removed == ["2026-03-08", "2026-03-07"].map { folder.path($0 + ".mp4") })
        #expect(try remove(keeping: 5, size: 20).removed == [])
        #expect(try remove(keeping: 5, size: 1).removed == [folder.path("2026-03-09.mp4")])
        #expect(folder.contents == ["2026-03-10.mp4"])
    }

    @Test(
        "A limit is a number or an age",
        arguments: [
            ("1", "1"), ("30", "30"), ("12h", "12h"), ("90d", "90d"), ("8w", "8w"), ("0", nil), ("0d", nil),
            ("-1", nil),
            ("1m", nil), ("1.5d", nil), ("d", nil), ("", nil), ("90 d", nil), ("90dd", nil), ("100001", nil),
        ] as [(String, String?)])
    func limits(text: String, written: String?) {
        #expect(KeepLimit(text).map(\.description) == written)
    }

    @Test("Other names, later times, folders and links are kept")
    func nothingElse() throws {
        let others = [
            "notes.mp4", "2026-01-01-old.mp4", "2026-02-30.mp4", "2026-1-1.mp4", "2026-03-09.mkv", "2999-01-01.mp4",
            "2026-03-11.mp4", ".2026-03-09.mp4", "sub/2026-03-08.mp4", "2026-03-05.mp4/2026-03-04.mp4",
        ]
        for name in others { try folder.write(name) }
        try folder.write("elsewhere/2026-03-03.mp4")
        let files = FileManager.default
        try files.createSymbolicLink(
            atPath: folder.path("2026-03-06.mp4"), withDestinationPath: folder.path("elsewhere/2026-03-03.mp4"))
        try files.createSymbolicLink(atPath: folder.path("2026-03-02.mp4"), withDestinationPath: "nowhere")
        unsafe #expect(mkfifo(folder.path("2026-03-01.mp4"), 0o600) == 0)
        try folder.write("2026-03-10.mp4")
        let before = try files.subpathsOfDirectory(atPath: folder.path).sorted()
        #expect(try remove(keeping: 1).removed == [])
        #expect(try files.subpathsOfDirectory(atPath: folder.path).sorted() == before)
        try folder.write("2026-03-09.mp4")
        #expect(try remove(keeping: 1).removed == [folder.path("2026-03-09.mp4")])
        #expect(try files.subpathsOfDirectory(atPath: folder.path).sorted() == before)
    }

    @Test("Only the output's own folder is searched")
    func foreignLatest() throws {
        try folder.write("2026-03-09.mp4")
        #expect(try remove(keeping: 1, latest: "out.mp4").removed == [])
        #expect(folder.contents == ["2026-03-09.mp4"])
    }

    @Test("A missing folder is reported")
    func missingFolder() throws {
        let removal = try remove(keeping: 1, template: "gone/%Y-%m-%d.mp4", latest: "gone/2026-03-10.mp4")
        #expect(removal.removed == [])
        #expect(removal.failures.count == 1 && removal.failures[0].contains("gone"))
    }

    @Test(
        "--keep is rejected if the template gives no order",
        arguments: [
            ("out.mp4", "time in its name"), ("%Y/%m/%d.mp4", "one folder"), ("%Y/out.mp4", "one folder"),
            ("%d.mp4", "begins with the year"), ("a/%H%M.mp4", "begins with the year"),
            ("100%%.mp4", "begins with the year"), ("%D.mp4", "begins with the year"),
        ])
    func templates(template: String, words: String) throws {
        let output = OutputName(template: template)
        let error = #expect(throws: ValidationError.self) { try OldOutputs(output) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test("A folder name may contain a percent sign")
    func percent() throws {
        try folder.write("100%/2026-03-09.mp4")
        try folder.write("100%/2026-03-10.mp4")
        let removal = try remove(keeping: 1, template: "100%%/%Y-%m-%d.mp4", latest: "100%/2026-03-10.mp4")
        #expect(removal.removed == [folder.path("100%/2026-03-09.mp4")])
    }
}
