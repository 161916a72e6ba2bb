import ArgumentParser

/// Measures how fast pages are recorded; `make benchmark` runs it.
@main
struct BenchmarkProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Benchmark",
        abstract: "Measures how fast pages are recorded, and how fast they could be.",
        subcommands: [
            MeasureCommand.self, PeersCommand.self, TimelineCommand.self, InstructionsCommand.self, PaintCommand.self,
            EncodeCommand.self, WorkCommand.self, WriteCommand.self,
        ],
        defaultSubcommand: MeasureCommand.self)
}
