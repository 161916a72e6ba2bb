import ArgumentParser
import Notation
import Photos

/// Options for which part of a video becomes a photo, and for messages.
struct PhotoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Where the photo's movie begins in the video. (default: 0s)", valueName: "time"),
        transform: reading(.time))
    var from: Duration?

    @Option(
        help: ArgumentHelp(
            "Length of the photo's movie, at most the rest of the video. (default: 3s; for motion-photo without --from, "
                + "the whole video)", valueName: "time"),
        transform: reading(.positiveTime))
    var duration: Duration?

    @Option(
        help: ArgumentHelp(
            "Time of the still, counted from --from; the nearest frame is used. (default: the middle)",
            valueName: "time"),
        transform: reading(.time))
    var still: Duration?

    @Flag(help: "Replace existing files once the new ones are complete.")
    var overwrite = false

    @Flag(name: [.short, .long], help: "Print only errors.")
    var quiet = false

    @Flag(help: "Print the summary to standard output as one JSON object.")
    var json = false

    /// The default length of a photo's movie, as phones record it.
    static let usualDuration = Duration.seconds(3)

    /// Sets the given options in a plan.
    func apply(to plan: inout PhotoPlan) {
        plan.from = from ?? .zero
        plan.duration = duration
        plan.still = still
        plan.overwritesOutput = overwrite
    }
}
