import Files
import Foundation
import TestSupport
import Testing

@Suite("A locked folder")
struct LockedFolderTests {
    private let parent: TemporaryFolder

    init() throws { parent = try TemporaryFolder() }

    @Test("is its user's alone, and gone with its owner and all that is in it")
    func lifetime() throws {
        do {
            let folder = try LockedFolder(in: parent.path, prefix: "a-")
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        }
        #expect(parent.contents == [])
    }

    @Test("removes what a process that was killed left, and nothing else")
    func abandoned() throws {
        for name in ["a-old", "a-other", "b-old"] { _ = try parent.makeFolder(name) }
        try parent.write("a-old/mark", "x")
        try parent.write("a-file", "x")
        let folder = try LockedFolder(in: parent.path, prefix: "a-", mark: "mark")
        folder.remove()
        #expect(parent.contents == ["a-file", "a-other/", "b-old/"])
    }

    @Test("leaves the folder of another owner that lives")
    func inUse() throws {
        let first = try LockedFolder(in: parent.path, prefix: "a-")
        let second = try LockedFolder(in: parent.path, prefix: "a-")
        #expect(parent.contents.count == 2)
        withExtendedLifetime((first, second)) {}
    }

    @Test("is its owner's, however many are made at the same time")
    func crowd() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { [parent] in
                    for _ in 0..<200 {
                        let folder = try LockedFolder(in: parent.path, prefix: "a-")
                        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
                        guard FileManager.default.fileExists(atPath: folder.path + "/file") else { return false }
                        folder.remove()
                    }
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        // What two took for abandoned at the same moment, the next one removes.
        try LockedFolder(in: parent.path, prefix: "a-").remove()
        #expect(parent.contents == [])
    }

    @Test("says why it cannot be created")
    func failure() {
        #expect { try LockedFolder(in: parent.path("none"), prefix: "a-") } throws: {
            ($0 as? LockedFolder.Failure)?.number == ENOENT
        }
    }
}
