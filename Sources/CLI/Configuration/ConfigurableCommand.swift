import ArgumentParser

/// A command whose options can be set in a configuration file and in profiles.
protocol ConfigurableCommand: ParsableCommand {
    /// The tables of these options (default: all of the command's that are configurable). Others, such as the page and the
    /// output, are given on the command line only.
    static var configurableTables: [any OptionTable.Type] { get }
    /// Where options come from that are not typed.
    var configured: ConfigurationArguments { get }
    /// Checks the options together.
    ///
    /// - Throws: `ValidationError`.
    func check() throws
}

extension ConfigurableCommand {
    static var configurableTables: [any OptionTable.Type] { tablesOfGroups.filter { $0 is any ConfigurableTable.Type } }

    func validate() throws {
        if !OptionParsing.isTentative { try check() }
    }

    func check() throws {}
}
