import ArgumentParser
import Files
import Foundation
import Glibc
import Notation
import RecordingLibrary
import Reports
import Subprocess
import SystemPackage

// The check of a file of cases, and how such a file changes the command line.

extension CheckCommand {
    /// The tables of options that a case can set.
    static let caseTables: [any OptionTable.Type] = [
        FollowArguments.self, ServeArguments.self, PageArguments.self, ScreenshotArguments.self, SignalArguments.self,
        SignalAddressArguments.self, ClockArguments.self,
    ]

    /// Rejects typed options that belong in the file.
    func refuseOptionsOfCases() throws {
        let names = Set(OptionFacts.byName(in: Self.caseTables).keys + ["expect", "name"]).subtracting(["sandbox"])
        guard let first = typedOptionsOfGroups.keys.filter(names.contains).min() else { return }
        throw ValidationError(
            "--\(first) cannot be combined with a file of cases. Set \(first): in the file, below defaults: or in a case."
        )
    }

    /// Arguments for the commands of all cases.
    ///
    /// A container has no sandbox for any page, so `--no-sandbox` is one of them.
    var argumentsForCases: [String] {
        let sandbox = typedOptionsOfGroups["sandbox"].map { _ in [pageOptions.sandbox ? "--sandbox" : "--no-sandbox"] }
        return (existing.overwrite ? ["--overwrite"] : [])
            + (sandbox ?? []) + configured.words
    }

    /// The folders for the files of the cases' failures: that of `--failures`, or one in it if an earlier case's files have
    /// the same names.
    private func failureFolders(of cases: [CheckCase]) -> [String] {
        var names = UniqueNames()
        return cases.map { checkCase in
            let name = FailureFiles.fileName(checkCase.name)
            let unique = names.unique(name)
            return unique == name ? expectations.failures : "\(expectations.failures)/\(unique)"
        }
    }

    /// The folders of the cases' storyboards: in that of `--storyboard`, named like the files of failures; `nil` for a case
    /// without one.
    private func storyboardFolders(of cases: [CheckCase]) -> [String?] {
        var names = UniqueNames()
        return cases.map { checkCase in
            guard let folder = storyboards.storyboard, checkCase.hasSteps else { return nil }
            let name = FailureFiles.fileName(checkCase.name).drop { $0 == "." }
            return "\(folder)/\(names.unique(name.isEmpty ? "case" : String(name)))"
        }
    }

    /// Writes the report to the files of `--report`, then prints it.
    ///
    /// - Parameters:
    ///   - results: What the report says.
    ///   - printing: Whether it is printed.
    /// - Throws: ``FileError`` for a file that cannot be written; the report is printed nevertheless.
    func giveReport(of results: [CheckResult], printing: Bool = true) throws {
        defer { if printing { printReport(of: results) } }
        for path in expectations.reports {
            guard let format = ReportFormat(fileName: path) else { continue }
            try TextFile.write(format.text(of: results) + "\n", to: path)
        }
    }

    private func printReport(of results: [CheckResult]) {
        let shown = messages.quiet ? results.filter { !$0.passed } : results
        let text = messages.format.text(of: shown)
        if !text.isEmpty { Message.result(text) }
    }
}

extension CheckCommand {
    /// Checks all cases of a file and prints one report.
    ///
    /// - Throws: ``FileError`` or ``YAMLError`` for the file of cases.
    func checkCases() throws -> ExitStatus {
        let file = try CasesFile(path: page)
        let cases = try file.cases()
        guard storyboards.storyboard == nil || cases.contains(where: \.hasSteps) else {
            throw CommandError(.usage, "--storyboard needs steps: no case in \(page) has do:.")
        }
        return try CommandLoop.run {
            // A case cannot be checked without its file.
            let command = repeatable(wholePath(page), address: page).text
            return try await check(cases, "case", command: command) { results in
                try update(file, with: zip(cases, results))
            }
        }
    }

    /// Checks cases and prints one report.
    ///
    /// - Parameters:
    ///   - noun: What a case is, for people.
    ///   - command: The command that checks them again, for an HTML report (default: that of each case's page).
    ///   - update: Saves what happened as the new expectations; `nil` if it has no place.
    /// - Throws: ``FileError`` for a file that cannot be written.
    @MainActor
    func check(
        _ cases: [CheckCase], _ noun: String, command: String? = nil,
        update: (([CheckResult]) throws -> ExitStatus)? = nil
    ) async throws -> ExitStatus {
        let signals = StopSignals()
        await signals.start()
        let files = try runFiles()
        let parts =
            files.hasReport
            ? try LockedFolder(in: FileManager.default.temporaryDirectory.path, prefix: "pagereel-report-") : nil
        let work = Task { await checkAll(cases, parts: parts?.path) }
        let results = await signals.run(interrupt: { work.cancel() }) { await work.value }
        if let status = signals.status {
            files.discard()
            return status
        }
        if expectations.update, let update { return try update(results) }
        let runs = results.enumerated().map { index, result in
            var run =
                parts.flatMap { RunFiles.run(ofPart: Self.part(index, in: $0.path)) }
                ?? RunReport(result, date: files.date)
            if let command { run.command = command }
            return run
        }
        try place(runs, files)
        try giveReport(of: results)
        let failures = results.count { !$0.passed }
        if !messages.quiet {
            Message.note("\(quantity(results.count, noun)), \(failures == 0 ? "all passed" : "\(failures) FAILED").")
        }
        return failures == 0 ? .success : .unexpected
    }

