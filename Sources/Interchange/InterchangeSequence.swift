import Decoder
import Files
import Foundation
import Frames
import Notation
import Timeline
import Yams

/// Numbered pictures as the media of a clip: OpenTimelineIO's `ImageSequenceReference`.
struct InterchangeSequence {
    /// The pattern of the files' paths.
    let pattern: String
    /// Which files are shown, and at what rate.
    let settings: SequenceSettings

    /// Whether a media reference is one of numbered pictures.
    static func isReferred(by media: Node) -> Bool { media.schema.hasPrefix("ImageSequenceReference.") }

    /// Reads a media reference.
    ///
    /// - Throws: `YAMLError` for pictures that are not on this machine, or have no supported rate.
    init(_ media: Node, in file: YAMLFile, _ links: InterchangeLinks) throws {
        func text(_ key: String) -> String { media.member(key)?.text ?? "" }
        func whole(_ key: String, _ fallback: Int) -> Int { media.member(key)?.text.flatMap { Int($0) } ?? fallback }
        let base = text("target_url_base")
        // The name behind the slash is not looked up.
        guard let first = links.path(of: (base.isEmpty || base.hasSuffix("/") ? base : base + "/") + "0") else {
            throw file.error(at: media, "The pictures are at \(base), but only local files are supported.")
        }
        func plain(_ key: String) -> String { text(key).removingPercentEncoding ?? text(key) }
        let digits = whole("frame_zero_padding", 0)
        let number = digits > 1 ? "%0\(digits)d" : "%d"
        pattern = first.dropLast() + plain("name_prefix") + number + plain("name_suffix")
        var settings = SequenceSettings()
        let rate = media.member("rate")?.text.flatMap(Double.init) ?? 1
        guard let frameRate = FrameRate(interchanged: rate) else {
            throw file.error(
                at: media, "The pictures have \(rate.brief) fps. Only 1 to 120 fps are supported.")
        }
        settings.frameRate = frameRate
        settings.numbers.first = whole("start_frame", 1)
        settings.numbers.step = max(1, whole("frame_step", 1))
        if let length = InterchangeTime(media.member("available_range")?.member("duration")), length.value > 0 {
            let frames = length.frames(at: frameRate) / Double(settings.numbers.step)
            settings.numbers.count = max(1, Int(nearestTo: frames + 1e-6 - 0.5))
        }
        let policy = text("missing_frame_policy")
        settings.numbers.gap = NumberedPictures.Gap(rawValue: policy) ?? .error
        self.settings = settings
    }

    /// The sequence's key of a description.
    ///
    /// - Parameter mark: Its place in the file.
    func node(at mark: Mark?) -> Node {
        var entries = Entries(at: mark)
        let numbers = settings.numbers
        if let rate = settings.frameRate { entries.set("fps", "\(rate)") }
        if let first = numbers.first { entries.set("first", "\(first)") }
        entries.set("step", "\(numbers.step)")
        if let count = numbers.count { entries.set("count", "\(count)") }
        entries.set("missing", numbers.gap.rawValue)
        return entries.node
    }

    /// The pictures; `nil` if they cannot be read, which is reported later, with the clip's line.
    var contents: MediaContents? {
        // The clip's own reader reports the error.
        guard let files = try? PictureNames(pattern, numbers: settings.numbers), let rate = settings.frameRate,
            // As above.
            let sequence = try? PictureSequence(files, named: pattern, at: rate, frames: settings.numbers.step)
        else { return nil }
        return MediaContents(pictures: .moving(size: sequence.size, duration: sequence.duration))
    }
}

extension FrameRate {
    /// The rate that a file of another program states with some decimal places; `nil` if it is not supported.
    init?(interchanged rate: Double) {
        guard rate.isFinite, rate > 0, rate < 1e6 else { return nil }
        let whole = rate.rounded()
        // Programs write the NTSC rates with different numbers of decimal places.
        let broadcast = (rate * 1.001).rounded()
        if abs(rate - whole) < 1e-6 {
            self.init(numerator: Int(whole))
        } else if abs(rate * 1.001 - broadcast) < 0.01 {
            self.init(numerator: Int(broadcast) * 1000, denominator: 1001)
        } else {
            self.init(numerator: Int((rate * 1000).rounded()), denominator: 1000)
        }
    }
}

extension OTIO {
    /// A reference to numbered pictures; `nil` for a sequence whose files are not numbered.
    static func imageSequence(_ sequence: PictureSequence, _ links: InterchangeLinks) -> JSONValue? {
        guard let pattern = SequenceName(sequence.name), let frameRate = sequence.frameRate,
            let index = sequence.paths.firstIndex(where: { $0 != nil }), let path = sequence.paths[index],
            let number = pattern.number(in: String(path.fileName))
        else { return nil }
        let ownRate = frameRate.framesPerSecond
        let isHeld = zip(sequence.paths, sequence.paths.dropFirst()).contains { $0 == $1 }
        let policy = sequence.paths.contains(nil) ? "black" : isHeld ? "hold" : "error"
        // The name behind the slash is not looked up.
        let base = String(links.address(of: pattern.folder + "/0").dropLast())
        return object(
            "ImageSequenceReference.1",
            [
                "available_range": range(
                    start: 0, length: Double(sequence.paths.count * sequence.step), rate: ownRate),
                "available_image_bounds": .null,
                "target_url_base": .text(base),
                "name_prefix": .text(InterchangeLinks.encoded(pattern.prefix)),
                "name_suffix": .text(InterchangeLinks.encoded(pattern.suffix)),
                "start_frame": .integer(number - index * sequence.step),
                "frame_step": .integer(sequence.step),
                "rate": .number(ownRate), "frame_zero_padding": .integer(pattern.digits > 1 ? pattern.digits : 0),
                "missing_frame_policy": .text(policy),
            ])
    }
}
