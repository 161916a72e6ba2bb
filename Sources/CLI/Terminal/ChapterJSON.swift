/// A chapter of a video in JSON.
struct ChapterJSON: Encodable {
    /// The title.
    let name: String
    /// Where the chapter begins, in seconds from the start of the video.
    let start: Double
}
