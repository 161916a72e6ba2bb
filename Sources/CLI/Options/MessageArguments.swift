import ArgumentParser

/// Options for messages.
struct MessageArguments: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print only errors.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Print everything, including the page's console.")
    var verbose = false

    @Flag(help: "Print the summary to standard output as one JSON object.")
    var json = false

    func validate() throws {
        guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose cannot be combined.") }
    }
}
