import Files
import Foundation
import Glibc

/// The pictures of a pipe, one file after another, as `ffmpeg -f image2pipe` writes them.
///
/// Each is stored in a temporary folder, which is removed with the last copy of this value.
package struct PipedPictures: Sendable {
    /// The pictures, in order; at least one.
    package let paths: [String]
    private let folder: LockedFolder

    /// Reads a pipe to its end.
    ///
    /// - Parameters:
    ///   - descriptor: The pipe.
    ///   - name: What the pipe is, for messages: `standard input`.
    /// - Throws: ``FileError/Code/unreadableInput`` if the pipe contains anything but pictures, ``FileError`` if they
    ///   cannot be stored, or `CancellationError`.
    package init(_ descriptor: CInt, named name: String) throws {
        folder = try ScratchFolder.make(for: "the pictures from \(name)")
        var reader = PipeReader(descriptor)
        var paths: [String] = []
        while !(try reader.isAtEnd()) {
            let number = paths.count + 1
            func unreadable(_ reason: String) -> FileError {
                PictureContents.unreadable("\(name), picture \(number)", reason)
            }
            guard let kind = PictureKind(front: try reader.front(Self.frontLength)) else {
                throw unreadable(
                    "it is no \(PictureKind.list) picture. Pass picture files one after another, as "
                        + "'ffmpeg -f image2pipe -c:v png -' writes them")
            }
            do throws(PipeReader.End) {
                try reader.readPicture(kind)
            } catch {
                switch error {
                case .early: throw unreadable("it is cut off")
                case .damaged: throw unreadable("it is damaged")
                case .tooLong: throw unreadable("it is longer than 1 GB")
                case .failed(let cause): throw cause
                }
            }
            let path = "\(folder.path)/\(name), picture \(number)"
            do {
                try Data(reader.take()).write(to: URL(fileURLWithPath: path))
            } catch {
                throw FileError.output(
                    .cannotWriteOutput, "The pictures from \(name) cannot be stored in", path: folder.path,
                    error: SystemError(foundation: error) ?? SystemError(number: EIO))
            }
            paths.append(path)
        }
        guard !paths.isEmpty else {
            throw FileError(.unreadableInput, "There are no pictures on \(name): it is empty.")
        }
        self.paths = paths
    }

    /// The number of bytes by which formats are told apart.
    private static let frontLength = 64
}

/// Reads a pipe picture by picture.
private struct PipeReader {
    /// Why a picture does not end as it should.
    enum End: Error {
        /// The pipe ends before it.
        case early
        /// It is not what its beginning says.
        case damaged
        case tooLong
        /// The pipe cannot be read, or the task was canceled.
        case failed(any Error)
    }

    private static let blockLength = 1 << 16
    /// How often a pipe that is silent checks for cancellation, in milliseconds.
    private static let patience: CInt = 200

    private let descriptor: CInt
    /// What has been read of the pipe, and not been taken.
    private var bytes: [UInt8] = []
    /// How far the picture has been read.
    private var position = 0

    init(_ descriptor: CInt) { self.descriptor = descriptor }

    /// Whether no byte is left.
    mutating func isAtEnd() throws -> Bool { try front(1).isEmpty }

    /// The next bytes; fewer at the end of the pipe.
    mutating func front(_ count: Int) throws -> [UInt8] {
        while bytes.count < count, try fill() {}
        return Array(bytes.prefix(count))
    }

    /// Removes the picture that was read.
    mutating func take() -> [UInt8] {
        let picture = Array(bytes[..<position])
        bytes.removeFirst(position)
        position = 0
        return picture
    }

    /// Reads one picture.
    mutating func readPicture(_ kind: PictureKind) throws(End) {
        switch kind {
        case .png, .apng: try readPNG()
        case .jpeg: try readJPEG()
        case .webp, .webpAnimation:
            // RFC 9649, 2.4: the length excludes its own chunk's header; chunks have an even length.
            let length = try number(4, at: 4, isLittleEndian: true)
            try skip(8 + length + length % 2)
        case .bmp:
            let length = try number(4, at: 2, isLittleEndian: true)
            guard length >= 26 else { throw .damaged }
            try skip(length)
        default:
            // The others do not say where they end: such a pipe has one picture.
            try attempt { reader throws in
                while try reader.fill() {}
            }
            position = bytes.count
        }
    }

    /// Reads up to the chunk `IEND` (PNG specification, 5.3).
    private mutating func readPNG() throws(End) {
        try skip(8)
        while true {
            let length = try number(4, at: position)
            let isLast = try number(4, at: position + 4) == 0x4945_4e44
            try skip(12 + length)
            if isLast { return }
        }
    }

    /// Reads up to the marker EOI (ITU-T T.81, B.1.1).
    private mutating func readJPEG() throws(End) {
        try skip(2)
        while true {
            guard try byte(at: position) == 0xff else { throw .damaged }
            let marker = try byte(at: position + 1)
            switch marker {
            case 0xff: try skip(1)
            case 0xd9: return try skip(2)
            case 0x01, 0xd0...0xd8: try skip(2)
            default:
                let length = try number(2, at: position + 2)
                guard length >= 2 else { throw .damaged }
                try skip(2 + length)
                if marker == 0xda { try skipScan() }
            }
        }
    }

    /// Reads a JPEG's entropy-coded data, up to the next marker that is not a part of it.
    private mutating func skipScan() throws(End) {
        while true {
            while position + 1 < bytes.count {
                if bytes[position] == 0xff, bytes[position + 1] != 0, !(0xd0...0xd7).contains(bytes[position + 1]) {
                    return
                }
                position += 1
            }
            try require(bytes.count + 1)
        }
    }

    private mutating func skip(_ count: Int) throws(End) {
        try require(position + count)
        position += count
    }

    private mutating func byte(at index: Int) throws(End) -> UInt8 {
        try require(index + 1)
        return bytes[index]
    }

    private mutating func number(_ count: Int, at index: Int, isLittleEndian: Bool = false) throws(End) -> Int {
        try require(index + count)
        let part = bytes[index..<index + count]
        return (isLittleEndian ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads until there are some bytes.
    private mutating func require(_ count: Int) throws(End) {
        guard count <= PictureContents.mostBytes else { throw .tooLong }
        while bytes.count < count {
            guard try attempt({ reader throws in try reader.fill() }) else { throw .early }
        }
    }

    private mutating func attempt<Value>(
        _ read: (inout PipeReader) throws -> Value
    ) throws(End) -> Value {
        do {
            return try read(&self)
        } catch {
            throw .failed(error)
        }
    }

    /// Reads the next bytes of the pipe; `false` at its end.
    private mutating func fill() throws -> Bool {
        guard bytes.count <= PictureContents.mostBytes else { throw End.tooLong }
        while true {
            try Task.checkCancellation()
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&request, 1, Self.patience) != 0 else { continue }
            var block = [UInt8](repeating: 0, count: Self.blockLength)
            let count = unsafe read(descriptor, &block, block.count)
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count >= 0 else {
                throw FileError(.unreadableInput, "Standard input cannot be read: \(SystemError.last.text).")
            }
            bytes += block[..<count]
            return count > 0
        }
    }
}
