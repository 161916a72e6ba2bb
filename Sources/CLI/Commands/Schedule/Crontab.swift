import Subprocess

/// The user's crontab, by way of the program that keeps it (crontab(1)).
enum Crontab {
    /// Reads it; nothing is there where the user has none.
    ///
    /// - Throws: That it cannot be read, or that there is no such program.
    static func read() async throws -> CrontabText {
        let result = try await run(["-l"], input: [])
        if result.isSuccess { return CrontabText(result.output) }
        // Anything else than this must not be taken for an empty one, which
        // would be written in place of the user's.
        guard result.message.contains("no crontab for") else {
            throw ScheduleError(.unreadableInput, "The crontab cannot be read: \(result.message)")
        }
        return CrontabText([])
    }

    /// Writes it.
    ///
    /// - Throws: What the program says to it; the old one stays then.
    static func write(_ text: CrontabText) async throws {
        let result = try await run(["-"], input: text.bytes)
        guard result.isSuccess else {
            throw ScheduleError(
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
                isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
                message: Message.printable(message))
        } catch let error as SubprocessError where error.code == .executableNotFound {
            throw ScheduleError(
                .missingComponent,
                "crontab, which keeps the user's schedules, is not on the PATH. Install it with: apt-get install cron")
        }
    }
}
