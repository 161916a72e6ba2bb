import Frames
import Timeline

/// What the page has to know about a timeline, as `timeline.json`.
struct PlayedTimeline: Encodable {
    /// The page's title.
    let name: String
    /// The size of the pictures, in pixels.
    let width: Int
    let height: Int
    /// The number of frames in ``rateDenominator`` seconds.
    let rateNumerator: Int
    let rateDenominator: Int
    /// The first frame to play.
    let first: Int
    /// The last frame to play.
    let last: Int
    /// Whether there is a `sound.wav`.
    let hasSound: Bool

    /// Describes a timeline.
    init(_ plan: TimelinePlan, name: String, frames: Range<Int>) {
        self.name = name
        (width, height) = (plan.size.width, plan.size.height)
        (rateNumerator, rateDenominator) = (plan.frameRate.numerator, plan.frameRate.denominator)
        (first, last) = (frames.lowerBound, frames.upperBound - 1)
        hasSound = !plan.sounds.isEmpty
    }
}
