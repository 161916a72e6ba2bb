import ArgumentParser
import EngineLink
import Frames
import Recorder

/// A size and a frame rate, in the form `1280x720@30`.
struct VideoFormat: Hashable, CustomStringConvertible, ExpressibleByArgument {
    let size: PixelSize
    let rate: FrameRate

    init(size: PixelSize, rate: FrameRate) {
        self.size = size
        self.rate = rate
    }

    init?(argument: String) {
        let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let size = PixelSize(String(parts[0])), let rate = FrameRate(String(parts[1])),
            PageOptions.sideRange.contains(size.width), PageOptions.sideRange.contains(size.height)
        else { return nil }
        self.init(size: size, rate: rate)
    }

    /// The format as it is given on the command line.
    var description: String { "\(size)@\(rate)" }
}
