import Encoder
import EngineLink
import Foundation
import Frames
import LibAV
import Photos
import Recorder

/// The summary as `--json` prints it.
///
/// Every key is always there.
struct SummaryJSON: Encodable {
    private let summary: RecordingSummary
    private let attempts: Int
    private let photos: [PhotoSummary]

    /// Describes a summary.
    ///
    /// - Parameters:
    ///   - attempts: How often the page was tried (`--retry`).
    ///   - photos: What was made of the video besides.
    init(_ summary: RecordingSummary, attempts: Int = 1, photos: [PhotoSummary] = []) {
        self.summary = summary
        self.attempts = attempts
        self.photos = photos
    }

    /// The JSON text, one line.
    var text: String { json(self) }

    private enum Key: String, CodingKey {
        case page, title, output, width, height, scale, padded, fps, frames, repeated, duration, signals, chapters
        case sound, bytes, wallTime, exitReason, warnings
        case container, codec, encoder, threads, transparent
        case clock, date, timezone, seed, refreshRate, network
        case rendering, renderingReason, attempts
        case livePhoto, motionPhoto
    }

    private struct Signal: Encodable {
        let signal: String
        let name: String?
        let time: Double?
        let pageTime: Double

        enum Key: String, CodingKey { case signal, name, time, pageTime }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(signal, forKey: .signal)
            try container.encodeIfPresent(name, forKey: .name)
            try container.encode(time, forKey: .time)
            try container.encode(pageTime, forKey: .pageTime)
        }
    }

    private struct ChapterEntry: Encodable {
        let name: String
        let start: Double
    }

    func encode(to encoder: any Encoder) throws {
        let movie = summary.movie
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(summary.page, forKey: .page)
        try container.encode(summary.title, forKey: .title)
        try container.encode(summary.output, forKey: .output)
        try container.encode(movie?.size.width ?? summary.pictureSize.width, forKey: .width)
        try container.encode(movie?.size.height ?? summary.pictureSize.height, forKey: .height)
        try container.encode(summary.scale, forKey: .scale)
        try container.encode(summary.isPadded, forKey: .padded)
        try container.encode(summary.frameRate.description, forKey: .fps)
        let format = summary.format
        try container.encode(format?.container.rawValue, forKey: .container)
        try container.encode(format?.codec.rawValue, forKey: .codec)
        try container.encode(format?.encoder, forKey: .encoder)
        try container.encode(format?.threads, forKey: .threads)
        try container.encode(format?.hasAlpha, forKey: .transparent)
        let time = summary.virtualTime
        try container.encode((time == nil ? ClockKind.realtime : .virtual).rawValue, forKey: .clock)
        try container.encode(time?.date.map(wallTimeText), forKey: .date)
        try container.encode(summary.timeZone, forKey: .timezone)
        try container.encode(time?.seed, forKey: .seed)
        try container.encode(summary.refreshRate?.description, forKey: .refreshRate)
        let network = time.map { $0.waitsForNetwork ? NetworkTime.hold : .run }
        try container.encode(network?.rawValue, forKey: .network)
        try container.encode(summary.rendering.rawValue, forKey: .rendering)
        try container.encode(summary.renderingReason, forKey: .renderingReason)
        try container.encode(movie?.frames ?? 0, forKey: .frames)
        try container.encode(summary.repeated, forKey: .repeated)
        try container.encode(seconds(movie?.duration ?? .zero), forKey: .duration)
        try container.encode(
            summary.signals.map {
                Signal(
                    signal: $0.signal.word, name: $0.signal.name, time: $0.time?.inRoundedSeconds,
                    pageTime: $0.pageTime.inRoundedSeconds)
            }, forKey: .signals)
        try container.encode(
            summary.chapters.map { ChapterEntry(name: $0.name, start: $0.start.inRoundedSeconds) }, forKey: .chapters)
        try container.encode(
            movie?.sound.map { SoundJSON($0, soundtrack: summary.soundtrack) }, forKey: .sound)
        try container.encode(movie?.bytes ?? 0, forKey: .bytes)
        try container.encode(photos.first { $0.form != .motion }.map(PhotoJSON.init), forKey: .livePhoto)
        try container.encode(photos.first { $0.form == .motion }.map(PhotoJSON.init), forKey: .motionPhoto)
        try container.encode(seconds(summary.wallTime), forKey: .wallTime)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(summary.exitReason.rawValue, forKey: .exitReason)
        try container.encode(summary.warnings, forKey: .warnings)
    }
}

/// What `--json` prints when nothing was recorded.
struct FailureJSON: Encodable {
    private let page: String
    private let output: String? = nil
    private let attempts: Int
    private let exitReason: String
    private let error: String

    /// Describes a failure.
    init(page: String, status: ExitStatus, failure: any Error, attempts: Int = 1) {
        self.page = page
        self.attempts = attempts
        exitReason = (failure as? PageError)?.code == .hung ? "hung" : status.word
        error = "\(failure)"
    }

    /// The JSON text, one line.
    var text: String { json(self) }

    private enum Key: String, CodingKey { case page, output, attempts, exitReason, error }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(page, forKey: .page)
        try container.encode(output, forKey: .output)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(exitReason, forKey: .exitReason)
        try container.encode(error, forKey: .error)
    }
}

/// Seconds to the nanosecond's precision that JSON's numbers allow.
private func seconds(_ duration: Duration) -> Double { duration.inSeconds }
