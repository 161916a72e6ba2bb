import Foundation
import Frames

@testable import EngineLink

extension FuzzReader {
    /// Messages between the command and an engine, both ways.
    static let messages = [
        FuzzReader("engine-reports", longest: 8192, mutator, seeds: { try split(reports()) }) {
            try conversation($0, longest: LinkParser.longestReport)
        },
        FuzzReader("engine-requests", longest: 16384, mutator, seeds: { try split(requests()) }) {
            try conversation($0, longest: LinkParser.longestRequest)
        },
    ]

    private static var mutator: ChunkMutator {
        ChunkMutator(.messages) { kind in [2, 3].contains(kind.first) ? TreeMutator(.json) : nil }
    }

    /// Parses messages that arrive in two parts; what is read, is written and read again.
    private static func conversation(_ bytes: [UInt8], longest: Int) throws -> Outcome {
        var parser = LinkParser(longest: longest)
        var count = 0
        let first = bytes.prefix(bytes.count / 2)
        for part in [first, bytes.dropFirst(first.count)] {
            parser.append(part)
            while true {
                let message: LinkMessage?
                do {
                    message = try parser.next()
                } catch {
                    // Of the rest of the stream, nothing is read.
                    _ = error.message
                    return .refused
                }
                guard let message else { break }
                count += 1
                try require(count * 5 <= bytes.count, "there are more messages than bytes for them")
                let once = try canonical(message)
                var again = LinkParser(longest: longest)
                again.append(try message.encoded())
                let twice = try again.next().map(canonical)
                try require(once == twice, "\(message) is \(twice ?? "nothing") when read again, not \(once)")
            }
        }
        return count > 0 ? .accepted : .refused
    }

    /// A message with sorted names.
    private static func canonical(_ message: LinkMessage) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return switch message {
        case .request(let request): String(decoding: try encoder.encode(request), as: UTF8.self)
        case .report(let report): String(decoding: try encoder.encode(report), as: UTF8.self)
        default: "\(try message.encoded())"
        }
    }

    private static func split(_ messages: [LinkMessage]) throws -> [[UInt8]] {
        let all = try messages.map { try $0.encoded() }
        return all + [all.prefix(4).flatMap(\.self)]
    }

    private static func reports() throws -> [LinkMessage] {
        let picture = PictureMoment.signal(word: "mark", name: "Results")
        let result = TakeResult(
            outcome: .reason(.stopped), frames: 90, repeated: 1, title: "Report", rendering: .painted,
            renderingReason: "nothing needs layers", pageTime: .seconds(3), heard: .zero ... .seconds(2),
            heardStreams: 1)
        let other = TakeResult(
            outcome: .failed(PageError(.invalidPlan, "No.")), frames: 0, repeated: 0, title: "",
            rendering: .composited, renderingReason: "", pageTime: .zero)
        let step = PageStep(at: .seconds(1), .click(.css("#next")))
        let events: [RecordingEvent] = [
            .lostClock, .loading(date: 1_700_000_000_000), .loading(date: nil), .started(.painted),
            .progress(
                RecordingProgress(
                    time: .seconds(1), frames: 30, repeated: 0, limit: .seconds(9), isPaused: false, title: "Report")),
            .chapter(name: "Part 1", start: .milliseconds(1500)), .warning("Look out."),
            .mistake(SignalMistake(pageTime: .seconds(1), text: "There is no signal.")),
            .step(StepOutcome(step, .done)), .step(StepOutcome(step, .failed, because: "no element")),
            .console(TimedConsoleLine(ConsoleLine("CONSOLE LOG hello"), at: .seconds(1))), .finishing,
        ]
        let state = PageState(
            cookies: [.init(name: "sid", value: "1", domain: ".app.example", expires: 5, sameSite: .lax)],
            origins: [.init(origin: "https://app.example", localStorage: [.init(name: "a", value: "b")])])
        let verdict = EngineVerdict(
            sources: [SourceVerdict(.timers, exact: 30, frames: 30, fault: nil)], failure: nil, isLate: false)
        let still = EngineReport.still(
            picture, pageTime: .seconds(2), slot: 1, area: nil, ignored: [], hiddenHeight: 700)
        return [
            .hello(version: 1, engine: "2.50.6"), .heartbeat, .frame(index: 7, slot: 2, changes: nil),
            .frame(index: 8, slot: 3, changes: SlotChanges(base: 2, rows: [0, 9, 20, 30])),
            .sound(position: 48_000, samples: [0.5, -1, 0.25, 0]), .report(.probed(.works)),
            .report(.probed(.shown(isDrawn: true, answer: "yes"))), .report(.probed(.verdict(verdict))),
            .report(.probed(.failed(PageError(.cannotLoad, "No.")))),
            .report(.state(state)), .report(still), .report(.ended(result)), .report(.ended(other)),
        ] + events.map { .report(.event($0)) }
    }

    private static func requests() throws -> [LinkMessage] {
        let setup = EngineSetup(
            display: ":1", authorityFile: "/run/a", runtimeFolder: "/run/b",
            pageSize: PixelSize(width: 320, height: 180), scale: 1, isSandboxed: true,
            frameSize: PixelSize(width: 320, height: 180), hasAlpha: false, slotCount: 5)
        var options = PageOptions()
        options.headers = [HeaderField("Accept: text/html")].compactMap(\.self)
        options.credentials = Credentials("ann:secret")
        options.state = PageState(cookies: [.init(name: "sid", value: "1", domain: "app.example")])
        options.virtualTime = VirtualTime()
        options.virtualTime?.date = 1_700_000_000_000
        options.signalAddresses = SignalAddresses(start: "https://app.example/start")
        var plan = TakePlan(page: try PageAddress("https://app.example/"))
        plan.options = options
        plan.awaitedElement = "#chart"
        plan.pictures = .stills([.time(.seconds(1)), .signal(word: "mark", name: "Results")])
        plan.steps = [
            PageStep(at: .milliseconds(1500), .type(text: "hi", into: .css("input"))),
            PageStep(at: .zero, .scroll(distance: 80.5)),
        ]
        if let key = PageKey(name: "Enter") { plan.steps.append(PageStep(at: .seconds(2), .press(PageChord(key)))) }
        plan.duration = .nanoseconds(1_234_567_891)
        plan.longestPageTime = .seconds(90)
        plan.layerNeed = LayerNeed(what: "perspective", time: .milliseconds(10))
        let variant = EngineVariant(rendering: .painted, isTransparent: true)
        return [
            .request(.interrupt), .taken, .released(slot: 3), .request(.begin(setup)), .request(.take(plan)),
            .request(.probe(.confine)), .request(.probe(.findClockLibrary)),
            .request(
                .probe(
                    .show(file: "/a.html", color: 255, isConfined: true, question: "return 1", patience: .seconds(5)))),
            .request(.probe(.testClock(variant, options))),
        ]
    }
}
