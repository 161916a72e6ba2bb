/// Converts a QuickTime file, whose index is last, to the movie of a Live Photo.
package enum LivePhotoMovie {
    /// Returns the bytes that replace the index at the end of the file.
    ///
    /// Sound and pictures stay in place, so offsets in the index remain valid.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - offset: Its offset in the file.
    ///   - identifier: The identifier that the picture has as well.
    ///   - time: The picture's time, in units of the index's time scale.
    package static func ending(
        _ index: MovieIndex, at offset: Int, identifier: ContentIdentifier, stillAt time: UInt32
    ) throws(PhotoFormatError) -> [UInt8] {
        let sample = MovieBox("mdat", StillImageTimeTrack.sample)
        var index = index
        try index.makeLive(identifier, stillAt: time, sampleOffset: UInt64(offset + 8))
        return sample.bytes + index.bytes
    }
}
