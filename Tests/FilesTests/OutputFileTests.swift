import Foundation
import TestSupport
import Testing

@testable import Files

@Suite("Output file")
struct OutputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func refusal(_ path: String, overwrite: Bool = false) throws -> FileError {
        try #require(throws: FileError.self) { _ = try OutputFile(path: path, overwrite: overwrite) }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("The file gets its name only when it is finished")
    func commit() throws {
        let output = try OutputFile(path: folder.path("out.mp4"), overwrite: false)
        #expect(folder.contents == [])
        try write("new", to: output.temporaryPath)
        #expect(folder.contents.allSatisfy { $0.hasPrefix(".") })
        try output.commit()
        #expect(folder.contents == ["out.mp4"])
        #expect(try read(folder.path("out.mp4")) == "new")
        output.discard()
        #expect(folder.contents == ["out.mp4"])
    }

    @Test("Missing folders are created, and removed if they stay empty")
    func folders() throws {
        let deep = folder.path("a/b/c/out.mp4")
        let output = try OutputFile(path: deep, overwrite: false)
        try write("new", to: output.temporaryPath)
        output.discard()
        #expect(folder.contents == [])
        let second = try OutputFile(path: deep, overwrite: false)
        try write("other", to: folder.path("a/other"))
        second.discard()
        #expect(folder.contents == ["a/", "a/other"])
        let third = try OutputFile(path: deep, overwrite: false)
        try write("new", to: third.temporaryPath)
        try third.commit()
        third.discard()
        #expect(try read(deep) == "new")
    }

    @Test("An existing file is kept unless replacement is allowed")
    func existing() throws {
        let path = try folder.write("out.mp4", Data("old".utf8))
        let error = try refusal(path)
        #expect(error.code == .cannotCreateOutput)
        #expect(error.message.contains("already exists"))
        let output = try OutputFile(path: path, overwrite: true)
        try write("new", to: output.temporaryPath)
        #expect(try read(path) == "old")
        try output.commit()
        #expect(try read(path) == "new")
        #expect(folder.contents == ["out.mp4"])
    }

    @Test("A file that appeared meanwhile is not replaced")
    func appeared() throws {
        let output = try OutputFile(path: folder.path("out.mp4"), overwrite: false)
        try write("new", to: output.temporaryPath)
        try write("theirs", to: output.path)
        let error = #expect(throws: FileError.self) { try output.commit() }
        #expect(error?.code == .cannotCreateOutput)
        #expect(try read(output.path) == "theirs")
        output.discard()
        #expect(folder.contents == ["out.mp4"])
    }

    @Test("The target of a symbolic link is replaced, not the link")
    func symbolicLink() throws {
        let target = try folder.write("target.mp4", Data("old".utf8))
        let link = folder.path("link.mp4")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try refusal(link).code == .cannotCreateOutput)
        let output = try OutputFile(path: link, overwrite: true)
        try write("new", to: output.temporaryPath)
        try output.commit()
        #expect(try read(target) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }

    @Test("Invalid names are rejected with a message")
    func names() throws {
        let file = try folder.write("file", Data("x".utf8))
        let cases: [(String, String)] = [
            ("", "no name"),
            (folder.path, "is a folder"),
            (folder.path + "/", "is a folder"),
            (folder.path + "/new/", "is a folder"),
            (file + "/out.mp4", "is a file, not a folder"),
            (folder.path(String(repeating: "x", count: 300)), "shorter name"),
            (folder.path("new/" + String(repeating: "x", count: 300) + "/out.mp4"), "shorter name"),
            ("/dev/null", "device"),
            ("/proc/out.mp4", "cannot be written to"),
        ]
        for (path, words) in cases {
            let error = try refusal(path, overwrite: true)
            #expect(error.code == .cannotCreateOutput, "\(path)")
            #expect(error.message.contains(words), "\(error)")
        }
        #expect(folder.contents == ["file"])
    }

    @Test("The longest possible name works")
    func longestName() throws {
        let name = String(repeating: "x", count: 251) + ".mp4"
        let output = try OutputFile(path: folder.path(name), overwrite: false)
        try write("new", to: output.temporaryPath)
        try output.commit()
        #expect(folder.contents == [name])
    }

    @Test("The next free name is used if one is taken")
    func nextNames() throws {
        try folder.write("1.mp4", Data("another's".utf8))
        let next: @Sendable (String) -> String = { path in
            let name = path.split(separator: "/").last?.split(separator: ".").first.flatMap { Int($0) } ?? 0
            return path.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/\(name + 1).mp4"
        }
        let outputs = try (0..<5).map { _ in
            try OutputFile(path: folder.path("1.mp4"), overwrite: false, nextName: next)
        }
        for (index, output) in outputs.enumerated() {
            #expect(output.path == folder.path("2.mp4"))
            try write("\(index)", to: output.temporaryPath)
            #expect(try output.commit() == folder.path("\(index + 2).mp4"))
        }
        #expect(folder.contents == (1...6).map { "\($0).mp4" })
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("1.mp4"))) == Data("another's".utf8))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("6.mp4"))) == Data("4".utf8))
    }

    @Test("Concurrent files get different names")
    func unique() throws {
        let outputs = try (0..<50).map { _ in try OutputFile(path: folder.path("out.mp4"), overwrite: false) }
        #expect(Set(outputs.map(\.temporaryPath)).count == 50)
        #expect(Set(outputs.map(\.hiddenPath)).count == 50)
    }

    @Test("An unfinished file has no name and disappears with its owner")
    func unnamed() throws {
        let path = try folder.write("old.mp4", Data("old".utf8))
        do {
            let output = try OutputFile(path: path, overwrite: true)
            try write("new", to: output.temporaryPath)
            #expect(folder.contents == ["old.mp4"])
        }
        #expect(folder.contents == ["old.mp4"])
        #expect(try read(path) == "old")
    }

    @Test("A hidden folder is used if the file system lacks unnamed files")
    func hidden() throws {
        let path = try folder.write("old.mp4", Data("old".utf8))
        for overwrite in [true, false] {
            let name = overwrite ? path : folder.path("new.mp4")
            let output = try OutputFile(path: name, overwrite: overwrite, isUnnamed: false)
            try write("new", to: output.temporaryPath)
            #expect(folder.contents.contains { $0.hasPrefix(".pagereel-") && $0.hasSuffix("/output") })
            try output.commit()
            #expect(try read(name) == "new")
        }
        do {
            let output = try OutputFile(path: folder.path("third.mp4"), overwrite: false, isUnnamed: false)
            try write("new", to: output.temporaryPath)
        }
        #expect(folder.contents == ["new.mp4", "old.mp4"])
    }

    @Test("Placing a file can be undone", arguments: [true, false])
    func takenBack(isUnnamed: Bool) throws {
        let old = try folder.write("old.mp4", Data("old".utf8))
        for path in [old, folder.path("new.mp4")] {
            let output = try OutputFile(path: path, overwrite: true, isUnnamed: isUnnamed)
            try write("new", to: output.temporaryPath)
            try output.place()
            #expect(try read(path) == "new")
            output.takeBack()
            output.discard()
        }
        #expect(folder.contents == ["old.mp4"])
        #expect(try read(old) == "old")
    }
}
