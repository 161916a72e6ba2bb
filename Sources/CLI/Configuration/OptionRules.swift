/// Rules between options that are set in different places.
///
/// For options set in one place, the command itself reports conflicts.
enum OptionRules {
    /// Returns the other options that an overriding option displaces.
    ///
    /// - Parameters:
    ///   - option: The overriding option's long name.
    ///   - value: Its last value, if it has any.
    static func displaced(by option: String, _ value: String?) -> [String] {
        switch (option, value) {
        case ("quality", _): ["bitrate", "bits-per-pixel"]
        case ("bitrate", _): ["quality", "bits-per-pixel"]
        case ("bits-per-pixel", _): ["quality", "bitrate"]
        case ("codec", "prores"), ("codec", "ffv1"):
            ["encoder", "quality", "bitrate", "bits-per-pixel", "preset", "keyframe-interval", "max-bitrate"]
                + ["buffer-size", "pixel-format"] + ofOneCodec
        case ("codec", _): ["encoder"] + ofOneCodec
        case ("encoder", _): ["codec"] + ofOneCodec
        case ("quiet", _): ["verbose"]
        case ("verbose", _): ["quiet"]
        case ("clock", "realtime"): ["date", "seed", "refresh-rate"]
        default: []
        }
    }

    /// Options whose values another codec or encoder may not have.
    private static let ofOneCodec = ["codec-profile", "level", "tune"]

    /// Returns the option that another one requires.
    ///
    /// A default that requires a missing option is ignored.
    static func requirement(of option: String) -> String? {
        if option.hasPrefix("audio-") { return "audio" }
        return option == "lock-wait" ? "lock" : nil
    }
}
