import Subprocess
import TestSupport
import Testing

extension EndToEndTests {
    /// The tests' own eyes, tried on files that ffmpeg made: a blind witness would find no fault.
    @Suite("The tests' own tools")
    struct Support {
        @Test("Decoded colours are those that went in")
        func decodesColours() async throws {
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

        @Test("A bar code is read, and a damaged one is not")
        func barCode() throws {
            /// Draws the code of 12,330 ms, 0x00302a, whose check nibble is 1; one bit may be flipped.
            func image(flipping flipped: Int? = nil) -> RawImage {
                var bits = [1, 0] + (0..<24).map { 0x00302A >> (23 - $0) & 1 } + [0, 0, 0, 1, 0, 1]
                if let flipped { bits[flipped] ^= 1 }
                let bytes = (0..<64).flatMap { y in
                    (0..<256).map { x in UInt8(bits[y / 32 * 16 + x / 16] == 1 ? 235 : 20) }
                }
                return RawImage(width: 256, height: 64, channels: 1, bytes: bytes[...])
            }
            #expect(BarCode.time(in: image()) == 12_330)
            for bit in 0..<32 { #expect(BarCode.time(in: image(flipping: bit)) == nil, "bit \(bit)") }
        }

        @Test("A server remembers requests, a silent port says nothing, a TLS server answers")
        func servers() async throws {
            try await WebServer.serving(["/a": .init("hello")]) { server in
                let answer = try await Tool.run("curl", ["-s", "-H", "X-Thing: 7", server.url("/a")])
                #expect(String(decoding: answer, as: UTF8.self) == "hello")
                #expect(server.request(for: "/a")?.header("X-Thing") == "7")
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
