import Foundation
import TestSupport
import Testing

extension CommandTests {
    /// The video stream and its container, read back by independent tools.
    @Suite("Video")
    struct Video {
        private let folder: TemporaryFolder
        private let output: String

        init() throws {
            folder = try TemporaryFolder()
            output = folder.path("out.mp4")
        }

        /// A page that fills its viewport, in quarters of four colors.
        private static let quarters = """
            <!doctype html><title>Quarters</title><style>
            html { height: 100%; background: conic-gradient(#0000ff 25%, #00ff00 0 50%, #ff0000 0 75%, #ffffff 0); }
            </style>
            """

        @Test("The stream is H.264 High, yuv420p, BT.709, constant 30 fps")
        func stream() async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let summary = try await Pagereel.record(page, to: output, TestPage.small + ["--duration", "5s"])
            #expect(summary.fps == "30")
            #expect(summary.frames == 150)
            let probe = try await Probe.read(output)
            #expect(probe.format.formatName.contains("mp4"))
            #expect(probe.streams.count == 1)
            let video = try #require(probe.video)
            #expect(video.codecName == "h264")
            #expect(video.profile == "High")
            #expect(video.pixFmt == "yuv420p")
            #expect(video.colorSpace == "bt709")
            #expect(video.colorPrimaries == "bt709")
            #expect(video.colorTransfer == "bt709")
            #expect(video.colorRange == "tv")
            #expect(video.rFrameRate == "30/1")
            #expect(video.avgFrameRate == "30/1")
            #expect(video.packetCount == 150)
            #expect((video.startPts ?? -1) == 0)
            #expect(abs(video.seconds - 5) < 0.0005)
            let packets = try await VideoPackets(of: output)
            #expect(packets.steps.count == 1, "not a constant frame rate: \(packets.steps)")
            #expect(packets.longestGroup <= 60, "a keyframe at least every 2 s")
            #expect(packets.packets.first?.isKeyframe == true)
            #expect(MovieBoxes(of: try folder.read("out.mp4")).isFastStart)
            #expect(summary.bytes == (try folder.read("out.mp4")).count)
            #expect(folder.contents == ["out.mp4", "page.html"])
        }

