import Notation

/// An error in the configuration file, or in the options that select it.
struct ConfigurationError: ErrorWithStatus, CustomStringConvertible {
    /// `usage` if the command line is wrong, `misconfigured` if the file is.
    let status: ExitStatus
    /// What is wrong and what to do, as sentences.
    let description: String

    /// Describes an error in a file.
    ///
    /// - Parameter line: Counted from 1.
    init(in file: String, line: Int?, _ message: String) {
        status = .misconfigured
        let place = line.map { "\(file), line \($0)" } ?? file
        description = "\(place): \(message)"
    }

    /// Describes a file that is not valid YAML.
    init(_ error: YAMLError) {
        status = .misconfigured
        description = error.description
    }

    /// Describes an error on the command line.
    init(usage message: String) {
        status = .usage
        description = message
    }
}
