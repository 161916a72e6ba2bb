// Its headers are the first that include timespec's, so that Swift counts its members as this module's.
private import CWebKitGTK
private import Glibc

/// Identifies one build of a library or program.
enum BuildID {
    /// Returns a file's GNU build ID in hexadecimal (ELF, `NT_GNU_BUILD_ID`), or else its size and
    /// modification time.
    ///
    /// - Returns: `nil` if the file cannot be read.
    static func read(_ path: String) -> String? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0 else { return nil }
        if let bytes = id(in: file) { return hexadecimal(bytes) }
        return "\(status.st_size)-\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }

    private static func id(in file: CInt) -> [UInt8]? {
        var header = Elf64_Ehdr()
        guard unsafe read(&header, MemoryLayout<Elf64_Ehdr>.size, in: file, at: 0),
            header.e_ident.0 == 0x7f, header.e_ident.1 == UInt8(ascii: "E"), header.e_ident.2 == UInt8(ascii: "L"),
            header.e_ident.3 == UInt8(ascii: "F"), header.e_ident.4 == UInt8(ELFCLASS64)
        else { return nil }
        for index in 0..<Int(header.e_phnum) {
            var segment = Elf64_Phdr()
            let offset = Int(header.e_phoff) + index * Int(header.e_phentsize)
            guard unsafe read(&segment, MemoryLayout<Elf64_Phdr>.size, in: file, at: offset) else { return nil }
            guard segment.p_type == UInt32(PT_NOTE), segment.p_filesz <= mostNotes else { continue }
            var notes = [UInt8](repeating: 0, count: Int(segment.p_filesz))
            guard unsafe read(&notes, notes.count, in: file, at: Int(segment.p_offset)) else { return nil }
            if let id = id(inNotes: notes, alignment: segment.p_align == 8 ? 8 : 4) { return id }
        }
        return nil
    }

    /// Searches notes.
    ///
    /// Each note has the lengths of its name and content, a type, and then both, padded.
    static func id(inNotes notes: [UInt8], alignment: Int) -> [UInt8]? {
        func word(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(notes[place + $1]) << (8 * $1) } }
        func padded(_ length: Int) -> Int { (length + alignment - 1) / alignment * alignment }
        var place = 0
        while place + 12 <= notes.count {
            let (nameLength, length, kind) = (word(place), word(place + 4), word(place + 8))
            let content = padded(place + 12 + nameLength)
            guard content + length <= notes.count else { return nil }
            let name = notes[place + 12..<place + 12 + nameLength]
            if kind == NT_GNU_BUILD_ID, name.elementsEqual("GNU\0".utf8) {
                return Array(notes[content..<content + length])
            }
            place = padded(content + length)
        }
        return nil
    }

    /// The maximum size of the notes to search, in bytes; libraries have a few hundred.
    private static let mostNotes = 1 << 16

    private static func read(_ memory: UnsafeMutableRawPointer, _ count: Int, in file: CInt, at offset: Int) -> Bool {
        unsafe pread(file, memory, count, off_t(offset)) == count
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
