/// A photo that moves: which part of which movie, and what it is to be.
public struct PhotoPlan: Sendable {
    /// What kind of photo it is.
    public enum Form: Sendable, Hashable {
        /// A Live Photo of Apple's: a JPEG and a QuickTime movie that belong
        /// together by an identifier.
        case live
        /// The same two in a folder, `.pvt`, which macOS takes as one thing.
        case liveBundle
        /// A Motion Photo of Android's: a JPEG with an MP4 behind it.
        case motion
    }

    /// The movie's file.
    public var movie: String
    /// The output's name without an ending: `IMG_0001`.
    public var output: String
    /// What kind of photo it is.
    public var form: Form
    /// Where the photo's movie begins, in the movie's time.
    public var from = Duration.zero
    /// How long it is; to the movie's end without it.
    public var duration: Duration?
    /// How long it is at most, where ``duration`` says nothing.
    public var usualDuration: Duration?
    /// Where the still is, counted from ``from``; the middle without it.
    public var still: Duration?
    /// Whether a Motion Photo gets the movie's file as it is, to the byte.
    ///
    /// For all of an MP4 only; others are copied. What the file says of itself
    /// goes with it.
    public var keepsFile = false
    /// Whether existing files may be replaced.
    public var overwritesOutput = false
    /// What says that a Live Photo's files belong together; a new one each
    /// time.
    package var identifier = ContentIdentifier()

    /// Plans a photo of a whole movie.
    public init(movie: String, output: String, form: Form) {
        self.movie = movie
        self.output = output
        self.form = form
    }
}

extension PhotoPlan {
    /// The names of the files, without a folder in a bundle.
    var pictureName: String { form == .motion ? output + ".MP.jpg" : output + ".JPG" }
    var movieName: String { output + ".MOV" }
    var bundleName: String { output + ".pvt" }

    /// The last part of a name.
    static func lastPart(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
