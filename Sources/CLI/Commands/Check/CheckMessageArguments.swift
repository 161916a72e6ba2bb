import ArgumentParser

/// Options for the report and messages.
struct CheckMessageArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Format of the report.", valueName: "text|json|junit|tap"))
    var format = ReportFormat.text

    @Flag(name: [.short, .long], help: "Print only errors and reports of failures.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print everything, including the page's console.")
    var verbose = false

    func validate() throws {
        guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose cannot be combined.") }
    }
}
