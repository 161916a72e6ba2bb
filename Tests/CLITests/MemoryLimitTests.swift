import Testing

@testable import CLI

@Suite("An amount of memory")
struct MemoryLimitTests {
    @Test(
        "is read with its unit",
        arguments: [
            ("800M", 800), ("800m", 800), ("4G", 4096), ("4GiB", 4096), ("4GB", 4096), ("1.5G", 1536), ("65536K", 64),
            ("1T", 1_048_576),
        ])
    func sizes(text: String, megabytes: Int) {
        #expect(MemoryLimit(argument: text)?.bytes == megabytes << 20)
    }

    @Test("may be none")
    func none() {
        let limit = MemoryLimit(argument: "none")
        #expect(limit != nil && limit?.bytes == nil)
    }

    @Test(
        "is refused without a unit, when it is no number, and when no page could live in it",
        arguments: ["", "4", "G", "-4G", "4X", "4 G", "nan G", "infG", "63M", "1e300G"])
    func mistakes(text: String) {
        #expect(MemoryLimit(argument: text) == nil)
    }
}
