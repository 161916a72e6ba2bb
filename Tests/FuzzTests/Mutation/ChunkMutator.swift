import TestSupport

/// How the parts of a format are written, each with its length.
struct ChunkFormat: Sendable {
    /// A part: its type or kind, and its content.
    struct Chunk: Hashable, Sendable {
        var type: [UInt8]
        var content: [UInt8]
    }

    /// The number of bytes before the first part.
    let front: Int
    /// Reads the part at the beginning of some bytes, and how many bytes it has; `nil` if there is none.
    let read: @Sendable (ArraySlice<UInt8>) -> (chunk: Chunk, length: Int)?
    /// Writes a part.
    let write: @Sendable (Chunk) -> [UInt8]
    /// The types of parts that contain parts, and how many bytes of them come before these.
    var containers: [String: Int] = [:]

    /// Reads all parts, up to the first bytes that are none.
    func chunks(_ bytes: ArraySlice<UInt8>) -> (chunks: [Chunk], rest: ArraySlice<UInt8>) {
        var (rest, chunks) = (bytes, [Chunk]())
        while let (chunk, length) = read(rest) {
            chunks.append(chunk)
            rest = rest.dropFirst(length)
        }
        return (chunks, rest)
    }
}

/// Changes the parts of a file; their lengths and checksums fit afterwards.
struct ChunkMutator: Mutator {
    let format: ChunkFormat
    /// Changes the contents of parts of some types.
    var contents: @Sendable (_ type: [UInt8]) -> (any Mutator)? = { _ in nil }
    private var known: [ChunkFormat.Chunk] = []
    /// What changes the contents of each type, with what it has learned.
    private var learned: [[UInt8]: any Mutator] = [:]

    init(_ format: ChunkFormat, contents: @escaping @Sendable ([UInt8]) -> (any Mutator)? = { _ in nil }) {
        self.format = format
        self.contents = contents
    }

    func learning(from seeds: [[UInt8]]) -> any Mutator {
        var copy = self
        for seed in seeds { copy.collect(seed.dropFirst(format.front)) }
        var seen: Set<ChunkFormat.Chunk> = []
        copy.known = copy.known.filter { seen.insert($0).inserted }
        for (type, chunks) in Dictionary(grouping: copy.known, by: \.type) {
            copy.learned[type] = contents(type)?.learning(from: chunks.map(\.content))
        }
        return copy
    }

    private mutating func collect(_ bytes: ArraySlice<UInt8>) {
        for chunk in format.chunks(bytes).chunks {
            known.append(chunk)
            if let front = front(of: chunk) { collect(chunk.content.dropFirst(front)) }
        }
    }

    private func front(of chunk: ChunkFormat.Chunk) -> Int? {
        format.containers[String(decoding: chunk.type, as: UTF8.self)]
    }

    func mutate(_ bytes: [UInt8], using chances: inout SplitMix, bytes change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        guard !chances.isOne(in: 16) else { return change(bytes) }
        var result = bytes
        for _ in 0...chances.below(2) {
            result =
                result.prefix(format.front)
                + mutate(result.dropFirst(format.front), using: &chances, change)
        }
        return result
    }

    private func mutate(
        _ bytes: ArraySlice<UInt8>, using chances: inout SplitMix, _ change: ([UInt8]) -> [UInt8]
    ) -> [UInt8] {
        var (chunks, rest) = format.chunks(bytes)
        guard !chunks.isEmpty else {
            return known.randomElement(using: &chances).map(format.write) ?? change(Array(bytes))
        }
        let place = chances.below(chunks.count)
        if let front = front(of: chunks[place]), !chances.isOne(in: 4) {
            let content = chunks[place].content
            chunks[place].content = content.prefix(front) + mutate(content.dropFirst(front), using: &chances, change)
        } else {
            switch chances.below(12) {
            case 0: chunks.remove(at: place)
            case 1: chunks.insert(chunks[place], at: place)
            case 2: chunks.swapAt(place, chances.below(chunks.count))
            case 3: if let new = known.randomElement(using: &chances) { chunks.insert(new, at: place) }
            case 4:
                let same = known.filter { $0.type == chunks[place].type }
                if let new = same.randomElement(using: &chances) { chunks[place] = new }
            case 5: if let new = known.randomElement(using: &chances) { chunks[place].type = new.type }
            case 6: chunks[place].content = Array(chunks[place].content.prefix(chances.below(40)))
            case 7: rest = rest.dropFirst(chances.below(4))
            case 8, 9: overwrite(&chunks[place].content, using: &chances)
            default:
                let type = chunks[place].type
                let mutator = learned[type] ?? contents(type) ?? ByteMutator()
                chunks[place].content = mutator.mutate(chunks[place].content, using: &chances, bytes: change)
            }
        }
        return chunks.flatMap(format.write) + rest
    }

