import EngineLink
import Frames
import Testing

@testable import PageSampler

@Suite("The limit of navigations")
struct NavigationLimitTests {
    private let start = PageInstant.realNow

    @Test("admits a thousand within ten seconds and refuses the next, the first of them with a word")
    func refuses() {
        var limit = NavigationLimit()
        for index in 0..<NavigationLimit.most {
            #expect(limit.count(at: start.advanced(by: .milliseconds(index))) == .admitted)
        }
        #expect(limit.count(at: start.advanced(by: .milliseconds(9998))) == .refused)
        #expect(limit.count(at: start.advanced(by: .milliseconds(9999))) == .refusedAgain)
    }

    @Test("admits them again in the next ten seconds")
    func begins() {
        var limit = NavigationLimit()
        for _ in 0...NavigationLimit.most { _ = limit.count(at: start) }
        #expect(limit.count(at: start.advanced(by: NavigationLimit.interval)) == .admitted)
    }
}