    /// The file for a case's part of an HTML report.
    private static func part(_ index: Int, in folder: String) -> String { "\(folder)/\(index).json" }

    /// Checks cases in parallel, and returns the results in the order of the cases.
    ///
    /// - Parameter parts: The folder for their parts of an HTML report; `nil` for no report.
    private func checkAll(_ cases: [CheckCase], parts: String?) async -> [CheckResult] {
        let shared = argumentsForCases
        let (storyboards, failures) = (storyboardFolders(of: cases), failureFolders(of: cases))
        return await withTaskGroup(of: (Int, CheckResult).self) { group in
            var results: [Int: CheckResult] = [:]
            var rest = cases.enumerated().makeIterator()
            func startNext() {
                guard !Task.isCancelled, let (index, checkCase) = rest.next() else { return }
                let run = CaseRun(
                    checkCase: checkCase, shared: shared, failures: failures[index], storyboard: storyboards[index],
                    part: parts.map { Self.part(index, in: $0) })
                group.addTask { (index, await run.run()) }
            }
            for _ in 0..<expectations.jobs { startNext() }
            for await (index, result) in group {
                results[index] = result
                startNext()
            }
            return cases.indices.compactMap { results[$0] }
        }
    }

    /// Reports what is wrong apart from expectations, and so cannot be saved as one.
    static func statusOfUpdate(for results: [CheckResult]) -> ExitStatus {
        let faults = results.flatMap { result in result.faults.map { "\(result.name): \($0)" } }
        faults.forEach(Message.error)
        return faults.isEmpty ? .success : .unexpected
    }

    private func update(
        _ file: CasesFile, with pairs: Zip2Sequence<[CheckCase], [CheckResult]>
    ) throws -> ExitStatus {
        let text = try ExpectationUpdate(file: file.file).text(
            with: pairs.compactMap { checkCase, result in
                let isLive = checkCase.arguments.contains("--clock=realtime")
                return checkCase.place.map { ($0, result.observations(isLive: isLive)) }
            })
        try TextFile.write(text, to: file.file.path)
        if !messages.quiet {
            Message.note("\(file.file.path): updated \(quantity(Array(pairs).count, "case")).")
        }
        return Self.statusOfUpdate(for: pairs.map(\.1))
    }
}

/// Checks a case in a child process: cases differ in size, scale and clock, and
/// a crash affects only one.
struct CaseRun {
    let checkCase: CheckCase
    let shared: [String]
    /// The folder for the files of a failure.
    let failures: String
    /// The folder of its storyboard.
    let storyboard: String?
    /// The file for its part of an HTML report.
    let part: String?

    /// The variable with the file for a part of another command's report.
    private static let partVariable = "PAGEREEL_REPORT_PART"

    /// The file for this command's part of another command's report; `nil` if it is not a case of one.
    static var partOfReport: String? { unsafe getenv(partVariable).map { unsafe String(cString: $0) } }

    /// Checks the case.
    ///
    /// - Returns: The result; a case that could not be checked has failed, with
    ///   the reason.
    func run() async -> CheckResult {
        var arguments =
            ["check", checkCase.page, "--format", "json", "--name", checkCase.name, "--failures", failures]
            + checkCase.arguments + shared
        if let storyboard { arguments += ["--storyboard", storyboard] }
        let steps = FileManager.default.temporaryDirectory.appendingPathComponent("pagereel-\(UUID().uuidString).yaml")
        // A case without steps has no such file; one that cannot be removed remains in the temporary folder.
        defer { try? FileManager.default.removeItem(at: steps) }
        do {
            if let text = checkCase.steps {
                try Data(text.utf8).write(to: steps)
                arguments += ["--do", steps.path]
            }
            let outcome = try await Subprocess.run(
                .path("/proc/self/exe"), arguments: Arguments(arguments), environment: environment, input: .none,
                output: .string(limit: Self.longestReport), error: .string(limit: Self.longestReport))
            let report = Data(outcome.standardOutput.utf8)
            // A check that failed before its report has said why on standard error.
            if let result = try? JSONDecoder().decode([CheckResult].self, from: report).first { return result }
            let message = outcome.standardError.replacing("pagereel: error: ", with: "")
            return failed(message.isEmpty ? "The check ended with \(outcome.terminationStatus)." : message)
        } catch {
            return failed("The check could not be run (\(error)).")
        }
    }

    private var environment: Subprocess.Environment {
        guard let part else { return .inherit }
        return .inherit.updating([.init(stringLiteral: Self.partVariable): part])
    }

    /// In bytes; more than any report has.
    private static let longestReport = 64 << 20

    private func failed(_ message: String) -> CheckResult {
        CheckResult(
            name: checkCase.name, page: ShownAddress.text(checkCase.page),
            failure: message.trimmingCharacters(in: .whitespacesAndNewlines)
        )
    }
}
