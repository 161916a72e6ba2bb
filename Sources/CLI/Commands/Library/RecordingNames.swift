import ArgumentParser

/// The recordings of a command line.
enum RecordingNames {
    /// The help of an argument that names a recording.
    static let help: ArgumentHelp = """
        Recording: its file name or the beginning of it, its number in pagereel list, latest, or a path.
        """
}
