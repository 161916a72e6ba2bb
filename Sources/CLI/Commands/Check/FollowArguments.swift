import ArgumentParser
import Frames
import Notation

/// Options for how a page is followed.
struct FollowArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Frame rate of the video that would be recorded. (default: 30)", valueName: "rate"),
        transform: reading(.frameRate))
    var fps = FrameRate.thirty

    @Option(
        help: ArgumentHelp("Follow the page for at most this much of its time. (default: 10m)", valueName: "time"),
        transform: reading(.positiveTime))
    var until = Duration.seconds(600)
}
