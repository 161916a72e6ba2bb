import Files
import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite("Text files")
struct TextFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A pipe is read to its end")
    func pipe() throws {
        let pipe = Pipe()
        let text = String(repeating: "Grüße\n", count: 2000)
        let writer = Thread {
            pipe.fileHandleForWriting.write(Data(text.utf8))
            // The reader would wait for more.
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        let path = "/proc/self/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(try TextFile.read(path, as: "text") == text)
    }

    @Test(
        "What cannot be read is named with the reason",
        arguments: [
            ("missing", "there is no such file"), ("folder", "it is a folder"), ("latin", "it is not UTF-8 text"),
            ("/dev/zero", "it is larger than 64 MiB"),
        ])
    func refusals(name: String, reason: String) throws {
        try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
        try folder.write("latin", Data([0x66, 0xfc, 0x72]))
        let path = name.hasPrefix("/") ? name : folder.path(name)
        let error = #expect(throws: FileError.self) { try TextFile.read(path, as: "script") }
        #expect(error.map { "\($0)" } == "The script \(path) cannot be read: \(reason).")
    }
}
