import Foundation

/// Timelines, which the reader and the schema must judge alike.
package enum TimelineExamples {
    /// Timelines that are valid; their files do not exist.
    package static let valid = [
        "video: [{color: black}]", "version: 1\n$schema: timeline.schema.json\nvideo: [{color: '#ABCdef80', for: 2f}]",
        "canvas: {width: 16, height: '18', fps: 30000/1001, background: White}\nvideo: [{title: 3, duration: 1.5}]",
        "defaults: {fit: blur, still: 1m30s, transition: none}\nvideo: [{src: a.png, then: off}, {src: b.png}]",
        "defaults: {transition: {type: off}}\nvideo: [{src: a.mp4, in: 00:01.5, out: 1:02:03.25, audio: off}]",
        "video: [{src: a.mp4, audio: {volume: -6 dB, fade: [1s, 2], curve: quartic, 'off': true, track: de, channel: left}}]",
        "video: [{src: a.mp4, speed: 0, for: 1s, reverse: true, deinterlace: never, fit: cover, fade: 0.5s, opacity: '1'}]",
        "video: [{src: a%d.png, sequence: {fps: 24, first: 0, step: 2, count: 50, missing: hold}}]",
        "video: [{color: black, frame: [0, -1.5, 50%, 10px], transform: {rotate: -3, mirror: true, x: 5%, matrix: [1, 0, 0.3, 1]}}]",
        "video: [{color: black, motion: {zoom: [1, 1.5], pan: [[0, 0], [5%, -0.5]], ease: inOutQuad}}]",
        "video: [{color: black, keyframes: [{at: -1s, scale: 2}, {at: 3f, x: 1, ease: linear}], key: {color: red, blend: 0}}]"
            .replacing("red", with: "'#0f0'"),
        "video: [{color: black, effects: [{blur: 4}, {tint: '#ff8800'}, {brightness: -1}]}]\neffects: [{vignette: 1}]",
        "video: [{page: 'http://a/', for: 2s}, {page: {src: 'http://a/', size: 640x360, scale: 1.5, start: signal}}]",
        "video: [{page: {src: 'http://a/', date: 2026-01-01T00:00:00Z, seed: 7, options: {dark: true, language: zh-CN}}}]",
        "video: [{page: {src: 'http://a/', do: tour.yaml, vars: {a: 1}}}]",
        "video: [{title: {text: a, size: 12%, outline: black, shadow: {blur: 4}, box: {color: '#101418c0', padding: 4%}}}]",
        "video: [{color: black, then: {type: wipe, direction: up, softness: 0, duration: 2f, ease: outBack}}, {color: white}]",
        "video: [{color: black}]\noverlays: [{src: a.png, at: 1s, for: end, anchor: top, margin: 24, width: 12%}]",
        "video: [{color: black}]\naudio: [{src: a.wav, for: video, loop: {crossfade: 50ms}, volume: 50%, duck: true}]",
        "video: [{color: black}]\naudio: [{src: a.wav, duck: {threshold: -26dB, ratio: 6, attack: 20ms}, loop: true}]",
        "video: [{color: black}]\naudio: [{src: a.wav, keyframes: [{at: 0, volume: 0}, {at: 2s, volume: +3dB}]}]",
        "video: [{color: black}]\nsubtitles: [{src: a.srt, at: -1s, language: de, burn: {size: 6%, position: top}}]",
        "video: [{color: black}]\nsubtitles: [{captions: pt-BR, burn: true}]\noutputs: []",
        "video: [{color: black}]\noutputs: [{file: a.mp4, codec: copy}, {file: b.webp, at: 1s}, {livephoto: c, pvt: true}]",
        "video: [{color: black}]\noutputs: [{file: a.png, sheet: {every: 1s}}, {file: a.mp3, loudness: -16 LUFS}]",
        "video: [{color: black}]\noutputs: [{file: a.mkv, quality: 20, level: 4, pixel-aspect: '4:3', audio-rate: 44100}]",
    ]

    /// Timelines with a mistake.
    package static let invalid = [
        "- 1", "video: []", "overlays: []", "video: {color: black}", "video: [black]", "vidoe: [{color: black}]",
        "version: 2\nvideo: [{color: black}]", "canvas: {depth: 8}\nvideo: [{color: black}]",
        "canvas: {width: 1}\nvideo: [{color: black}]", "canvas: {fps: fast}\nvideo: [{color: black}]",
        "canvas: {background: '#12345'}\nvideo: [{color: black}]", "canvas: []\nvideo: [{color: black}]",
        "defaults: {fit: fill}\nvideo: [{color: black}]", "defaults: {transition: true}\nvideo: [{color: black}]",
        "video: [{for: 1s}]", "video: [{color: black, src: a.mp4}]", "video: [{colour: black}]",
        "video: [{color: black, at: 1s}]", "video: [{color: black, for: end}]", "video: [{color: black, for: 1 s}]",
        "video: [{color: black, for: -1s}]", "video: [{color: [black]}]", "video: [{color: }]",
        "video: [{color: black, speed: 21}]", "video: [{color: black, reverse: maybe}]",
        "video: [{color: black, frame: [0, 0, 1]}]", "video: [{color: black, frame: [0, 0, 1, 1em]}]",
        "video: [{color: black, fade: []}]", "video: [{color: black, fade: [1s, 2s, 3s]}]",
        "video: [{color: black, motion: {pan: [1, 2]}}]", "video: [{color: black, motion: {zoom: [1, 101]}}]",
        "video: [{color: black, transform: {matrix: [1, 0, 0]}}]", "video: [{color: black, key: {blend: 0.1}}]",
        "video: [{color: black, keyframes: [{scale: 2}]}]", "video: [{color: black, keyframes: {at: 1s, scale: 2}}]",
        "video: [{color: black, effects: [{blur: 4, tint: black}]}]", "video: [{color: black, effects: [{}]}]",
        "video: [{color: black, effects: [{glow: 1}]}]", "video: [{color: black, audio: {mute: true}}]",
        "video: [{src: a%d.png, sequence: {step: 0}}]", "video: [{page: {size: 640x360}}]",
        "video: [{page: {src: 'http://a/', size: wide}}]", "video: [{page: {src: 'http://a/', start: soon}}]",
        "video: [{page: {src: 'http://a/', unknown: 1}}]", "video: [{page: {src: 'http://a/', vars: [1], do: a.yaml}}]",
        "video: [{title: {size: 3}}]", "video: [{title: {text: a, box: {radius: 2}}}]",
        "video: [{title: {text: a, align: middle}}]", "video: [{title: {text: a, shadow: 1}}]",
        "video: [{color: black, then: {duration: 1s}}]", "video: [{color: black, then: swirl}, {color: white}]",
        "video: [{color: black}]\noverlays: [{color: black, anchor: middle}]",
        "video: [{color: black}]\noverlays: [{color: black, then: fade}]",
        "video: [{color: black}]\naudio: [{at: 1s}]", "video: [{color: black}]\naudio: [{src: a.wav, volume: loud}]",
        "video: [{color: black}]\naudio: [{src: a.wav, keyframes: [{at: 1s}]}]",
        "video: [{color: black}]\naudio: [{src: a.wav, duck: {ratio: 0}}]",
        "video: [{color: black}]\naudio: [{src: a.wav, duck: {threshold: -26}}]"
            .replacing("-26", with: "'-26'"),
        "video: [{color: black}]\nsubtitles: [{at: 1s}]",
        "video: [{color: black}]\nsubtitles: [{captions: de, src: a.srt}]",
        "video: [{color: black}]\noutputs: [{width: 100}]",
        "video: [{color: black}]\noutputs: [{file: a.mp4, livephoto: b}]",
        "video: [{color: black}]\noutputs: [{file: a.mp4, codec: h266}]",
        "video: [{color: black}]\noutputs: [{file: a.mp4, quality: high}]",
        "video: [{color: black}]\noutputs: [{file: a.png, sheet: {columns: 5}}]",
        "video: [{color: black}]\noutputs: [{file: a.mp3, loudness: loud}]",
    ]

    /// The timelines of the documentation, and those that its examples of keys make.
    package static func documented() throws -> [String] {
        let docs = Fixture.repository.appendingPathComponent("docs")
        let pages = try FileManager.default.contentsOfDirectory(at: docs, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "md" }
        let files = pages + [Fixture.repository.appendingPathComponent("README.md")]
        let blocks = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: #/```yaml\n((?s).*?)```/#)
                .map { String($0.output.1) }.filter { $0.contains("video:") }
        }
        let parts = try features().flatMap { row in
            row.matches(of: #/`([^`]+)`/#).compactMap { whole(String($0.output.1)) }
        }
        return blocks + parts
    }

    /// The page about timelines.
    package static func page() throws -> String {
        try String(contentsOf: Fixture.repository.appendingPathComponent("docs/compose.md"), encoding: .utf8)
    }

    /// The right column of the table of Cabbage's features.
    package static func features() throws -> [String] {
        let section = try page().split(separator: "## Coming from Cabbage").last ?? ""
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
            .compactMap { $0.split(separator: " | ").last.map(String.init) }
    }

    /// Completes a partial description.
    package static func whole(_ part: String) -> String? {
        // A bare word names a key.
        guard part.contains(": ") else { return nil }
        switch part.prefix(while: { $0 != ":" && $0 != " " }) {
        case "canvas", "effects", "outputs", "overlays": return "\(part)\nvideo: [{color: black, for: 9s}]"
        case "video": return part
        case "audio" where part.contains("["): return "\(part)\nvideo: [{color: black, for: 9s}]"
        case "audio", "fit", "frame", "transform", "opacity", "then", "ease":
            let key = part.hasPrefix("ease") ? "then: {type: push, \(part)}" : part
            return "video: [{src: a.mp4, \(key)}, {src: b.mp4}]"
        case "keyframes" where part.contains("volume"), "volume", "duck", "curve":
            return "video: [{color: black}]\naudio: [{src: music.m4a, \(part)}]"
        case "keyframes": return "video: [{src: a.mp4, \(part)}]"
        case "src": return "video: [{\(part)}]"
        case "{src", "{color": return "video: [\(part)]"
        case "{file": return "video: [{color: black}]\noutputs: [\(part)]"
        case "{type": return "video: [{color: black, then: \(part)}, {color: white}]"
        default: return nil
        }
    }
}
