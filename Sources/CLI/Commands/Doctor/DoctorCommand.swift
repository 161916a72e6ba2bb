import ArgumentParser
import Glibc
import Recorder

/// `pagereel doctor`: checks what recordings need.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check that this machine can record; say what to install.",
        discussion: """
            Each line begins with ok, missing, broken, outdated if Debian has a newer version, or untried if the check \
            needs another part first. Parts that recordings can do without are marked optional. Exits with 0 if a \
            default recording works, 69 if not.
            """)

    @Flag(name: [.short, .long], help: "Also print the messages of WebKit and other libraries.")
    var verbose = false

    @Flag(help: "Print the findings to standard output as one JSON object.")
    var json = false

    func run() throws {
        try CommandEnvironment.run {
            if !verbose { Message.muteLibraries() }
            let findings = CommandLoop.run { [json] in
                await Diagnosis { finding in
                    if !json { Message.result(FindingLine(finding).text) }
                }.run()
            }
            Message.result(json ? jsonLine(DiagnosisJSON(findings)) : FindingLine.conclusion(findings))
            return findings.contains(where: \.prevents) ? .missingComponent : .recorded
        }
    }
}
