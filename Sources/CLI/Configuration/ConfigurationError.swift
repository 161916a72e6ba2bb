import YAML

/// What is wrong with the configuration, or with how it was asked for.
struct ConfigurationError: ErrorWithStatus, CustomStringConvertible {
    /// `usage` if the command line is wrong, `misconfigured` if the file is.
    let status: ExitStatus
    /// What is wrong, and what to do, as sentences for a person.
    let description: String

    /// Something in a file is wrong.
    ///
    /// - Parameter line: Counted from 1.
    init(in file: String, line: Int?, _ message: String) {
        status = .misconfigured
        let place = line.map { "\(file), line \($0)" } ?? file
        description = "\(place): \(message)"
    }

    /// A file is no YAML.
    init(_ error: YAMLError) {
        status = .misconfigured
        description = error.description
    }

    /// Something that was typed is wrong.
    init(usage message: String) {
        status = .usage
        description = message
    }
}
