import Frames
import Notation

/// Options for how a page is followed.
struct FollowArguments: OptionTable {
    static let isConfigurable = false

    @Setting("fps", "Frame rate at which frames are counted. (default: 30)", .frameRate, as: "rate")
    var fps = FrameRate.thirty

    @Setting(
        "until", "Follow the page for at most this much of its time. (default: 10m)", .positiveTime, as: "time")
    var until = Duration.seconds(600)
}
