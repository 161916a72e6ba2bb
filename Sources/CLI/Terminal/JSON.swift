import Encoder
import EngineLink
import Files
import Foundation
import Frames
import Glibc
import Notation
import Recorder

/// Encodes a value as one line of JSON, its keys in order.
///
/// All JSON that the commands print or write comes from here. Times are numbers of
/// seconds, dates are as ``wallTimeText(_:)`` writes them, sizes are `width` and
/// `height` in pixels, and frame rates are strings, since JSON has no fractions
/// such as 30000/1001. A value that cannot be encoded becomes `null`, and the command
/// fails (``Message/failResult(_:)``).
func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
        // JSON has no infinity and no NaN, and the commands print none: a mistake in the program.
        Message.failResult(SystemError(number: EDOM))
        return "null"
    }
}

/// An object in JSON; a member whose value is `nil` is `null`.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private var members: [String: any Encodable]

    /// Creates an object; of members with the same name, the last one counts.
    init(dictionaryLiteral members: (String, any Encodable)...) {
        self.members = Dictionary(members) { _, last in last }
    }

    /// A member; setting `nil` removes it.
    subscript(name: String) -> (any Encodable)? {
        get { members[name] }
        set { members[name] = newValue }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
    }
}

/// An expectation and its result, in JSON.
struct ExpectationJSON: Codable {
    let expectation: String
    let passed: Bool
    let message: String

    init(_ verdict: Verdict) {
        expectation = verdict.expectation.text
        passed = verdict.isMet
        message = verdict.message
    }
}

/// A step and what became of it, in JSON.
struct StepJSON: Codable {
    /// The step's time, or when it ended if it follows another, in seconds; left out if it did not begin.
    let at: Double?
    /// The action in the words of a file of steps, without a typed text, which may be a password.
    let step: String
    /// `done`, `failed`, `not-reached` or `skipped`.
    let status: String
    /// Why it was not done; left out if it was.
    let reason: String?
    /// The file with a picture of the step; left out if no picture was taken.
    var picture: String?

    init(_ outcome: StepOutcome) {
        at = (outcome.step.time ?? outcome.time)?.inRoundedSeconds
        step = outcome.step.action.title
        status = outcome.status.rawValue
        reason = outcome.reason
    }
}

/// A finished video's sound in JSON.
struct SoundJSON: Codable {
    /// What the page played.
    struct Page: Codable {
        let start: Double
        let end: Double
        let peak: Double
        @Nullable var loudness: Double?
        /// The number of elements and contexts on the page that sound.
        let streams: Int
    }

    /// The soundtrack's path.
    @Nullable var file: String?
    let codec: String
    let sampleRate: Int
    let channels: Int
    let samples: Int
    /// How many times the soundtrack started over.
    let loops: Int
    /// The titles of separate tracks.
    let tracks: [String]
    @Nullable var page: Page?

    /// Describes a sound.
    ///
    /// - Parameters:
    ///   - soundtrack: The soundtrack's path.
    ///   - pageStreams: The number of elements and contexts on the page that sound.
    init(_ sound: SoundSummary, soundtrack: String?, pageStreams: Int = 0) {
        file = soundtrack
        codec = sound.codec
        sampleRate = sound.sampleRate
        channels = sound.channels
        samples = sound.samples
        loops = sound.loops
        tracks = sound.titles
        page = sound.page.map { Page($0, streams: pageStreams) }
    }
}

extension SoundJSON.Page {
    fileprivate init(_ heard: HeardSound, streams: Int) {
        start = heard.start.inSeconds
        end = heard.end.inSeconds
        peak = heard.roundedPeak
        loudness = heard.loudness
        self.streams = streams
    }
}

/// A chapter in JSON.
struct ChapterJSON: Codable {
    let name: String
    /// Where it begins, in seconds from the start of the video.
    let start: Double
}

extension HeardSound {
    /// What is heard, in JSON: seconds into the video, dB of full scale and LUFS.
    var json: JSONObject {
        ["start": start.inSeconds, "end": end.inSeconds, "peak": roundedPeak, "loudness": loudness]
    }

    /// What is heard, in words.
    var text: String {
        "\(start.preciseText) to \(end.preciseText), peak \(roundedPeak) dB" + (loudness.map { ", \($0) LUFS" } ?? "")
    }

    fileprivate var roundedPeak: Double { (peak * 10).rounded() / 10 }
}

extension Nullable: Decodable where Wrapped: Decodable {
    /// Decodes a value, or `null`.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Wrapped.self))
    }
}
