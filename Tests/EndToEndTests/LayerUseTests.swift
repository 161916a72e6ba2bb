import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// Functions whose results painting shows late or not at all make a page composited.
    @Suite("Functions that need compositing")
    struct LayerUses {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// A script that uses a function, and what the reason for the rendering names (default: it is painted).
        private static let uses: [String: (script: String, reason: String?)] = [
            "a canvas of the document": ("canvas.getContext('webgl', {antialias: false})", "WebGL"),
            "WebGL 2": ("canvas.getContext('webgl2')", "WebGL"),
            "a canvas added later": (
                "const late = document.createElement('canvas'); late.getContext('webgl');"
                    + " setTimeout(() => document.body.append(late), 150)", "WebGL"
            ),
            "a canvas in a shadow tree": (
                "const inner = document.createElement('canvas'); inner.getContext('webgl');"
                    + " host.attachShadow({mode: 'closed'}).append(inner)", "WebGL"
            ),
            "a canvas in a frame": ("frame.contentDocument.querySelector('canvas').getContext('webgl')", "WebGL"),
            "video frames": (
                "document.createElement('video').requestVideoFrameCallback(() => {})", "requestVideoFrameCallback"
            ),
            "a view transition": ("document.startViewTransition(() => { canvas.width = 20; })", "a view transition"),
            "a canvas that is only asked for its limits": ("document.createElement('canvas').getContext('webgl')", nil),
            "a canvas that is copied to another one": (
                "const copied = document.createElement('canvas'); copied.getContext('webgl');"
                    + " canvas.getContext('2d').drawImage(copied, 0, 0)", nil
            ),
            "a 2D canvas": ("canvas.getContext('2d')", nil),
            "an offscreen canvas": ("canvas.transferControlToOffscreen().getContext('2d')", nil),
        ]

        private func record(_ script: String, rendering: String = "auto") async throws -> Summary {
            let page = try folder.write(
                "page.html",
                TestPage.html(
                    body: "<canvas id=canvas></canvas><div id=host></div>"
                        + "<iframe id=frame srcdoc='<canvas></canvas>'></iframe>",
                    script: "\(script); send('start'); after(400, () => send('stop'));"))
            return try await VirtualRecording.record(page, to: output, TestPage.small + ["--rendering", rendering])
        }

        @Test("auto composites what painting shows late, and nothing else", .full, arguments: uses.keys.sorted())
        func chosen(use: String) async throws {
            let (script, reason) = try #require(Self.uses[use])
            let summary = try await record(script)
            #expect(summary.warnings == [])
            #expect(summary.frames == 12)
            #expect(summary.rendering == (reason == nil ? "painted" : "composited"), "\(summary.renderingReason)")
            if let reason {
                #expect(summary.renderingReason.contains("the page has \(reason)"), "\(summary.renderingReason)")
            }
        }

        @Test("A page that has to be painted warns of what painting shows late", .full, arguments: uses.keys.sorted())
        func painted(use: String) async throws {
            let (script, reason) = try #require(Self.uses[use])
            let summary = try await record(script, rendering: "painted")
            #expect(summary.frames == 12)
            #expect(summary.warnings.count == (reason == nil ? 0 : 1))
            if let reason {
                #expect(summary.warnings.allSatisfy { $0.contains("has \(reason), which painting may") })
            }
        }

        @Test("The view transition of a navigation moves", .full, arguments: ["auto", "composited"])
        func navigation(rendering: String) async throws {
            func page(left: Int, script: String) -> WebServer.Page {
                WebServer.Page(
                    TestPage.html(
                        head: """
                            <style>
                            @view-transition { navigation: auto }
                            body { margin: 0; background: white !important }
                            div { view-transition-name: box; position: absolute; left: \(left)px; top: 20px; }
                            div { width: 20px; height: 20px; background: black }
                            ::view-transition-group(box) { animation-duration: 1s; animation-timing-function: linear }
                            ::view-transition-old(*), ::view-transition-new(*) { animation: none }
                            </style>
                            """,
                        body: "<div></div>", script: script))
            }
            let pages = [
                "/": page(left: 0, script: "send('start'); after(300, () => { location = 'next'; });"),
                "/next": page(left: 120, script: "setTimeout(() => send('stop'), 1500);"),
            ]
            try await WebServer.serving(pages) { server in
                let summary = try await VirtualRecording.record(
                    server.url("/"), to: output, TestPage.small + ["--rendering", rendering])
                #expect(summary.rendering == "composited", "\(summary.renderingReason)")
            }
            let places = try await FrameDecoder.frames(of: output, as: .gray).map { image in
                (0..<160).first { image.mean(x: $0, y: 30, width: 1, height: 1)[0] < 128 }
            }
            let moving = Array(places.compactMap(\.self).drop { $0 == 0 }.prefix { $0 < 120 })
            #expect(moving.count >= 28)
            #expect(zip(moving, moving.dropFirst()).allSatisfy { (3...5).contains($1 - $0) }, "\(places)")
            #expect(places.last == 120)
        }

        @Test("A page does not see that its functions are watched", .full)
        func unseen() async throws {
            let page = try folder.write(
                "page.html",
                TestPage.reporting(
                    """
                    [HTMLCanvasElement.prototype.getContext, Document.prototype.startViewTransition,
                        HTMLVideoElement.prototype.requestVideoFrameCallback].map(it =>
                            [it.name, it.length, String(it).includes('[native code]'), 'prototype' in it].join())
                        .concat(document.createElement('canvas').getContext('none')).join(' ')
                    """))
            var titles: [String] = []
            for rendering in ["auto", "painted"] {
                let summary = try await VirtualRecording.record(
                    page, to: folder.path("\(rendering).mp4"), TestPage.small + ["--rendering", rendering])
                titles.append(summary.title)
            }
            #expect(titles[0] == titles[1])
            #expect(titles[0].hasPrefix("getContext,1,true,false startViewTransition,"))
        }
    }
}
