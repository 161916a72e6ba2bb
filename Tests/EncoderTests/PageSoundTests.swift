import Foundation
import Frames
import TestSupport
import Testing

@testable import Decoder
@testable import Encoder
@testable import Files
@testable import LibAV

@Suite("The page's sound in a movie")
struct PageSoundTests {
    private let folder: TemporaryFolder
    private let size = PixelSize(width: 64, height: 48)

    init() throws { folder = try TemporaryFolder() }

    /// Writes 30 frames with what a page plays.
    private func write(
        _ queue: SoundQueue, beforeFrame: (Int) -> Void = { _ in }
    ) async throws -> (path: String, sound: SoundSummary?) {
        let path = folder.path("out.mkv")
        var video = VideoSettings(size: size, frameRate: .thirty)
        (video.container, video.codec) = (.mkv, .ffv1)
        var encoding = SoundEncoding()
        encoding.isLossless = true
        let pictures = Pictures(size)
        let metadata = MovieMetadata(title: "", pageAddress: "")
        let writer = try MovieWriter(
            OutputFile(path: path, overwrite: false), video: video,
            sounds: PageSound.tracks(queue, soundtrack: nil, settings: PageSoundSettings(), delay: 2400),
            encoding: encoding, metadata: metadata)
        for index in 0..<30 {
            beforeFrame(index)
            try await writer.append(Frame(index: index, pixels: try pictures.moving(index)))
        }
        let movie = try await writer.complete(frameCount: 30, chapters: [], metadata: metadata)
        return (path, movie.movie.sound)
    }

    @Test("Lossless sound is unchanged, from its first sample to its last", arguments: [0, 7, 24_000])
    func lossless(start: Int) async throws {
        var numbers = SplitMix(seed: 1)
        let samples = (0..<2 * (48_000 - start)).map { _ in Float.random(in: -0.9...0.9, using: &numbers) }
        let queue = SoundQueue()
        #expect(queue.append(samples, at: start))
        let (path, sound) = try await write(queue)
        #expect(sound?.codec == "pcm")
        #expect(sound?.samples == 48_000)
        var read = SoundChunk()
        let reader = try SoundReader(path: path)
        while let chunk = try reader.next() { read.append(chunk) }
        let silence = [Float](repeating: 0, count: start)
        #expect(read.left == silence + stride(from: 0, to: samples.count, by: 2).map { samples[$0] })
        #expect(read.right == silence + stride(from: 1, to: samples.count, by: 2).map { samples[$0] })
    }

    @Test("Sound that arrives late is in its place", arguments: [1, 15, 29])
    func late(frame: Int) async throws {
        let queue = SoundQueue()
        #expect(queue.append([0.5, 0.5], at: 0))
        let (path, _) = try await write(queue) { index in
            guard index == frame else { return }
            #expect(queue.append([0.25, 0.25], at: 100))
        }
        let left = try #require(try SoundReader(path: path).next()).left
        #expect(left[0] == 0.5)
        #expect(left[100] == 0.25)
    }

    @Test("Only sound that has arrived is rendered before the end")
    func firm() throws {
        let queue = SoundQueue()
        let sound = try #require(
            PageSound.tracks(queue, soundtrack: nil, settings: PageSoundSettings(), delay: 0).first)
        let renderer = try sound.makeRenderer()
        #expect(renderer.firmSamples(ofAtLeast: 96_000) == 0)
        #expect(queue.append([], at: 48_000))
        let half = renderer.firmSamples(ofAtLeast: 96_000)
        #expect((40_000...48_000).contains(half))
        #expect(queue.append([], at: 1_000_000))
        #expect(renderer.firmSamples(ofAtLeast: 96_000) == half + 48_000)
        #expect(!queue.append([0.5, 0.5], at: 999_999))
    }

    @Test("A silent page has no sound track")
    func silent() async throws {
        let (path, sound) = try await write(SoundQueue())
        #expect(sound == nil)
        #expect(try MediaContents(of: path).sound == nil)
    }
}
