import Foundation
import Notation
import Subprocess
import SystemPackage

/// Checks a case in a child process: cases differ in size, scale and clock, and
/// a crash affects only one.
struct CaseRun {
    let checkCase: CheckCase
    /// Arguments for all cases.
    let shared: [String]

    /// Checks the case.
    ///
    /// - Returns: The result; a case that could not be checked has failed, with
    ///   the reason.
    func run() async -> CheckResult {
        var arguments =
            ["check", checkCase.page, "--format", "json", "--name", checkCase.name] + checkCase.arguments + shared
        let steps = FileManager.default.temporaryDirectory.appendingPathComponent("pagereel-\(UUID().uuidString).yaml")
        // There is none without steps; another remains in the temporary folder.
        defer { try? FileManager.default.removeItem(at: steps) }
        do {
            if let text = checkCase.steps {
                try Data(text.utf8).write(to: steps)
                arguments += ["--do", steps.path]
            }
            let outcome = try await Subprocess.run(
                .path("/proc/self/exe"), arguments: Arguments(arguments), input: .none,
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

    /// In bytes; more than any report has.
    private static let longestReport = 64 << 20

    private func failed(_ message: String) -> CheckResult {
        CheckResult(
            name: checkCase.name, page: ShownAddress.text(checkCase.page),
            failure: message.trimmingCharacters(in: .whitespacesAndNewlines)
        )
    }
}
