/// Whether the pictures of a video are copied from the films of its timeline, without being decoded and encoded.
public enum PictureCopying: String, Sendable, CaseIterable {
    /// They are encoded.
    case never
    /// They are copied if the video then shows the same pictures, and otherwise encoded.
    case whereExact = "auto"
    /// They are copied; a timeline of which that cannot be done is an error.
    case required = "copy"
}
