/// What the program calls itself in files, reports and messages.
enum Program {
    /// The version, of the package as well.
    static let version = "0.1.0"
    /// The name and the version, as recordings carry them in their metadata.
    static let nameAndVersion = "pagereel \(version)"
}
