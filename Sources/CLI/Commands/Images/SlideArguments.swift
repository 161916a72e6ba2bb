import ArgumentParser
import Composition
import Frames
import Notation
import Timeline

/// Options for how pictures are shown.
struct SlideArguments: OptionTable {
    /// How long a picture is shown by default.
    static let usualTime = Duration.seconds(3)
    /// The range of the video's width and height, in pixels.
    static let sideRange = 1...16_384

    @Setting(
        "each",
        "Show each picture for this long, like 2s or 2f, unless the list gives its time. (default: 3s; numbered and "
            + "piped pictures 1f; animations play once)",
        .positiveTimelineTime, as: "time")
    var each: TimelineTime?

    @Setting(
        "size", "Size of the video in pixels. (default: the size of the first picture)",
        .size(sides: SlideArguments.sideRange), as: "WxH")
    var size: PixelSize?

    @Setting(
        "fit",
        "How to fit pictures with another aspect ratio: whole, cropped, distorted, or whole over a blurred copy.",
        as: "contain|cover|stretch|blur")
    var fit = Fit.contain

    @Setting(
        "background",
        "Color around and behind the pictures: #rgb, #rrggbb, #rrggbbaa, black, white or transparent. (default: black; "
            + "with --transparent, transparent)", .color, as: "color", .detail)
    var background: Color?

    @Setting(
        "transition",
        "Transition between pictures and its duration, like fade:0.5s: cut, \(slideTransitionNames). wipe, slide and "
            + "push move left, or in a given direction, as in wipe-up:1s. (default: cut)", .slideTransition,
        as: "name:time")
    var transition: String?
}

/// The names of transitions, for messages.
private let slideTransitionNames = slideTransitions.map(\.word).joined(separator: ", ")
private let slideTransitions = Transition.Kind.words.filter { !$0.keys.contains("color") }

extension Form where Value == String {
    fileprivate static var slideTransition: Form {
        Form("a transition") { text throws(ValidationError) in
            _ = try CLI.slideTransition(text)
            return text
        }
    }
}

/// Parses a transition between pictures, like `fade:0.5s` or `wipe-up:1s`.
///
/// A cut has no length.
///
/// - Throws: `ValidationError` with what is accepted.
func slideTransition(_ text: String) throws(ValidationError) -> TrackTransition {
    if text == "cut" { return TrackTransition(.fade, length: .frames(0)) }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let length = TimelineTime(String(parts[1])), !length.isZero else {
        throw ValidationError("a transition is cut, or has a name and a time, like fade:0.5s.")
    }
    let name = String(parts[0])
    if let known = slideTransitions.first(where: { $0.word == name }) {
        return TrackTransition(known.kind, length: length)
    }
    let words = name.split(separator: "-")
    guard words.count == 2, let direction = Transition.Direction(rawValue: String(words[1])),
        let known = slideTransitions.first(where: { $0.word == words[0] && $0.keys.contains("direction") })
    else {
        throw ValidationError("unknown transition '\(name)'; the transitions are cut, \(slideTransitionNames).")
    }
    return TrackTransition(known.kind, direction: direction, length: length)
}
