import ArgumentParser
import Frames
import Recorder

/// How a page is followed.
struct FollowArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The frame rate of the video that would be recorded. (default: 30)", valueName: "rate"),
        transform: frameRate)
    var fps = FrameRate.thirty

    @Option(
        help: ArgumentHelp("Follow the page for this much of its time at most. (default: 10m)", valueName: "time"),
        transform: positiveDuration)
    var until = Duration.seconds(600)
}
