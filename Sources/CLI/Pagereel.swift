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
        ])

    /// Runs the command line, completed by the configuration and the profiles.
    static func main() {
        InheritedSignals.set()
        CrashReport.install()
        let typed = Array(CommandLine.arguments.dropFirst())
        do {
            try ForeignBytes.checkArguments()
            var command = try parse(typed)
            try ForeignBytes.checkEnvironment()
            try command.run()
        } catch let error as CommandError {
            Message.error("\(error)")
            exit(withError: ExitCode(error.status.rawValue))
        } catch  where exitCode(for: error) == .success {
            // Help, a version or a completion script.
            Message.result(fullMessage(for: error))
            exit(withError: ExitCode(CommandEnvironment.end(.recorded).rawValue))
        } catch {
            // A command that has failed has said so.
            let text = fullMessage(for: error)
            if !text.isEmpty { Message.raw(UsageText.withoutSecrets(text, typed: typed) + "\n") }
            exit(withError: ExitCode(exitCode(for: error).rawValue))
        }
    }

    private static func parse(_ typed: [String]) throws -> any ParsableCommand {
        if let unknown = UnknownCommand.find(in: typed, of: self) { throw unknown }
        let line = try ConfiguredCommandLine(typed, root: self)
        do {
            return try parseAsRoot(PassedOptions.moved(in: line.arguments, of: self))
        } catch {
            // The parser builds the command's help for each question about an error, so few are asked.
            if !line.origins.isEmpty {
                for sentence in line.explanations(of: message(for: error)) { Message.note(sentence) }
            }
            // Other errors may follow from the misspelling, and ArgumentParser's suggestions may be far off.
            if let unknown = UnknownOption.find(in: typed, of: self), exitCode(for: error) != .success {
                throw unknown
            }
            throw error
        }
    }
}
