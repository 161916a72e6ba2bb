/// What options have to do with each other, where they come from different
/// places.
///
/// In one place the command itself says what does not go together.
enum OptionRules {
    /// The options that a nearer one takes the place of, beside those of its
    /// own name.
    ///
    /// - Parameters:
    ///   - option: The long name of an option that is typed or of a nearer
    ///     profile.
    ///   - value: Its last value, if it has any.
    static func displaced(by option: String, _ value: String?) -> [String] {
        switch (option, value) {
        case ("quality", _): ["bitrate"]
        case ("bitrate", _): ["quality"]
        case ("codec", "prores"), ("codec", "ffv1"): ["encoder", "quality", "bitrate", "preset"]
        case ("codec", _): ["encoder"]
        case ("encoder", _): ["codec"]
        case ("quiet", _): ["verbose"]
        case ("verbose", _): ["quiet"]
        case ("clock", "realtime"): ["date", "seed", "refresh-rate"]
        default: []
        }
    }

    /// The option without which another one means nothing.
    ///
    /// Set for all recordings, it waits for those that have the other one.
    static func requirement(of option: String) -> String? {
        if option.hasPrefix("audio-") { return "audio" }
        return option == "lock-wait" ? "lock" : nil
    }
}
