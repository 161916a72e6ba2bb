/// What happens while a photo is made.
public enum PhotoEvent: Sendable {
    /// So many of the movie's parts are there: pictures, or bytes.
    case progress(done: Int, total: Int)
    /// Something that was done otherwise than asked.
    case notice(String)
    /// Something that a person should know.
    case warning(String)
}
