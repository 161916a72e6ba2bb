/// The difference between the times that pictures show and the times of their frames.
struct TimeError {
    /// The mean error in milliseconds.
    let mean: Double
    /// The maximum error in milliseconds.
    let worst: Double
    /// The number of pictures whose time cannot be read.
    let unreadable: Int

    /// Compares times in frame order.
    ///
    /// - Parameters:
    ///   - times: The times that pictures show, in whole milliseconds, so an exact one can differ
    ///     by up to 1 ms.
    ///   - framesPerSecond: The frame rate of the video.
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
