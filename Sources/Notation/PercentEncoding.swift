extension StringProtocol {
    /// The text with all bytes percent-encoded but the unreserved characters (RFC 3986, section 2.3).
    package var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch Unicode.Scalar(byte) {
            case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~": bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with its percent escapes replaced by the bytes that they stand for; what is not UTF-8 then is replaced.
    var percentDecoded: String {
        func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }
        var (bytes, rest) = ([UInt8](), Array(utf8)[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first.flatMap(digit),
                let low = rest.dropFirst().first.flatMap(digit)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
