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

    @Flag(help: "Print the configuration to standard output as one JSON object.")
    var json = false

    func run() throws {
        try CommandEnvironment.run {
            let configuration = try Configuration(named: file.config, isIgnored: file.noConfig)
            Message.result(
                json ? jsonLine(ConfigurationJSON(configuration)) : ProfileTable(configuration: configuration).text)
            return .success
        }
    }
}
