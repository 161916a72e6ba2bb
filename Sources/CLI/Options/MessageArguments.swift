/// Options for messages.
struct MessageArguments: ConfigurableTable {
    @Setting("quiet", "Print only errors.", .letter("q"), .onOnly, .notRepeated, .excludes(["verbose"]))
    var quiet = false

    @Setting(
        "verbose", "Print everything, including the page's console.", .letter("v"), .onOnly, .notRepeated,
        .excludes(["quiet"]))
    var verbose = false

    @Setting("json", "Print the summary to standard output as one JSON object.", .onOnly, .notRepeated)
    var json = false
}
