import ArgumentParser
import Photos
import Recorder

/// Which part of a movie becomes a photo, and what is said of it.
struct PhotoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where the photo's movie begins, in the video's time. (default: 0s)", valueName: "time"),
        transform: CLI.duration)
    var from: Duration?

    @Option(
        help: ArgumentHelp("How long the photo's movie is, at most what there is.", valueName: "time"),
        transform: positiveDuration)
    var duration: Duration?

    @Option(
        help: ArgumentHelp(
            "When the still is, counted from --from; the nearest picture is taken. (default: the middle)",
            valueName: "time"),
        transform: CLI.duration)
    var still: Duration?

    @Flag(help: "Replace existing files, once the new ones are whole.")
    var overwrite = false

    @Flag(name: [.short, .long], help: "Say nothing but errors.")
    var quiet = false

    @Flag(help: "Print the summary as one JSON object on standard output.")
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
