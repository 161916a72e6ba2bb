import Testing

@testable import RecordingLibrary

@Suite("The command that reproduces a recording")
struct RepeatableCommandTests {
    @Test("The command is parsed with its omissions")
    func roundTrip() throws {
        let command = RepeatableCommand(
            arguments: ["https://a.example/?q=it's # without --x", "--size", "320x180"],
            omitted: ["--cookie", "--header"])
        #expect(RepeatableCommand(command.text) == command)
        #expect(command.text.hasSuffix(" # without --cookie, --header"))
        let complete = RepeatableCommand(arguments: ["https://a.example/ # without --x"], omitted: [])
        #expect(RepeatableCommand(complete.text) == complete)
        #expect(complete.text == complete.line)
    }

    @Test(
        "Other text is not parsed",
        arguments: [
            "", "pagereel record", "rm -rf x", "pagereel record x; rm -rf y", "pagereel remove x",
            "pagereel record x # without x;y", "pagereel record x # without ", "pagereel record $(id)",
        ])
    func others(text: String) { #expect(RepeatableCommand(text) == nil) }
}
