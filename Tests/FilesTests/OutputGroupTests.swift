import Foundation
import Glibc
import TestSupport
import Testing

@testable import Files

@Suite("Outputs that belong together")
struct OutputGroupTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(_ name: String) throws -> String { String(decoding: try folder.read(name), as: UTF8.self) }

    private func pair(overwrite: Bool = false) throws -> (group: OutputGroup, first: OutputFile) {
        var group = OutputGroup()
        let first = try group.add(OutputFile(path: folder.path("sub/a"), overwrite: overwrite))
        let second = try group.add(
            OutputFile(path: folder.path("sub/b"), overwrite: overwrite, content: .picture))
        try first.write(Array("new a".utf8))
        try second.write(Array("new b".utf8))
        return (group, first)
    }

    /// A file and a sequence of three files, in this order.
    private func sequence(overwrite: Bool) throws -> OutputGroup {
        var group = OutputGroup()
        let folder = folder
        try group.add(OutputFile(path: folder.path("a"), overwrite: overwrite)).write(Array("new".utf8))
        let sequence = try group.add(
            OutputSequence(count: 3, overwrite: overwrite, content: .picture) { folder.path("frames/\($0).png") })
        for index in 0..<3 { try sequence.write(Array("new \(index)".utf8), at: index) }
        return group
    }

    @Test("appear together, and replace old ones together")
    func together() throws {
        try pair().group.commit()
        #expect(folder.contents == ["sub/", "sub/a", "sub/b"])
        try folder.write("sub/a", "old a")
        #expect(throws: FileError.self) { try pair() }
        try pair(overwrite: true).group.commit()
        #expect(try text("sub/a") == "new a" && text("sub/b") == "new b")
        #expect(folder.contents == ["sub/", "sub/a", "sub/b"])
    }

    @Test("are as before when the second cannot get its name", arguments: [false, true])
    func secondFails(hasOld: Bool) throws {
        if hasOld { try folder.write("sub/a", "old a") }
        let pair = try pair(overwrite: hasOld).group
        // Somebody takes the name meanwhile: a folder, which no file replaces.
        _ = try folder.makeFolder("sub/b")
        #expect(throws: FileError.self) { try pair.commit() }
        pair.discard()
        if hasOld { #expect(try text("sub/a") == "old a") }
        #expect(folder.contents == (hasOld ? ["sub/", "sub/a", "sub/b/"] : ["sub/", "sub/b/"]))
    }

    @Test("are as before when the first cannot get its name")
    func firstFails() throws {
        try folder.write("sub/a", "old a")
        let (pair, first) = try pair(overwrite: true)
        // A folder has the hidden name by which a finished file comes to its own.
        try unsafe #require(mkdir(first.hiddenPath, 0o700) == 0)
        #expect(throws: FileError.self) { try pair.commit() }
        unsafe #expect(rmdir(first.hiddenPath) == 0)
        pair.discard()
        #expect(try text("sub/a") == "old a")
        #expect(folder.contents == ["sub/", "sub/a"])
    }

    @Test("leave nothing when they are discarded, the folder that was made for them neither")
    func discarded() throws {
        try pair().group.discard()
        #expect(folder.contents == [])
    }

    @Test("can be numbered files, which replace old ones")
    func numbered() throws {
        try sequence(overwrite: false).commit()
        let names = ["a", "frames/", "frames/0.png", "frames/1.png", "frames/2.png"]
        #expect(folder.contents == names)
        for name in ["frames/1.png", "a"] { try folder.write(name, "old") }
        #expect(throws: FileError.self) { try sequence(overwrite: false) }
        try sequence(overwrite: true).discard()
        #expect(try text("frames/1.png") == "old" && text("a") == "old")
        try sequence(overwrite: true).commit()
        #expect(try text("frames/1.png") == "new 1" && text("a") == "new")
        #expect(folder.contents == names)
    }

    @Test("are as before when a numbered file cannot get its name", arguments: [false, true])
    func numberedFails(isOverwriting: Bool) throws {
        if isOverwriting { for name in ["a", "frames/0.png"] { try folder.write(name, "old") } }
        let before = folder.contents
        let group = try sequence(overwrite: isOverwriting)
        _ = try folder.makeFolder("frames/2.png")
        #expect(throws: FileError.self) { try group.commit() }
        group.discard()
        try FileManager.default.removeItem(atPath: folder.path("frames/2.png"))
        if !isOverwriting { try FileManager.default.removeItem(atPath: folder.path("frames")) }
        #expect(folder.contents == before)
        for name in before where !name.hasSuffix("/") { #expect(try text(name) == "old") }
    }

    @Test("leave nothing when one of them cannot be reserved")
    func unreserved() throws {
        try folder.write("old", "old")
        var group = OutputGroup()
        _ = try group.add(OutputFile(path: folder.path("new/a"), overwrite: false))
        #expect(throws: FileError.self) { try group.add(OutputFile(path: folder.path("old"), overwrite: false)) }
        #expect(folder.contents == ["old"])
    }

    @Test("replace old files and folders in steps where a file system cannot exchange names")
    func steps() throws {
        try folder.write("old", "old")
        try folder.write("new", "new")
        #expect(Placing.exchangeInSteps(folder.path("new"), folder.path("old")) == 0)
        #expect(try text("old") == "new" && text("new") == "old")
        try folder.write("x/a", "old")
        try folder.write("y/b", "new")
        #expect(Placing.exchangeInSteps(folder.path("y"), folder.path("x")) == 0)
        #expect(folder.contents == ["new", "old", "x/", "x/b", "y/", "y/a"])
        // A folder never replaces a file: everything is as before.
        #expect(Placing.exchangeInSteps(folder.path("x"), folder.path("old")) != 0)
        #expect(folder.contents == ["new", "old", "x/", "x/b", "y/", "y/a"])
        #expect(Placing.exchangeInSteps(folder.path("new"), folder.path("missing")) != 0)
        #expect(errno == ENOENT)
        #expect(folder.contents == ["new", "old", "x/", "x/b", "y/", "y/a"])
    }

    @Test("come as a folder, which replaces one of the same files only")
    func bundle() throws {
        func bundle(_ name: String = "x/c.pvt", overwrite: Bool = false) throws -> OutputGroup {
            var group = OutputGroup()
            let bundle = try group.add(
                OutputBundle(path: folder.path(name), overwrite: overwrite, kind: "a pair") { ["a", "b"].contains($0) })
            try Data("new".utf8).write(to: URL(fileURLWithPath: bundle.file("a").path))
            return group
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
        let early = try bundle("d")
        _ = try folder.makeFolder("d")
        #expect(throws: FileError.self) { try early.commit() }
        early.discard()
        late.discard()
        try folder.write("x/c.pvt/other", "mine")
        #expect(throws: FileError.self) { try bundle(overwrite: true) }
        #expect(folder.contents == ["d/", "x/", "x/c.pvt/", "x/c.pvt/a", "x/c.pvt/other"])
    }
}
