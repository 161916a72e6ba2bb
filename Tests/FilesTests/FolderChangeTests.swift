import Testing

@testable import Files

@Suite("Changes of a folder")
struct FolderChangeTests {
    private func event(_ mask: UInt32, _ name: String, length: UInt32) -> [UInt8] {
        let numbers: [UInt32] = [1, mask, 0, length]
        let padded = Array(name.utf8) + [UInt8](repeating: 0, count: Int(length) - name.utf8.count)
        return numbers.flatMap { number in unsafe withUnsafeBytes(of: number) { unsafe Array($0) } } + padded
    }

    @Test("Events are parsed in order, within the available bytes")
    func events() {
        let bytes = event(0x80, "a.mp4", length: 16) + event(0x400, "", length: 0) + event(0x8, "年.mkv", length: 16)
        let changes = FolderChange.changes(in: bytes[...])
        #expect(changes.map(\.name) == ["a.mp4", "", "年.mkv"])
        #expect(changes.map(\.isFinished) == [true, false, true])
        #expect(changes.map(\.isGone) == [false, true, false])
        #expect(FolderChange.changes(in: bytes.prefix(20)).map(\.name) == ["a.mp"])
        #expect(FolderChange.changes(in: bytes.prefix(10)).isEmpty)
    }
}
