/// How far the times that pictures show are from the times of their frames.
struct TimeError {
    /// The mean distance in milliseconds.
    let mean: Double
    /// The greatest distance in milliseconds.
    let worst: Double
    /// Pictures whose time cannot be read.
    let unreadable: Int

    /// Compares times in the order of the frames.
    ///
    /// - Parameters:
    ///   - times: What the pictures show, in whole milliseconds, so that an
    ///     exact one can be up to 1 ms away.
    ///   - framesPerSecond: Of the video.
    init?(_ times: [Int?], framesPerSecond: Double) {
        let distances = times.enumerated().compactMap { index, time in
            time.map { abs(Double($0) - Double(index) * 1000 / framesPerSecond) }
        }
        guard let worst = distances.max() else { return nil }
        self.worst = worst
        mean = distances.reduce(0, +) / Double(distances.count)
        unreadable = times.count - distances.count
    }
}
