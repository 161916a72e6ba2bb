import Foundation
import Notation
import Recorder

/// One run of `pagereel check` with a file of cases.
struct CasesSession {
    private let command: CheckCommand

    /// Prepares to run a command.
    init(_ command: CheckCommand) { self.command = command }

    /// Checks all cases and prints one report.
    func run() -> ExitStatus {
        CommandEnvironment.prepare(isVerbose: command.messages.verbose)
        do {
            let file = try CasesFile(path: command.page)
            let cases = try file.cases()
            return CommandLoop.run { await check(cases, in: file) }
        } catch {
            Message.error("\(error)")
            return ExitStatus(error, signal: nil)
        }
    }

    @MainActor
    private func check(_ cases: [CheckCase], in file: CasesFile) async -> ExitStatus {
        var stoppedBy: ExitStatus?
        let work = Task { await checkAll(cases) }
        let watcher = SignalWatcher { number in
            stoppedBy = ExitStatus(signal: number)
            work.cancel()
        }
        await watcher.start()
        defer { withExtendedLifetime(watcher) {} }
        let results = await work.value
        if let stoppedBy { return stoppedBy }
        if command.expectations.update { return update(file, with: zip(cases, results)) }
        command.print(results)
        let failures = results.count { !$0.passed }
        if !command.messages.quiet {
            Message.note("\(results.count) cases, \(failures == 0 ? "all passed" : "\(failures) FAILED").")
        }
        return failures == 0 ? .recorded : .unexpected
    }

    /// Checks some cases at a time, and gives the results in the file's order.
    private func checkAll(_ cases: [CheckCase]) async -> [CheckResult] {
        let shared = command.argumentsForCases
        return await withTaskGroup(of: (Int, CheckResult).self) { group in
            var results: [Int: CheckResult] = [:]
            var rest = cases.enumerated().makeIterator()
            func startNext() {
                guard !Task.isCancelled, let (index, checkCase) = rest.next() else { return }
                group.addTask { (index, await CaseRun(checkCase, shared: shared).run()) }
            }
            for _ in 0..<command.expectations.jobs { startNext() }
            for await (index, result) in group {
                results[index] = result
                startNext()
            }
            return cases.indices.compactMap { results[$0] }
        }
    }

    private func update(_ file: CasesFile, with pairs: Zip2Sequence<[CheckCase], [CheckResult]>) -> ExitStatus {
        do {
            let text = try ExpectationUpdate(file.file).text(
                with: pairs.map { ($0.place, $1.observations(isLive: $0.arguments.contains("--clock=realtime"))) })
            try TextFile.write(text, to: file.file.path)
        } catch {
            Message.error("\(error)")
            return ExitStatus(error, signal: nil)
        }
        if !command.messages.quiet { Message.note("\(file.file.path): \(Array(pairs).count) cases written down anew.") }
        return .recorded
    }
}
