import Frames

/// What could be read of a damaged sound or video file.
struct MediaDamage: Sendable {
    /// What takes the place of a missing end.
    enum Substitute {
        /// The sound from its beginning.
        case repetition
        /// Silence.
        case silence
        /// The last picture that could be read.
        case lastPicture
    }

    /// How long the sound or the pictures are that could be read.
    let read: Duration
    /// How long the file says they are, if that is longer.
    let stated: Duration?
    /// Whether the file was read to its end.
    let isWhole: Bool

    /// A warning for the user.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - substitute: What takes the place of a missing end.
    func warning(of path: String, _ substitute: Substitute) -> String {
        let file = "The \(substitute == .lastPicture ? "video" : "soundtrack") '\(path)' is damaged"
        guard isWhole else {
            return "\(file): parts of its first \(read.text) cannot be decoded and were left out. Use an intact copy "
                + "of the file."
        }
        let extent = stated.map { "\(read.text) of the \($0.text) that it states" } ?? "\(read.text)"
        let end =
            switch substitute {
            case .repetition: ", and were repeated"
            case .silence: ", and the rest is silent"
            // Without a stated length, a clip is hardly longer than the pictures that could be read.
            case .lastPicture: stated == nil ? "" : ", and the rest shows its last picture"
            }
        return "\(file) or incomplete: only \(extent) could be read\(end). Use an intact copy of the file."
    }
}
