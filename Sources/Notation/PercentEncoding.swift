extension StringProtocol {
    /// The text with all bytes percent-encoded but the unreserved characters (RFC 3986, section 2.3).
    package var percentEncoded: String {
        utf8.map { byte in
            let isPlain = Unicode.Scalar(byte).properties.isAlphabetic || (0x30...0x39).contains(byte)
            if byte < 0x80, isPlain || "-._~".utf8.contains(byte) { return String(Unicode.Scalar(byte)) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
