/// A Live Photo or Motion Photo to create.
public struct PhotoPlan: Sendable {
    /// The kind of photo.
    public enum Form: Sendable, Hashable {
        /// Apple's Live Photo: a JPEG and a QuickTime movie linked by an identifier.
        case live
        /// The same files in a `.pvt` folder, which macOS treats as one document.
        case liveBundle
        /// Android's Motion Photo: a JPEG with an MP4 appended.
        case motion
    }

    /// The movie's file.
    public var movie: String
    /// The output's path without an extension, such as `IMG_0001`.
    public var output: String
    /// The kind of photo.
    public var form: Form
    /// The clip's start in the movie (default: 0 s).
    public var from = Duration.zero
    /// The clip's duration; `nil` to extend to the movie's end, up to ``usualDuration``.
    public var duration: Duration?
    /// The maximum duration if ``duration`` is `nil` (default: unlimited).
    public var usualDuration: Duration?
    /// The still's time from ``from``; `nil` for the middle.
    public var still: Duration?
    /// Whether a Motion Photo contains the movie's file unchanged (default: no).
    ///
    /// Applies only to a whole MP4; other movies are copied. The file's metadata is included.
    public var keepsFile = false
    /// Whether existing files may be replaced (default: no).
    public var overwritesOutput = false
    /// The identifier that links a Live Photo's files (default: a new one).
    package var identifier = ContentIdentifier()

    /// Creates a plan for a whole movie.
    public init(movie: String, output: String, form: Form) {
        self.movie = movie
        self.output = output
        self.form = form
    }
}

extension PhotoPlan {
    /// The files' names, without a folder in a bundle.
    var pictureName: String { form == .motion ? output + ".MP.jpg" : output + ".JPG" }
    var movieName: String { output + ".MOV" }
    var bundleName: String { output + ".pvt" }
}
