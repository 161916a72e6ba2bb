internal import Encoder
import Files
internal import Frames

/// Creates a Live Photo or Motion Photo from a finished movie.
///
/// Video and sound are copied without encoding; only the still is decoded.
public struct PhotoJob: Sendable {
    let plan: PhotoPlan
    let onEvent: @Sendable (PhotoEvent) -> Void

    /// Prepares a photo.
    ///
    /// - Parameters:
    ///   - plan: The photo to create.
    ///   - onEvent: Receives events, on the thread that does the work.
    public init(_ plan: PhotoPlan, onEvent: @escaping @Sendable (PhotoEvent) -> Void = { _ in }) {
        self.plan = plan
        self.onEvent = onEvent
    }

    /// Creates the photo; all its files appear together, or none.
    ///
    /// Canceling the task stops it.
    ///
    /// - Throws: ``FileError``, or `CancellationError` if the task was canceled. No files are
    ///   then left behind.
    @concurrent
    public func run() async throws -> PhotoSummary {
        let source = try ClipSource(path: plan.movie)
        try PhotoCodecs(plan.form).check(source, path: plan.movie)
        if let warning = PhotoCodecs.warning(for: source) { onEvent(.warning(warning)) }
        let clip = try interruptibly {
            try source.clip(
                from: plan.from, length: plan.duration ?? plan.usualDuration, stillTime: plan.still)
        }
        tellDifferences(clip)
        switch plan.form {
        case .live: return try makePair(source, clip)
        case .liveBundle: return try makeBundle(source, clip)
        case .motion: return try makeMotionPhoto(source, clip)
        }
    }

    /// Checks that the photo's files can be created, without leaving any behind.
    ///
    /// - Throws: ``FileError``.
    public func checkOutput() throws {
        switch plan.form {
        case .live:
            var files = OutputGroup()
            _ = try pair(in: &files)
            files.discard()
        case .liveBundle: try bundle().discard()
        case .motion: try motionPhoto().discard()
        }
    }

    private func makePair(_ source: ClipSource, _ clip: Clip) throws -> PhotoSummary {
        var files = OutputGroup()
        let (movie, picture) = try pair(in: &files)
        do {
            let (size, bytes) = try write(
                source, clip, picture: picture.temporaryPlace, movie: movie.temporaryPlace)
            try files.commit()
            return summary(
                source, clip, size: size, bytes: bytes, bundle: nil, picture: picture.path, movie: movie.path)
        } catch {
            files.discard()
            throw error
        }
    }

    private func makeBundle(_ source: ClipSource, _ clip: Clip) throws -> PhotoSummary {
        let (picture, movie) = (String(plan.pictureName.fileName), String(plan.movieName.fileName))
        var files = OutputGroup()
        let bundle = try files.add(bundle())
        do {
            let (size, bytes) = try write(source, clip, picture: bundle.file(picture), movie: bundle.file(movie))
            try FileEditor(creating: bundle.file(BundleProperties.name)).writeWhole(BundleProperties.bytes)
            try files.commit()
            return summary(
                source, clip, size: size, bytes: bytes + BundleProperties.bytes.count, bundle: bundle.path,
                picture: "\(bundle.path)/\(picture)", movie: "\(bundle.path)/\(movie)")
        } catch {
            files.discard()
            throw error
        }
    }

    /// Writes the two files of a Live Photo.
    ///
    /// - Returns: The still's size, and the length of both files in bytes.
    private func write(
        _ source: ClipSource, _ clip: Clip, picture: OutputPlace, movie: OutputPlace
    ) throws -> (PixelSize, bytes: Int) {
        let still = try interruptibly { try source.still(of: clip) }
        let jpeg = try LivePhotoPicture.bytes(
            of: still.jpeg, width: still.size.width, height: still.size.height, identifier: plan.identifier)
        try FileEditor(creating: picture).writeWhole(jpeg)
        try source.copy(clip, to: movie, as: .mov) { try hear(frames: $0, of: clip) }
        let file = try ClipFile(movie)
        try file.makeLive(clip, identifier: plan.identifier)
        return (still.size, try jpeg.count + file.length())
    }
}

// MARK: - Outputs

extension PhotoJob {
    private func pair(
        in files: inout OutputGroup
    ) throws(FileError) -> (movie: OutputFile, picture: OutputFile) {
        let movie = try files.add(
            OutputFile(path: plan.movieName, overwrite: plan.overwritesOutput, content: .video))
        let picture = try files.add(
            OutputFile(path: plan.pictureName, overwrite: plan.overwritesOutput, content: .picture))
        return (movie, picture)
    }

    private func bundle() throws(FileError) -> OutputBundle {
        try OutputBundle(
            path: plan.bundleName,
            names: [plan.pictureName, plan.movieName].map { String($0.fileName) } + [BundleProperties.name],
            overwrite: plan.overwritesOutput)
    }

    func motionPhoto() throws(FileError) -> OutputFile {
        try OutputFile(path: plan.pictureName, overwrite: plan.overwritesOutput, content: .picture)
    }
}

// MARK: - Events

extension PhotoJob {
    /// Reports progress, and throws if the task was canceled.
    func hear(frames: Int, of clip: Clip) throws {
        try Task.checkCancellation()
        onEvent(.progress(done: frames, total: clip.frames))
    }

    /// Runs work that stops early when the task is canceled, and throws if it was.
    func interruptibly<Result>(_ body: () throws -> Result) throws -> Result {
        let result = Swift.Result { try body() }
        try Task.checkCancellation()
        return try result.get()
    }

    /// Reports where the clip differs from the request, because it begins and ends with whole
    /// pictures.
    private func tellDifferences(_ clip: Clip) {
        // Differences of up to half a millisecond are rounding.
        func differs(_ a: Duration, _ b: Duration) -> Bool { abs((a - b).wholeNanoseconds) > 500_000 }
        if differs(clip.from, plan.from) {
            onEvent(
                .notice("the movie begins with the picture at \(clip.from.text), the nearest to \(plan.from.text)."))
        }
        if let duration = plan.duration, differs(clip.duration, duration) {
            onEvent(.notice("the movie is \(clip.duration.text) long, not \(duration.text)."))
        }
        if let still = plan.still, differs(clip.stillTime, still) {
            onEvent(.notice("the still is the picture at \(clip.stillTime.text), the nearest to \(still.text)."))
        }
    }

    func summary(
        _ source: ClipSource, _ clip: Clip, size: PixelSize, bytes: Int, bundle: String?, picture: String,
        movie: String?
    ) -> PhotoSummary {
        PhotoSummary(
            form: plan.form, bundle: bundle, picture: picture, movie: movie,
            identifier: movie == nil ? nil : plan.identifier.description, from: clip.from, duration: clip.duration,
            frames: clip.frames, still: clip.stillTime, size: size, hasSound: source.soundCodec != nil, bytes: bytes)
    }
}

/// An event during the creation of a photo.
public enum PhotoEvent: Sendable {
    /// Progress, counted in pictures or bytes.
    case progress(done: Int, total: Int)
    /// A result that differs from the request.
    case notice(String)
    /// A warning for the user.
    case warning(String)
}
