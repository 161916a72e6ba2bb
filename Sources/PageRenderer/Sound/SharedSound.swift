internal import CPageClock
internal import EngineLink
private import Synchronization

/// Owner of the shared memory into which a page's audio sinks write their samples.
///
/// Any thread may collect samples.
@safe final class SharedSound: @unchecked Sendable {
    /// The file, for ``PAGE_SOUND_VARIABLE``.
    var path: String { file.path }

    private let file: SharedFile<page_sound>
    private var raw: UnsafeMutablePointer<page_sound> { unsafe file.contents }
    /// Samples that ``collect()`` has read and ``take()`` has not returned.
    private let collected = Mutex<[SoundBlock]>([])
    private let dropped = Atomic(0)

    /// The maximum number of blocks that wait for ``take()``: 32 MB.
    private static let mostBlocks = 16_384
    /// The largest absolute value of a sample.
    ///
    /// Pages may exceed full scale, and what they add up to is limited later.
    private static let largestSample: Float = 16

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - path: A new file in the recorder's private folder.
    ///   - waits: Whether the page's time waits while samples are not collected; otherwise they are lost.
    /// - Throws: `missingComponent` if the file cannot be created.
    init(path: String, waits: Bool) throws(PageError) {
        file = try SharedFile(path: path, name: "The memory for the page's sound")
        unsafe page_sound_set_up(raw, waits)
    }

    /// The number of streams that have sounded so far.
    var streams: Int { unsafe Int(page_sound_streams(raw)) }

    /// The number of streams that were not recorded, because too many sounded at the same time.
    var refusedStreams: Int { unsafe Int(page_sound_refused(raw)) }

    /// Whether the page plays a video with transparency that is lost.
    ///
    /// - Parameter isPainted: Whether the page has no layers.
    func losesTransparency(isPainted: Bool) -> Bool {
        let lost = PAGE_SOUND_VIDEO_MADE_OPAQUE.rawValue | (isPainted ? PAGE_SOUND_VIDEO_FOR_LAYERS.rawValue : 0)
        return unsafe page_sound_videos(raw) & lost != 0
    }

    /// The number of blocks lost because they were not collected in time.
    var lostBlocks: Int {
        unsafe Int(page_sound_lost(raw)) + dropped.load(ordering: .relaxed)
    }

    /// Reads the samples that the page has written, and lets streams continue that wait for room.
    ///
    /// - Returns: Whether a stream was waiting.
    func collect() -> Bool {
        guard streams > 0 else { return false }
        return collected.withLock { collected in
            var wasAwaited = false
            for ring in 0..<Int(PAGE_SOUND_STREAMS) {
                // The page may write faster than this loop reads.
                for _ in 0..<PAGE_SOUND_BLOCKS {
                    guard let block = read(ring) else { break }
                    if collected.count < Self.mostBlocks {
                        collected.append(block)
                    } else {
                        dropped.add(1, ordering: .relaxed)
                    }
                }
                if unsafe page_sound_wake(raw, ring) { wasAwaited = true }
            }
            return wasAwaited
        }
    }

    /// Returns the collected samples, once.
    func take() -> [SoundBlock] {
        collected.withLock { collected in
            defer { collected = [] }
            return collected
        }
    }

    private func read(_ ring: Int) -> SoundBlock? {
        unsafe withUnsafeTemporaryAllocation(of: page_sound_block.self, capacity: 1) { memory in
            guard let block = memory.baseAddress, unsafe page_sound_read(raw, ring, block) else { return nil }
            let count = unsafe Int(block.pointee.count) * Int(PAGE_SOUND_CHANNELS)
            let samples = unsafe withUnsafeBytes(of: &block.pointee.samples) { bytes in
                unsafe bytes.bindMemory(to: Float.self).prefix(count).map {
                    $0.isFinite ? min(max($0, -Self.largestSample), Self.largestSample) : 0
                }
            }
            return unsafe SoundBlock(stream: block.pointee.stream, start: block.pointee.start, samples: samples)
        }
    }
}
