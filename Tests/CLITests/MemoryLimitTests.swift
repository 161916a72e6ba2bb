import Notation
import Testing

@testable import CLI

@Suite("A memory limit")
struct MemoryLimitTests {
    @Test("is an amount of memory, or none")
    func limits() throws {
        let form = Form.memoryLimit
        #expect(form.read("800M") == MemoryLimit(bytes: 800 << 20))
        #expect(form.read("2Gi") == MemoryLimit(bytes: 2 << 30))
        #expect(form.read("none") == MemoryLimit(bytes: nil))
        #expect(form.read("63M") == nil)
        #expect(form.description == "an amount of memory like 800M or 4G, at least 64M, or none")
    }

    @Test("is written as it is read", arguments: ["819200K", "none"])
    func text(text: String) {
        #expect(Form.memoryLimit.read(text)?.description == text)
    }
}
