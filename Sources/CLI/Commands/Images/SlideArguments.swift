public import ArgumentParser
public import Composition
import Frames
import Movies
import Notation
import Recorder
import Timeline

extension Fit: ExpressibleByArgument {}

/// Options for how pictures are shown.
struct SlideArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show each picture for this long, unless the list gives its time. (default: 3s; animations play once)",
            valueName: "time"),
        transform: reading(.positiveTime))
    var each: Duration?

    @Option(
        help: ArgumentHelp("Size of the video in pixels. (default: the size of the first picture)", valueName: "WxH"),
        transform: reading(.size(sides: SlideshowPlan.sideRange)))
    var size: PixelSize?

    @Option(
        help: ArgumentHelp(
            "How to fit pictures with another aspect ratio: whole, cropped, distorted, or whole over a blurred copy.",
            valueName: "contain|cover|stretch|blur"))
    var fit = Fit.contain

    @Option(
        help: ArgumentHelp(
            "Color around and behind the pictures: #rgb, #rrggbb, #rrggbbaa, black, white or transparent. (default: "
                + "black; with --transparent, transparent)", valueName: "color", visibility: .detail),
        transform: reading(.color))
    var background: Color?

    @Option(
        help: ArgumentHelp(
            "Transition between pictures and its duration, like fade:0.5s: cut, \(SlideTransition.names). wipe, slide "
                + "and push move left, or in a given direction, as in wipe-up:1s. (default: cut)",
            valueName: "name:time"),
        transform: SlideTransition.init(option:))
    var transition: SlideTransition?
}
