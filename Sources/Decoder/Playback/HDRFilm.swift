package import Files
package import Frames
package import LibAV

/// A film in HDR, whose pictures keep their light and colors.
///
/// Use from one thread at a time.
package final class HDRFilm {
    /// How the pictures are stored, as the first one states it.
    package let format: HDRFormat
    /// The metadata of single scenes that the pictures decoded so far have.
    package private(set) var dynamicMetadata: Set<DynamicHDR> = []
    /// The display size, with rotation and square pixels applied.
    package var size: PixelSize { frames.size }

    private let path: String
    private let frames: MovieFrames
    /// Brings pictures of ``scaled`` to the target; `nil` before the first.
    private var scaler: HDRScaler?
    private var scaled: PictureFormat?
    /// The picture returned last, and its time.
    private var last: (time: Int64, picture: VideoPicture)?

    /// Opens a film and decodes its first picture.
    ///
    /// - Returns: `nil` if it is not HDR.
    /// - Throws: ``FileError/Code/unreadableInput``.
    package init?(path: String, deinterlacing: Deinterlacing = .automatic) throws(FileError) {
        self.path = path
        try HDRScaler.check(path)
        frames = try MovieFrames(path: path, deinterlacing, keepsHDR: true)
        let (format, kinds) = try frames.withPicture(at: .zero) { [frames] picture throws(LibAVError) in
            frames.hdr(of: picture)
        }
        guard let format else { return nil }
        self.format = format
        dynamicMetadata = kinds
    }

    /// Returns the picture shown at a time; the same one as before if it has not changed.
    ///
    /// - Parameters:
    ///   - time: The time from the start of the film.
    ///   - shown: The size at which it is shown; not larger than the target, and in whole chroma samples.
    ///   - target: What is returned, with black margins.
    /// - Throws: ``FileError``.
    package func picture(
        at time: Duration, shown: PixelSize, on target: HDRTarget
    ) throws(FileError) -> VideoPicture {
        let outcome = try frames.withPicture(at: time) { [frames] decoded throws(LibAVError) -> VideoPicture? in
            if let last, last.time == decoded.time { return last.picture }
            let (own, kinds) = frames.hdr(of: decoded)
            guard own?.transfer == format.transfer else { return nil }
            dynamicMetadata.formUnion(kinds)
            let stored = PictureFormat(of: decoded.frame)
            if scaled != stored {
                scaler = try HDRScaler(from: stored, frames.orientation, shown: shown, on: target)
                scaled = stored
            }
            let picture = try scaler?.converted(decoded.frame)
            last = picture.map { (decoded.time, $0) }
            return picture
        }
        guard let outcome else {
            throw FileError(
                .unreadableInput,
                "'\(path)' cannot be kept in HDR: its pictures change from \(format.name) to another kind. Leave out "
                    + "hdr: keep, so that they are converted.")
        }
        return outcome
    }

    /// Warnings about the pictures shown so far, for the user, as sentences.
    package var warnings: [String] { frames.warnings }
}
