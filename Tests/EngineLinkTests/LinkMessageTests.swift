import Frames
import TestSupport
import Testing

@testable import EngineLink

@Suite("Messages between the command and an engine")
struct LinkMessageTests {
    /// One message of each kind.
    static let all: [LinkMessage] = [
        .hello(version: 1, engine: "2.50.6"), .request(.interrupt), .request(.probe(.confine)),
        .report(.event(.warning("Look out.\u{1F680}"))), .report(.probed(.works)),
        .frame(index: 0x0102_0304_0506, slot: 15, changes: nil),
        .frame(index: 7, slot: 2, changes: SlotChanges(base: 1, rows: [3, 0x0102_0304])), .heartbeat, .taken,
        .released(slot: 3),
        .sound(position: 0x0102_0304_0506, samples: [0.5, -1, 0.25, 0]),
    ]

    @Test("Messages are encoded as documented")
    func bytes() throws {
        #expect(try LinkMessage.hello(version: 1, engine: "é").encoded() == [6, 0, 0, 0, 1, 1, 0, 0, 0, 0xc3, 0xa9])
        #expect(
            try LinkMessage.frame(index: 258, slot: 7, changes: nil).encoded()
                == [12, 0, 0, 0, 4, 2, 1, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0])
        let changes = SlotChanges(base: 6, rows: [1, 300])
        #expect(
            try LinkMessage.frame(index: 258, slot: 7, changes: changes).encoded()
                == [24, 0, 0, 0, 4, 2, 1, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 44, 1, 0, 0])
        #expect(try LinkMessage.heartbeat.encoded() == [0, 0, 0, 0, 5])
        #expect(try LinkMessage.taken.encoded() == [0, 0, 0, 0, 6])
        #expect(try LinkMessage.released(slot: 256).encoded() == [4, 0, 0, 0, 7, 0, 1, 0, 0])
        #expect(
            try LinkMessage.sound(position: 258, samples: [1, -2]).encoded()
                == [16, 0, 0, 0, 8, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0])
        let request = Array(#"{"interrupt":{}}"#.utf8)
        #expect(try LinkMessage.request(.interrupt).encoded() == [UInt8(request.count), 0, 0, 0, 2] + request)
    }

    @Test("Messages survive a round trip in chunks of any size", arguments: [1, 2, 3, 7, 1000])
    func pieces(length: Int) throws {
        let bytes = try Self.all.flatMap { try $0.encoded() }
        var parser = LinkParser(longest: 1000)
        var read: [LinkMessage] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            parser.append(bytes[start..<min(start + length, bytes.count)])
            while let message = try parser.next() { read.append(message) }
        }
        #expect(try read.map { try $0.encoded() } == Self.all.map { try $0.encoded() })
    }

    @Test("Text that a page chose is cleaned on its way in")
    func cleaned() throws {
        let title = "A\u{1b}[31m\u{202e}B https://u:secret@h/?token=secret"
        let progress = RecordingProgress(time: .zero, frames: 0, repeated: 0, limit: nil, isPaused: false, title: title)
        var parser = LinkParser(longest: 1000)
        parser.append(try LinkMessage.report(.event(.progress(progress))).encoded())
        guard case .report(.event(.progress(let read))) = try parser.next() else {
            Issue.record("no progress came out")
            return
        }
        #expect(read.title == "A [31m B https://h/?token=***")
    }

    @Test("A whole plan can be sent, including credentials")
    func plan() throws {
        var options = PageOptions()
        options.size = PixelSize(width: 320, height: 180)
        options.headers = [try #require(HeaderField("Accept: text/html"))]
        options.credentials = Credentials("ann:secret")
        options.virtualTime = VirtualTime()
        options.virtualTime?.date = 1_700_000_000_000
        options.signalAddresses = SignalAddresses(start: "https://app.example/start")
        let key = try #require(PageKey(name: "Enter"))
        var plan = TakePlan(page: try PageAddress("https://app.example/"))
        plan.options = options
        plan.awaitedElement = "#chart"
        plan.pictures = .stills([.time(.seconds(1)), .signal(word: "mark", name: "Results")])
        plan.steps = [
            PageStep(at: .milliseconds(1500), .type(text: "hi", into: .css("input"))),
            PageStep(at: .zero, .press(PageChord(key))),
        ]
        plan.duration = .nanoseconds(1_234_567_891)
        plan.longestPageTime = .seconds(90)
        plan.layerNeed = LayerNeed(what: "perspective", time: .milliseconds(10))
        var parser = LinkParser(longest: LinkParser.longestRequest)
        parser.append(try LinkMessage.request(.take(plan)).encoded())
        guard case .request(.take(let read)) = try parser.next() else {
            Issue.record("no plan came out")
            return
        }
        #expect(read.options.credentials?.password == "secret")
        #expect(read.duration == plan.duration)
        #expect(read.steps == plan.steps && read.moments == plan.moments)
        #expect(read.page == plan.page && read.options.size == options.size && read.options.headers == options.headers)
        #expect(read.options.virtualTime == options.virtualTime)
        #expect(read.options.signalAddresses == options.signalAddresses)
    }

    @Test(
        "Invalid messages are errors",
        arguments: [
            [1, 0, 0, 0, 9, 0], [0, 0, 0, 0, 0], [3, 0, 0, 0, 1, 1, 0, 0], [11, 0, 0, 0, 4],
            [1, 0, 0, 0, 5, 0], [2, 0, 0, 0, 3, 0x7b, 0x7d], [1, 0, 0, 0, 2, 0xff], [0xe9, 3, 0, 0, 3],
            [0xff, 0xff, 0xff, 0xff, 3],
        ] as [[UInt8]])
    func broken(bytes: [UInt8]) {
        var parser = LinkParser(longest: 1000)
        parser.append(bytes + [UInt8](repeating: 0, count: bytes.count == 5 ? 12 : 0))
        #expect(throws: PageError.self) { try parser.next() }
    }

    /// The engine runs a page's code: whatever it sends, the command continues or ends the engine
    /// with a message.
    @Test("Random bytes are harmless", arguments: [1, 2, 3, 4])
    func anything(seed: UInt64) throws {
        var chances = SplitMix(seed: seed)
        let messages = try Self.all.map { try $0.encoded() }
        let size = PixelSize(width: 16, height: 16)
        for _ in 0..<3000 {
            var bytes = (0..<4).flatMap { _ in messages.randomElement(using: &chances) ?? [] }
            for _ in 0..<Int.random(in: 0...6, using: &chances) {
                let place = Int.random(in: 0..<bytes.count, using: &chances)
                switch Int.random(in: 0...2, using: &chances) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &chances)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &chances), at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 5))
                }
                if bytes.isEmpty { break }
            }
            let (own, other) = try LinkSocket.pair()
            let receiver = FrameReceiver(
                try SharedFrames(size: size, hasAlpha: false, count: 5), over: own, at: .thirty)
            var parser = LinkParser(longest: 1000)
            parser.append(bytes)
            do throws(PageError) {
                while let message = try parser.next() {
                    switch message {
                    case .frame(let index, let slot, let changes):
                        try receiver.receive(index: index, slot: slot, changes: changes)
                    case .report(.still(_, _, let slot, let area, let ignored, _)):
                        _ = try receiver.copyPicture(in: slot, area: area, ignoring: ignored)
                    default: break
                    }
                }
            } catch {
                #expect(!error.message.isEmpty)
            }
            withExtendedLifetime(other) {}
        }
    }
}
