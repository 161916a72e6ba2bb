import ArgumentParser

/// `pagereel profiles`: prints the profiles.
struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "List the built-in profiles and those of the configuration file.",
        discussion: """
            Sizes are in CSS pixels; a video has size × scale pixels. A profile in the configuration file replaces the \
            built-in one of the same name.
            """)

    @OptionGroup @Options var file: ConfigurationFileArguments
    @OptionGroup @Options var output: ProfilesArguments

    func run() throws {
        try CommandEnvironment.run {
            let configuration = try Configuration(named: file.config, isIgnored: file.noConfig)
            Message.result(
                output.json
                    ? jsonLine(ConfigurationJSON(configuration)) : ProfileTable(configuration: configuration).text)
            return .success
        }
    }
}

/// The option for how profiles are listed.
struct ProfilesArguments: OptionTable {
    @Setting("json", "Print the configuration to standard output as one JSON object.", .onOnly)
    var json = false
}
