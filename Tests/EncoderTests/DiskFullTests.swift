import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import LibAV

@Suite("Full disk")
struct DiskFullTests {
    /// Runs a closure with a separate disk; the size is in `mount`'s syntax.
    private func withSmallDisk(_ size: String, _ body: (String) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        do {
            _ = try await Tool.run("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder.path])
        } catch {
            withKnownIssue("a disk can only be mounted by root, and not in every container") { throw error }
            return
        }
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(folder.path))
        } catch {
            result = .failure(error)
        }
        _ = try await Tool.run("umount", [folder.path])
        try result.get()
    }

    /// Pictures of noise, which do not compress.
    private func noise(_ pictures: Pictures, _ seed: Int) throws -> PixelBuffer {
        var state = UInt32(truncatingIfNeeded: seed &* 7919 &+ 1)
        return try pictures.picture { _, _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return state >> 8
        }
    }

    @Test(
        "A disk that fills up during encoding is an error and leaves no file",
        arguments: MovieContainer.allCases, [false, true])
    func whileWriting(container: MovieContainer, hasSound: Bool) async throws {
        let sounds = try TemporaryFolder()
        let sound = try await Sounds.file("wav", Sounds.loop(), in: sounds)
        try await withSmallDisk("size=512k") { folder in
            var video = VideoSettings(
                size: PixelSize(width: 160, height: 120), frameRate: try #require(FrameRate("30")),
                preset: .ultrafast, rate: .quality(1))
            video.container = container
            video.codec = container.codecs[0]
            let path = folder + "/out.\(container.rawValue)"
            let soundtrack = hasSound ? try Soundtrack(SoundtrackSettings(path: sound)) : nil
            let writer = try MovieWriter(path: path, video: video, soundtrack: soundtrack)
            let pictures = Pictures(video.size)
            let error = await failure {
                for index in 0..<300 {
                    try await writer.append(Frame(index: index, pixels: noise(pictures, index)))
                }
            }
            #expect(error?.code == .cannotWriteOutput)
            #expect(error?.message.contains("The disk is full") == true)
            #expect(error?.message.contains(path) == true)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == [])
        }
    }

    @Test(
        "A disk that fills up at the end is an error and leaves no file",
        arguments: MovieContainer.allCases)
    func atTheEnd(container: MovieContainer) async throws {
        try await withSmallDisk("size=16k") { folder in
            var video = VideoSettings(
                size: PixelSize(width: 64, height: 48), frameRate: try #require(FrameRate("30")))
            video.container = container
            video.codec = container.codecs[0]
            let writer = try MovieWriter(path: folder + "/out", video: video, soundtrack: nil)
            let pixels = try noise(Pictures(video.size), 1)
            try await writer.append(Frame(index: 0, pixels: pixels))
            let error = await failure {
                // An index of 3000 frames is longer than the disk.
                _ = try await writer.finish(
                    frameCount: 3000, chapters: [], metadata: MovieMetadata(title: "", pageAddress: ""))
            }
            #expect(error?.code == .cannotWriteOutput)
            #expect(error?.message.contains("The disk is full") == true)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == [])
        }
    }

    @Test("A disk without room for a name is reported before encoding")
    func atOnce() async throws {
        // Two files at most: the folder itself and one inside.
        try await withSmallDisk("size=64k,nr_inodes=2") { folder in
            #expect(FileManager.default.createFile(atPath: folder + "/f", contents: nil))
            for name in ["out.mp4", "a/b/out.mp4"] {
                let error = await failure { _ = try OutputFile(path: "\(folder)/\(name)", overwrite: false) }
                #expect(error?.code == .cannotWriteOutput)
                #expect(error?.message.contains("The disk is full") == true)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left == ["f"])
        }
    }
}
