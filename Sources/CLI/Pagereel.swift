import ArgumentParser

/// The `pagereel` command.
@main
struct Pagereel: ParsableCommand {
    /// The version of the program.
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "pagereel",
        abstract: "Turns web pages into videos, from a terminal, with no screen.",
        version: version,
        subcommands: [
            RecordCommand.self, ScheduleCommand.self, CheckCommand.self, StillsCommand.self, ListCommand.self,
            ShowCommand.self, OpenCommand.self, RemoveCommand.self, WatchCommand.self, GalleryCommand.self,
        ])
}
