import Foundation
import Notation

/// Runs `pagereel check` with a file of cases.
struct CasesSession {
    let command: CheckCommand

    /// Checks all cases and prints one report.
    ///
    /// - Throws: ``FileError`` or ``YAMLError`` for the file of cases.
    func run() throws -> ExitStatus {
        let file = try CasesFile(path: command.page)
        let cases = try file.cases()
        return try CommandLoop.run { try await check(cases, in: file) }
    }

    @MainActor
    private func check(_ cases: [CheckCase], in file: CasesFile) async throws -> ExitStatus {
        let signals = StopSignals()
        await signals.start()
        let work = Task { await checkAll(cases) }
        let results = await signals.run(interrupt: { work.cancel() }) { await work.value }
        if let status = signals.status { return status }
        if command.expectations.update { return try update(file, with: zip(cases, results)) }
        command.print(results)
        let failures = results.count { !$0.passed }
        if !command.messages.quiet {
            Message.note("\(quantity(results.count, "case")), \(failures == 0 ? "all passed" : "\(failures) FAILED").")
        }
        return failures == 0 ? .recorded : .unexpected
    }

    /// Checks cases in parallel, and returns the results in the file's order.
    private func checkAll(_ cases: [CheckCase]) async -> [CheckResult] {
        let shared = command.argumentsForCases
        return await withTaskGroup(of: (Int, CheckResult).self) { group in
            var results: [Int: CheckResult] = [:]
            var rest = cases.enumerated().makeIterator()
            func startNext() {
                guard !Task.isCancelled, let (index, checkCase) = rest.next() else { return }
                group.addTask { (index, await CaseRun(checkCase: checkCase, shared: shared).run()) }
            }
            for _ in 0..<command.expectations.jobs { startNext() }
            for await (index, result) in group {
                results[index] = result
                startNext()
            }
            return cases.indices.compactMap { results[$0] }
        }
    }

    private func update(
        _ file: CasesFile, with pairs: Zip2Sequence<[CheckCase], [CheckResult]>
    ) throws -> ExitStatus {
        let text = try ExpectationUpdate(file: file.file).text(
            with: pairs.map { ($0.place, $1.observations(isLive: $0.arguments.contains("--clock=realtime"))) })
        try TextFile.write(text, to: file.file.path)
        if !command.messages.quiet {
            Message.note("\(file.file.path): updated \(quantity(Array(pairs).count, "case")).")
        }
        return .recorded
    }
}
