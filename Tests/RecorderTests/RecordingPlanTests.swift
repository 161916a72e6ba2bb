import Encoder
import EngineLink
import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Recorder

@Suite("Recording plans")
struct RecordingPlanTests {
    private let folder: TemporaryFolder
    private let page: String

    init() throws {
        folder = try TemporaryFolder()
        page = try folder.write("page.html")
    }

    private func plan(
        output: String? = nil, _ change: (inout RecordingPlan) throws -> Void = { _ in }
    ) throws -> RecordingPlan {
        var plan = RecordingPlan(page: try PageAddress(page), output: output ?? folder.path("out.mp4"))
        try change(&plan)
        return plan
    }

    private func failure(_ plan: RecordingPlan) -> PageError? {
        do {
            try plan.validate()
            return nil
        } catch {
            return error
        }
    }

    @Test("The defaults are valid")
    func defaults() throws {
        let plan = try plan()
        #expect(failure(plan) == nil)
        #expect(plan.frameRate == .thirty)
        #expect(plan.start == .signal)
        #expect(!plan.overwritesOutput)
        #expect(plan.startTimeout == .seconds(30))
        #expect(plan.hangTimeout == .seconds(15))
    }

    @Test("Sizes at the limits are valid", arguments: [(16, 16), (4096, 4096), (16, 4096), (17, 23)])
    func sizes(width: Int, height: Int) throws {
        #expect(failure(try plan { $0.options.size = PixelSize(width: width, height: height) }) == nil)
    }

    @Test(
        "Sizes beyond the limits are rejected", arguments: [(15, 720), (1280, 15), (4097, 720), (1280, 4097), (1, 1)])
    func badSizes(width: Int, height: Int) throws {
        let error = try #require(
            failure(try plan { $0.options.size = PixelSize(width: width, height: height) }))
        #expect(error.code == .invalidPlan)
        #expect(
            error.message
                == "The size \(width)x\(height) is out of range: each side is from 16 to 4096 CSS pixels.")
    }

    @Test("The page cannot be the output")
    func outputIsPage() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.mp4"), withDestinationPath: page)
        for output in [page, "\(folder.path)/./page.html", folder.path("link.mp4")] {
            let error = try #require(failure(try plan(output: output)))
            #expect(error.code == .invalidPlan)
            #expect(error.message == "The output \(output) is the page itself. Choose another name.")
        }
    }

    @Test("The soundtrack cannot be the output")
    func outputIsSoundtrack() throws {
        let sound = try folder.write("sound.mp4")
        let error = try #require(
            failure(try plan(output: sound) { $0.soundtrack = SoundtrackSettings(path: sound) }))
        #expect(error.message == "The output \(sound) is the soundtrack itself. Choose another name.")
        #expect(failure(try plan { $0.soundtrack = SoundtrackSettings(path: sound) }) == nil)
    }

    @Test("The output's name determines the format")
    func formats() throws {
        for (name, isTransparent, container, codec) in [
            ("a.mp4", false, MovieContainer.mp4, VideoCodec.h264), ("a.M4V", false, .mp4, .h264),
            ("a", false, .mp4, .h264), ("a.mkv", false, .mkv, .h264), ("a.webm", false, .webm, .vp9),
            ("a.mov", false, .mov, .h264), ("a.mkv", true, .mkv, .vp9), ("a.mov", true, .mov, .prores),
        ] {
            let plan = try plan(output: folder.path(name)) { $0.options.isTransparent = isTransparent }
            #expect(failure(plan) == nil)
            #expect(plan.videoSettings.container == container)
            #expect(plan.videoSettings.codec == codec)
            #expect(plan.videoSettings.hasAlpha == isTransparent)
        }
    }

    @Test("A video of another shape than the page causes a warning, except for rounding and other pixels than square")
    func shapes() throws {
        func warnings(_ size: String, _ video: String, output: String = "a.mp4", aspect: String = "1:1") throws
            -> [String]
        {
            try plan(output: folder.path(output)) {
                $0.options.size = try #require(PixelSize(size))
                $0.movie.videoSize = PixelSize(video)
                $0.movie.stream.pixelAspect = try #require(PixelAspect(aspect))
            }.optionWarnings
        }
        #expect(
            try warnings("640x360", "360x360") == [
                "The video's 360x360 has another shape than the page's 640x360, so its picture is squeezed. Choose --size "
                    + "of the same shape, like 360x360."
            ])
        for (size, video) in [("640x360", "1280x720"), ("640x360", "854x480"), ("321x181", "640x360")] {
            #expect(try warnings(size, video) == [])
        }
        #expect(try warnings("640x360", "360x360", aspect: "16:9") == [])
        #expect(try warnings("640x360", "360x360", output: "a.wav") == [])
        #expect(try plan().optionWarnings == [])
    }

    @Test("A caption begins with the frame of its signal")
    func captions() throws {
        let plan = try plan()
        for (time, frame) in [(0, 0), (700, 0), (2_000_600, 60), (1_999_999, 60), (1_990_000, 59)] {
            #expect(plan.captionStart(signaledAt: .microseconds(time)) == plan.frameRate.time(ofFrame: frame))
        }
    }

    @Test("Unsupported codecs and transparency are rejected")
    func badFormats() throws {
        let codec = try #require(failure(try plan(output: folder.path("a.webm")) { $0.codec = .h264 }))
        #expect(codec.code == .invalidPlan)
        #expect(codec.message.contains(".webm file cannot contain H.264"))
        let alpha = try #require(failure(try plan { $0.options.isTransparent = true }))
        #expect(alpha.message.contains(".webm or .mkv"))
    }
}
