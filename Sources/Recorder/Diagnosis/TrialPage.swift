private import Foundation

/// The page that a diagnosis shows and records.
enum TrialPage {
    /// The background color as 0xRRGGBB.
    static let color: UInt32 = 0x123456

    /// The page, which repaints in each frame and plays a tone.
    static let html = """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Trial</title></head>
        <body style="margin: 0; background: #123456"><p id="text"></p><script>
        const draw = () => { text.textContent = performance.now(); requestAnimationFrame(draw); };
        draw();
        const context = new AudioContext();
        const tone = new OscillatorNode(context);
        tone.connect(context.destination);
        tone.start();
        </script></body></html>
        """

    /// The page's answer to ``question``.
    struct Abilities: Decodable {
        /// Whether there is a font, by script.
        let scripts: [String: Bool]
        /// Whether emoji have colors.
        let emoji: Bool
        /// Whether the engine claims to play a codec, by codec.
        let plays: [String: Bool]

        init(_ answer: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(answer.utf8)) }
    }

    /// A script that returns ``Abilities`` as JSON.
    ///
    /// If a font is missing, two different letters look the same, because both are drawn as the box
    /// for a missing glyph. The emoji is a rocket because some monochrome fonts contain faces.
    static let question = """
        const draw = text => {
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 40;
            const context = canvas.getContext('2d', {willReadFrequently: true});
            context.font = '32px sans-serif';
            context.textBaseline = 'top';
            context.fillText(text, 2, 2);
            return Array.from(context.getImageData(0, 0, 40, 40).data);
        };
        const differ = (a, b) => {
            const [first, second] = [draw(a), draw(b)];
            return first.some(Boolean) && second.some(Boolean) && first.join() !== second.join();
        };
        const emoji = draw('\\u{1f680}');
        const play = type => document.createElement(type.split('/')[0]).canPlayType(type) !== '';
        return JSON.stringify({
            scripts: {
                Latin: differ('a', 'b'), Chinese: differ('\\u6f22', '\\u5b57'),
                Japanese: differ('\\u3042', '\\u3044'), Korean: differ('\\ud55c', '\\uae00'),
            },
            emoji: emoji.some((value, index) => index % 4 === 0 && value !== emoji[index + 1]),
            plays: {
                'H.264': play('video/mp4; codecs="avc1.42E01E"'), VP9: play('video/webm; codecs="vp9"'),
                AAC: play('audio/mp4; codecs="mp4a.40.2"'), MP3: play('audio/mpeg'),
                Opus: play('audio/webm; codecs="opus"'),
            },
        });
        """
}

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
