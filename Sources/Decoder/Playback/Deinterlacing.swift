/// Which pictures of a video are deinterlaced.
public enum Deinterlacing: String, Sendable, Hashable, CaseIterable {
    /// The pictures that the video states to be interlaced.
    case automatic = "auto"
    /// All pictures.
    case always
    /// None: interlaced pictures are shown with both of their fields.
    case never
}