    /// Puts a number at which readers fail in a place of some bytes.
    private func overwrite(_ bytes: inout [UInt8], using chances: inout SplitMix) {
        let number = Boundary.bytes[chances.below(Boundary.bytes.count)]
        guard bytes.count >= number.count else { return }
        // Numbers are mostly aligned.
        var place = chances.below(bytes.count - number.count + 1)
        if !chances.isOne(in: 4) { place -= place % number.count }
        bytes.replaceSubrange(place..<place + number.count, with: number)
    }
}

// MARK: - Formats

extension ChunkFormat {
    /// Messages between the command and an engine.
    static let messages = ChunkFormat(
        front: 0,
        read: { bytes in
            guard let length = number(bytes.prefix(4).reversed(), 4), bytes.count >= 5 + length else { return nil }
            let content = bytes.dropFirst(5).prefix(length)
            return (Chunk(type: [bytes[bytes.startIndex + 4]], content: Array(content)), 5 + length)
        },
        write: { digits($0.content.count, 4).reversed() + $0.type.prefix(1) + $0.content })

    /// Boxes of MP4 and QuickTime files.
    static let boxes = ChunkFormat(
        front: 0,
        read: { bytes in
            guard let length = number(bytes.prefix(4), 4), length >= 8, bytes.count >= length else { return nil }
            let content = bytes.prefix(length).dropFirst(8)
            return (Chunk(type: Array(bytes.dropFirst(4).prefix(4)), content: Array(content)), length)
        },
        write: { digits($0.content.count + 8, 4) + $0.type + $0.content },
        containers: ["moov": 0, "trak": 0, "edts": 0, "mdia": 0, "minf": 0, "stbl": 0, "dinf": 0, "udta": 0, "meta": 4])

    /// Chunks of RIFF files: WAV and WebP.
    static let riff = ChunkFormat(
        front: 12,
        read: { bytes in
            guard let length = number(bytes.dropFirst(4).prefix(4).reversed(), 4), bytes.count >= 8 + length else {
                return nil
            }
            let content = bytes.dropFirst(8).prefix(length)
            let padded = min(bytes.count, 8 + length + length % 2)
            return (Chunk(type: Array(bytes.prefix(4)), content: Array(content)), padded)
        },
        write: {
            $0.type + digits($0.content.count, 4).reversed() + $0.content + ($0.content.count % 2 == 1 ? [0] : [])
        })

    /// Chunks of PNG files.
    ///
    /// The checksums are not those of the contents; our readers do not check them.
    static let png = ChunkFormat(
        front: 8,
        read: { bytes in
            guard let length = number(bytes.prefix(4), 4), bytes.count >= 12 + length else { return nil }
            let content = bytes.dropFirst(8).prefix(length)
            return (Chunk(type: Array(bytes.dropFirst(4).prefix(4)), content: Array(content)), 12 + length)
        },
        write: { digits($0.content.count, 4) + $0.type + $0.content + [0, 0, 0, 0] })

    /// Segments of JPEG files before the first scan.
    static let jpeg = ChunkFormat(
        front: 2,
        read: { bytes in
            guard bytes.first == 0xff, let length = number(bytes.dropFirst(2).prefix(2), 2), length >= 2,
                bytes.count >= 2 + length, bytes[bytes.startIndex + 1] != 0xda
            else { return nil }
            let content = bytes.dropFirst(4).prefix(length - 2)
            return (Chunk(type: [bytes[bytes.startIndex + 1]], content: Array(content)), 2 + length)
        },
        write: { [0xff] + $0.type.prefix(1) + digits($0.content.count + 2, 2) + $0.content })

    /// A number whose first byte is the highest; `nil` for another count of bytes.
    private static func number(_ bytes: some Collection<UInt8>, _ count: Int) -> Int? {
        bytes.count == count ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
    }

    private static func digits(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
