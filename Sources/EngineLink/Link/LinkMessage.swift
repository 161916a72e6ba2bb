internal import FoundationEssentials
private import Notation

/// How the picture in a slot differs from the one of another slot.
package struct SlotChanges: Sendable, Equatable {
    /// The slot of the earlier picture.
    package let base: UInt32
    /// The rows that may differ: of each range the first row and the row after the last one.
    package let rows: [UInt32]

    /// Describes a difference.
    package init(base: UInt32, rows: [UInt32]) {
        self.base = base
        self.rows = rows
    }
}

/// A message between the command and an engine.
///
/// On the socket each is a header of five bytes, the payload's length (32 bits,
/// little-endian) and the kind, followed by the payload. Numbers in payloads are
/// little-endian.
///
/// | kind | message | from | payload |
/// | --- | --- | --- | --- |
/// | 1 | hello | engine | version of the protocol (32 bits), the engine's version in UTF-8 |
/// | 2 | request | command | ``EngineRequest`` as JSON |
/// | 3 | report | engine | ``EngineReport`` as JSON |
/// | 4 | frame | engine | index (64 bits), slot (32 bits); then ``SlotChanges``, if known (32 bits each) |
/// | 5 | heartbeat | engine | none |
/// | 6 | taken | command | none |
/// | 7 | released | command | slot (32 bits) |
/// | 8 | sound | engine | position (64 bits), samples (32-bit floats, left and right in turn) |
package enum LinkMessage: Sendable {
    /// The engine runs and is ready for requests; its first message.
    case hello(version: UInt32, engine: String)
    /// A request to the engine.
    case request(EngineRequest)
    /// A report of the engine.
    case report(EngineReport)
    /// A frame of the video is in a slot; the slot of the previous frame repeats its picture.
    case frame(index: Int64, slot: UInt32, changes: SlotChanges?)
    /// The engine's main thread is responsive; sent every second.
    case heartbeat
    /// The encoder has taken the next frame.
    case taken
    /// The slot is no longer being read.
    case released(slot: UInt32)
    /// Samples of the page's sound, from a position in the recording on; up to there it is silent since
    /// the previous message.
    case sound(position: Int64, samples: [Float])

    /// The version of the protocol; both sides come from the same build.
    package static let version: UInt32 = 1

    /// The positions of samples: up to a year.
    static let positions: ClosedRange<Int64> = 0...48_000 * 86_400 * 365

    /// The encoded message.
    package func encoded() throws -> [UInt8] {
        var payload: [UInt8] = []
        let kind: UInt8
        switch self {
        case .hello(let version, let engine):
            kind = 1
            payload = bytes(of: version) + Array(engine.utf8)
        case .request(let request):
            kind = 2
            payload = Array(try JSONEncoder().encode(request))
        case .report(let report):
            kind = 3
            payload = Array(try JSONEncoder().encode(report))
        case .frame(let index, let slot, let changes):
            kind = 4
            payload = bytes(of: UInt64(bitPattern: index)) + bytes(of: slot)
            if let changes { payload += ([changes.base] + changes.rows).flatMap { bytes(of: $0) } }
        case .heartbeat: kind = 5
        case .taken: kind = 6
        case .released(let slot):
            kind = 7
            payload = bytes(of: slot)
        case .sound(let position, let samples):
            kind = 8
            payload = bytes(of: UInt64(bitPattern: position)) + samples.flatMap { bytes(of: $0.bitPattern) }
        }
        return bytes(of: UInt32(payload.count)) + [kind] + payload
    }

    /// Decodes a message.
    ///
    /// - Throws: ``PageError`` for an unknown kind or an invalid payload.
    init(kind: UInt8, payload: ArraySlice<UInt8>) throws(PageError) {
        switch (kind, payload.count) {
        case (1, 4...):
            self = .hello(version: number(payload.prefix(4)), engine: ForeignText.line(text(payload.dropFirst(4))))
        case (2, _): self = .request(try Self.json(payload))
        case (3, _):
            let report: EngineReport = try Self.json(payload)
            self = .report(report.cleaned)
        case (4, 12):
            let index: UInt64 = number(payload.prefix(8))
            self = .frame(index: Int64(bitPattern: index), slot: number(payload.dropFirst(8)), changes: nil)
        case (4, 16...) where payload.count % 8 == 0:
            let index: UInt64 = number(payload.prefix(8))
            let numbers: [UInt32] = stride(from: 8, to: payload.count, by: 4).map {
                number(payload.dropFirst($0).prefix(4))
            }
            self = .frame(
                index: Int64(bitPattern: index), slot: numbers[0],
                changes: SlotChanges(base: numbers[1], rows: Array(numbers[2...])))
        case (5, 0): self = .heartbeat
        case (6, 0): self = .taken
        case (7, 4): self = .released(slot: number(payload))
        case (8, 8...) where payload.count % 8 == 0:
            let position: UInt64 = number(payload.prefix(8))
            let samples = stride(from: payload.startIndex + 8, to: payload.endIndex, by: 4).map {
                Float(bitPattern: number(payload[$0..<$0 + 4]))
            }
            self = .sound(position: Int64(bitPattern: position), samples: samples)
        default: throw PageError.engineSent("a message of kind \(kind) with \(payload.count) bytes")
        }
    }

    private static func json<Value: Decodable>(_ payload: ArraySlice<UInt8>) throws(PageError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(payload))
        } catch {
            throw PageError.engineSent("a message that cannot be read: \(error)")
        }
    }
}

private func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe Array($0) }
}

private func number<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
    bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
}

private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

/// Splits a byte stream into messages.
package struct LinkParser {
    private var bytes: [UInt8] = []
    private var start = 0
    private let longest: Int

    /// The longest message that a command accepts, in bytes; console lines can be long.
    package static let longestReport = 16 << 20
    /// The longest message that an engine accepts, in bytes.
    ///
    /// A plan contains the user's scripts and style sheets.
    package static let longestRequest = 1 << 30

    private static let headerLength = 5

    /// Creates a parser without input.
    ///
    /// - Parameter longest: The longest accepted payload, in bytes.
    package init(longest: Int) { self.longest = longest }

    /// Appends received bytes.
    package mutating func append(_ new: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: new)
    }

    /// Removes and returns the next message; `nil` if it is incomplete.
    ///
    /// - Throws: ``PageError``; the rest of the stream cannot be parsed then.
    package mutating func next() throws(PageError) -> LinkMessage? {
        let rest = bytes[start...]
        guard rest.count >= Self.headerLength else { return nil }
        let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= longest else { throw PageError.engineSent("a message of \(length) bytes") }
        guard rest.count >= Self.headerLength + length else { return nil }
        let payload = rest.dropFirst(Self.headerLength).prefix(length)
        start = payload.endIndex
        return try LinkMessage(kind: rest[rest.startIndex + 4], payload: payload)
    }
}
