import Files
import Frames
import Glibc
import Notation
import Testing

@testable import CLI

@Suite("JSON")
struct JSONTests {
    private struct Example: Encodable {
        let path = "/a \"b\"\n年"
        let seconds = Duration.milliseconds(1_500.4).inRoundedSeconds
        @Nullable var missing: Int?
        @Nullable var present: [Int]? = [1]
        var leftOut: Int?
    }

    @Test("An object is one line with ordered keys, null values and unescaped slashes")
    func line() {
        #expect(
            jsonLine(Example())
                == #"{"missing":null,"path":"/a \"b\"\n年","present":[1],"seconds":1.5}"#)
    }

    @Test("A log line contains only the event's fields")
    func log() throws {
        let started = jsonLine(LogEntry.started(page: "p", output: "o", attempt: 2).json)
        #expect(started.hasPrefix(#"{"attempt":2,"event":"started","output":"o","page":"p","process":"#))
        let ended = jsonLine(LogEntry.ended(.locked, summary: Example()).json)
        #expect(ended.hasPrefix(#"{"event":"failed","process":"#))
        #expect(ended.contains(#","status":75,"summary":{"missing":null,"#))
        #expect(jsonLine(LogEntry.failure("x").json).hasPrefix(#"{"event":"error","message":"x","process":"#))
    }

    @Test("A number that JSON lacks lets the command fail")
    func notANumber() {
        #expect(jsonLine(["seconds": Double.nan]) == "null")
        #expect(Message.resultFailure?.number == EDOM)
    }
}
