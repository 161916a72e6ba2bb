import ArgumentParser
import Recorder

/// Which part of a movie becomes a photo, and what is said of it.
struct PhotoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where the photo's movie begins in the video. (default: 0s)", valueName: "time"),
        transform: CLI.duration)
    var from: Duration?

    @Option(
        help: ArgumentHelp("Length of the photo's movie, at most what the video has. (default: 3s)", valueName: "time"),
        transform: positiveDuration)
    var duration: Duration?

    @Option(
        help: ArgumentHelp(
            "Time of the still, counted from --from; the nearest frame is used. (default: the middle)",
            valueName: "time"),
        transform: CLI.duration)
    var still: Duration?

    @Flag(help: "Replace existing files once the new ones are complete.")
    var overwrite = false

    @Flag(name: [.short, .long], help: "Print only errors.")
    var quiet = false

    @Flag(help: "Print the summary to standard output as one JSON object.")
    var json = false

    /// How long a photo's movie is where nothing else is asked for: what a
    /// phone takes.
    static let usualDuration = Duration.seconds(3)

    /// Puts what was typed into a plan.
    func apply(to plan: inout PhotoPlan) {
        plan.from = from ?? .zero
        plan.duration = duration
        plan.still = still
        plan.overwritesOutput = overwrite
    }
}
