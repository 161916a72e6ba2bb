import Subprocess
import TestSupport
import Testing

extension CommandTests {
    /// Tests the tests' own tools on files that ffmpeg wrote.
    @Suite("Test support")
    struct Support {
        @Test("Decoded colors match the encoded ones")
        func decodesColors() async throws {
            let folder = try TemporaryFolder()
            let file = folder.path("red.mp4")
            try await Tool.run(
                "ffmpeg",
                [
                    "-v", "error", "-f", "lavfi", "-i", "color=0xff0000:s=32x16:r=10:d=0.5", "-vf",
                    "scale=out_color_matrix=bt709", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc",
                    "bt709", "-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p", "-movflags", "+faststart", file,
                ])
            let frames = try await FrameDecoder.frames(of: file, as: .rgb24)
            #expect(frames.count == 5)
            for (value, wanted) in zip(frames[0].mean(x: 0, y: 0, width: 32, height: 16), [255, 0, 0]) {
                #expect(abs(value - wanted) <= 3)
            }
            let packets = try await VideoPackets(of: file)
            #expect(packets.steps.count == 1)
            #expect(packets.longestGroup == 5)
            #expect(MovieBoxes(of: try folder.read("red.mp4")).isFastStart)
            #expect(folder.contents == ["red.mp4"])
        }

