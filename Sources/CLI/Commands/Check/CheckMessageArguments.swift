import ArgumentParser

/// What is said, and how.
struct CheckMessageArguments: ParsableArguments {
    @Option(help: ArgumentHelp("How the report is written.", valueName: "text|json|junit|tap"))
    var format = ReportFormat.text

    @Flag(name: [.short, .long], help: "Say nothing but errors; print only reports of failures.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Say everything, the page's console included.")
    var verbose = false

    func validate() throws {
        guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose exclude each other.") }
    }
}
