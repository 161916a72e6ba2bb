import ArgumentParser
import Foundation

/// What is known of an option, whatever the type of its value.
struct OptionFacts: Sendable {
    /// What follows the option's name.
    enum Kind: Sendable, Equatable {
        /// Nothing: the option turns something on.
        ///
        /// - Parameter turnsOff: Whether `--no-NAME` turns it off.
        case flag(turnsOff: Bool)
        /// One value.
        case value
        /// One value each time; the option is repeatable.
        case values
    }

    /// The long name, without dashes.
    let name: String
    let kind: Kind
    /// What the option does, as sentences.
    let help: String
    /// The word for the value in help (default: the option's name).
    var valueName: String?
    /// Whether only `--help-all` shows the option.
    var isDetail = false
    /// Whether the value is the name of a file.
    var namesFile = false

    /// The help, for the parser.
    var argumentHelp: ArgumentHelp {
        ArgumentHelp(help, valueName: valueName, visibility: isDetail ? .detail : .default)
    }

    /// Returns the arguments that give the option a value, in any working folder.
    func words(_ text: String) -> [String] {
        let value = namesFile ? wholePath(text) : text
        // A separate value that begins with a dash would be parsed as an option.
        return value.hasPrefix("-") ? ["--\(name)=\(value)"] : ["--\(name)", value]
    }
}

/// Returns an absolute path.
func wholePath(_ path: String) -> String {
    path.hasPrefix("/") ? path : URL(fileURLWithPath: path).standardizedFileURL.path
}
