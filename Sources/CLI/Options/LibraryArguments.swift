import ArgumentParser
import Foundation
import Notation
import RecordingLibrary

/// The option for the library's folder.
struct LibraryArguments: OptionTable {
    @Setting(
        "library", "The library's folder. (default: PAGEREEL_LIBRARY, or pagereel in your videos folder)", .text,
        as: "folder", .folder, .notRepeated)
    var library: String?

    /// The folder.
    var folder: LibraryFolder {
        library.map(LibraryFolder.init(path:)) ?? LibraryFolder(environment: ProcessInfo.processInfo.environment)
    }

    func validate() throws {
        guard library != "" else { throw ValidationError("--library names a folder, like ~/Videos/pagereel.") }
    }
}
