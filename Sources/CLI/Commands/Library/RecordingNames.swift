import ArgumentParser

/// How recordings are named on the command line.
enum RecordingNames {
    /// The help of an argument that names one.
    static let help: ArgumentHelp = """
        Recording: its name or the beginning of it, its number in the list, latest, or a path.
        """
}
