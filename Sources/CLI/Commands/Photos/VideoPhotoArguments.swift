import ArgumentParser
import Encoder
import Files
import Glibc
import Notation
import Photos

/// Options for photos made of a finished video.
struct VideoPhotoArguments: OptionTable {
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
        for name in [livePhoto, motionPhoto].compactMap(\.self) { try TimedName(template: name.text).check() }
        let settings = video.settings(for: output, stream)
        let codec = settings.codec
        if container.isAnimation, livePhoto != nil || motionPhoto != nil {
            throw ValidationError(
                "A Live Photo or Motion Photo is made of a video, not of \(codec.title). Write to .mp4.")
        }
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

/// A photo's name, without the extensions of its files.
struct PhotoName: Equatable {
    let text: String

    /// Returns a Live Photo's name: `IMG_0001`, also for `IMG_0001.MOV`.
    ///
    /// - Throws: `ValidationError` if the text does not name a file.
    func ofLivePhoto() throws -> String { try stem(without: [".jpg", ".jpeg", ".mov", ".pvt"]) }

    /// Returns a Motion Photo's name: `IMG_0001`, also for `IMG_0001.MP.jpg`.
    ///
    /// - Throws: `ValidationError` if the text does not name a file, or if
    ///   Android would not recognize the Motion Photo.
    func ofMotionPhoto() throws -> String {
        let stem = try stem(without: [".mp.jpg"])
        guard !stem.lowercased().hasSuffix(".jpg"), !stem.lowercased().hasSuffix(".jpeg") else {
            throw ValidationError(
                "Phones recognize a Motion Photo by the extension .MP.jpg. Give a name like IMG_0001.MP.jpg or IMG_0001."
            )
        }
        guard stem.fileName.first?.isWhitespace != true else {
            throw ValidationError("Phones do not recognize a Motion Photo whose name begins with a space.")
        }
        return stem
    }

    private func stem(without endings: [String]) throws -> String {
        let ending = endings.first { text.lowercased().hasSuffix($0) } ?? ""
        let stem = String(text.dropLast(ending.count))
        guard !["", ".", "..", "-"].contains(stem.fileName) else {
            throw ValidationError("The output '\(text)' names no photo. Write -o IMG_0001")
        }
        return stem
    }
}

extension Form where Value == PhotoName {
    /// The name of a photo, as typed.
    static var photoName: Form { Form("a name", write: \.text) { PhotoName(text: $0) } }
}
