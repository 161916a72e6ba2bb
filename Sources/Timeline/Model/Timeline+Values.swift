import Composition
import Foundation
import Frames
import Notation

/// Checks of the values that a program states. Those of a description are checked where they are read.
extension Timeline {
    /// The range of the canvas's sides, in pixels.
    static let sides = 16...8192
    /// The range of playback speeds.
    static let speeds = 0.05...20.0
    /// The highest gain: 24 dB.
    static let highestGain = pow(10, 24.0 / 20)
    /// The longest time: ten days.
    private static let longest = Duration.seconds(86_400 * 10)

    /// Checks that all values are in their ranges.
    ///
    /// - Throws: ``TimelineError/Code/invalidTimeline``, with the first one that is not.
    func checkValues() throws {
        for (name, side) in [("width", size.width), ("height", size.height)] {
            try require(Self.sides.contains(side), "The canvas's \(name)", "\(side)", "from 16 to 8192 pixels")
        }
        try check(defaults.still, "The default length of stills")
        for (items, kind) in [(clips, "clip"), (overlays, "overlay")] {
            for item in items { try check(item, "the \(kind) \(item.name)") }
        }
        for sound in sounds {
            let owner = "the sound \(sound.planned.name)"
            try check(sound.times, of: owner)
            try check(sound.loopCrossfade, "The cross-fade of \(owner)")
            try require(
                Self.speeds.contains(sound.speed), "The speed of \(owner)", sound.speed.brief, "from 0.05 to 20")
            try check(sound.fades, of: owner)
            try check(gains: [sound.gain] + sound.volumeKeys.map(\.gain), of: owner)
        }
    }

    private func check(_ item: TrackItem, _ owner: String) throws {
        try check(item.times, of: owner)
        try require(
            item.speed == 0 || Self.speeds.contains(item.speed), "The speed of \(owner)", item.speed.brief,
            "0, which holds one picture, or from 0.05 to 20")
        for opacity in [item.layout.opacity] + item.keyFrames.compactMap(\.opacity) {
            try require((0...1).contains(opacity), "The opacity of \(owner)", opacity.brief, "from 0 to 1")
        }
        for scale in [item.layout.scale] + item.keyFrames.compactMap(\.scale) {
            try require((0...100).contains(scale), "The scale of \(owner)", scale.brief, "from 0 to 100")
        }
        let layout = item.layout
        let places =
            [layout.rotation, layout.x, layout.y]
            + item.keyFrames.flatMap { [$0.rotation, $0.x, $0.y].compactMap(\.self) }
        for place in places {
            try require(abs(place) <= 1e6, "The place or rotation of \(owner)", place.brief, "at most 1,000,000")
        }
        try check(item.fades, of: owner)
        try check(item.transition?.length, "The transition of \(owner)")
        try check(item.audio.fades, of: "the sound of \(owner)")
        try check(gains: [item.audio.gain] + item.audio.volumeKeys.map(\.gain), of: owner)
    }

    private func check(_ times: ItemTimes, of owner: String) throws {
        try check(times.at?.value, "The start time of \(owner)")
        try check(times.start?.value, "The in point of \(owner)")
        try check(times.end?.value, "The out point of \(owner)")
        if case .time(let time)? = times.length?.value { try check(time, "The duration of \(owner)") }
    }

    private func check(_ fades: Fades?, of owner: String) throws {
        try check(fades?.fadeIn, "The fade-in of \(owner)")
        try check(fades?.fadeOut, "The fade-out of \(owner)")
    }

    private func check(_ time: TimelineTime?, _ what: String) throws {
        switch time {
        case .seconds(let time):
            try require((.zero...Self.longest).contains(time), what, time.text, "from 0 to \(Self.longest.text)")
        case .frames(let count):
            let range = 0...TimelineTime.mostFrames
            try require(range.contains(count), what, "\(count) frames", "from 0 to \(range.upperBound) frames")
        case nil: break
        }
    }

    private func check(gains: [Double], of owner: String) throws {
        for gain in gains {
            try require((0...Self.highestGain).contains(gain), "The gain of \(owner)", gain.brief, "from 0 to 15.85")
        }
    }

    private func require(_ isValid: Bool, _ what: String, _ value: String, _ range: String) throws {
        guard !isValid else { return }
        throw TimelineError(.invalidTimeline, "\(what) is \(value). It must be \(range).")
    }
}
