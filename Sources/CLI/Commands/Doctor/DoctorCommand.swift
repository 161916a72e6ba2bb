import ArgumentParser
import Glibc
import Recorder

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that this machine can record; say what to install.",
        discussion: """
            Each line begins with ok, missing, broken, outdated if Debian has a newer version, or untried if the check \
            needs another part first. Parts that recordings can do without are marked optional. Exits with 0 if a \
            default recording works, 69 if not.
            """)

    @OptionGroup @Options var messages: DoctorArguments

    func run() throws {
        try CommandEnvironment.run {
            if !messages.verbose { Message.muteLibraries() }
            let findings = CommandLoop.run { [json = messages.json] in
                await Diagnosis { finding in
                    if !json { Message.result(finding.line) }
                }.run()
            }
            Message.result(messages.json ? jsonLine(DoctorReport(findings)) : Finding.conclusion(findings))
            return findings.contains(where: \.prevents) ? .missingComponent : .success
        }
    }
}

/// Options for what is told of the checks.
struct DoctorArguments: OptionTable {
    @Setting("verbose", "Also print the messages of WebKit and other libraries.", .letter("v"), .onOnly)
    var verbose = false

    @Setting("json", "Print the findings to standard output as one JSON object.", .onOnly)
    var json = false
}

extension Finding {
    fileprivate var line: String {
        let isOptional = !works && !isNeeded
        return Message.printable(
            "\(state.rawValue.padding(toTerminalWidth: 9))\(part)\(isOptional ? " (optional)" : ""): \(detail)")
    }

    fileprivate static func conclusion(_ findings: [Finding]) -> String {
        let preventing = findings.filter(\.prevents).map(\.part)
        guard preventing.isEmpty else {
            return "pagereel cannot make a default recording: see \(preventing.joined(separator: ", "))."
        }
        let gaps = findings.filter { !$0.works }.map(\.part)
        let old = findings.filter { $0.state == .outdated }.map(\.part)
        return "pagereel can record."
            + (gaps.isEmpty ? "" : " Optional parts that do not work: \(gaps.joined(separator: ", ")).")
            + (old.isEmpty ? "" : " Debian has newer versions of \(old.joined(separator: ", ")).")
    }
}
