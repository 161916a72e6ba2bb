import Foundation
import Subprocess
import TestSupport
import Testing

/// Played timelines in a browser.
extension CommandTests.ComposePlay {
    @Test("Twenty times in a browser show the frames that compose writes", .full)
    func browser() async throws {
        try await compose()
        let played = try await play { address in
            try await Browser.running(in: folder) { browser in
                try await browser.open("\(address)#frame=99")
                var random = SplitMix(seed: 20)
                let frames = [99] + (0..<19).map { _ in Int.random(in: 0..<Self.frames, using: &random) }
                for (index, frame) in frames.enumerated() {
                    // By frame and by time.
                    let place = index.isMultiple(of: 2) ? "frame=\(frame)" : "t=\((Double(frame) + 0.5) / 30)"
                    try await browser.evaluate("location.hash = '#\(place)'")
                    try await browser.wait(
                        until: """
                            document.querySelector('canvas').dataset.frame === '\(frame)'
                            && document.querySelector('canvas').dataset.lossless === 'true'
                            """)
                    let pixels = try await browser.evaluate(
                        """
                        (() => {
                            const canvas = document.querySelector('canvas');
                            const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                            return btoa(Array.from(data, byte => String.fromCharCode(byte)).join(''));
                        })()
                        """)
                    let shown = try #require((pixels as? String).flatMap { Data(base64Encoded: $0) })
                    let path = folder.path(String(format: "frames/%05d.png", frame))
                    let image = try #require(try await FrameDecoder.frames(of: path, as: .rgb24).first)
                    try #require(shown.count == image.width * image.height * 4)
                    let colors = shown.enumerated().lazy.filter { $0.offset % 4 != 3 }.map(\.element)
                    let differences = zip(colors, image.bytes).map { abs(Int($0) - Int($1)) }.filter { $0 > 0 }
                    let most = differences.max() ?? 0
                    #expect(differences.count == 0, "frame \(frame): at most \(most)")
                }
            }
        }
        #expect(!played.standardError.contains("warning"), "\(played.standardError)")
    }

    @Test("In a browser it plays to the end with its sound, and keys step through frames")
    func playing() async throws {
        try await play(["--frames", "20..80"]) { address in
            try await Browser.running(in: folder) { browser in
                try await browser.open(address)
                let shows = { (frame: Int) in
                    try await browser.wait(
                        until: """
                            document.querySelector('canvas')?.dataset.frame === '\(frame)'
                            && document.querySelector('canvas').dataset.lossless === 'true'
                            && document.getElementById('frame').textContent === '\(frame)'
                            """)
                }
                try await shows(20)
                #expect(try await browser.evaluate("document.title") as? String == "timeline.yaml")
                for (key, frame) in [
                    ("ArrowLeft", 20), ("ArrowRight", 21), ("ArrowRight", 22), ("ArrowLeft", 21), ("End", 80),
                    ("ArrowRight", 80), ("Home", 20),
                ] {
                    try await browser.press(key)
                    try await shows(frame)
                }
                // Pictures of playing are not lossless; the sound is the clock.
                try await browser.evaluate(
                    """
                    window.shown = [];
                    new MutationObserver(() => shown.push(Number(document.querySelector('canvas').dataset.frame)))
                        .observe(document.querySelector('canvas'), {attributeFilter: ['data-frame']});
                    """)
                try await browser.press(" ")
                try await browser.wait(until: "document.querySelector('canvas').dataset.lossless === 'false'")
                #expect(try await browser.evaluate("audio.paused") as? Bool == false)
                try await shows(80)
                let shown = try #require(try await browser.evaluate("shown") as? [Int])
                #expect(shown == shown.sorted() && shown.allSatisfy { (20...80).contains($0) }, "\(shown)")
                #expect(try await browser.evaluate("audio.paused && audio.error === null") as? Bool == true)
                #expect(try await browser.evaluate("audio.currentTime >= 81 / 30 - 0.001") as? Bool == true)
                // From the beginning again, and paused in between.
                try await browser.press(" ")
                try await browser.wait(until: "Number(document.getElementById('frame').textContent) < 80")
                try await browser.press(" ")
                try await browser.wait(until: "document.querySelector('canvas').dataset.lossless === 'true'")
                #expect(try await browser.evaluate("document.getElementById('message').hidden") as? Bool == true)
                #expect(try await browser.evaluate("document.getElementById('volume').hidden") as? Bool == false)
            }
        }
    }

    @Test("A timeline without sound plays by the browser's clock")
    func silent() async throws {
        let path = try folder.write(
            "silent.yaml",
            "canvas: {width: 1280, height: 720, fps: 25}\nvideo:\n- {color: \"#f00\", for: 0.4s}\n"
                + "- {color: \"#00f\", for: 0.4s}\n")
        try await play(["--preview"], path) { address in
            #expect(try await status("\(address)sound.wav") == "404")
            try await Browser.running(in: folder) { browser in
                try await browser.open("\(address)#t=0.1")
                let shows = { (frame: Int) in
                    try await browser.wait(
                        until: """
                            document.querySelector('canvas')?.dataset.frame === '\(frame)'
                            && document.querySelector('canvas').dataset.lossless === 'true'
                            """)
                }
                try await shows(2)
                #expect(try await browser.evaluate("document.querySelector('canvas').width") as? Int == 640)
                #expect(try await browser.evaluate("audio === null") as? Bool == true)
                try await browser.press(" ")
                try await shows(19)
                // Phones and desktops show the whole page, without scrolling.
                for (width, height) in [(390, 844), (844, 390), (1440, 900)] {
                    try await browser.resize(width: width, height: height)
                    try await browser.wait(until: "innerWidth === \(width) && innerHeight === \(height)")
                    let page = "document.documentElement"
                    let isLarger = try await browser.evaluate(
                        "\(page).scrollWidth > innerWidth || \(page).scrollHeight > innerHeight")
                    #expect(isLarger as? Bool == false, "\(width)x\(height)")
                    let isVisible = try await browser.evaluate(
                        """
                        [...document.querySelectorAll('.buttons button, #scrubber, canvas')].every(element => {
                            const {left, top, right, bottom, width, height} = element.getBoundingClientRect();
                            return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
                                && width > 20 && height > 20;
                        })
                        """)
                    #expect(isVisible as? Bool == true, "\(width)x\(height)")
                }
            }
        }
    }
}
