public import ArgumentParser
public import Composition
import Frames
import Movies
import Recorder

extension Fit: ExpressibleByArgument {}

/// How pictures are shown.
struct SlideArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long a picture is shown that no list gives a time. (default: 3s, for an animation its own time)",
            valueName: "time"),
        transform: positiveDuration)
    var each: Duration?

    @Option(
        help: ArgumentHelp("The video's size in pixels. (default: that of the first picture)", valueName: "WxH"),
        transform: canvasSize)
    var size: PixelSize?

    @Option(
        help: ArgumentHelp(
            "How pictures of other proportions are shown: whole, cut off, distorted, or whole before themselves blurred.",
            valueName: "contain|cover|stretch|blur"))
    var fit = Fit.contain

    @Option(
        help: ArgumentHelp(
            "What is seen around pictures and through them: #rgb, #rrggbb, #rrggbbaa, black, white or transparent. "
                + "(default: black, with --transparent transparent)", valueName: "colour"),
        transform: color)
    var background: Color?

    @Option(
        help: ArgumentHelp(
            "How a picture gives way to the next, and for how long both are shown: cut, or one of "
                + "\(SlideTransition.names) with its time, like fade:0.5s; wipe, slide and push go left, or as in "
                + "wipe-up:1s. (default: cut)", valueName: "name:time"),
        transform: SlideTransition.init(option:))
    var transition: SlideTransition?
}

/// Reads `640x480`, in pixels.
private func canvasSize(_ text: String) throws -> PixelSize {
    let range = SlideshowPlan.sideRange
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1] else {
        throw ValidationError("a size is written WIDTHxHEIGHT, like 1280x720.")
    }
    guard range.contains(width), range.contains(height) else {
        throw ValidationError("each side is from \(range.lowerBound) to \(range.upperBound) pixels.")
    }
    return PixelSize(width: width, height: height)
}

private func color(_ text: String) throws -> Color {
    guard let color = Color(text) else {
        throw ValidationError("a colour is written #rgb, #rrggbb, #rrggbbaa, black, white or transparent.")
    }
    return color
}
