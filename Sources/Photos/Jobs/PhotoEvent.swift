/// An event during the creation of a photo.
public enum PhotoEvent: Sendable {
    /// Progress, counted in pictures or bytes.
    case progress(done: Int, total: Int)
    /// A result that differs from the request.
    case notice(String)
    /// A warning for the user.
    case warning(String)
}
