/// Relative links from a page to files.
enum RelativeLink {
    /// The link to a file.
    ///
    /// - Parameters:
    ///   - path: The canonical path of the file.
    ///   - folder: The canonical path of the page's folder.
    static func link(to path: String, from folder: String) -> String {
        let target = path.split(separator: "/")
        let base = folder.split(separator: "/")
        let common = zip(target.dropLast(), base).prefix { $0 == $1 }.count
        let parts = Array(repeating: "..", count: base.count - common) + target.dropFirst(common).map(encode)
        return parts.joined(separator: "/")
    }

    /// Percent-encodes all bytes but the unreserved characters (RFC 3986, section 2.3).
    private static func encode(_ part: Substring) -> String {
        part.utf8.map { byte in
            let isPlain = Unicode.Scalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte)
            if byte < 0x80, isPlain || "-._~".utf8.contains(byte) { return String(Unicode.Scalar(byte)) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
