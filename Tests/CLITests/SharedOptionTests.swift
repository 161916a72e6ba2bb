import ArgumentParser
import Foundation
import Recorder
import TestSupport
import Testing

@testable import CLI
@testable import EngineLink

/// Every option of a page that several commands show changes what each of them does.
@Suite("Options that commands share")
struct SharedOptionTests {
    private static let page = "https://a.example/"

    /// A command that follows a page.
    enum Follower: CaseIterable {
        case record, check, stills

        private var command: any ConfigurableCommand.Type {
            switch self {
            case .record: RecordCommand.self
            case .check: CheckCommand.self
            case .stills: StillsCommand.self
            }
        }

        /// The options of the page that it shows.
        var options: [OptionFacts] {
            let tables: [any OptionTable.Type] = [
                PageArguments.self, DataArguments.self, SignalArguments.self, TimeoutArguments.self,
                SignalAddressArguments.self,
                ClockArguments.self, CaptureArguments.self, PictureArguments.self,
            ]
            let shown = command.configurableTables.map { "\($0)" }
            return tables.filter { shown.contains("\($0)") }.flatMap { $0.facts }
        }

        /// What the command would do.
        func plan(_ arguments: [String]) throws -> TakePlan {
            switch self {
            case .record:
                try RecordCommand.parse([page, "-o", "/out.mp4"] + arguments).plan(output: "/out.mp4", from: nil).take
            case .check: try CheckCommand.parse([page] + arguments).plan(for: page, from: nil)
            case .stills: try StillsCommand.parse([page, "--at", "1s", "-o", "/out"] + arguments).plan(from: nil)
            }
        }
    }

    /// A value of each option that is not its default; flags have none.
    private let values: [String: String]
    private let files: TemporaryFolder

    init() throws {
        files = try TemporaryFolder()
        let file = try files.write("a.txt", "/**/")
        values = [
            "size": "320x180", "scale": "2", "user-agent": "a", "header": "X-A: b", "cookie": "a=b", "auth": "a:b",
            "init-script": file, "script": file, "style": file,
            "ca-file": try files.write("a.pem", "-----BEGIN CERTIFICATE-----"),
            "state": try files.write("a.json", "{}"),
            "do": try files.write("a.yaml", "vars: {a: b}\nsteps: [{at: 1s, type: '{{a}}'}]"), "var": "a=c",
            "wait-for": "#a", "data": "{\"name\": 1}",
            "language": "de", "max-memory": "800M", "block": "ads", "start-on": "load",
            "duration": "3s", "start-timeout": "3s", "max-duration": "3s", "hang-timeout": "3s", "step-timeout": "3s",
            "start-url": "a://b",
            "stop-url": "a://b", "cancel-url": "a://b", "clock": "realtime", "date": "2026-01-01T00:00:00Z",
            "timezone": "Asia/Shanghai", "seed": "7", "refresh-rate": "50", "network": "run",
            "rendering": "composited", "capture": "snapshot",
        ]
    }

    @Test("Each option changes the plan of each command that shows it", arguments: Follower.allCases)
    func plan(of follower: Follower) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let plain = try encoder.encode(follower.plan([]))
        for option in follower.options {
            let value = values[option.name]
            try #require(option.kind == .flag || value != nil, "--\(option.name) needs a value in this test.")
            // The sandbox is on by default.
            let name = option.name == "sandbox" ? "no-sandbox" : option.name
            let needed = option.requirement.map { ["--\($0.option)", values[$0.option] ?? ""] } ?? []
            let plain = needed.isEmpty ? plain : try encoder.encode(follower.plan(needed))
            let changed = try encoder.encode(follower.plan(needed + ["--\(name)"] + (value.map { [$0] } ?? [])))
            #expect(changed != plain, "--\(name) changes nothing.")
        }
    }
}
