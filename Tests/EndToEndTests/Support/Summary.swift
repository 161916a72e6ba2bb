import Foundation

/// The one JSON object that `--json` prints, with every documented key.
struct Summary: Decodable, Sendable {
    struct Signal: Decodable, Sendable {
        let signal: String
        let name: String?
        /// Seconds into the recording; `nil` before its start.
        let time: Double?
        /// The page's own clock, in seconds since it began to load.
        let pageTime: Double
    }

    struct Step: Decodable, Sendable {
        let at: Double?
        let step: String
        let status: String
        let reason: String?
        let picture: String?
    }

    struct Sound: Decodable, Sendable {
        struct Page: Decodable, Sendable {
            let start: Double
            let end: Double
            let peak: Double
            let loudness: Double?
            let streams: Int
        }

        let file: String?
        let codec: String
        let sampleRate: Int
        let channels: Int
        let samples: Int
        let loops: Int
        let tracks: [String]
        let page: Page?
    }

    struct Expectation: Decodable, Sendable {
        let expectation: String
        let passed: Bool
        let message: String
    }

    struct Chapter: Decodable, Sendable {
        let name: String
        /// Seconds into the recording.
        let start: Double
    }

    let page: String
    let title: String
    /// The file; `nil` if nothing was written.
    let output: String?
    let width: Int
    let height: Int
    let scale: Double
    let fps: String
    let frames: Int
    let repeated: Int
    let duration: Double
    let signals: [Signal]
    let steps: [Step]
    let chapters: [Chapter]
    let sound: Sound?
    let bytes: Int
    let wallTime: Double
    let exitReason: String
    let warnings: [String]
    let expectations: [Expectation]
    let padded: Bool
    let container: String
    let codec: String
    let encoder: String
    /// `nil` if the encoder chose.
    let threads: Int?
    let transparent: Bool
    let clock: String
    let rendering: String
    let renderingReason: String
    /// The number of attempts.
    let attempts: Int

    /// Parses the object; anything else on standard output is an error.
    static func decode(_ text: String) throws -> Summary {
        try JSONDecoder().decode(Summary.self, from: Data(text.utf8))
    }

    /// The signals' names, in order.
    var signalNames: [String] { signals.map(\.signal) }

    /// The time of a signal, in seconds into the recording.
    func time(of signal: String) -> Double? { signals.first { $0.signal == signal }?.time }
}
