import ArgumentParser

/// Which configuration file is read.
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
            throw ValidationError("--config and --no-config exclude each other.")
        }
    }
}

/// Where options come from that are not typed.
///
/// They are read before the command line is parsed, which this is part of:
/// ``ConfiguredCommandLine`` puts what they stand for among the arguments.
struct ConfigurationArguments: ParsableArguments {
    @OptionGroup var file: ConfigurationFileArguments

    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp(
            "Apply a named set of options; repeatable. List them with pagereel profiles.", valueName: "name"),
        completion: .custom { _, _, _ in Configuration.profileNames() })
    var profiles: [String] = []
}
