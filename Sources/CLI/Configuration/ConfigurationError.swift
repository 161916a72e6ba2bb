import Notation

/// What is wrong with the configuration, or with how it was asked for.
struct ConfigurationError: Error, CustomStringConvertible {
    /// Whether the command line is wrong, and not the file.
    let isUsage: Bool
    /// What is wrong, and what to do, as sentences for a person.
    let description: String

    /// Something in a file is wrong.
    ///
    /// - Parameter line: Counted from 1.
    init(in file: String, line: Int?, _ message: String) {
        isUsage = false
        let place = line.map { "\(file), line \($0)" } ?? file
        description = "\(place): \(message)"
    }

    /// A file is no YAML.
    init(_ error: YAMLError) {
        isUsage = false
        description = error.description
    }

    /// Something that was typed is wrong.
    init(usage message: String) {
        isUsage = true
        description = message
    }
}
