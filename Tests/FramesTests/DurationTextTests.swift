import Frames
import Testing

@Suite("Length of time as text")
struct DurationTextTests {
    @Test(
        "The text has seconds, milliseconds if needed, and the sign",
        arguments: [
            (Duration.seconds(30), "30 s"), (.milliseconds(250), "0.250 s"), (.milliseconds(-250), "-0.250 s"),
            (.milliseconds(-1_005), "-1.005 s"), (.microseconds(-100), "0 s"), (.zero, "0 s"),
        ])
    func text(length: Duration, text: String) {
        #expect(length.text == text)
    }
}
