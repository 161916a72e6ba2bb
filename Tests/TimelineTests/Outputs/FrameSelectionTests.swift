import Files
import Frames
import Testing

@testable import Timeline

@Suite("The frames of an output")
struct FrameSelectionTests {
    private func frames(_ selection: FrameSelection) -> [Int] { (0..<selection.count).map(selection.frame) }

    @Test("A range at the timeline's rate has all frames")
    func all() { #expect(frames(FrameSelection(3..<7, of: .thirty)) == [3, 4, 5, 6]) }

    @Test("A lower rate shows the timeline's frames at those times")
    func lower() throws {
        let ten = try #require(FrameRate("10"))
        #expect(frames(FrameSelection(0..<10, of: .thirty, at: ten)) == [0, 3, 6])
        #expect(frames(FrameSelection(0..<11, of: .thirty, at: ten)) == [0, 3, 6, 9])
        #expect(frames(FrameSelection(5..<6, of: .thirty, at: ten)) == [5])
        let film = try #require(FrameRate("24"))
        #expect(frames(FrameSelection(0..<10, of: .thirty, at: film)) == [0, 1, 2, 3, 5, 6, 7, 8])
        let ntsc = try #require(FrameRate("29.97"))
        // An hour at 30 fps has 107892.1 frames at 30000/1001.
        let hour = FrameSelection(0..<108_000, of: .thirty, at: ntsc)
        #expect(hour.count == 107_892)
        #expect(hour.frame(at: 107_891) == 107_998)
    }

    @Test("Single frames are sorted and unique")
    func single() { #expect(frames(FrameSelection([7, 2, 7])) == [2, 7]) }

    @Test("Sequence names contain the frame number")
    func names() throws {
        let name = try #require(SequenceName("a/frame-%04d.png"))
        #expect(name.path(ofFrame: 12) == "a/frame-0012.png")
        #expect(name.path(ofFrame: 123_456) == "a/frame-123456.png")
        #expect(try #require(SequenceName("%d.jpg")).path(ofFrame: 3) == "3.jpg")
        for wrong in ["a.png", "%05d/a.png", "%d-%d.png", "%s.png", "100%.png", "%005d.png"] {
            #expect(SequenceName(wrong) == nil, "\(wrong)")
        }
    }

    @Test("All frames contain each part of them, at any rate; other selections are compared one by one")
    func contains() {
        let ten = FrameRate("10")
        let all = FrameSelection(0..<100, of: .thirty)
        #expect(all.contains(FrameSelection(90..<100, of: .thirty)))
        #expect(!all.contains(FrameSelection(90..<101, of: .thirty)))
        #expect(all.contains(FrameSelection(0..<100, of: .thirty, at: ten)) && all.contains(FrameSelection([0, 99])))
        #expect(!all.contains(FrameSelection([0, 100])) && all.contains(FrameSelection([])))
        let slow = FrameSelection(0..<100, of: .thirty, at: ten)
        #expect(slow.contains(slow) && !slow.contains(FrameSelection([1])))
    }
}
