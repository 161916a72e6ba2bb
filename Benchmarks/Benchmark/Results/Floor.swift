/// The least that a recording can take, from its two halves alone.
struct Floor {
    /// Painting, with the frames thrown away.
    let painting: Seconds
    /// Conversion and encoding, with the frames in memory.
    let encoding: Seconds
    /// Processors of the machine.
    let processors: Int

    /// Seconds on the wall: the two run side by side, each as fast as it can
    /// alone, but both on the machine's processors.
    var wall: Double {
        max(painting.wall, encoding.wall, processor / Double(processors))
    }

    /// Seconds of the processors.
    var processor: Double { painting.processor + encoding.processor }
}
