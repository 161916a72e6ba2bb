/// The minimum time of a recording, computed from its two halves.
struct Floor {
    /// Painting, with the frames discarded.
    let painting: Seconds
    /// Conversion and encoding, with the frames in memory.
    let encoding: Seconds
    /// The number of processors of the machine.
    let processors: Int

    /// The minimum wall time in seconds.
    ///
    /// The two halves run side by side, each at its own maximum speed, but share the machine's
    /// processors.
    var wall: Double {
        max(painting.wall, encoding.wall, processor / Double(processors))
    }

    /// The CPU time in seconds.
    var processor: Double { painting.processor + encoding.processor }
}
