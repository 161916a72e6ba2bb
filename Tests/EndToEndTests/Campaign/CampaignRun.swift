import Foundation
import TestSupport

/// One recording with a fault, and the checks of its result.
struct CampaignRun {
    let fault: CampaignFault
    /// When the fault happens, as a fraction of the longest time.
    let chance: Double
    /// The extension of the output's name.
    let container: String
    /// Whether an older output exists.
    let hasOldOutput: Bool

    private static let oldOutput = Data("an older recording".utf8)
    /// The statuses of docs/exit-status.md, except for an internal error of pagereel.
    private static let documentedStatuses: Set<Int32> = [
        0, 10, 11, 12, 64, 65, 66, 69, 73, 74, 75, 78, 129, 130, 131, 143,
    ]

    /// Records.
    ///
    /// - Returns: The errors, in a few words each.
    func perform() async throws -> [String] {
        let folder = try TemporaryFolder()
        for name in ["home", "tmp", "out"] { _ = try folder.makeFolder(name, permissions: 0o777) }
        guard let size = fault.diskSize else { return try await perform(in: folder) }
        var faults: [String] = []
        try await SmallDisk.mounted(at: folder.path("out"), kilobytes: size) { _ in
            faults = try await perform(in: folder)
        }
        return faults
    }

    private func perform(in folder: TemporaryFolder) async throws -> [String] {
        let output = folder.path("out/video.\(container)")
        if hasOldOutput { try Self.oldOutput.write(to: URL(fileURLWithPath: output)) }
        let server = try fault.server.map { try FaultyServer($0) }
        let page = try server?.url ?? folder.write("page.html", fault.page)
        let environment = [
            "PATH": Pagereel.systemPath, "HOME": folder.path("home"), "TMPDIR": folder.path("tmp"),
        ]
        let arguments =
            ["record", page, "-o", output] + TestPage.small + fault.options
            + (hasOldOutput ? ["--overwrite"] : [])
        let outcome: Pagereel.Outcome
        do {
            outcome = try await Pagereel.run(
                arguments, environment: environment, wrapper: fault.wrapper, timeout: .seconds(60)
            ) { recording in
                try await fault.action(
                    CampaignFault.Means(recording: recording, output: output, chance: chance))
            }
        } catch is Pagereel.TimedOut {
            return ["hangs"]
        }
        withExtendedLifetime(server) {}
        var faults = statusFaults(of: outcome) + sentenceFaults(of: outcome)
        faults += try await processFaults(in: folder)
        if fault.killsRecorder {
            // Unnamed outputs are gone; the next recorder removes named ones.
            let next = try await Pagereel.run(
                ["record", try folder.write("next.html", TestPage.timed(100)), "-o", folder.path("out/next.mp4")]
                    + TestPage.small, environment: environment)
            if next.exitCode != 0 { faults.append("the next recording fails: \(next.exitCode)") }
            try? FileManager.default.removeItem(atPath: folder.path("out/next.mp4"))
        }
        return faults + leftovers(in: folder, but: output) + (try await outputFaults(output, after: outcome))
    }

    private func statusFaults(of outcome: Pagereel.Outcome) -> [String] {
        let isRight =
            Self.documentedStatuses.contains(outcome.exitCode) || fault.killsRecorder && outcome.exitCode == 137
        return isRight ? [] : ["status \(outcome.exitCode)"]
    }

    /// Checks that a failure gives one message, and that only the recorder prints.
    private func sentenceFaults(of outcome: Pagereel.Outcome) -> [String] {
        let lines = outcome.standardError.split(separator: "\n")
        let errors = lines.count { $0.hasPrefix("pagereel: error: ") }
        var faults: [String] = []
        // With --verbose, the log and the helpers' messages are printed as well.
        if !fault.options.contains("--verbose"), let line = lines.first(where: { !$0.hasPrefix("pagereel: ") }) {
            faults.append("says '\(line.prefix(120))'")
        }
        let isSilent = fault.isMute || outcome.exitCode == 137 && fault.killsRecorder
        guard outcome.exitCode != 0, outcome.exitCode != 10, !isSilent else { return faults }
        // What was recorded before a crash is kept; then the reason is a warning. A file ended by a
        // signal is reported.
        let isTold =
            switch outcome.exitCode {
            case 12: errors == 1 || errors == 0 && lines.contains { $0.hasPrefix("pagereel: warning: ") }
            // The kernel ends the process before the program runs.
            case 129...: !lines.isEmpty || fault.mayPrecedeProgram
            default: errors == 1
            }
        return isTold ? faults : faults + ["\(errors) sentences"]
    }

    /// Every process that the recorder started has the run's temporary folder in its environment.
    private func processFaults(in folder: TemporaryFolder) async throws -> [String] {
        func left() -> [String] { ProcessTable().entries(withTemporaryFolder: folder.path("tmp")).map(\.name) }
        do {
            try await Condition.wait(for: "the end of every process", limit: .seconds(8)) { left().isEmpty }
            return []
        } catch {
            return left().map { "leaves \($0)" }
        }
    }

    private func leftovers(in folder: TemporaryFolder, but output: String) -> [String] {
        let names = folder.contents.filter { name in
            !["home/", "tmp/", "out/", "page.html", "next.html"].contains(name)
                && folder.path(name) != output && !(fault.usesHome && name.hasPrefix("home/"))
                && !(fault.takesOutput && (name == "out" || name.contains(#/^(moved|other)/$|^(out|moved)/video/#)))
        }
        // Without the parts that differ in each run.
        let kinds = names.map { name in
            let place = name.split(separator: "/").prefix(2).joined(separator: "/")
            return place.hasPrefix("tmp/") ? place.replacing(/-[^-]*$/, with: "-…") : place
        }
        return Set(kinds).sorted().map { "leaves \($0)" }
    }

    /// Checks that the output is complete, or is the older one, or does not exist.
    private func outputFaults(_ output: String, after outcome: Pagereel.Outcome) async throws -> [String] {
        guard !fault.takesOutput else { return [] }
        guard let bytes = FileManager.default.contents(atPath: output) else {
            if outcome.exitCode == 0 { return ["no output"] }
            return hasOldOutput ? ["the older output is gone"] : []
        }
        guard bytes != Self.oldOutput else { return outcome.exitCode == 0 ? ["the older output is still there"] : [] }
        guard ![64, 65, 69, 73, 74, 78, 10, 11].contains(outcome.exitCode) || fault.losesReport else {
            return ["an output of a failure"]
        }
        do {
            try await Tool.run("ffmpeg", ["-v", "error", "-xerror", "-i", output, "-f", "null", "-"])
            return []
        } catch {
            return ["an output that cannot be played"]
        }
    }
}
