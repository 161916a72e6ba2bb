import Files
import Frames
import Photos
import Timeline

/// Renders the movies of photos with the other outputs, and makes the photos of
/// them.
final class PhotoFilms {
    /// The timeline, with a movie in place of each photo.
    let plan: TimelinePlan
    private var photos: [PhotoPlan] = []
    private let folder: LockedFolder?

    /// Replaces photos by their movies.
    ///
    /// - Parameter overwrite: Whether existing photos may be replaced.
    /// - Throws: ``FileError/Code/cannotCreateOutput`` if a photo or the
    ///   movies' folder cannot be created.
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
            // Report an invalid name before anything is rendered.
            try PhotoJob(photo).checkOutput()
            photos.append(photo)
            plan.outputs[index].path = film
            plan.outputs[index].kind = .movie
        }
        self.folder = folder
        self.plan = plan
    }

    /// Whether a file is a temporary movie.
    func isScratch(_ path: String) -> Bool { photos.contains { $0.movie == path } }

    /// Makes the photos of the finished movies.
    ///
    /// - Throws: ``FileError`` or ``PageError``; photos already made
    ///   are kept.
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
    /// The kind of photo, for an output that is one.
    fileprivate var form: PhotoPlan.Form {
        if case .motionPhoto = kind { return .motion }
        return isBundle ? .liveBundle : .live
    }
}

extension PlannedOutput.Kind {
    /// The frame of a photo's still; `nil` for other outputs.
    fileprivate var photoStill: Int? {
        switch self {
        case .livePhoto(let still), .motionPhoto(let still): still
        case .movie, .sound, .still, .sheet, .sequence, .interchange, .subtitles: nil
        }
    }
}
