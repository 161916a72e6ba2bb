import ArgumentParser

/// The `pagereel` command.
@main
struct Pagereel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagereel",
        abstract: "Turns web pages into videos, from a terminal, with no screen.",
        version: Program.version,
        subcommands: [
            RecordCommand.self, ImagesCommand.self, ComposeCommand.self, ScheduleCommand.self, CheckCommand.self,
            StillsCommand.self, ListCommand.self, ShowCommand.self, OpenCommand.self, RemoveCommand.self,
            WatchCommand.self, GalleryCommand.self, LivePhotoCommand.self, MotionPhotoCommand.self,
            ProfilesCommand.self, DoctorCommand.self,
        ])

    /// Runs what the command line, the configuration and the profiles say.
    static func main() {
        InheritedSignals.set()
        CrashReport.install()
        let line: ConfiguredCommandLine
        do {
            line = try ConfiguredCommandLine(Array(CommandLine.arguments.dropFirst()), root: self)
        } catch {
            Message.error(Message.printable("\(error)"))
            exit(withError: ExitCode(ExitStatus(error, signal: nil).rawValue))
        }
        do {
            var command = try parse(line)
            try command.run()
        } catch {
            exit(withError: error)
        }
    }

    private static func parse(_ line: ConfiguredCommandLine) throws -> any ParsableCommand {
        do {
            return try parseAsRoot(line.arguments)
        } catch {
            for sentence in line.explanations(of: message(for: error)) { Message.note(Message.printable(sentence)) }
            throw error
        }
    }
}
