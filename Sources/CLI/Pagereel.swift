import ArgumentParser

/// The `pagereel` command.
@main
struct Pagereel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagereel",
        abstract: "Record web pages to videos, from a terminal, without a screen.",
        version: Program.version,
        subcommands: [
            RecordCommand.self, BatchCommand.self, ImagesCommand.self, ComposeCommand.self, ScheduleCommand.self,
            CheckCommand.self,
            StillsCommand.self, ListCommand.self, ShowCommand.self, OpenCommand.self, RemoveCommand.self,
            WatchCommand.self, GalleryCommand.self, LivePhotoCommand.self, MotionPhotoCommand.self,
            ProfilesCommand.self, DoctorCommand.self,
        ],
        helpNames: Help.names)

    /// Runs the command line.
    static func main() {
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
            exit(withError: ExitCode(CommandEnvironment.end(.recorded).rawValue))
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
        let line = try ConfiguredCommandLine(typed, root: self)
        let arguments = PassedOptions.moved(in: line.arguments, of: self)
        do {
            return try parseAsRoot(arguments)
        } catch  where exitCode(for: error) != .success {
            let mistake = UsageError.mistake(error, in: arguments, of: self)
            for sentence in line.explanations(of: mistake) { Message.note(sentence) }
            // Other errors may follow from the misspelling, and ArgumentParser's suggestions may be far off.
            if let unknown = UnknownOption.find(in: typed, of: self) { throw unknown }
            throw UsageError.pointingToHelp(mistake, typed: typed, of: self)
        }
    }
}
