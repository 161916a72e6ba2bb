import ArgumentParser
import Glibc
import Recorder

/// `pagereel doctor`: what this machine has of what recordings need.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Tries out what recordings need, and says what to install.",
        discussion: """
            Each line begins with ok, missing, broken, or untried for what needs another part first; what recordings \
            can do without is called optional. The exit status is 0 when a recording with every default works, and 69 \
            when something that it needs is missing.
            """)

    @Flag(name: [.short, .long], help: "Also say what WebKit and other libraries say by themselves.")
    var verbose = false

    @Flag(help: "Print the findings as one JSON object on standard output.")
    var json = false

    func run() throws {
        Message.openStandardStreams()
        signal(SIGPIPE, SIG_IGN)
        if !verbose { Message.muteLibraries() }
        let findings = CommandLoop.run { [json] in
            await Diagnosis { finding in
                if !json { Message.result(FindingLine(finding).text) }
            }.run()
        }
        Message.result(json ? jsonLine(DiagnosisJSON(findings)) : FindingLine.conclusion(findings))
        if findings.contains(where: \.prevents) { throw ExitCode(ExitStatus.missingComponent.rawValue) }
    }
}
