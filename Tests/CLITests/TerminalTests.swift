import EngineLink
import Testing

@testable import CLI
@testable import Recorder

@Suite("What the terminal shows")
struct TerminalTests {
    private func line(
        _ time: Duration, limit: Duration? = nil, isPaused: Bool = false, width: Int = 120
    ) -> String {
        RecordingProgress(
            time: time, frames: 1_960, repeated: 3, bytes: 12_400_000, limit: limit, isPaused: isPaused, title: ""
        ).line(width: width)
    }

    @Test("The line shows time, frames, repeats, rate and size")
    func words() {
        #expect(
            line(.seconds(65.33)) == "recording 1:05.3 · 1960 frames · 3 repeated · 30.0 fps · 12.4 MB")
        #expect(line(.seconds(65.33), isPaused: true).hasPrefix("paused 1:05.3 · "))
        #expect(line(.zero).contains(" · 0.0 fps · "))
    }

    @Test("A known length shows a bar and the time left")
    func bar() {
        #expect(
            line(.seconds(60), limit: .seconds(90))
                == "recording 1:00.0 · 1960 frames · 3 repeated · 32.7 fps · 12.4 MB · 0:30.0 left "
                + "[####################----------]")
        #expect(line(.zero, limit: .seconds(90)).hasSuffix("1:30.0 left [------------------------------]"))
        #expect(line(.seconds(90), limit: .seconds(90)).hasSuffix("0:00.0 left [##############################]"))
        #expect(line(.seconds(95), limit: .seconds(90)).hasSuffix("0:00.0 left [##############################]"))
    }

    @Test("The bar fills the rest of the line", arguments: 1...200)
    func widths(width: Int) {
        let text = line(.seconds(60), limit: .seconds(90), width: width)
        let words = line(.seconds(60), limit: .seconds(90), width: 0)
        #expect(!words.contains("["))
        if text != words {
            #expect(text.count < width)
            #expect(text.hasPrefix(words + " ["))
            #expect(text.count - words.count <= 33)
        } else {
            #expect(width - words.count - 4 < 5)
        }
    }

    @Test("lets no page drive the terminal")
    func printable() {
        #expect(Message.printable("a\u{1b}[2Jb\rc\nd\u{7}e\u{9b}f\u{7f}g") == "a [2Jb c d e f g")
        #expect(Message.printable("年度报告 · résumé") == "年度报告 · résumé")
    }
}
