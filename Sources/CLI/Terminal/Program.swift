/// The program's name and version in files, reports and messages.
enum Program {
    /// The version, which is the package's too.
    static let version = "0.2.0"
    /// The name and the version, as recordings carry them in their metadata.
    static let nameAndVersion = "pagereel \(version)"
}
