package import Files
public import Frames

/// Still pictures of the same size that are shown one after another, like the frames of a video.
public struct PictureSequence: Sendable, Hashable {
    /// The name in messages, such as `frames/frame_%04d.png`.
    public let name: String
    /// Width and height of the pictures, after rotation.
    public let size: PixelSize
    /// A path for each picture; `nil` for black.
    package let paths: [String?]
    /// When each picture ends, from the beginning of the first; ascending.
    private let ends: [Duration]
    /// Frames per second; `nil` if each picture has another time.
    package let frameRate: FrameRate?
    /// How many of these frames each picture is shown.
    package let step: Int
    /// Warnings about files that were left out, for the user, as sentences.
    package let warnings: [String]

    /// Creates a sequence of pictures that are shown equally long, and reads the first picture's size.
    ///
    /// - Parameters:
    ///   - files: The pictures.
    ///   - name: The name in messages.
    ///   - frameRate: Frames per second.
    ///   - frames: How many frames each picture is shown.
    /// - Throws: ``FileError/Code/unreadableInput`` if the first picture cannot be read.
    package init(
        _ files: PictureNames, named name: String, at frameRate: FrameRate, frames: Int = 1
    ) throws(FileError) {
        try self.init(
            files.paths, named: name, ends: files.paths.indices.map { frameRate.time(ofFrame: ($0 + 1) * frames) },
            frameRate: frameRate, step: frames, warnings: files.warnings)
    }

    /// Creates a sequence of pictures that are shown for given times.
    ///
    /// - Parameters:
    ///   - pictures: The pictures' paths and times.
    ///   - name: The name in messages.
    /// - Throws: ``FileError/Code/unreadableInput`` if the first picture cannot be read.
    package init(_ pictures: [(path: String, time: Duration)], named name: String) throws(FileError) {
        var end = Duration.zero
        let ends = pictures.map { picture in
            end += picture.time
            return end
        }
        try self.init(pictures.map(\.path), named: name, ends: ends, frameRate: nil, step: 1, warnings: [])
    }

    private init(
        _ paths: [String?], named name: String, ends: [Duration], frameRate: FrameRate?, step: Int, warnings: [String]
    ) throws(FileError) {
        guard let first = paths.lazy.compactMap(\.self).first else {
            throw FileError(.unreadableInput, "The pictures '\(name)' cannot be read: all of them are missing.")
        }
        size = try PictureReader(first).size
        (self.name, self.paths, self.ends, self.warnings) = (name, paths, ends, warnings)
        (self.frameRate, self.step) = (frameRate, step)
    }

    /// How long all pictures are shown.
    public var duration: Duration { ends.last ?? .zero }

    /// The picture that is shown at a time; the first one before the beginning, the last one after the end.
    ///
    /// - Returns: Its index.
    package func index(at time: Duration) -> Int {
        // Times are rounded down to the nanosecond, so one may be just before a picture's beginning.
        let time = time + .nanoseconds(1)
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Decodes a picture.
    ///
    /// - Throws: ``FileError/Code/unreadableInput`` if it cannot be read, is an animation, or has another size.
    package func picture(at index: Int) throws(FileError) -> PixelBuffer {
        guard let path = paths[index] else {
            // Zero is black; opaque, because a missing frame hides what is below, as in other editors.
            return PixelBuffer(size: size)
        }
        let reader = try PictureReader(path)
        guard let frame = try reader.next() else { throw PictureContents.unreadable(path, "it has no frame") }
        if frame.duration != nil, try reader.next() != nil {
            throw PictureContents.unreadable(path, "it is an animation, and '\(name)' is a sequence of stills")
        }
        guard frame.pixels.size == size else {
            throw PictureContents.unreadable(
                path,
                "it has \(frame.pixels.size) pixels, and the first picture of '\(name)' has \(size). Pictures of one "
                    + "sequence have one size; 'pagereel images' with --each fits pictures of any size")
        }
        return frame.pixels
    }
}