        @Test("Bar codes are read, damaged ones rejected")
        func barCode() throws {
            /// Draws the code of 12,330 ms, 0x00302a, whose check nibble is 1, below gray rows; one bit
            /// may be flipped.
            func image(flipping flipped: Int? = nil, below rows: Int = 0) -> RawImage {
                var bits = [1, 0] + (0..<24).map { 0x00302A >> (23 - $0) & 1 } + [0, 0, 0, 1, 0, 1]
                if let flipped { bits[flipped] ^= 1 }
                let gray = [UInt8](repeating: 128, count: rows * 256)
                let bytes = (0..<64).flatMap { y in
                    (0..<256).map { x in UInt8(bits[y / 32 * 16 + x / 16] == 1 ? 235 : 20) }
                }
                return RawImage(width: 256, height: rows + 64, channels: 1, bytes: (gray + bytes)[...])
            }
            #expect(BarCode.time(in: image()) == 12_330)
            for bit in 0..<32 { #expect(BarCode.time(in: image(flipping: bit)) == nil, "bit \(bit)") }
            // On some pages a second code is below the first.
            let second = image(below: BarCode.distance)
            #expect(BarCode.time(in: second) == nil)
            #expect(BarCode.time(in: second, below: BarCode.distance) == 12_330)
            #expect(second.height == BarCode.bothAreas.height)
        }

        @Test("Frame numbers are read in both sizes, damaged ones rejected")
        func imageCode() {
            /// Draws the code of 219, 0b0011011011, whose check is 01; one bit may be flipped.
            func image(area: FrameDecoder.Area, flipping flipped: Int? = nil) -> RawImage {
                var bits = [1, 0] + (0..<10).map { 219 >> (9 - $0) & 1 } + [0, 1, 0, 1]
                if let flipped { bits[flipped] ^= 1 }
                let bytes = (0..<area.height).flatMap { y in
                    (0..<area.width).map { x -> UInt8 in
                        bits[y * 4 / area.height * 4 + x * 4 / area.width] == 1 ? 235 : 20
                    }
                }
                return RawImage(width: area.width, height: area.height, channels: 1, bytes: bytes[...])
            }
            for area in [ImageCode.imageArea, ImageCode.videoArea] {
                #expect(ImageCode.number(in: image(area: area)) == 219)
                for bit in 0..<16 {
                    #expect(ImageCode.number(in: image(area: area, flipping: bit)) == nil, "bit \(bit)")
                }
            }
            let nothing = [UInt8](repeating: 128, count: 64 * 64)
            #expect(ImageCode.number(in: RawImage(width: 64, height: 64, channels: 1, bytes: nothing[...])) == nil)
        }

        @Test("A box is located to a tenth of a pixel")
        func movingBox() throws {
            /// Draws a box of this width over the whole height, with antialiased edge columns.
            func image(left: Double, width: Double = 32) -> RawImage {
                let row = (0..<1280).map { x -> UInt8 in
                    let covered = min(left + width, Double(x) + 1) - max(left, Double(x))
                    return UInt8((128 + 127 * max(covered, 0)).rounded())
                }
                return RawImage(width: 1280, height: 4, channels: 1, bytes: (row + row + row + row)[...])
            }
            for left in [0, 16, 16.25, 117.5, 500.1, 1115.9, 1248] {
                let found = try #require(MovingBox.ofClockPages.left(in: image(left: left)))
                #expect(abs(found - left) < 0.1, "\(found) for \(left)")
            }
            #expect(MovingBox.ofClockPages.left(in: image(left: 100, width: 0)) == nil)
            #expect(MovingBox.ofClockPages.left(in: image(left: 100, width: 30)) == nil)
            #expect(MovingBox.ofClockPages.left(in: image(left: 1260)) == nil, "part of it is out of sight")
        }

        @Test("The offset of a scrolled page is read from the ramp")
        func scrollRamp() {
            func image(scrolledBy offset: Int) -> RawImage {
                let bytes = (0..<720).flatMap { y in
                    (0..<64).map { x -> UInt8 in ((y + offset) / 8) >> (7 - x / 8) & 1 == 1 ? 235 : 20 }
                }
                return RawImage(width: 64, height: 720, channels: 1, bytes: bytes[...])
            }
            for offset in [0, 1, 7, 8, 301, 1200, 1328] {
                #expect(ScrollRamp.offset(in: image(scrolledBy: offset)) == offset)
            }
            let nothing = [UInt8](repeating: 128, count: 64 * 720)
            #expect(ScrollRamp.offset(in: RawImage(width: 64, height: 720, channels: 1, bytes: nothing[...])) == nil)
        }

        @Test("Plain and quoted-printable mails are read")
        func mail() {
            let header = "From: root\nSubject: a=3Db\n"
            let plain = Mail("\(header)\na=3Db\n\nc\n".utf8)
            #expect(plain.body == "a=3Db\n\nc\n")
            let quoted = Mail(
                "\(header)Content-Transfer-Encoding: quoted-printable\n\n=E2=80=9Ca=3Db=\n c=E2=80=9D =\n\nd\n".utf8)
            #expect(quoted.body == "“a=b c” \nd\n")
        }

        @Test("Test servers record requests, stay silent or use TLS")
        func servers() async throws {
            try await WebServer.serving(["/a": .init("hello")]) { server in
                let answer = try await Tool.run("curl", ["-s", "-H", "X-Thing: 7", server.url("/a")])
                #expect(String(decoding: answer, as: UTF8.self) == "hello")
                #expect(server.request(for: "/a")?.header("X-Thing") == "7")
                let script = try await Tool.run("curl", ["-si", server.url("/fixtures/clock/worker.js")])
                #expect(String(decoding: script, as: UTF8.self).contains("Content-Type: text/javascript"))
                let image = try await Tool.run("curl", ["-s", server.url("/images/frame-numbers.gif")])
                #expect(image.starts(with: Array("GIF89a".utf8)))
            }
            let folder = try TemporaryFolder()
            try folder.write("page.html", "secret")
            try await SecureServer.serving(folder) { address in
                let answer = try await Tool.run("curl", ["-sk", address + "page.html"])
                #expect(String(decoding: answer, as: UTF8.self) == "secret")
                await #expect(throws: Tool.Failure.self) { try await Tool.run("curl", ["-s", address + "page.html"]) }
            }
            let refusing = try SilentPort(accepts: false)
            await #expect(throws: Tool.Failure.self) { try await Tool.run("curl", ["-s", refusing.url]) }
            let silent = try SilentPort(accepts: true)
            await #expect(throws: Tool.Failure.self) { try await Tool.run("curl", ["-s", "-m", "0.2", silent.url]) }
        }
    }
}
