import CLibAV
import LibAV

/// A font that comes with subtitles.
///
/// Scripts contain fonts as text, in a section `[Fonts]`: three bytes are four characters of six bits each, counted
/// from 33. Source: "Sub Station Alpha v4.00+ Script Format", appendix B.
package struct ScriptFont: Hashable {
    /// The name of the font's file.
    package let name: String
    /// The font's file.
    package let bytes: [UInt8]

    private static let header = "[fonts]"
    private static let key = "fontname:"
    /// The characters of a line, except the last one.
    private static let lineLength = 80

    /// Reads the fonts of a script.
    package static func fonts(in script: String) -> [ScriptFont] {
        var fonts: [(name: String, code: [UInt8])] = []
        var isFonts = false
        for line in script.split(whereSeparator: \.isNewline) {
            if isHeading(line) {
                isFonts = line.lowercased().hasPrefix(header)
            } else if isFonts, line.lowercased().hasPrefix(key) {
                fonts.append((line.dropFirst(key.count).drop(while: \.isWhitespace).description, []))
            } else if isFonts, !fonts.isEmpty {
                fonts[fonts.count - 1].code += line.utf8
            }
        }
        return fonts.map { ScriptFont(name: $0.name, bytes: decoded($0.code)) }
    }

    /// Whether a line of a script begins a section.
    ///
    /// A font's line may begin with a bracket, too.
    static func isHeading(_ line: some StringProtocol) -> Bool {
        line.hasPrefix("[") && line.hasSuffix("]") && line.utf8.count < lineLength
    }

    /// The section of a script with fonts; empty without fonts.
    static func section(of fonts: [ScriptFont]) -> String {
        guard !fonts.isEmpty else { return "" }
        return fonts.reduce(into: "[Fonts]\n") { section, font in
            section += "fontname: \(font.name)\n"
            let code = encoded(font.bytes)
            for start in stride(from: 0, to: code.count, by: lineLength) {
                section += String(decoding: code[start..<min(start + lineLength, code.count)], as: UTF8.self) + "\n"
            }
        } + "\n"
    }

    private static func decoded(_ code: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(code.count * 3 / 4)
        var (bits, count): (UInt32, Int) = (0, 0)
        for character in code {
            bits = bits << 6 | UInt32(character &- 33) & 63
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        return bytes
    }

    private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var code: [UInt8] = []
        code.reserveCapacity(bytes.count * 4 / 3 + 3)
        var (bits, count): (UInt32, Int) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                code.append(UInt8(bits >> count & 63) + 33)
            }
        }
        if count > 0 { code.append(UInt8(bits << (6 - count) & 63) + 33) }
        return code
    }
}

extension InputFormat {
    /// The fonts that are attached to a Matroska file.
    var attachedFonts: [ScriptFont] {
        (0..<streamCount).compactMap { index in
            guard let stream = unsafe raw.pointee.streams[index],
                unsafe [AV_CODEC_ID_TTF, AV_CODEC_ID_OTF].contains(stream.pointee.codecpar.pointee.codec_id),
                let bytes = unsafe stream.pointee.codecpar.pointee.extradata
            else { return nil }
            let size = Int(unsafe stream.pointee.codecpar.pointee.extradata_size)
            let name = unsafe av_dict_get(stream.pointee.metadata, "filename", nil, 0)?.pointee.value
            return unsafe ScriptFont(
                name: name.map { unsafe String(cString: $0).filter { !$0.isNewline } } ?? "font",
                bytes: Array(UnsafeBufferPointer(start: bytes, count: size)))
        }
    }
}
