package import Decoder
import Encoder
package import Files
import Frames

/// How the pictures of an output come into its file.
package enum PictureRoute: Sendable {
    /// They are rendered and encoded. The reason says why they are not copied, if they should have been.
    case encoded(because: String?)
    /// They are copied.
    case copied(CopiedPictures)
}

extension TimelinePlan {
    /// How the pictures come into the files of outputs; reads the films, if they are to be copied.
    ///
    /// - Throws: ``FileError/Code/invalidSettings`` if an output's pictures have to be copied and cannot be.
    package func pictureRoutes(of outputs: [PlannedOutput]) throws(FileError) -> [PictureRoute] {
        try outputs.map { output throws(FileError) in
            do throws(FileError) { return try output.pictureRoute(in: self) } catch { throw error.at(output.origin) }
        }
    }
}

extension PlannedOutput {
    /// How the pictures of a timeline come into the output's file; reads the films, if they are to be copied.
    ///
    /// - Throws: ``FileError/Code/invalidSettings`` if the output's pictures have to be copied and cannot be.
    func pictureRoute(in plan: TimelinePlan) throws(FileError) -> PictureRoute {
        guard copying != .never else { return .encoded(because: nil) }
        do throws(FilmCuts.Obstacle) {
            return .copied(try copiedPictures(of: plan))
        } catch {
            guard copying == .required else { return .encoded(because: error.reason) }
            let place = error.origin.map { " (\($0))" } ?? ""
            throw FileError(
                .invalidSettings,
                "The pictures of '\(path)' cannot be copied: \(error.reason)\(place). Change that, or encode them with "
                    + "another codec.")
        }
    }

    private func copiedPictures(of plan: TimelinePlan) throws(FilmCuts.Obstacle) -> CopiedPictures {
        func obstacle(_ reason: String) -> FilmCuts.Obstacle { FilmCuts.Obstacle(origin: nil, reason: reason) }
        guard kind == .movie, let container = MovieContainer(fileName: path), !container.isAnimation else {
            throw obstacle("the output is not a video")
        }
        guard size == nil || size == plan.size, movie.videoSize == nil else {
            throw obstacle("the output has another size than the canvas")
        }
        guard frameRate == nil || frameRate == plan.frameRate else {
            throw obstacle("the output has another frame rate than the canvas")
        }
        let cuts = try FilmCuts(of: plan, frames: frames).cuts
        let parts = cuts.enumerated().map { index, cut in cut.request(isFirst: index == 0, at: plan.frameRate) }
        do throws(CopiedPictures.Obstacle) {
            return try CopiedPictures(parts) { refusal(of: $0, for: container, canvas: plan.size) }
        } catch {
            let clip = cuts.indices.contains(error.part) ? cuts[error.part].clip : nil
            throw FilmCuts.Obstacle(origin: clip?.origin, reason: "\(clip?.name ?? path) \(error.reason)")
        }
    }

    /// Why a film's coded pictures are not those of the output, as a verb and its object; `nil` if they are.
    private func refusal(of film: CodedStream, for container: MovieContainer, canvas: PixelSize) -> String? {
        guard let codec = VideoCodec(film.codec), container.codecs.contains(codec) else {
            let codecs = container.codecs.map(\.title).joined(separator: ", ")
            return "is coded in \(film.codecName), and a .\(container.rawValue) file holds \(codecs)"
        }
        guard film.size == canvas else { return "is \(film.size), and the canvas \(canvas)" }
        guard !film.isTurned || container.storesOrientation else {
            return "is turned for display, which a .\(container.rawValue) file cannot state"
        }
        guard !film.isHDR || keepsHDR || copying == .required else {
            return "is HDR, and is shown in SDR when it is encoded"
        }
        return nil
    }
}

extension FilmCuts.Cut {
    /// The film's part, whose first frame begins the new stream or follows another part.
    fileprivate func request(isFirst: Bool, at rate: FrameRate) -> FilmPartRequest {
        let (playback, length) = (clip.playback, clip.frames.count)
        let first = frames.lowerBound - clip.frames.lowerBound
        return FilmPartRequest(
            path: path, count: frames.count, isFirst: isFirst, keepsFields: playback.deinterlacing == .never
        ) { playback.sourceTime(ofFrame: first + $0, of: length, at: rate) }
    }
}

extension MovieContainer {
    /// Whether libavformat writes how pictures are turned for display; from FFmpeg 6.1 on, in Matroska too.
    fileprivate var storesOrientation: Bool { self == .mp4 || self == .mov }
}
