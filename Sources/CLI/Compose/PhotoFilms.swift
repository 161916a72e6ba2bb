import Files
import Frames
import Photos
import Recorder
import Timeline

/// Has the films of photos that move rendered with the other outputs, and
/// makes the photos of them.
final class PhotoFilms {
    /// The timeline, with a film in place of each photo.
    let plan: TimelinePlan
    private var photos: [PhotoPlan] = []
    private let folder: LockedFolder?

    /// Puts films in the photos' places.
    ///
    /// - Parameter overwrite: Whether photos that are there may be replaced.
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if a photo cannot
    ///   have its name, or if there is no folder for the films.
    init(of plan: TimelinePlan, overwrite: Bool) throws {
        var plan = plan
        let indices = plan.outputs.indices.filter { plan.outputs[$0].kind.photoStill != nil }
        guard !indices.isEmpty else {
            (self.plan, folder) = (plan, nil)
            return
        }
        let folder = try ScratchFolder.make(for: "the photos' films")
        for index in indices {
            let output = plan.outputs[index]
            let film = "\(folder.path)/\(index).\(output.form == .motion ? "mp4" : "mov")"
            let photo = Self.photo(output, of: film, at: plan.frameRate, overwrite: overwrite)
            // What is wrong with its name is told before anything is rendered.
            try PhotoJob(photo).checkOutput()
            photos.append(photo)
            plan.outputs[index].path = film
            plan.outputs[index].kind = .movie
        }
        self.folder = folder
        self.plan = plan
    }

    /// Whether a file is one of the films, which nobody asked for.
    func isScratch(_ path: String) -> Bool { photos.contains { $0.movie == path } }

    /// Makes the photos of the finished films.
    ///
    /// - Throws: ``FileError`` or ``RecordingError``; photos that were
    ///   made before stay.
    func makePhotos() async throws -> [PhotoSummary] {
        var summaries: [PhotoSummary] = []
        for photo in photos { summaries.append(try await PhotoJob(photo).run()) }
        return summaries
    }

    private static func photo(
        _ output: PlannedOutput, of film: String, at frameRate: FrameRate, overwrite: Bool
    ) -> PhotoPlan {
        var photo = PhotoPlan(movie: film, output: output.path, form: output.form)
        let first = output.frames?.lowerBound ?? 0
        photo.still = output.kind.photoStill.map { frameRate.time(ofFrame: $0 - first) }
        photo.overwritesOutput = overwrite
        photo.keepsFile = output.form == .motion
        return photo
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
