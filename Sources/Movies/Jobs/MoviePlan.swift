public import Encoder
public import Frames
public import LibAV

/// The settings of a movie.
///
/// Those of `MovieSettings` are properties of the plan too: `plan.codec` is `plan.movie.codec`.
@dynamicMemberLookup
public struct MoviePlan: Sendable {
    /// The file, and how it is encoded.
    public var movie: MovieSettings
    /// The frame rate of the video.
    public var frameRate: FrameRate
    /// The chapters.
    public var chapters: [Chapter] = []
    /// The metadata of the file.
    public var metadata = MovieMetadata(pageAddress: "")

    /// Accesses a setting of the file.
    public subscript<Value>(dynamicMember setting: WritableKeyPath<MovieSettings, Value>) -> Value {
        get { movie[keyPath: setting] }
        set { movie[keyPath: setting] = newValue }
    }

    /// Creates default settings.
    ///
    /// - Parameters:
    ///   - output: The path of the output file.
    ///   - frameRate: The frame rate of the video.
    public init(output: String, frameRate: FrameRate = .thirty) {
        self.init(MovieSettings(output: output), frameRate: frameRate)
    }

    /// Plans a movie with these settings.
    ///
    /// - Parameters:
    ///   - movie: The file, and how it is encoded.
    ///   - frameRate: The frame rate of the video.
    public init(_ movie: MovieSettings, frameRate: FrameRate = .thirty) {
        self.movie = movie
        self.frameRate = frameRate
    }
}
