import Files
import Foundation
import TestSupport
import Testing

@Suite("Locked folders")
struct LockedFolderTests {
    private let parent: TemporaryFolder

    init() throws { parent = try TemporaryFolder() }

    @Test("A folder is private and removed with its owner")
    func lifetime() throws {
        do {
            let folder = try LockedFolder(in: parent.path, prefix: "a-")
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        }
        #expect(parent.contents == [])
    }

    @Test("Only folders of killed processes are removed")
    func abandoned() throws {
        for name in ["a-old", "a-other", "b-old"] { _ = try parent.makeFolder(name) }
        try parent.write("a-old/mark", "x")
        try parent.write("a-file", "x")
        let folder = try LockedFolder(in: parent.path, prefix: "a-", mark: "mark")
        folder.remove()
        #expect(parent.contents == ["a-file", "a-other/", "b-old/"])
    }

    @Test("The folder of a live owner is kept")
    func inUse() throws {
        let first = try LockedFolder(in: parent.path, prefix: "a-")
        let second = try LockedFolder(in: parent.path, prefix: "a-")
        #expect(parent.contents.count == 2)
        withExtendedLifetime((first, second)) {}
    }

    @Test("Folders can be created concurrently")
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
        // A folder that two processes found abandoned at once is removed by the next.
        try LockedFolder(in: parent.path, prefix: "a-").remove()
        #expect(parent.contents == [])
    }

    @Test("A failure to create a folder is explained")
    func failure() {
        #expect { try LockedFolder(in: parent.path("none"), prefix: "a-") } throws: {
            ($0 as? SystemError)?.number == ENOENT
        }
    }
}
