import EngineLink
import Frames
import Testing

@testable import PageRenderer

@Suite("The limit of navigations")
struct NavigationLimitTests {
    private let start = PageInstant.realNow

    @Test("A thousand navigations in 10 s are allowed; the first refusal is reported")
    func refuses() {
        var limit = NavigationLimit()
        for index in 0..<NavigationLimit.most {
            #expect(limit.count(at: start.advanced(by: .milliseconds(index))) == .admitted)
        }
        #expect(limit.count(at: start.advanced(by: .milliseconds(9998))) == .refused)
        #expect(limit.count(at: start.advanced(by: .milliseconds(9999))) == .refusedAgain)
    }

    @Test("Navigations are allowed again in the next 10 s")
    func begins() {
        var limit = NavigationLimit()
        for _ in 0...NavigationLimit.most { _ = limit.count(at: start) }
        #expect(limit.count(at: start.advanced(by: NavigationLimit.interval)) == .admitted)
    }
}
