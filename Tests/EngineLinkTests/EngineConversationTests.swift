import Frames
import Glibc
import Testing

@testable import EngineLink

/// Tests the protocol directly with the built engine.
@Suite("A conversation with an engine")
struct EngineConversationTests {
    @Test("An engine sends a hello and answers a probe without a display")
    func byHand() throws {
        let (own, other) = try LinkSocket.pair()
        let errors = try Pipe()
        let engine = try ChildProcess(
            try EngineProgram.find(), [], passing: [other.descriptor], errors: errors.input, deathSignal: SIGKILL)
        defer {
            engine.killAll()
            engine.wait(milliseconds: -1)
        }
        other.close()
        errors.closeInput()
        let question = Array(#"{"probe":{"_0":{"findClockLibrary":{}}}}"#.utf8)
        let sent = [UInt8(question.count), 0, 0, 0, 2] + question
        let written = unsafe sent.withUnsafeBytes { unsafe write(own.descriptor, $0.baseAddress, $0.count) }
        #expect(written == sent.count)

        var received: [UInt8] = []
        var messages: [(kind: UInt8, payload: [UInt8])] = []
        while !messages.contains(where: { $0.kind == 3 }), case .bytes(let bytes) = own.receive() {
            received += bytes
            while received.count >= 5 {
                let length = Int(received[0]) | Int(received[1]) << 8 | Int(received[2]) << 16
                guard received.count >= 5 + length else { break }
                messages.append((received[4], Array(received[5..<5 + length])))
                received.removeFirst(5 + length)
            }
        }
        let greeting = try #require(messages.first)
        #expect(greeting.kind == 1 && greeting.payload.prefix(4) == [1, 0, 0, 0])
        #expect(String(decoding: greeting.payload.dropFirst(4), as: UTF8.self).wholeMatch(of: /2\.\d+\.\d+/) != nil)
        let answer = try #require(messages.first { $0.kind == 3 })
        #expect(String(decoding: answer.payload, as: UTF8.self) == #"{"probed":{"_0":{"works":{}}}}"#)
        // Its environment is complete before it starts a thread; the second thread is WebKit's
        // allocator's.
        let threads = ProcessFile.text(of: "/proc/\(engine.process)/status").split(separator: "\n")
            .first { $0.hasPrefix("Threads:") }?.split(separator: "\t").last.flatMap { Int($0) }
        #expect(try #require(threads) <= 2)

        // It ends when the command closes the socket.
        own.shutDown()
        #expect(engine.wait(milliseconds: 20_000))
        #expect(engine.status == 0)
    }

    @Test("An invalid message ends the engine")
    func nonsense() throws {
        let (own, other) = try LinkSocket.pair()
        let errors = try Pipe()
        let engine = try ChildProcess(
            try EngineProgram.find(), [], passing: [other.descriptor], errors: errors.input, deathSignal: SIGKILL)
        other.close()
        errors.closeInput()
        let nonsense = [UInt8](repeating: 0xee, count: 64)
        let written = unsafe nonsense.withUnsafeBytes { unsafe write(own.descriptor, $0.baseAddress, $0.count) }
        #expect(written == 64)
        #expect(engine.wait(milliseconds: 20_000))
        #expect(engine.status == 0)
    }

    @Test("An engine that cannot be started reports why")
    func outcome() async throws {
        let listener = EngineProcess.Listener { _ throws(PageError) in
            throw PageError.engineSent("nothing that this test understands")
        }
        let engine = try EngineProcess(
            EngineProcess.Settings(pixelSize: PixelSize(width: 64, height: 64), patience: .seconds(20)), for: listener)
        guard case .died(let text) = await engine.waitForEnd() else {
            Issue.record("the engine went on")
            return
        }
        #expect(text == "The page's engine (pagereel-engine) sent nothing that this test understands")
    }
}