        @Test("Title, page address and creation time are in the file")
        func metadata() async throws {
            let before = Date()
            try await WebServer.serving(["/report": .init(TestPage.timed(300, title: "Bericht 2026 年报"))]) { server in
                let summary = try await Pagereel.record(server.url("/report"), to: output, TestPage.small)
                #expect(summary.title == "Bericht 2026 年报")
                #expect(summary.page == server.url("/report"))
                let probe = try await Probe.read(output)
                let tags = try #require(probe.format.tags)
                #expect(tags["title"] == "Bericht 2026 年报")
                #expect(tags.values.contains { $0.contains(server.url("/report")) }, "\(tags)")
                let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
                let created = try format.parse(try #require(tags["creation_time"]))
                #expect(created > before.addingTimeInterval(-2))
                #expect(created < Date().addingTimeInterval(2))
            }
        }

        /// An option's value, the rate in the summary, and the number of frames in 0.5 s.
        struct Rate: Sendable {
            let option: String
            let probed: String
            let frames: Int
        }

        @Test(
            "Whole and broadcast frame rates are exact", .full,
            arguments: [
                Rate(option: "29.97", probed: "30000/1001", frames: 15),
                Rate(option: "30000/1001", probed: "30000/1001", frames: 15),
                Rate(option: "1", probed: "1/1", frames: 1),
                Rate(option: "12.5", probed: "25/2", frames: 6), Rate(option: "120", probed: "120/1", frames: 60),
            ])
        func frameRates(rate: Rate) async throws {
            let page = try folder.write("page.html", TestPage.endless)
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--duration", "500ms", "--fps", rate.option])
            #expect(abs(summary.frames - rate.frames) <= 1)
            let video = try #require(try await Probe.read(output).video)
            #expect(video.avgFrameRate == rate.probed)
            #expect(video.rFrameRate == rate.probed)
            #expect(video.packetCount == summary.frames)
            #expect(try await VideoPackets(of: output).steps.count <= 1)
        }

        /// The requested size and the video's size.
        struct Shape: CustomTestStringConvertible, Sendable {
            let size: String
            var scale = "1"
            let width: Int
            let height: Int
            var isPadded = false
            var testDescription: String { "\(size) at \(scale)" }
        }

        @Test(
            "The video has size times scale; odd sizes are padded", .full,
            arguments: [
                Shape(size: "1280x720", width: 1280, height: 720), Shape(size: "360x640", width: 360, height: 640),
                Shape(size: "16x16", width: 16, height: 16),
                Shape(size: "320x180", scale: "2", width: 640, height: 360),
                Shape(size: "321x181", width: 322, height: 182, isPadded: true),
                Shape(size: "321x180", width: 322, height: 180, isPadded: true),
                Shape(size: "321x181", scale: "2", width: 642, height: 362),
                Shape(size: "321x181", scale: "3", width: 964, height: 544, isPadded: true),
                Shape(size: "320x180", scale: "1.5", width: 480, height: 270),
                Shape(size: "320x180", scale: "2.5", width: 800, height: 450),
                // Rounded up to 482 by 272, and to whole pixels of the screen: 844 by 476.
                Shape(size: "321x181", scale: "1.5", width: 482, height: 272),
                Shape(size: "321x181", scale: "2.625", width: 844, height: 476),
            ])
        func sizes(shape: Shape) async throws {
            let page = try folder.write("page.html", Self.quarters)
            let summary = try await Pagereel.record(
                page, to: output, ["--size", shape.size, "--scale", shape.scale, "--duration", "200ms"])
            #expect(summary.width == shape.width)
            #expect(summary.height == shape.height)
            #expect(summary.scale == Double(shape.scale))
            #expect(summary.padded == shape.isPadded)
            let video = try #require(try await Probe.read(output).video)
            #expect(video.width == shape.width)
            #expect(video.height == shape.height)
            let frame = try #require(try await FrameDecoder.frames(of: output, as: .rgb24).last)
            // The quarters, clockwise from top right: the page is complete and not cropped.
            let near = (x: 2, y: 2)
            let far = (x: shape.width - 3, y: shape.height - 3)
            #expect(isNear(frame.pixel(far.x, near.y), [0, 0, 255]))
            #expect(isNear(frame.pixel(far.x, far.y), [0, 255, 0]))
            #expect(isNear(frame.pixel(near.x, far.y), [255, 0, 0]))
            #expect(isNear(frame.pixel(near.x, near.y), [255, 255, 255]))
            // Padding repeats the page's edge.
            #expect(isNear(frame.pixel(shape.width - 1, near.y), [0, 0, 255]))
            #expect(isNear(frame.pixel(near.x, shape.height - 1), [255, 0, 0]))
        }

        @Test("Both capture methods give the same picture", arguments: ["view", "snapshot"])
        func capture(way: String) async throws {
            let page = try folder.write("page.html", Self.quarters)
            let summary = try await Pagereel.record(
                page, to: output, TestPage.small + ["--capture", way, "--duration", "500ms"])
            #expect(summary.frames == 15)
            let frames = try await FrameDecoder.frames(of: output, as: .rgb24)
            #expect(frames.count == 15)
            for frame in [frames.first, frames.last] {
                let frame = try #require(frame)
                #expect(isNear(frame.pixel(300, 20), [0, 0, 255]))
                #expect(isNear(frame.pixel(20, 160), [255, 0, 0]))
            }
        }

        @Test("Preset, quality and bit rate reach the encoder", .full)
        func encoderOptions() async throws {
            let page = Fixture.page("moving.html")
            let options = TestPage.small + ["--duration", "1s", "--start-on", "signal"]
            let fine = try await Pagereel.record(page, to: folder.path("a.mp4"), options + ["--quality", "10"])
            let coarse = try await Pagereel.record(page, to: folder.path("b.mp4"), options + ["--quality", "45"])
            #expect(fine.bytes > coarse.bytes * 2)
            let slow = try await Pagereel.record(
                page, to: folder.path("c.mp4"), options + ["--preset", "ultrafast", "--bitrate", "200k"])
            #expect(slow.bytes < 60_000, "200 kbit for 1 s is 25 kB, not \(slow.bytes)")
            // x264 writes its settings into the stream.
            let settings = String(decoding: try folder.read("c.mp4"), as: UTF8.self)
            #expect(settings.contains("bitrate=200"))
            #expect(settings.contains("cabac=0"), "ultrafast has no CABAC")
        }

        private func isNear(_ color: [Int], _ wanted: [Int]) -> Bool {
            // Next to an edge two pixels share chroma and the quantizer rounds: 3 holds for flat
            // areas only.
            zip(color, wanted).allSatisfy { abs($0 - $1) <= 12 }
        }
    }
}
