import ArgumentParser
import Frames
import Notation

/// Options for how a page is followed.
struct FollowArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Frame rate at which frames are counted. (default: 30)", valueName: "rate"),
        transform: reading(.frameRate))
    var fps = FrameRate.thirty

    @Option(
        help: ArgumentHelp("Follow the page for at most this much of its time. (default: 10m)", valueName: "time"),
        transform: reading(.positiveTime))
    var until = Duration.seconds(600)
}
