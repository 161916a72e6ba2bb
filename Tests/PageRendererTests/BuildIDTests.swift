import EngineLink
import Foundation
import TestSupport
import Testing

@testable import PageRenderer

@Suite("Builds of libraries")
struct BuildIDTests {
    /// An ELF note.
    private func note(_ name: String, kind: UInt8, _ content: [UInt8]) -> [UInt8] {
        func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4) }
        let name = Array(name.utf8) + [0]
        return [UInt8(name.count), 0, 0, 0, UInt8(content.count), 0, 0, 0, kind, 0, 0, 0] + padded(name)
            + padded(content)
    }

    @Test("The build-id is found among other notes")
    func among() {
        let notes =
            note("GNU", kind: 1, [1, 2, 3, 4]) + note("stapsdt", kind: 3, [9]) + note("GNU", kind: 3, [7, 8, 9])
        #expect(BuildID.id(inNotes: notes, alignment: 4) == [7, 8, 9])
    }

    @Test("Missing or truncated notes give no build-id")
    func none() {
        #expect(BuildID.id(inNotes: [], alignment: 4) == nil)
        #expect(BuildID.id(inNotes: note("GNU", kind: 1, [1]), alignment: 4) == nil)
        let whole = note("GNU", kind: 3, [1, 2, 3, 4])
        for count in 0..<whole.count { #expect(BuildID.id(inNotes: Array(whole.prefix(count)), alignment: 4) == nil) }
    }

    @Test("A file without a build-id is identified by size and time")
    func files() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("library.so", "no library")
        #expect(BuildID.read(path)?.hasPrefix("10-") == true)
        #expect(BuildID.read(folder.path("none.so")) == nil)
    }
}
