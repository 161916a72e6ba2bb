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
        guard parts.count == 2, let rate = FrameRate(String(parts[1])) else { return nil }
        let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            PageOptions.sideRange.contains(width), PageOptions.sideRange.contains(height)
        else { return nil }
        size = PixelSize(width: width, height: height)
        self.rate = rate
    }

    /// The format as it is given on the command line.
    var description: String { "\(size)@\(rate)" }
}
