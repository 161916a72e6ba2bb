import ArgumentParser

/// `pagereel profiles`: what `--profile` can name.
struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "Lists the profiles, built in and of the configuration file.",
        discussion: """
            Sizes are in CSS pixels; a video has size × scale of its own. A profile of the configuration file takes \
            the place of a built-in one of its name.
            """)

    @OptionGroup var file: ConfigurationFileArguments

    @Flag(help: "Print the configuration as one JSON object on standard output.")
    var json = false

    func run() throws {
        Message.openStandardStreams()
        do {
            let configuration = try Configuration(named: file.config, isIgnored: file.noConfig)
            Message.result(json ? jsonLine(ConfigurationJSON(configuration)) : ProfileTable(configuration).text)
        } catch {
            Message.error(Message.printable("\(error)"))
            throw ExitCode(ExitStatus(error, signal: nil).rawValue)
        }
    }
}
