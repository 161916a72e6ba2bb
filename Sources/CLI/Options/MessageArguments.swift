import ArgumentParser

/// What is said, and where.
struct MessageArguments: ParsableArguments {
    @Flag(name: [.short, .long], help: "Say nothing but errors.")
    var quiet = false

    @Flag(name: [.short, .long], help: "Say everything, the page's console included.")
    var verbose = false

    @Flag(help: "Print the summary as one JSON object on standard output.")
    var json = false

    func validate() throws {
        guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose exclude each other.") }
    }
}
