import ArgumentParser
import Encoder
import Glibc
import Photos
import Recorder

/// Photos that are made of a video once it is finished.
struct VideoPhotoArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also make a Live Photo of the video, name.JPG and name.MOV; conversions as in --output.",
            valueName: "name"),
        completion: .file())
    var livePhoto: PhotoName?

    @Option(
        help: ArgumentHelp(
            "Also make a Motion Photo of the video, name.MP.jpg; conversions as in --output.", valueName: "name"),
        completion: .file())
    var motionPhoto: PhotoName?

    @Option(
        help: ArgumentHelp("When the stills of both are, in the video. (default: the middle)", valueName: "time"),
        transform: CLI.duration)
    var livePhotoStill: Duration?

    func validate() throws {
        guard livePhotoStill == nil || livePhoto != nil || motionPhoto != nil else {
            throw ValidationError("--live-photo-still needs --live-photo or --motion-photo.")
        }
        _ = try plans(at: 0, overwrite: false)
    }

    /// Refuses photos that the video does not go with.
    ///
    /// - Parameters:
    ///   - video: How it is to be written.
    ///   - output: Its name.
    func validate(for video: VideoArguments, output: String) throws {
        guard let container = MovieContainer(fileName: output) else { return }
        let codec = container.codec(asked: video.codec, encoder: video.encoder, hasAlpha: video.transparent)
        if livePhoto != nil, ![.h264, .hevc].contains(codec) {
            throw ValidationError("A Live Photo's video is H.264 or HEVC, not \(codec.title); leave --codec out.")
        }
        if motionPhoto != nil, ![.h264, .hevc, .av1].contains(codec) || container == .webm {
            throw ValidationError(
                "A Motion Photo's video is H.264, HEVC or AV1 with AAC, which an output in .\(container.rawValue) of "
                    + "\(codec.title) does not have; record to .mp4.")
        }
    }

    /// What photos are to be made of a video that begins now; that they cannot
    /// be written is found out before it does.
    ///
    /// - Parameter overwrite: Whether existing files may be replaced.
    /// - Throws: ``FileError``.
    func checkedPlans(overwrite: Bool) throws -> [PhotoPlan] {
        let plans = try plans(at: time(nil), overwrite: overwrite)
        for plan in plans { try PhotoJob(plan).checkOutput() }
        return plans
    }

    /// What photos are to be made.
    ///
    /// - Parameter time: Seconds since 1970, for the names' conversions.
    /// - Throws: A sentence, for a name that cannot be a photo's.
    func plans(at time: time_t, overwrite: Bool) throws -> [PhotoPlan] {
        let live = try livePhoto.map {
            PhotoPlan(movie: "", output: try $0.filledIn(at: time).ofLivePhoto(), form: .live)
        }
        let motion = try motionPhoto.map {
            PhotoPlan(movie: "", output: try $0.filledIn(at: time).ofMotionPhoto(), form: .motion)
        }
        return [live, motion].compactMap(\.self).map { plan in
            var plan = plan
            plan.still = livePhotoStill
            plan.overwritesOutput = overwrite
            return plan
        }
    }
}

extension PhotoName {
    /// The name with strftime's conversions filled in.
    fileprivate func filledIn(at time: time_t) -> PhotoName {
        text.contains("%") ? PhotoName(text: TimedName(template: text).text(at: time)) : self
    }
}
