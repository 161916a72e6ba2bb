import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Watched folders")
@MainActor
struct FolderWatchTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("report files that are finished, but neither hidden nor ignored ones")
    func finished() async throws {
        _ = try folder.makeFolder("sub")
        let (stream, reported) = AsyncStream.makeStream(of: FolderChange.self)
        let watch = try FolderWatch([folder.path], ignoring: ["ignored"]) {
            for change in $0 { reported.yield(change) }
        }
        defer { withExtendedLifetime(watch) {} }
        for name in ["a", ".hidden", "ignored", "sub/b"] { try folder.write(name, "text") }
        try FileManager.default.moveItem(atPath: folder.path(".hidden"), toPath: folder.path("c"))
        // In any order: "a" is closed late if another test forks while it is open.
        var names: Set<String> = []
        for await change in stream where change.isFinished {
            names.insert(change.name)
            if names.count == 2 { break }
        }
        #expect(names == ["a", "c"])
    }

    @Test("do not report files without a name, but files that are named like them")
    func unnamed() async throws {
        let (stream, reported) = AsyncStream.makeStream(of: String.self)
        let watch = try FolderWatch([folder.path]) { for change in $0 { reported.yield(change.name) } }
        defer { withExtendedLifetime(watch) {} }
        do {
            // A file system may not have such files; the kernel reports them when they are closed.
            let unnamed = UnnamedFile(in: folder.path)
            if let unnamed { try Data("text".utf8).write(to: URL(filePath: unnamed.path)) }
        }
        try folder.write("#1", "text")
        var names: [String] = []
        for await name in stream {
            names.append(name)
            if name == "#1" { break }
        }
        #expect(names == ["#1"])
    }

    @Test("report files in subfolders, new ones too")
    func subfolders() async throws {
        _ = try folder.makeFolder("old/deep")
        _ = try folder.makeFolder("ignored")
        let (stream, reported) = AsyncStream.makeStream(of: String.self)
        let watch = try FolderWatch([folder.path], includingSubfolders: true, ignoring: ["ignored"]) {
            for change in $0 { reported.yield(change.name) }
        }
        defer { withExtendedLifetime(watch) {} }
        try folder.write("ignored/x", "text")
        try folder.write("old/deep/a", "text")
        for await name in stream where name == "a" { break }
        _ = try folder.makeFolder("new")
        // Once its creation is reported, the new folder is watched.
        for await name in stream where name == "new" { break }
        try folder.write("new/b", "text")
        for await name in stream {
            #expect(name != "x")
            if name == "b" { break }
        }
    }

    @Test("report that they were removed")
    func removed() async throws {
        let path = try folder.makeFolder("sub")
        let (stream, reported) = AsyncStream.makeStream(of: Bool.self)
        let watch = try FolderWatch([path]) { reported.yield($0.contains(where: \.isGone)) }
        defer { withExtendedLifetime(watch) {} }
        try FileManager.default.removeItem(atPath: path)
        for await isGone in stream where isGone { break }
    }

    @Test("must exist and be folders", arguments: ["missing", "file"])
    func refused(name: String) throws {
        try folder.write("file", "text")
        let error = #expect(throws: FileError.self) { _ = try FolderWatch([folder.path(name)]) { _ in } }
        #expect(error?.code == .unreadableInput)
        #expect(error?.message.hasPrefix("The folder '\(folder.path(name))' cannot be watched: ") == true)
    }
}
