import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// File formats, read back by independent tools.
    @Suite("Codecs")
    struct Codecs {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// Options, and the resulting format.
        struct Kind: CustomTestStringConvertible, Sendable {
            let output: String
            var options: [String] = []
            let codec: String
            let encoder: String
            var testDescription: String { ([output] + options).joined(separator: " ") }
        }

        @Test(
            "The output's name and --codec determine the format", .full,
            arguments: [
                Kind(output: "a.mkv", codec: "h264", encoder: "libx264"),
                Kind(output: "a.webm", codec: "vp9", encoder: "libvpx-vp9"),
                Kind(output: "a.mov", codec: "h264", encoder: "libx264"),
                Kind(output: "a.mp4", options: ["--codec", "hevc"], codec: "hevc", encoder: "libx265"),
                Kind(output: "a.mp4", options: ["--encoder", "libaom-av1"], codec: "av1", encoder: "libaom-av1"),
                Kind(output: "a.webm", options: ["--codec", "av1"], codec: "av1", encoder: "libsvtav1"),
                Kind(output: "a.mov", options: ["--codec", "prores"], codec: "prores", encoder: "prores_ks"),
                Kind(output: "b.mkv", options: ["--codec", "ffv1"], codec: "ffv1", encoder: "ffv1"),
            ])
        func kinds(kind: Kind) async throws {
            let sound = folder.path("sound.wav")
            try await Tool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=duration=0.4", sound])
            let page = try folder.write("page.html", TestPage.timed(500, title: "Bericht 年报"))
            let output = folder.path(kind.output)
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + kind.options + ["--audio", sound, "--threads", "2"])
            #expect(summary.codec == kind.codec)
            #expect(summary.encoder == kind.encoder)
            #expect(summary.container == output.split(separator: ".").last.map(String.init))
            #expect(summary.threads == 2)
            #expect(!summary.transparent)
            #expect(summary.warnings == [])
            let probe = try await Probe.read(output)
            let video = try #require(probe.video)
            #expect(video.codecName == kind.codec)
            #expect(video.colorSpace == (kind.codec == "ffv1" ? "gbr" : "bt709"))
            #expect(video.avgFrameRate == "30/1")
            #expect(video.packetCount == summary.frames)
            #expect(probe.audio?.codecName == (summary.container == "webm" ? "opus" : "aac"))
            let tags = try #require(probe.format.tags)
            #expect(tags["title"] == "Bericht 年报")
            #expect(tags.values.contains { $0.contains("page.html") }, "\(tags)")
            #expect(folder.contents == [kind.output, "page.html", "sound.wav"])
        }

        @Test("The same page and thread count give the same file", .full, arguments: ["a.mp4", "a.webm", "a.mkv"])
        func determinism(name: String) async throws {
            let page = Fixture.page("moving.html")
            let options =
                TestPage.small
                + ["--duration", "500ms", "--start-on", "load", "--date", "2026-01-01T00:00:00Z", "--seed", "1"]
                + ["--threads", "3", "--overwrite"]
            try await Pagereel.record(page, to: folder.path(name), options)
            let first = try folder.read(name)
            try await Pagereel.record(page, to: folder.path(name), options)
            #expect(try folder.read(name) == first)
        }

        /// 64 pixels are half of what a processor with AVX-512 handles at once.
        @Test("The encoder does not read memory that it has not written")
        func initializedMemory() async throws {
            let timeline = try folder.write(
                "timeline.yaml",
                """
                canvas: {width: 64, height: 48, fps: 30}
                video: [{src: \(Fixture.file("video/frame-numbers.webm")), in: 1s, for: 2s}]
                """)
            var streams: Set<[UInt8]> = []
            for byte in ["1", "85", "170", "255"] {
                // glibc fills new memory with this byte's complement (mallopt(3)).
                let environment = Pagereel.bareEnvironment.merging(["MALLOC_PERTURB_": byte]) { $1 }
                let outcome = try await Pagereel.run(
                    ["compose", timeline, "-o", folder.path("a.mp4"), "--overwrite"], environment: environment)
                #expect(outcome.exitCode == 0, "\(outcome.standardError)")
                // Without the container, which says when the file was made.
                streams.insert(
                    try await Tool.run(
                        "ffmpeg", ["-v", "error", "-i", folder.path("a.mp4"), "-c", "copy", "-f", "md5", "-"]))
            }
            #expect(streams.count == 1)
        }

        @Test("An unsupported codec is rejected with a list of supported ones: 64")
        func mismatch() async throws {
            let page = try folder.write("page.html", TestPage.timed(200))
            for (name, options, word) in [
                ("a.webm", ["--codec", "h264"], "vp9"), ("a.mov", ["--codec", "av1"], ".webm"),
                ("a.avi", [], ".mkv"), ("a.mkv", ["--codec", "hevc", "--transparent"], "ProRes"),
            ] {
                let outcome = try await Pagereel.run(["record", page, "-o", folder.path(name)] + options)
                #expect(outcome.exitCode == 64, "\(outcome.standardError)")
                #expect(outcome.standardError.contains(word), "\(outcome.standardError)")
            }
            #expect(folder.contents == ["page.html"])
        }

        @Test(
            "Missing hardware is a warning, also in a second take", .full,
            arguments: ["", "<style>body { perspective: 400px } div { transform: rotateY(60deg) }</style>"])
        func hardware(head: String) async throws {
            let page = try folder.write("page.html", TestPage.timed(200, head: head, body: "<div>text</div>"))
            let summary = try await Pagereel.record(
                page, to: folder.path("a.mp4"), TestPage.small + ["--encoder", "hevc_vaapi"])
            #expect(summary.codec == "hevc")
            #expect(summary.rendering == (head.isEmpty ? "painted" : "composited"))
            if summary.encoder != "hevc_vaapi" {
                #expect(summary.encoder == "libx265")
                #expect(summary.warnings.count == 1)
                #expect(summary.warnings.first?.contains("libx265 encodes instead") == true)
            }
            #expect(try await Probe.read(folder.path("a.mp4")).video?.codecName == "hevc")
        }

        /// A page with only a half-transparent orange box from (100, 40) to (200, 120).
        private static let box = TestPage.timed(
            300,
            head: """
                <style>body { background: none !important }
                div { position: absolute; left: 100px; top: 40px; width: 100px; height: 80px;
                background: rgba(255, 128, 0, 0.5) }</style>
                """, body: "<div></div>")

        @Test("Moving content leaves no trail on a transparent page")
        func movingTransparency() async throws {
            let page = try folder.write(
                "moving.html",
                """
                <!doctype html><style>div { position: absolute; width: 40px; height: 40px; background: #fff }</style>
                <div style="left: 20px; top: 20px"></div><div id="box" style="top: 100px"></div>
                <script>
                requestAnimationFrame(function draw(now) {
                    box.style.left = `${Math.round(now / 10)}px`;
                    requestAnimationFrame(draw);
                });
                </script>
                """)
            let output = folder.path("moving.mkv")
            try await VirtualRecording.record(
                page, to: output,
                TestPage.small + ["--transparent", "--codec", "ffv1", "--start-on", "load", "--duration", "500ms"])
            let pictures = try await FrameDecoder.frames(of: output, as: .alpha)
            try #require(pictures.count == 15)
            for (index, picture) in pictures.enumerated() {
                #expect(picture.mean(x: 20, y: 20, width: 40, height: 40) == [255], "frame \(index)")
                // The box once, and nothing else in its row.
                let opaque = (0..<picture.width).filter { picture.mean(x: $0, y: 120, width: 1, height: 1) == [255] }
                #expect(opaque.count == 40, "frame \(index)")
            }
        }

        @Test(
            "A transparent page keeps its alpha and colors", .full,
            arguments: ["a.webm", "a.mkv", "a.mov"], [["--rendering", "composited"], []])
        func transparency(name: String, options: [String]) async throws {
            let page = try folder.write("page.html", Self.box)
            let summary = try await Pagereel.record(
                page, to: folder.path(name), TestPage.small + options + ["--transparent"])
            #expect(summary.transparent)
            #expect(summary.codec == (name == "a.mov" ? "prores" : "vp9"))
            let decoder = name == "a.mov" ? "prores" : "libvpx-vp9"
            let bytes = try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-nostdin", "-c:v", decoder, "-i", folder.path(name), "-f", "rawvideo",
                    "-vf", "scale=in_color_matrix=bt709:in_range=tv:out_range=pc", "-pix_fmt", "rgba", "-",
                ])
            let length = 320 * 180 * 4
            #expect(bytes.count == summary.frames * length)
            for frame in [0, summary.frames - 1] {
                func pixel(_ x: Int, _ y: Int) -> [Int] {
                    let start = frame * length + (y * 320 + x) * 4
                    return bytes[start..<start + 4].map(Int.init)
                }
                let inside = pixel(150, 80)
                #expect(zip(inside, [255, 128, 0, 128]).allSatisfy { abs($0 - $1) <= 8 }, "\(inside)")
                for (x, y) in [(10, 10), (310, 170), (90, 80), (210, 80), (150, 30)] {
                    #expect(pixel(x, y)[3] <= 2, "\(x), \(y) in frame \(frame)")
                }
            }
        }
    }
}
