/// The movie of a Live Photo: a QuickTime file whose index is last.
package enum LivePhotoMovie {
    /// What stands in a movie's file from where its index stood before.
    ///
    /// Sound and pictures stay where they are, so that no place in the index
    /// changes.
    ///
    /// - Parameters:
    ///   - index: The index, which is last in the file.
    ///   - offset: Where it stood.
    ///   - time: When the picture is, in units of the index's time scale.
    package static func ending(
        _ index: MovieIndex, at offset: Int, identifier: ContentIdentifier, stillAt time: UInt32
    ) throws(PhotoFormatError) -> [UInt8] {
        let sample = MovieBox("mdat", StillImageTimeTrack.sample)
        var index = index
        try index.makeLive(identifier, stillAt: time, sampleOffset: UInt64(offset + 8))
        return sample.bytes + index.bytes
    }
}
