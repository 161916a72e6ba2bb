internal import Encoder
import Files
internal import Frames

/// Makes a photo that moves of a finished movie.
///
/// Sound and pictures are copied as they are; only the still is decoded.
public struct PhotoJob: Sendable {
    let plan: PhotoPlan
    private let onEvent: @Sendable (PhotoEvent) -> Void

    /// Prepares to make a photo.
    ///
    /// - Parameter onEvent: Hears what happens, on the thread that works.
    public init(_ plan: PhotoPlan, onEvent: @escaping @Sendable (PhotoEvent) -> Void = { _ in }) {
        self.plan = plan
        self.onEvent = onEvent
    }

    /// Makes it; all its files appear together, or none.
    ///
    /// Cancelling the task ends it.
    ///
    /// - Throws: ``FileError``, or `CancellationError` when the task was cancelled.
    ///   No file is left then.
    @concurrent
    public func run() async throws -> PhotoSummary {
        try make()
    }

    /// Finds out whether the photo's files can be made and may be replaced,
    /// and leaves nothing.
    ///
    /// - Throws: ``FileError``.
    public func checkOutput() throws {
        switch plan.form {
        case .live: try pair().discard()
        case .liveBundle: try bundle().discard()
        case .motion: try motionPhoto().discard()
        }
    }

    private func make() throws -> PhotoSummary {
        let source = try ClipSource(path: plan.movie)
        try PhotoCodecs(plan.form).check(source, path: plan.movie)
        if let warning = PhotoCodecs.warning(for: source) { onEvent(.warning(warning)) }
        let clip = try interruptibly {
            try source.clip(
                ClipRange(from: plan.from, duration: plan.duration ?? plan.usualDuration, still: plan.still))
        }
        tellDifferences(clip)
        switch plan.form {
        case .live: return try makePair(source, clip)
        case .liveBundle: return try makeBundle(source, clip)
        case .motion: return try makeMotionPhoto(source, clip)
        }
    }

    private func makePair(_ source: ClipSource, _ clip: Clip) throws -> PhotoSummary {
        let pair = try pair()
        do {
            let (size, bytes) = try write(
                source, clip, picture: pair.second.temporaryPath, movie: pair.first.temporaryPath)
            try pair.commit()
            return summary(
                source, clip, size: size, bytes: bytes, bundle: nil, picture: pair.second.path, movie: pair.first.path)
        } catch {
            pair.discard()
            throw error
        }
    }

    private func makeBundle(_ source: ClipSource, _ clip: Clip) throws -> PhotoSummary {
        let (picture, movie) = (PhotoPlan.lastPart(plan.pictureName), PhotoPlan.lastPart(plan.movieName))
        let bundle = try bundle()
        do {
            let (size, bytes) = try write(source, clip, picture: bundle.file(picture), movie: bundle.file(movie))
            try FileEditor(creating: bundle.file(BundleProperties.name)).writeWhole(BundleProperties.bytes)
            try bundle.commit()
            return summary(
                source, clip, size: size, bytes: bytes + BundleProperties.bytes.count, bundle: bundle.path,
                picture: "\(bundle.path)/\(picture)", movie: "\(bundle.path)/\(movie)")
        } catch {
            bundle.discard()
            throw error
        }
    }

    /// Writes a Live Photo's two files.
    ///
    /// - Returns: The still's size, and the length of both files in bytes.
    private func write(
        _ source: ClipSource, _ clip: Clip, picture: String, movie: String
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
    private func pair() throws(FileError) -> OutputPair {
        try OutputPair(
            first: (plan.movieName, .video), second: (plan.pictureName, .picture), overwrite: plan.overwritesOutput)
    }

    private func bundle() throws(FileError) -> OutputBundle {
        try OutputBundle(
            path: plan.bundleName,
            names: [plan.pictureName, plan.movieName].map(PhotoPlan.lastPart) + [BundleProperties.name],
            overwrite: plan.overwritesOutput)
    }

    func motionPhoto() throws(FileError) -> OutputFile {
        try OutputFile(path: plan.pictureName, overwrite: plan.overwritesOutput, content: .picture)
    }
}

// MARK: - Events

extension PhotoJob {
    /// Tells how far it is, and ends where the task was cancelled.
    func hear(frames: Int, of clip: Clip) throws {
        try Task.checkCancellation()
        onEvent(.progress(done: frames, total: clip.frames))
    }

    /// Tells of a notice or a warning.
    func tell(_ event: PhotoEvent) { onEvent(event) }

    /// Does something that ends early when the task is cancelled, whatever
    /// comes of it then.
    func interruptibly<Result>(_ body: () throws -> Result) throws -> Result {
        let result = Swift.Result { try body() }
        try Task.checkCancellation()
        return try result.get()
    }

    /// Says where the movie's pictures made the clip another than was asked
    /// for.
    private func tellDifferences(_ clip: Clip) {
        // Half a millisecond is nobody's wish.
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
