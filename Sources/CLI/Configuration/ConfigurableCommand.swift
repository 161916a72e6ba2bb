import ArgumentParser

/// A command whose options a configuration file and profiles can set.
protocol ConfigurableCommand: ParsableCommand {
    /// The groups of those options; what is left out, such as the page and the
    /// output, is named anew each time.
    static var configurableGroups: [any ParsableArguments.Type] { get }
}
