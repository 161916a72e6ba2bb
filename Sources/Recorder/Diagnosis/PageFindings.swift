/// Findings of a page on its fonts and players.
enum PageFindings {
    /// The parts that a page examines.
    static let parts = ["fonts", "fonts for Chinese, Japanese and Korean", "emoji", "films in pages", "sound in pages"]

    /// The finding for each part.
    static func all(of abilities: TrialPage.Abilities) -> [Finding] {
        func missing(_ names: [String], in table: [String: Bool]) -> [String] { names.filter { table[$0] != true } }
        let eastern = missing(["Chinese", "Japanese", "Korean"], in: abilities.scripts)
        let films = missing(["H.264", "VP9"], in: abilities.plays)
        let sounds = missing(["AAC", "MP3", "Opus"], in: abilities.plays)
        return [
            finding(
                parts[0], abilities.scripts["Latin"] == true, "letters are drawn",
                "Pages show no text: no font was found.",
                ["fonts-dejavu-core"]),
            finding(
                parts[1], eastern.isEmpty, "letters are drawn",
                "Pages in \(eastern.joined(separator: ", ")) show boxes instead of letters.", ["fonts-noto-cjk"]),
            finding(
                parts[2], abilities.emoji, "drawn in color", "Emoji are boxes, or have no colors.",
                ["fonts-noto-color-emoji"]),
            finding(
                parts[3], films.isEmpty, "H.264 and VP9 play",
                "Films of \(films.joined(separator: " and ")) do not play in a page.", players(for: films)),
            finding(
                parts[4], sounds.isEmpty, "AAC, MP3 and Opus play",
                "Sounds of \(sounds.joined(separator: ", ")) do not play in a page.", players(for: sounds)),
        ]
    }

    /// Every part is optional: default recordings work without it.
    private static func finding(
        _ part: String, _ isThere: Bool, _ found: String, _ gap: String, _ packages: [String]
    ) -> Finding {
        guard !isThere else { return Finding(part, .ok, isNeeded: false, found) }
        let advice = "Install what is missing with: apt-get install \(packages.joined(separator: " "))"
        return Finding(part, .missing, isNeeded: false, "\(gap) \(advice)", packages: packages)
    }

    /// Debian's packages of GStreamer's plugins for some codecs.
    private static func players(for codecs: [String]) -> [String] {
        let packages = [
            "H.264": "gstreamer1.0-libav", "AAC": "gstreamer1.0-libav", "MP3": "gstreamer1.0-plugins-good",
            "VP9": "gstreamer1.0-plugins-good", "Opus": "gstreamer1.0-plugins-base",
        ]
        return Set(codecs.compactMap { packages[$0] }).sorted()
    }
}
