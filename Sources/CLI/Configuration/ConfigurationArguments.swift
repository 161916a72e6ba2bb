import ArgumentParser

/// Options for the configuration file.
struct ConfigurationFileArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Configuration file. (default: PAGEREEL_CONFIG, or ~/.config/pagereel/config.yaml)",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Flag(help: "Ignore the configuration file.")
    var noConfig = false

    func validate() throws {
        guard config == nil || !noConfig else {
            throw ValidationError("--config and --no-config cannot be combined.")
        }
    }
}

/// Options for where other options come from.
///
/// ``ConfiguredCommandLine`` reads them before the command line is parsed, and
/// inserts the options that they stand for.
struct ConfigurationArguments: ParsableArguments {
    @OptionGroup(visibility: .detail) var file: ConfigurationFileArguments

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp(
            "Apply a named set of options; repeatable. List them with pagereel profiles.", valueName: "name"),
        completion: .custom { _, _, _ in Configuration.profileNames() })
    var profiles: [String] = []
}
