import Subprocess

/// The user's crontab, through crontab(1).
enum Crontab {
    /// Reads the crontab; empty if the user has no crontab.
    ///
    /// - Throws: ``CommandError`` if it cannot be read, or if crontab is not
    ///   installed.
    static func read() async throws -> CrontabText {
        let result = try await run(["-l"], input: [])
        if result.isSuccess { return CrontabText(result.output) }
        // Any other failure must not count as empty: the user's crontab would
        // be overwritten.
        guard result.message.contains("no crontab for") else {
            throw CommandError(.unreadableInput, "The crontab cannot be read: \(result.message)")
        }
        return CrontabText([])
    }

    /// Writes the crontab.
    ///
    /// - Throws: ``CommandError`` with crontab's message; then the old one is
    ///   kept.
    static func write(_ text: CrontabText) async throws {
        let result = try await run(["-"], input: text.bytes)
        guard result.isSuccess else {
            throw CommandError(
                .outputNotCreated, "The crontab was not changed; crontab says: \(result.message)")
        }
    }

    private struct Result {
        let isSuccess: Bool
        let output: [UInt8]
        let message: String
    }

    private static func run(_ arguments: [String], input: [UInt8]) async throws -> Result {
        do {
            let result = try await Subprocess.run(
                .name("crontab"), arguments: Arguments(arguments),
                environment: .inherit.updating(["LC_ALL": "C"]), input: .array(input),
                output: .bytes(limit: 1 << 24), error: .string(limit: 1 << 16))
            let message = result.standardError.split(whereSeparator: \.isNewline).joined(separator: " ")
            return Result(
                isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput, message: message)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw CommandError(
                .missingComponent,
                "Cannot find crontab on the PATH. Install it with: apt-get install cron")
        }
    }
}
