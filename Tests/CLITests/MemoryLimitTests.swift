import Testing

@testable import CLI

@Suite("The memory limit")
struct MemoryLimitTests {
    @Test(
        "A limit has a unit",
        arguments: [
            ("800M", 800), ("800m", 800), ("4G", 4096), ("4GiB", 4096), ("4GB", 4096), ("1.5G", 1536), ("65536K", 64),
            ("1T", 1_048_576),
        ])
    func sizes(text: String, megabytes: Int) {
        #expect(MemoryLimit(argument: text)?.bytes == megabytes << 20)
    }

    @Test("\"none\" disables the limit")
    func none() {
        let limit = MemoryLimit(argument: "none")
        #expect(limit != nil && limit?.bytes == nil)
    }

    @Test(
        "A limit that is invalid or too small is rejected",
        arguments: ["", "4", "G", "-4G", "4X", "4 G", "nan G", "infG", "63M", "1e300G"])
    func mistakes(text: String) {
        #expect(MemoryLimit(argument: text) == nil)
    }
}
