import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The camera that steps move.
    @Suite("The camera of steps")
    struct StepCamera {
        private let folder: TemporaryFolder
        private let page: String

        init() throws {
            folder = try TemporaryFolder()
            // The stripes are as wide as a pixel of a page with twice as many: 40 of them are gray if they are enlarged.
            page = try folder.write(
                "page.html",
                TestPage.html(
                    head: """
                        <style>body { margin: 0 }
                        #a { position: absolute; left: 200px; top: 100px; width: 40px; height: 40px;
                            background: linear-gradient(90deg, #000 50%, #fff 50%) 0 0 / 1px 1px }
                        #b { position: absolute; left: 8px; top: 8px; width: 20px; height: 20px; background: #c02020 }
                        </style>
                        """, body: "<div id=a></div><div id=b></div>",
                    script: """
                        for (const id of ['a', 'b'])
                            document.getElementById(id).onclick = event =>
                                send({signal: 'mark', name: `${id} ${event.clientX} ${event.clientY}`});
                        """))
        }

        private static let size = (width: 320, height: 240)

        /// A frame in RGB.
        private struct Picture: Equatable {
            let width: Int
            let bytes: [UInt8]

            subscript(x: Int, y: Int) -> [Int] { bytes[(y * width + x) * 3..<(y * width + x) * 3 + 3].map { Int($0) } }

            /// Whether there is a pixel of a color.
            func has(_ color: [Int]) -> Bool {
                let (red, green, blue) = (UInt8(color[0]), UInt8(color[1]), UInt8(color[2]))
                return stride(from: 0, to: bytes.count, by: 3).contains {
                    bytes[$0] == red && bytes[$0 + 1] == green && bytes[$0 + 2] == blue
                }
            }

            /// The bytes of a part of a row.
            func row(_ y: Int, from x: Int, width: Int) -> ArraySlice<UInt8> {
                bytes[(y * self.width + x) * 3..<(y * self.width + x + width) * 3]
            }
        }

        /// Records the page for 60 frames, and returns them and what `--json` prints.
        private func frames(
            _ steps: String, _ options: [String] = [], scale: Int = 1
        ) async throws -> (frames: [Picture], summary: Summary) {
            let file = try folder.write("steps.yaml", steps)
            let output = folder.path("out.mkv")
            let summary = try await Pagereel.record(
                page, to: output,
                ["--do", file, "--start-on", "load", "--duration", "2s", "--codec", "ffv1", "--overwrite"]
                    + ["--size", "\(Self.size.width)x\(Self.size.height)", "--scale", "\(scale)"] + options)
            let bytes = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", output, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
            let width = Self.size.width * scale
            let length = width * Self.size.height * scale * 3
            try #require(bytes.count == 60 * length)
            return (
                stride(from: 0, to: bytes.count, by: length).map {
                    Picture(width: width, bytes: [UInt8](bytes[$0..<$0 + length]))
                }, summary
            )
        }

        /// The page itself at twice as many pixels.
        private func page(options: [String] = []) async throws -> Picture {
            try #require(try await frames("- wait: 100ms", options, scale: 2).frames.last)
        }

        @Test("It shows the page's own pixels around an element, and then the whole page")
        func pixels() async throws {
            let steps = "- {zoom: '#a', by: 2, for: 500ms}\n- wait: 500ms\n- {zoom: 1, for: 400ms}"
            let large = try await page()
            let (frames, summary) = try await frames(steps)
            #expect(summary.warnings == [] && summary.steps.map(\.status) == ["done", "done", "done"])
            #expect(large[400, 220] != large[401, 220], "the stripes are as wide as a pixel")
            // The element's center, 220 and 120, is in the middle, but the page ends at the right.
            let shown = frames[25]
            #expect(shown[160, 120] == large[280 + 160, 120 + 120])
            let different = (0..<240).filter {
                shown.row($0, from: 0, width: 320) != large.row(120 + $0, from: 280, width: 320)
            }
            #expect(different == [], "rows")
            // Each pixel of the whole page is the average of four.
            var averages: [UInt8] = []
            for y in 0..<240 {
                let above = Array(large.row(2 * y, from: 0, width: 640))
                let below = Array(large.row(2 * y + 1, from: 0, width: 640))
                for place in 0..<960 {
                    let left = place / 3 * 6 + place % 3
                    let sum = Int(above[left]) + Int(above[left + 3]) + Int(below[left]) + Int(below[left + 3])
                    averages.append(UInt8((sum + 2) / 4))
                }
            }
            #expect(frames[0].bytes == averages)
            #expect(frames[59].bytes == averages)
            // It moves there and back, at each frame.
            let moving = frames[2..<15].map(\.bytes)
            #expect(Set(moving).count == moving.count)
            #expect(frames[16..<28].allSatisfy { $0 == shown })
        }

        @Test("It is the same in each recording, and on painted and composited pages", .full)
        func deterministic() async throws {
            let steps =
                "pointer: true\nsteps:\n- {zoom: '#a', by: 1.5, for: 300ms}\n- click: '#a'\n- {zoom: 1, for: 300ms}"
            let painted = try await frames(steps, ["--rendering", "painted"]).frames
            #expect(try await frames(steps, ["--rendering", "painted"]).frames == painted)
            #expect(try await frames(steps, ["--rendering", "composited"]).frames == painted)
        }

        @Test("Clicks hit what is seen, and the pointer stays in the picture")
        func pointer() async throws {
            let steps =
                "pointer: {color: '#00ff00', clicks: false}\nsteps:\n- {zoom: '#a', by: 2, for: 200ms}\n- click: '#b'"
            let (frames, summary) = try await frames(steps)
            let click = try #require(summary.signals.first { $0.name == "b 18 18" }?.time)
            let frame = frames[Int((click * 30).rounded())]
            // The camera has come as far as the page begins, so the button is at twice its place.
            #expect(frame[20, 20] == [0xc0, 0x20, 0x20])
            #expect(frame.has([0, 255, 0]))
            // Its tip is at 36, 36; it is twice as large as the 24 pixels of the style.
            #expect((36..<42).contains { frame[37, $0] == [0, 255, 0] })
            #expect((70..<80).contains { y in (36..<70).contains { frame[$0, y] == [0, 255, 0] } })
        }

        @Test(
            "An element that does not fit is shown whole; one below is scrolled into view", .full)
        func fit() async throws {
            let wide = try folder.write(
                "wide.html",
                TestPage.html(
                    head: """
                        <style>body { margin: 0; background: #fff }
                        #a { margin: 600px 20px 600px; height: 100px; background: #2040c0 }</style>
                        """, body: "<div id=a></div>", script: ""))
            let steps = try folder.write("steps.yaml", "- {zoom: '#a', by: 4, for: 100ms}\n- wait: 100ms")
            let output = folder.path("pictures")
            let outcome = try await Pagereel.run([
                "stills", wide, "--at", "1s", "--do", steps, "-o", output, "--size", "320x240",
            ])
            #expect(outcome.exitCode == 0, "\(outcome.standardError)")
            let name = try #require(try FileManager.default.contentsOfDirectory(atPath: output).first)
            let bytes = try await Tool.run(
                "ffmpeg", ["-v", "error", "-i", "\(output)/\(name)", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
            try #require(bytes.count == 320 * 240 * 3)
            let picture = Picture(width: 320, bytes: [UInt8](bytes))
            // 280 pixels fill nine tenths of 320.
            let blue = (0..<320).filter { picture[$0, 120] == [0x20, 0x40, 0xc0] }
            #expect((286...289).contains(blue.count) && (15...17).contains(blue[0]), "\(blue.count)")
        }

        @Test("Wrong zooms are refused with their line: 65; one that the page cannot have: 64")
        func wrong() async throws {
            for (text, code, words) in [
                ("- click: '#a'\n- zoom: 0.5", 65, "line 2, column 9: zoom: enlarges by a number from 1 to 4"),
                ("- {zoom: '#a', by: 3}", 64, "would need a device pixel ratio of more than 4"),
            ] {
                let file = try folder.write("steps.yaml", text)
                let outcome = try await Pagereel.run([
                    "record", page, "--do", file, "-o", folder.path("x.mp4"), "--start-on", "load", "--duration", "1s",
                    "--scale", "2",
                ])
                #expect(outcome.exitCode == code && outcome.standardError.contains(words), "\(outcome.standardError)")
            }
        }
    }
}
