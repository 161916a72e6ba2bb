import Frames

/// What could be read of a damaged sound file.
struct SoundDamage: Sendable {
    /// How long the sound is that could be read.
    let read: Duration
    /// How long the file says its sound is, if that is longer.
    let stated: Duration?
    /// Whether the file was read to its end.
    let isWhole: Bool

    /// A warning for the user.
    ///
    /// - Parameter path: The file.
    func warning(of path: String) -> String {
        guard isWhole else {
            return "The soundtrack “\(path)” is damaged: parts of its first \(read.text) cannot be decoded and were "
                + "left out. Use an intact copy of the file."
        }
        let extent = stated.map { "\(read.text) of the \($0.text) that it states" } ?? "\(read.text)"
        return "The soundtrack “\(path)” is damaged or incomplete: only \(extent) could be read, and were repeated "
            + "to the end of the video. Use an intact copy of the file."
    }
}
