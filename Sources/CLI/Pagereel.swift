import ArgumentParser

/// The `pagereel` command.
@main
struct Pagereel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pagereel",
        abstract: "Turns web pages into videos, from a terminal, with no screen.",
        version: "0.1.0",
        subcommands: [RecordCommand.self, CheckCommand.self, ScheduleCommand.self])
}
