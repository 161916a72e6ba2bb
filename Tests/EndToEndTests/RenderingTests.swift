import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The picture is always right, and painted directly where that is possible.
    @Suite("Rendering as the page needs it")
    struct Rendering {
        private let folder: TemporaryFolder
        private let output: String
        private static let options = ["--rendering", "auto"] + sameAgain
        private static let sameAgain = ["--size", "640x360", "--date", "2031-12-31T09:00:00Z", "--seed", "7"]

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// A page with a white card of 240x240 px at (200, 60), which changes after 0.5 s.
        private static func card(style: String = "", body: String = "", script: String) -> String {
            TestPage.html(
                head: "<style>.card { position: absolute; left: 200px; top: 60px; width: 240px; height: 240px; "
                    + "background: #fff } \(style)</style>",
                body: "<div class=card id=card></div>\(body)",
                script: "send('start'); after(500, () => { \(script) }); after(1000, () => send('stop'));")
        }

        private static let turn = "perspective(400px) rotateY(60deg)"

        /// A rotation of the card during the recording.
        private static let turns: [String: (style: String, script: String)] = [
            "a rule inserted then": (
                "", "document.styleSheets[0].insertRule('.on { transform: \(turn) }'); card.classList.add('on')"
            ),
            "element.style": ("", "card.style.transform = '\(turn)'"),
            "element.animate": ("", "card.animate([{transform: '\(turn)'}, {transform: '\(turn)'}], 9000)"),
            "a class": (".on { transform: \(turn) }", "card.classList.add('on')"),
            "a variable": (".card { transform: var(--turn) }", "card.style.setProperty('--turn', '\(turn)')"),
            "a nested rule": (
                "body { &.on .card { rotate: y 60deg } &.on { perspective: 400px } }",
                "document.body.classList.add('on')"
            ),
        ]

        /// Expects two videos to have the same pictures; their metadata may differ.
        private func expectSamePictures(_ first: String, _ second: String) async throws {
            let hashes = try await VideoPackets(of: folder.path(first)).hashes
            #expect(!hashes.isEmpty)
            #expect(try await VideoPackets(of: folder.path(second)).hashes == hashes)
        }

        @Test("3D that appears during the recording is rendered in perspective", .full, arguments: turns.keys)
        func late(way: String) async throws {
            let (style, script) = try #require(Self.turns[way])
            let page = try folder.write("page.html", Self.card(style: style, script: script))
            let summary = try await VirtualRecording.record(page, to: output, Self.options)
            #expect(summary.rendering == "composited")
            #expect(summary.renderingReason.contains("0.500 s"), "\(summary.renderingReason)")
            #expect(summary.warnings == [])
            #expect(summary.signalNames == ["start", "stop"])
            #expect(summary.frames == 30)
            // However it appears, the page is recorded again in the same way.
            if ["a class", "a nested rule"].contains(way) {
                try await VirtualRecording.record(
                    page, to: folder.path("composited.mp4"), Self.sameAgain + ["--rendering", "composited"])
                try await expectSamePictures("out.mp4", "composited.mp4")
            }
            guard way != "a nested rule" else { return }
            let frames = try await FrameDecoder.frames(of: output, as: .gray)
            let heights = frames.map { frame in (0..<360).count { frame.pixel(245, $0)[0] > 128 } }
            // The numbers that perspective.html states.
            #expect(heights.prefix(15).allSatisfy { $0 == 240 }, "\(heights)")
            #expect(heights.suffix(14).allSatisfy { abs($0 - 316) <= 3 }, "\(heights)")
        }

        @Test("A page turn is composited; flat transforms are painted", .full)
        func chosenAtTheStart() async throws {
            let report = try await VirtualRecording.record(
                Fixture.page("annual-report.html"), to: output,
                TestPage.small + ["--rendering", "auto", "--max-duration", "1s"])
            #expect(report.rendering == "composited")
            #expect(report.renderingReason.contains("perspective"), "\(report.renderingReason)")

            let page = try folder.write(
                "page.html",
                Self.card(
                    style: ".card { transform: translateZ(0); will-change: transform }",
                    script: "card.style.transform = 'translate3d(10px, 20px, 0) rotate(9deg)'"))
            let flat = try await VirtualRecording.record(page, to: folder.path("flat.mp4"), Self.options)
            #expect(flat.rendering == "painted")
            try await VirtualRecording.record(
                page, to: folder.path("painted.mp4"), Self.sameAgain + ["--rendering", "painted"])
            try await expectSamePictures("flat.mp4", "painted.mp4")
        }

        @Test(
            "Content that needs compositing is detected", .full,
            arguments: ["backdrop-filter: blur(4px)", "filter: blur(4px)"])
        func filters(declaration: String) async throws {
            let page = try folder.write("page.html", Self.card(style: ".card { \(declaration) }", script: ""))
            let summary = try await VirtualRecording.record(page, to: output, Self.options)
            #expect(summary.rendering == "composited", "\(summary.renderingReason)")
        }

        @Test("3D is detected in other origins' frames and sheets and in shadow trees", .full)
        func elsewhere() async throws {
            let turned = ".card { transform: \(Self.turn) }"
            let shadow =
                "const tree = card.attachShadow({mode: 'open'}); tree.innerHTML = "
                + "'<style>p { transform: \(Self.turn) }</style><p>Turned'"
            try await WebServer.serving([
                "/frame": .init("<style>\(turned)</style><div class=card>Turned</div>"),
                "/style": .init(turned, headers: ["Content-Type": "text/css"]),
            ]) { other in
                let pages = [
                    "frame": Self.card(body: "<iframe src='\(other.url("/frame"))'></iframe>", script: ""),
                    "style": Self.card(body: "<link rel=stylesheet href='\(other.url("/style"))'>", script: ""),
                    "shadow": Self.card(script: shadow),
                ]
                for (name, html) in pages {
                    let page = try folder.write("\(name).html", html)
                    let summary = try await VirtualRecording.record(
                        page, to: folder.path("\(name).mp4"), TestPage.small + ["--rendering", "auto"])
                    #expect(summary.rendering == "composited", "\(name): \(summary.renderingReason)")
                }
            }
        }

        @Test("In real time, possible needs of the style sheets decide the rendering", .full)
        func realTime() async throws {
            let page = try folder.write(
                "page.html", Self.card(style: ".on { transform: \(Self.turn) }", script: "card.classList.add('on')"))
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--rendering", "auto", "--clock", "realtime"])
            #expect(summary.rendering == "composited")
            // A variable may be a rotation, but not inside the parentheses of a translation.
            for (transform, rendering) in [
                ("var(--turn)", "composited"), ("translateX(calc(2 * var(--step, 1px)))", "painted"),
            ] {
                let page = try folder.write(
                    "variable.html", Self.card(style: ".on { transform: \(transform) }", script: ""))
                let summary = try await Pagereel.record(
                    page, to: folder.path("\(rendering).mp4"),
                    TestPage.small + ["--rendering", "auto", "--clock", "realtime"])
                #expect(summary.rendering == rendering, "\(transform): \(summary.renderingReason)")
            }
            let late = try folder.write("late.html", Self.card(script: "card.style.transform = '\(Self.turn)'"))
            let other = try await Pagereel.record(
                late, to: folder.path("late.mp4"), TestPage.small + ["--rendering", "auto", "--clock", "realtime"])
            #expect(other.rendering == "painted")
            #expect(other.warnings.contains { $0.contains("--rendering composited") }, "\(other.warnings)")
        }

        @Test(
            "A declaration that resets a property needs no compositing", .full,
            arguments: ["all: unset", "all: initial", "perspective: initial", "backdrop-filter: unset", "all: revert"])
        func reset(declaration: String) async throws {
            let page = try folder.write(
                "page.html", Self.card(style: "#card { \(declaration) } .on { \(declaration) }", script: ""))
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--rendering", "auto", "--clock", "realtime"])
            #expect(summary.rendering == "painted", "\(summary.renderingReason)")
        }

        /// Content that reaches the compositor other than as a tile: a canvas, WebGL, a scaled
        /// image, a non-rectangular clip, an isolated group.
        private static let unlikeTiles = [
            "canvas-2d", "webgl", "image-scaled", "turned-box-clips-layer", "radius-clips-canvas",
            "opacity-layer-group",
        ]

        @Test(
            "Composited and painted pictures match", .full,
            arguments: unlikeTiles.map { ($0, "virtual") } + [("canvas-2d", "realtime")])
        func alike(feature: String, clock: String) async throws {
            let page = "file://\(Fixture.page("rendering/features.html"))?only=\(feature)"
            var pictures: [RawImage] = []
            for rendering in ["painted", "composited"] {
                let path = folder.path("\(rendering).mp4")
                try await Pagereel.record(
                    page, to: path,
                    [
                        "--rendering", rendering, "--clock", clock, "--start-on", "signal", "--duration", "0.5s",
                        "--fps", "10", "--size", "320x240", "--quality", "1",
                    ])
                pictures.append(try #require(try await FrameDecoder.frames(of: path, as: .gray).last))
            }
            let differing = zip(pictures[0].bytes, pictures[1].bytes).count { abs(Int($0) - Int($1)) > 60 }
            // The edges of rotated content differ by 1 %; a missing line would be 4 %.
            #expect(differing < 320 * 240 / 100, "\(differing) of \(320 * 240) pixels")
        }

        @Test(
            "A composited page says what the compositor shows otherwise than painting does", .full,
            arguments: [
                ("mix-blend-canvas", "mix-blend-mode"), ("mix-blend-layer", "mix-blend-mode"),
                ("blend-group-around-layers", "mix-blend-mode"), ("isolation-around-layers", "mix-blend-mode"),
                ("opacity-around-clipped-layers", "opacity and overflow"),
                ("opacity-around-layer-and-box", "opacity and overflow"),
                ("mask-around-layers", "mask"), ("mask-around-layer", "mask"), ("pixelated-canvas", "image-rendering"),
                ("pixelated-image-layer", "image-rendering"), ("reflection-of-layer", "-webkit-box-reflect"),
                ("mix-blend-multiply", ""), ("isolation", ""), ("opacity-around-layers", ""), ("opacity-group", ""),
                ("opacity-and-clip-path-around-layers", ""), ("opacity-and-radius-around-layer", ""),
                ("opacity-around-box-and-layer", ""),
                ("image-object-fit-layer", ""),
            ])
        func compositingFault(feature: String, word: String) async throws {
            let page = "file://\(Fixture.page("rendering/features.html"))?only=\(feature)"
            let options = [
                "--overwrite", "--start-on", "signal", "--duration", "0.3s", "--fps", "10", "--size", "320x240",
                "--codec", "ffv1",
            ]
            let path = folder.path("out.mkv")
            let painted = try await VirtualRecording.record(page, to: path, options + ["--rendering", "painted"])
            // The canvas is one of WebGL.
            #expect(painted.warnings.allSatisfy { feature == "pixelated-canvas" && $0.contains("WebGL") })
            let right = try #require(try await FrameDecoder.frames(of: path, as: .rgb24).last)
            let composited = try await VirtualRecording.record(page, to: path, options + ["--rendering", "composited"])
            let shown = try #require(try await FrameDecoder.frames(of: path, as: .rgb24).last)
            let differing = zip(right.bytes, shown.bytes).count { abs(Int($0) - Int($1)) > 24 }
            // Edges differ by less than 1 %. Engines differ in what they show wrong.
            let isWrong = differing > 3 * 320 * 240 / 100
            #expect(composited.warnings.count == (isWrong ? 1 : 0), "\(differing) bytes: \(composited.warnings)")
            if isWrong {
                let warning = try #require(composited.warnings.first)
                #expect(warning.contains(word) && warning.contains("--rendering painted"), "\(warning)")
            }
        }

        /// Styles of boxes of 90x90 px that clip a black layer, with a point outside of the clip.
        private static let clips: [(style: String, outside: (x: Int, y: Int))] = [
            ("clip-path: polygon(50% 0, 100% 100%, 0 100%)", (3, 3)),
            ("clip-path: path('M0 0 L90 0 L45 90 Z'); will-change: transform", (3, 86)),
            ("overflow: hidden; border-radius: 50%", (3, 3)),
            ("overflow: hidden; border-radius: 30px 10px; transform: rotate(25deg)", (3, 3)),
            ("overflow: hidden; border-radius: 20px; transform: perspective(200px) rotateY(40deg)", (3, 3)),
            ("overflow: hidden; border-radius: 50%; transform: skew(20deg)", (3, 3)),
            ("-webkit-mask: radial-gradient(circle, #000 60%, transparent 61%)", (3, 3)),
        ]

        @Test("A clip of any shape shows what is in it", arguments: ["painted", "composited"])
        func clips(rendering: String) async throws {
            let places = Self.clips.indices.map { (left: 20 + 120 * ($0 % 5), top: 20 + 120 * ($0 / 5)) }
            let boxes = zip(Self.clips, places).map { clip, place in
                "<div class=box style=\"left: \(place.left)px; top: \(place.top)px; \(clip.style)\">"
                    + "<div class=layer></div></div>"
            }
            let page = TestPage.html(
                head: "<style>body { background: #fff !important } "
                    + ".box { position: absolute; width: 90px; height: 90px } "
                    + ".layer { position: absolute; inset: -20px; background: #000; transform: rotate(10deg); "
                    + "will-change: transform }</style>",
                body: boxes.joined(), script: "send('start'); after(200, () => send('stop'));")
            try await VirtualRecording.record(
                folder.write("page.html", page), to: output, Self.sameAgain + ["--rendering", rendering])
            let frames = try await FrameDecoder.frames(of: output, as: .gray)
            let frame = try #require(frames.last)
            for (clip, place) in zip(Self.clips, places) {
                #expect(frame.pixel(place.left + 45, place.top + 45)[0] < 30, "\(clip.style)")
                #expect(frame.pixel(place.left + clip.outside.x, place.top + clip.outside.y)[0] > 225, "\(clip.style)")
            }
        }

        @Test("Snapshots are painted because they are always flat")
        func snapshots() async throws {
            let summary = try await VirtualRecording.record(
                Fixture.page("perspective.html"), to: output, Self.options + ["--capture", "snapshot"])
            #expect(summary.rendering == "painted")
            #expect(summary.renderingReason.contains("snapshot"))
        }
    }
}
