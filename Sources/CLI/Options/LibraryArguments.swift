import ArgumentParser
import Foundation
import Library

/// The option for the library's folder.
struct LibraryArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The library's folder. (default: PAGEREEL_LIBRARY, or pagereel in your videos folder)", valueName: "folder"),
        completion: .directory)
    var library: String?

    /// The folder.
    var folder: LibraryFolder {
        library.map(LibraryFolder.init(path:)) ?? LibraryFolder(environment: ProcessInfo.processInfo.environment)
    }

    func validate() throws {
        guard library != "" else { throw ValidationError("--library names a folder, like ~/Videos/pagereel.") }
    }
}
