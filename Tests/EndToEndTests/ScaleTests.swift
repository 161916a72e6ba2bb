import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Device pixel ratios that are not whole numbers.
    @Suite("Fractional scales")
    struct Scale {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// A page with text, lines, a drawing and a canvas, in which each length is multiplied.
        private static func page(_ factor: Double) -> String {
            func px(_ length: Double) -> String { "\(length * factor)px" }
            return """
                <!doctype html><title>Report</title><style>
                body { margin: 0; font: \(px(16)) sans-serif; background: #fff; }
                p { margin: \(px(8)); } small { font-size: \(px(8)); }
                div { margin: \(px(8)); width: \(px(80)); height: \(px(24)); border: \(px(2)) solid #c00; }
                </style><p>The quick brown fox <small>jumps over the lazy dog 0123456789</small></p><div></div>
                <svg style="width: \(px(40)); height: \(px(40))" viewBox="0 0 40 40"><circle cx="20" cy="20" r="17.3"/></svg>
                """
        }

        private func picture(_ name: String, factor: Double, _ options: [String]) async throws -> RawImage {
            let page = try folder.write("\(name).html", Self.page(factor))
            let output = folder.path("\(name).mkv")
            try await Pagereel.record(
                page, to: output, ["--codec", "ffv1", "--duration", "100ms"] + options)
            return try #require(try await FrameDecoder.frames(of: output, as: .rgb24).last)
        }

        /// Text that is drawn with its final number of pixels equals text of that size, to the pixel; scaled text
        /// would not.
        @Test(
            "A fractional scale draws every pixel as a page of that size does", .full,
            arguments: [("1.5", 1.5, "480x270", "1"), ("1.25", 1.25, "400x225", "1"), ("2.5", 1.25, "400x225", "2")],
            ["painted", "composited"])
        func sharpness(shape: (scale: String, factor: Double, size: String, screen: String), rendering: String)
            async throws
        {
            let zoomed = try await picture(
                "zoomed", factor: 1, ["--size", "320x180", "--scale", shape.scale, "--rendering", rendering])
            let plain = try await picture(
                "plain", factor: shape.factor,
                ["--size", shape.size, "--scale", shape.screen, "--rendering", rendering])
            #expect(zoomed.width == plain.width && zoomed.height == plain.height)
            #expect(zoomed.bytes == plain.bytes)
            // Not an empty page.
            #expect(Set(zoomed.bytes).count > 20)
        }

        @Test("The page sees its own size and the ratio", arguments: ["1.5", "2.625"])
        func measures(scale: String) async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: "<div id=box style='width: 100px; height: 10px'></div><iframe id=frame srcdoc='x'></iframe>",
                    script: """
                        document.title = [
                            innerWidth, innerHeight, outerWidth, outerHeight, document.documentElement.clientWidth,
                            box.getBoundingClientRect().width, matchMedia('(width: 400px)').matches,
                            devicePixelRatio, frame.contentWindow.devicePixelRatio].join(' ');
                        devicePixelRatio = 7;
                        document.title += ' ' + devicePixelRatio;
                        send('start'); after(100, () => send('stop'));
                        """))
            let summary = try await Pagereel.record(
                page, to: folder.path("a.mp4"), ["--size", "400x240", "--scale", scale])
            #expect(summary.title == "400 240 400 240 400 100 true \(scale) \(scale) 7")
            #expect(summary.scale == Double(scale))
        }

        @Test("Clicks hit what they are aimed at", .full)
        func input() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body:
                        "<button id=hit style='position: absolute; left: 250px; top: 130px; width: 20px; height: 12px'></button>",
                    script: """
                        hit.onclick = event => {
                            document.title = `${event.clientX} ${event.clientY}`; after(100, () => send('stop'));
                        };
                        send('start');
                        """))
            let steps = try folder.write("steps.yaml", "- {at: 0.5s, click: '#hit'}")
            let summary = try await Pagereel.record(
                page, to: folder.path("a.mp4"),
                TestPage.small + ["--scale", "1.5", "--do", steps, "--max-duration", "5s"])
            #expect(summary.title == "260 136")
            #expect(summary.warnings == [])
        }

        @Test("A page's clip on a timeline can have a fractional scale", .full)
        func compose() async throws {
            let page = try folder.write("page.html", Self.page(1))
            let timeline = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 480, height: 270, fps: 30}
                video: [{page: {src: \(page), size: 320x180, scale: 1.5}, duration: 0.2s}]
                outputs: [{file: a.mkv, codec: ffv1}]
                """)
            let outcome = try await Pagereel.run(["compose", timeline])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let clip = try #require(try await FrameDecoder.frames(of: folder.path("a.mkv"), as: .rgb24).last)
            let plain = try await picture("plain", factor: 1.5, ["--size", "480x270"])
            #expect(clip.bytes == plain.bytes)
        }

        @Test("Other scales are refused: 64", .full, arguments: ["0.5", "4.5", "1.2345", "x"])
        func refusals(scale: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(100))
            let outcome = try await Pagereel.run(["record", page, "-o", folder.path("a.mp4"), "--scale", scale])
            #expect(outcome.exitCode == 64)
            #expect(outcome.standardError.contains("a device pixel ratio from 1 to 4"), "\(outcome.standardError)")
        }
    }
}
