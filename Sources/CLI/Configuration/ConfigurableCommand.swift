import ArgumentParser

/// A command whose options can be set in a configuration file and in profiles.
protocol ConfigurableCommand: ParsableCommand {
    /// The groups of these options. Others, such as the page and the output,
    /// are given on the command line only.
    static var configurableGroups: [any ParsableArguments.Type] { get }
}
