import ArgumentParser
import Encoder
import Glibc
import Notation
import Photos

/// Options for photos made of a finished video.
struct VideoPhotoArguments: OptionTable {
    static let isConfigurable = false

    @Setting(
        "live-photo", "Also make a Live Photo of the video, name.JPG and name.MOV, with conversions as in --output.",
        .photoName, as: "name", .template, .notRepeated)
    var livePhoto: PhotoName?

    @Setting(
        "motion-photo", "Also make a Motion Photo of the video, name.MP.jpg, with conversions as in --output.",
        .photoName, as: "name", .template, .notRepeated)
    var motionPhoto: PhotoName?

    @Setting(
        "live-photo-still", "Time of the still in the video, for both kinds. (default: the middle)", .time, as: "time",
        .notRepeated)
    var livePhotoStill: Duration?

    func validate() throws {
        guard livePhotoStill == nil || livePhoto != nil || motionPhoto != nil else {
            throw ValidationError("--live-photo-still needs --live-photo or --motion-photo.")
        }
        _ = try plans(at: 0, overwrite: false)
    }

    /// Checks the options against the video's format.
    ///
    /// - Parameters:
    ///   - video: The video's options.
    ///   - stream: How the codec is used.
    ///   - output: The video's name.
    func validate(for video: VideoArguments, _ stream: StreamArguments, output: String) throws {
        guard let container = MovieContainer(fileName: output) else { return }
        let settings = video.settings(for: output, stream)
        let codec = settings.codec
        if livePhoto != nil, ![.h264, .hevc].contains(codec) {
            throw ValidationError("A Live Photo needs H.264 or HEVC video, not \(codec.title). Leave out --codec.")
        }
        if motionPhoto != nil, ![.h264, .hevc, .av1].contains(codec) || container == .webm {
            throw ValidationError(
                "A Motion Photo needs H.264, HEVC or AV1 video with AAC sound, not \(codec.title) in "
                    + ".\(container.rawValue). Write to .mp4.")
        }
        if livePhoto != nil || motionPhoto != nil,
            ![.yuv420p, .yuv420p10].contains(settings.pixelFormat)
                || codec == .h264 && settings.pixelFormat != .yuv420p
        {
            throw ValidationError(
                "Phones cannot show a photo whose video is \(codec.title) with \(settings.pixelFormat.rawValue). Use "
                    + "--pixel-format yuv420p.")
        }
    }

    /// Returns the photos to make of a video that starts now, after checking
    /// that they can be written.
    ///
    /// - Parameter overwrite: Whether existing files may be replaced.
    /// - Throws: ``FileError``.
    func checkedPlans(overwrite: Bool) throws -> [PhotoPlan] {
        let plans = try plans(at: time(nil), overwrite: overwrite)
        for plan in plans { try PhotoJob(plan).checkOutput() }
        return plans
    }

    /// Returns the photos to make.
    ///
    /// - Parameter time: Seconds since 1970, for the names' conversions.
    /// - Throws: `ValidationError` if a name cannot be a photo's.
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
    /// Returns the name with strftime(3) conversions replaced.
    fileprivate func filledIn(at time: time_t) -> PhotoName {
        text.contains("%") ? PhotoName(text: TimedName(template: text).text(at: time)) : self
    }
}

extension Form where Value == PhotoName {
    /// The name of a photo, as typed.
    fileprivate static var photoName: Form { Form("a name", write: \.text) { PhotoName(text: $0) } }
}
