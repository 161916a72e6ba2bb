package import Subprocess

/// Runs the independent tools that tests use to examine files.
package enum Tool {
    /// A tool whose exit code was not 0.
    package struct Failure: Error, CustomStringConvertible {
        package let command: [String]
        package let status: TerminationStatus
        package let standardError: String

        package var description: String {
            "\(command.joined(separator: " ")): \(status)\n\(standardError)"
        }
    }

    /// Runs a tool found on PATH to its end and returns its standard output.
    ///
    /// - Parameter limit: The maximum output in bytes; more is an error.
    @discardableResult
    package static func run(
        _ name: String, _ arguments: [String], environment: Environment = .inherit, limit: Int = 1 << 26
    ) async throws -> [UInt8] {
        let result = try await Subprocess.run(
            .name(name), arguments: Arguments(arguments), environment: environment,
            output: .bytes(limit: limit), error: .string(limit: 1 << 20))
        guard result.terminationStatus.isSuccess else {
            throw Failure(
                command: [name] + arguments, status: result.terminationStatus, standardError: result.standardError)
        }
        return result.standardOutput
    }
}
