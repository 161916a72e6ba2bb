package import Files

/// Where the bytes of a manifest come from.
package protocol ByteSource {
    /// Reads the next bytes; none at the end.
    mutating func next() throws(FileError) -> [UInt8]
}
