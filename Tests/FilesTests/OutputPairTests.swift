import Foundation
import Glibc
import TestSupport
import Testing

@testable import Files

@Suite("Output pairs")
struct OutputPairTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    private func pair(overwrite: Bool = false) throws -> OutputPair {
        let pair = try OutputPair(
            first: (folder.path("sub/a"), .video), second: (folder.path("sub/b"), .picture), overwrite: overwrite)
        try pair.first.write(Array("new a".utf8))
        try pair.second.write(Array("new b".utf8))
        return pair
    }

    @Test("Both files appear and replace old ones together")
    func together() throws {
        try pair().commit()
        #expect(folder.contents == ["sub/", "sub/a", "sub/b"])
        try folder.write("sub/a", "old a")
        #expect(throws: FileError.self) { try pair() }
        try pair(overwrite: true).commit()
        #expect(try text("sub/a") == "new a" && text("sub/b") == "new b")
        #expect(folder.contents == ["sub/", "sub/a", "sub/b"])
    }

    @Test("Nothing changes if the second file cannot be placed", arguments: [false, true])
    func secondFails(hasOld: Bool) throws {
        if hasOld { try folder.write("sub/a", "old a") }
        let pair = try pair(overwrite: hasOld)
        // Meanwhile the name is taken by a folder, which a file does not replace.
        _ = try folder.makeFolder("sub/b")
        #expect(throws: FileError.self) { try pair.commit() }
        pair.discard()
        if hasOld { #expect(try text("sub/a") == "old a") }
        #expect(folder.contents == (hasOld ? ["sub/", "sub/a", "sub/b/"] : ["sub/", "sub/b/"]))
    }

    @Test("Nothing changes if the first file cannot be placed")
    func firstFails() throws {
        try folder.write("sub/a", "old a")
        let pair = try pair(overwrite: true)
        // A folder has the hidden name through which a finished file gets its name.
        try #require(mkdir(pair.first.hiddenPath, 0o700) == 0)
        #expect(throws: FileError.self) { try pair.commit() }
        #expect(rmdir(pair.first.hiddenPath) == 0)
        pair.discard()
        #expect(try text("sub/a") == "old a")
        #expect(folder.contents == ["sub/", "sub/a"])
    }

    @Test("Discarding removes the files and their new folder")
    func discarded() throws {
        try pair().discard()
        #expect(folder.contents == [])
    }

    @Test("A folder replaces only a folder with the same files")
    func bundle() throws {
        func bundle(overwrite: Bool = false) throws -> OutputBundle {
            let bundle = try OutputBundle(path: folder.path("x/c.pvt"), names: ["a", "b"], overwrite: overwrite)
            try Data("new".utf8).write(to: URL(fileURLWithPath: bundle.file("a")))
            return bundle
        }
        try bundle().discard()
        #expect(folder.contents == [])
        try bundle().commit()
        #expect(folder.contents == ["x/", "x/c.pvt/", "x/c.pvt/a"])
        #expect(throws: FileError.self) { try bundle() }
        try folder.write("x/c.pvt/a", "old")
        try folder.write("x/c.pvt/b", "old")
        try bundle(overwrite: true).commit()
        #expect(try text("x/c.pvt/a") == "new")
        #expect(folder.contents == ["x/", "x/c.pvt/", "x/c.pvt/a"])
        let late = try bundle(overwrite: true)
        let early = try OutputBundle(path: folder.path("d"), names: ["a"], overwrite: false)
        _ = try folder.makeFolder("d")
        #expect(throws: FileError.self) { try early.commit() }
        early.discard()
        late.discard()
        try folder.write("x/c.pvt/other", "mine")
        #expect(throws: FileError.self) { try bundle(overwrite: true) }
        #expect(folder.contents == ["d/", "x/", "x/c.pvt/", "x/c.pvt/a", "x/c.pvt/other"])
    }
}
