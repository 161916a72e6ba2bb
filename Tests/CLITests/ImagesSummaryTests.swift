import Frames
import Testing

@testable import CLI
@testable import Encoder
@testable import LibAV
@testable import Timeline

@Suite("The summary of images")
struct ImagesSummaryTests {
    @Test("The duration is shown to the tenth of a second", arguments: [(32_300, "0:32.3"), (4_100, "0:04.1")])
    func clock(milliseconds: Int, text: String) {
        let format = MovieFormat(container: .mp4, codec: .h264, encoder: "libx264", threads: 1, hasAlpha: false)
        let movie = MovieSummary(
            size: PixelSize(width: 64, height: 48), frames: 323, duration: .milliseconds(milliseconds), bytes: 5_000,
            format: format, sound: nil)
        let summary = ImagesSummary(
            output: "out.mp4", movie, pictures: 1, fps: .thirty, soundtrack: nil, photos: [], attempts: 1,
            wallTime: .seconds(1.5), warnings: [])
        #expect(summary.text == "out.mp4: \(text) · 1 picture · 323 frames · 64x48, 30 fps · 5 kB · took 1.5 s")
    }

    @Test("A transition accepts every form of a time", arguments: ["fade:1.5s", "fade:1500ms", "fade:0:01.5"])
    func transition(text: String) throws {
        #expect(try slideTransition(text).length == .seconds(.milliseconds(1_500)))
    }
}
