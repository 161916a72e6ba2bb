import Files
import Foundation
import TestSupport
import Testing

@Suite("A locked folder")
struct LockedFolderTests {
    private let parent: TemporaryFolder

    init() throws { parent = try TemporaryFolder() }

    /// Gives a folder the age that an abandoned one has.
    private func age(_ name: String) throws {
        let past = Date(timeIntervalSinceNow: -3600)
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: parent.path(name))
    }

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
        for name in ["a-old1", "a-other", "b-old"] { _ = try parent.makeFolder(name) }
        try parent.write("a-old1/mark", "x")
        _ = try parent.makeFolder("a-new")
        try parent.write("a-new/mark", "x")
        try parent.write("a-file", "x")
        for name in ["a-old1", "a-other", "b-old", "a-file"] { try age(name) }
        let folder = try LockedFolder(in: parent.path, prefix: "a-", mark: "mark")
        folder.remove()
        #expect(parent.contents == ["a-file", "a-new/", "a-new/mark", "a-other/", "b-old/"])
    }

    @Test("leaves the folder of another owner that lives, however old it is")
    func inUse() throws {
        let first = try LockedFolder(in: parent.path, prefix: "a-")
        try age(String(first.path.dropFirst(parent.path.count + 1)))
        let second = try LockedFolder(in: parent.path, prefix: "a-")
        #expect(parent.contents.count == 2)
        withExtendedLifetime((first, second)) {}
    }

    @Test("says why it cannot be created")
    func failure() {
        #expect { try LockedFolder(in: parent.path("none"), prefix: "a-") } throws: {
            ($0 as? LockedFolder.Failure)?.number == ENOENT
        }
    }
}
