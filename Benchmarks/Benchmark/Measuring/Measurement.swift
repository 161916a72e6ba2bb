/// The time and memory used by a program and its descendants.
struct Measurement {
    /// The parts of a run.
    enum Part: Int, CaseIterable {
        /// From the program's start until frames begin.
        case startup
        /// Until frames are done.
        case frames
        /// Until the program has ended.
        case closing
    }

    /// Wall time of the whole run, in seconds.
    var run = Seconds()
    /// Wall time of each part, in seconds.
    var parts: [Part: Seconds] = [:]
    /// CPU seconds for the frames, by process name.
    var processes: [String: Double] = [:]
    /// Peak memory use.
    var memory = MemoryUse()
    /// The number of processors that other programs used meanwhile: 0 on an idle machine.
    var othersShare = 0.0
    /// What the program wrote to its standard output.
    var output = ""

    /// The wall time of a part.
    subscript(part: Part) -> Seconds { parts[part] ?? Seconds() }

    /// The wall time of the whole run.
    var total: Seconds { Part.allCases.reduce(Seconds()) { $0 + self[$1] } }
}
