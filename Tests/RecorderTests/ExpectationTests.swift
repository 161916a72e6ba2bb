import EngineLink
import Frames
import Testing

@testable import Recorder

/// Swift Testing has a type of the same name.
private typealias Expected = Recorder.Expectation

@Suite("Expectations")
struct ExpectationTests {
    private func only(_ text: String) throws -> Expected {
        let list = try Expected.list(text)
        try #require(list.count == 1)
        return list[0]
    }

    @Test("Clauses are parsed; quotes protect commas and spaces")
    func clauses() throws {
        let list = try Expected.list("start, no cancel; mark:\"Part 1, the end\" twice\nno page errors")
        #expect(
            list.map(\.subject) == [
                .signal(word: "start", name: nil), .signal(word: "cancel", name: nil),
                .signal(word: "mark", name: "Part 1, the end"), .pageErrors,
            ])
        #expect(list.map(\.claim) == [.comes, .isAbsent, .comesTimes(2), .isAbsent])
        #expect(list[2].text == "mark:\"Part 1, the end\" twice")
    }

    @Test(
        "The text has a name as it is quoted", arguments: ["mark:\"a: \"", "mark:\"a: b\"", "stop after mark:\": \""])
    func quotedColons(text: String) throws {
        #expect(try only(text).text == text)
        #expect(try only("mark: \"a: \" once").text == "mark:\"a: \" once")
    }

    /// A text, and its span and origin.
    fileprivate struct Span: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var from: Duration?
        var to: Duration?
        var isOpen = false
        var origin = Expected.Origin.page
    }

    @Test(
        "Times and their reference are parsed",
        arguments: [
            Span(testDescription: "start < 2s", to: .seconds(2), isOpen: true),
            Span(testDescription: "start<=2s", to: .seconds(2)),
            Span(testDescription: "start > 250ms", from: .milliseconds(250), isOpen: true),
            Span(testDescription: "stop within 1m30s", to: .seconds(90)),
            Span(testDescription: "stop within 1:30", to: .seconds(90)),
            Span(testDescription: "stop between 1s and 2s", from: .seconds(1), to: .seconds(2)),
            Span(testDescription: "stop at 1s +- 20ms", from: .milliseconds(980), to: .milliseconds(1020)),
            Span(testDescription: "stop at 1s", from: .microseconds(999_500), to: .microseconds(1_000_500)),
            Span(
                testDescription: "stop within 1s after start", to: .seconds(1),
                origin: .signal(word: "start", name: nil)),
            Span(
                testDescription: "stop after mark:\"a b\"", from: .zero, origin: .signal(word: "mark", name: "a b")),
            Span(testDescription: "pause before stop", to: .zero, origin: .signal(word: "stop", name: nil)),
            Span(testDescription: "pause before 3s", to: .seconds(3), isOpen: true),
        ])
    fileprivate func spans(span: Span) throws {
        let claim = try only(span.testDescription).claim
        #expect(
            claim == .comesIn(.init(from: span.from, to: span.to, isOpen: span.isOpen), from: span.origin), "\(claim)")
    }

    @Test(
        "Invalid expectations are rejected with a message",
        arguments: [
            ("", "is empty"), ("strat", "did you mean 'start'?"), ("start < soon", "'soon' is not a time"),
            ("start at -1s", "nothing comes before the page"), ("start < 0s", "nothing comes before the page"),
            ("start between -2s and -1s", "nothing comes before the page"),
            ("start between 2s and 1s", "later than the second"), ("start <", "a time is missing"),
            ("start stop", "'stop' is not understood"), ("mark:", "a name after 'mark:'"),
            ("stop:now", "only a mark has a name"),
            ("no page", "expected 'errors'"), ("no errors", "did you mean 'no page errors'?"),
            ("caption", "signals are start, stop, cancel, pause, resume and mark"),
            ("start once more", "unexpected word 'more'"),
            ("mark:\"open", "quote is not closed"), ("no page errors < 2s", "unexpected word '<'"),
            ("page errors < 2s", "only signals and sound can have times"),
        ])
    func refused(text: String, words: String) {
        let error = #expect(throws: ExpectationError.self) { try Expected.list(text) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }

    private func signal(
        _ signal: PageSignal, at milliseconds: Int, ignored: String? = nil
    ) -> RecordedSignal {
        RecordedSignal(
            SignalEvent(signal: signal, channel: .message, instant: .realNow), time: nil,
            pageTime: .milliseconds(milliseconds), ignoredBecause: ignored)
    }

    @Test(
        "Expectations are evaluated with an explanation",
        arguments: [
            ("start < 2s", true, "came at 1 s"), ("start < 1s", false, "came at 1 s, not before"),
            ("start > 1s", false, "came at 1 s, not after"), ("start > 1.5s", false, "0.500 s too early"),
            ("stop at 3s after start", true, "start at 1 s"),
            ("mark:b", false, "never came; the page sent stop at 0.500 s"), ("no pause", true, "did not come"),
            ("no mark", false, "came at 2 s"), ("mark twice", true, "came 2 times: at 2 s, 3 s"),
            ("mark once", false, "came 2 times"), ("stop before mark", false, "too late"),
            ("sound within 2s", true, "came at 1.500 s"), ("no sound", false, "came at 1.500 s"),
            ("sound < 1s after start", true, "came at 1.500 s"), ("resume", false, "was ignored: it was not paused"),
            ("stop > 1s", true, "came at 4 s"),
        ])
    func verdicts(text: String, isMet: Bool, words: String) throws {
        let report = CheckReport(
            page: "", ending: .ended(.stopped), pageTime: .seconds(4), frameRate: .thirty,
            signals: [
                signal(.stop, at: 500, ignored: "it came first"), signal(.start, at: 1000),
                signal(.mark(name: "a"), at: 2000), signal(.resume, at: 2500, ignored: "it was not paused"),
                signal(.mark(name: "c"), at: 3000), signal(.stop, at: 4000),
            ],
            console: [], steps: [], mistakes: [], warnings: [], date: nil, heard: .seconds(1.5)...(.seconds(3)))
        let verdict = Verdict(try only(text), report)
        #expect(verdict.isMet == isMet)
        #expect(verdict.message.contains(words), "\(verdict.message)")
    }
}
