import ArgumentParser
import CSystemCalls

/// The `pagereel` command.
@main
struct Pagereel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagereel",
        abstract: "Record web pages to videos, from a terminal, without a screen.",
        version: Program.version,
        subcommands: [
            RecordCommand.self, BatchCommand.self, ImagesCommand.self, ComposeCommand.self, ScheduleCommand.self,
            CheckCommand.self, LoginCommand.self, StepsCommand.self, SchemaCommand.self,
            StillsCommand.self, ListCommand.self,
            ShowCommand.self, OpenCommand.self, RemoveCommand.self,
            WatchCommand.self, GalleryCommand.self, LivePhotoCommand.self, MotionPhotoCommand.self,
            ProfilesCommand.self, DoctorCommand.self,
        ],
        helpNames: Help.names)

    /// Runs the command line.
    static func main() {
        heap_map_large_blocks()
        InheritedSignals.set()
        CrashReport.install()
        let typed = Array(CommandLine.arguments.dropFirst())
        do {
            try ForeignBytes.checkArguments()
            var command = try parseConfigured(typed)
            try ForeignBytes.checkEnvironment()
            try command.run()
        } catch let error as CommandError {
            Message.error("\(error)")
            exit(withError: ExitCode(error.status.rawValue))
        } catch  where exitCode(for: error) == .success {
            // Help, a version or a completion script.
            let message = fullMessage(for: error)
            Message.result(Help.requested(by: typed, message: message, of: self) ?? message)
            exit(withError: ExitCode(CommandEnvironment.end(.success).rawValue))
        } catch {
            // A command that has failed has said so.
            exit(withError: ExitCode(exitCode(for: error).rawValue))
        }
    }

    /// Parses the command line, completed by the configuration and the profiles.
    ///
    /// - Parameter typed: The arguments, without the program's name.
    /// - Throws: ``CommandError``, or the parser's request for help, the version or completions.
    static func parseConfigured(_ typed: [String]) throws -> any ParsableCommand {
        if let unknown = UnknownCommand.find(in: typed, of: self) { throw unknown }
        do {
            return try parse(typed)
        } catch  where exitCode(for: error) != .success {
            throw usageError(error, typed: typed)
        }
    }

    private static func parse(_ typed: [String]) throws -> any ParsableCommand {
        let command: any ParsableCommand
        do {
            command = try parseAsRoot(typed)
        } catch  where exitCode(for: error) != .success {
            // What is missing may be in the configuration. The arguments alone may be wrong even without it.
            let tentative = try? OptionParsing.$isTentative.withValue(true) { try parseAsRoot(typed) }
            guard let tentative else { throw error }
            return try configured(tentative, typed) ?? { throw error }()
        }
        return try configured(command, typed) ?? command
    }

    /// Parses arguments once more, with the settings of the configuration and the profiles.
    ///
    /// - Parameter command: The command as it was parsed without them.
    /// - Returns: `nil` without any settings.
    private static func configured(
        _ command: any ParsableCommand, _ typed: [String]
    ) throws -> (any ParsableCommand)? {
        guard let command = command as? any ConfigurableCommand else { return nil }
        let configured = try ConfiguredSettings(for: command)
        guard !configured.settings.isEmpty else { return nil }
        return try OptionParsing.$written.withValue(configured.settings) {
            do {
                let parsed = try parseAsRoot(typed)
                let isQuiet = parsed.settingsOfGroups.contains { $0.facts.name == "quiet" && $0.texts == ["true"] }
                if let warning = configured.warning, !isQuiet { Message.warning(warning) }
                return parsed
            } catch {
                for sentence in configured.explanations(of: UsageError.mistake(error, in: typed, of: self)) {
                    Message.note(sentence)
                }
                throw error
            }
        }
    }

    private static func usageError(_ error: any Error, typed: [String]) -> any Error {
        if error is CommandError { return error }
        if let mistake = ScheduleCommand.missingDashes(in: typed) { return mistake }
        // Other errors may follow from the misspelling, and ArgumentParser's suggestions may be far off.
        return UnknownOption.find(in: typed, of: self)
            ?? UsageError.pointingToHelp(UsageError.mistake(error, in: typed, of: self), typed: typed, of: self)
    }
}
