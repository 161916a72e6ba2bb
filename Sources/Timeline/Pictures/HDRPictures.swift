import Composition
import Decoder
import Files
import Frames
import LibAV

/// Decodes the pictures of an output that keeps HDR.
///
/// Ascending order is fast: a film is open only while it is shown. Used by one thread at a time.
final class HDRPictures {
    private let timeline: TimelinePlan
    private let plan: HDRPlan
    private let target: HDRTarget
    /// The film that is shown, and the index of its cut.
    private var current: (cut: Int, film: HDRFilm)?
    /// Warnings about films that are no longer shown.
    private var endedWarnings: [String] = []

    /// Prepares to decode; opens no files yet.
    init(_ timeline: TimelinePlan, _ plan: HDRPlan, on target: HDRTarget) {
        (self.timeline, self.plan, self.target) = (timeline, plan, target)
    }

    /// The picture at a frame of the timeline, which must be one of the output's.
    ///
    /// - Throws: `FileError`, which mentions the place where the film is described.
    func picture(at frame: Int) throws -> VideoPicture {
        guard let index = plan.films.cuts.firstIndex(where: { $0.frames.contains(frame) }) else {
            throw FileError(.internalFailure, "Frame \(frame) is not one of the films'.")
        }
        let clip = plan.films.cuts[index].clip
        let place = frame - clip.frames.lowerBound
        let time = clip.playback.sourceTime(ofFrame: place, of: clip.frames.count, at: timeline.frameRate)
        return try FileError.located(at: clip.origin) {
            let film = try film(of: index)
            return try film.picture(
                at: time, shown: HDRPlan.shownSize(of: film.size, clip.layout.fit, on: target.size), on: target)
        }
    }

    private func film(of index: Int) throws(FileError) -> HDRFilm {
        if let current, current.cut == index { return current.film }
        endedWarnings = warnings
        // The last film is closed before the next one is opened.
        current = nil
        CodecContext.giveBackMemory()
        let cut = plan.films.cuts[index]
        guard let film = try HDRFilm(path: cut.path, deinterlacing: cut.clip.playback.deinterlacing) else {
            throw FileError(.unreadableInput, "'\(cut.path)' has changed: it is no longer HDR.")
        }
        current = (index, film)
        return film
    }

    /// Warnings about the films shown so far, for the user, as sentences.
    var warnings: [String] {
        guard let current else { return plan.warnings }
        let clip = plan.films.cuts[current.cut].clip
        let own =
            current.film.warnings.map { $0.at(clip.origin) }
            + HDRPlan.warnings(about: current.film.dynamicMetadata, of: clip.name, current.film.format)
        return (endedWarnings.isEmpty ? plan.warnings : endedWarnings) + own
    }
}
