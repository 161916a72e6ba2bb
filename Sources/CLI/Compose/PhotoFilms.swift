import Foundation
import Frames
import Recorder
import Timeline

/// Has the films of photos that move rendered with the other outputs, and
/// makes the photos of them.
final class PhotoFilms {
    /// The timeline, with a film in place of each photo.
    let plan: TimelinePlan
    private var photos: [(output: PlannedOutput, film: String)] = []
    private let folder: URL?

    /// Puts films in the photos' places.
    ///
    /// - Throws: ``EncoderError/Code/cannotCreateOutput`` if there is no
    ///   folder for them.
    init(of plan: TimelinePlan) throws(EncoderError) {
        var plan = plan
        let indices = plan.outputs.indices.filter { plan.outputs[$0].kind.photoStill != nil }
        guard !indices.isEmpty else {
            (self.plan, folder) = (plan, nil)
            return
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pagereel-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw EncoderError(
                .cannotCreateOutput,
                "There is no folder for the photos' films: “\(folder.path)” cannot be made "
                    + "(\(error.localizedDescription)). TMPDIR names another place.")
        }
        for index in indices {
            let output = plan.outputs[index]
            let ending = if case .motionPhoto = output.kind { "mp4" } else { "mov" }
            let film = folder.appendingPathComponent("\(index).\(ending)").path
            photos.append((output, film))
            plan.outputs[index].path = film
            plan.outputs[index].kind = .movie
        }
        self.folder = folder
        self.plan = plan
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Whether a file is one of the films, which nobody asked for.
    func isScratch(_ path: String) -> Bool { photos.contains { $0.film == path } }

    /// Makes the photos of the finished films.
    ///
    /// - Throws: ``EncoderError`` or ``RecordingError``; photos that were
    ///   made before stay.
    func photos(overwrite: Bool) async throws -> [PhotoSummary] {
        var summaries: [PhotoSummary] = []
        for (output, film) in photos {
            guard let still = output.kind.photoStill else { continue }
            var photo = PhotoPlan(movie: film, output: output.path, form: output.form)
            let first = output.frames?.lowerBound ?? 0
            photo.still = plan.frameRate.time(ofFrame: still - first)
            photo.overwritesOutput = overwrite
            photo.keepsFile = output.form == .motion
            summaries.append(try await PhotoJob(photo).run())
        }
        return summaries
    }
}

extension PlannedOutput {
    /// What kind of photo it is, for those that are.
    fileprivate var form: PhotoPlan.Form {
        if case .motionPhoto = kind { return .motion }
        return isBundle ? .liveBundle : .live
    }
}

extension PlannedOutput.Kind {
    /// The frame of a photo's still; nothing for other outputs.
    fileprivate var photoStill: Int? {
        switch self {
        case .livePhoto(let still), .motionPhoto(let still): still
        case .movie, .gif, .still, .sheet, .sequence, .interchange: nil
        }
    }
}
