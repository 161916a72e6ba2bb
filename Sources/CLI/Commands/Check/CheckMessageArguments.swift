/// Options for the report and messages.
struct CheckMessageArguments: OptionTable {
    @Setting("format", "Format of the report.", as: "text|json|junit|tap")
    var format = ReportFormat.text

    @Setting(
        "quiet", "Print only errors and reports of failures.", .letter("q"), .onOnly, .excludes(["verbose"]))
    var quiet = false

    @Setting(
        "verbose", "Print everything, including the page's console.", .letter("v"), .onOnly, .excludes(["quiet"]))
    var verbose = false
}
