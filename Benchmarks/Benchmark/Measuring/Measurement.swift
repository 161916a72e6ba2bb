/// What one run of a program took, with all processes that it started.
struct Measurement {
    /// The parts of a run.
    enum Part: Int, CaseIterable {
        /// From the program's start until it says that frames begin.
        case startup
        /// Until it says that they are done.
        case frames
        /// Until it has ended.
        case closing
    }

    /// Time from the program's start to its end.
    var run = Seconds()
    /// Time of each part.
    var parts: [Part: Seconds] = [:]
    /// Processor seconds of the frames, by the processes' names.
    var processes: [String: Double] = [:]
    /// Peaks of memory.
    var memory = MemoryUse()
    /// Processors that others used meanwhile: 0 on an idle machine.
    var othersShare = 0.0
    /// What the program wrote to its standard output.
    var output = ""

    /// Time of a part.
    subscript(part: Part) -> Seconds { parts[part] ?? Seconds() }

    /// Time of the whole run.
    var total: Seconds { Part.allCases.reduce(Seconds()) { $0 + self[$1] } }
}
