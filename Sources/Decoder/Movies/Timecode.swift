package import Frames

/// The time code of a file's first picture.
package struct Timecode: Sendable, Equatable {
    /// Frames from 00:00:00:00.
    package let frames: Int
    /// Frames per second.
    package let rate: FrameRate

    /// Reads a time code like `01:00:00:00`, or `01:00:00;00` with drop-frame counting.
    ///
    /// Drop-frame counting leaves out the first two of 30 numbers, or four of 60, in each minute but every tenth
    /// (SMPTE ST 12-1), so that time codes at 29.97 and 59.94 fps agree with clocks.
    ///
    /// - Parameter rate: The rate of the pictures.
    package init?(_ text: String, rate: FrameRate) {
        guard let match = text.wholeMatch(of: #/([0-9]{1,2}):([0-9]{2}):([0-9]{2})([:;.,])([0-9]{2,3})/#),
            let hours = Int(match.1), let minutes = Int(match.2), let seconds = Int(match.3), let rest = Int(match.5)
        else { return nil }
        let nominal = Int(rate.framesPerSecond.rounded())
        guard minutes < 60, seconds < 60, rest < nominal else { return nil }
        let allMinutes = hours * 60 + minutes
        let count = (allMinutes * 60 + seconds) * nominal + rest
        let dropped = match.4 == ":" ? 0 : nominal / 15 * (allMinutes - allMinutes / 10)
        (frames, self.rate) = (count - dropped, rate)
    }
}
