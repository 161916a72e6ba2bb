import ArgumentParser
import Files
import Glibc
import Library
import Recorder

/// What the library's commands have in common.
enum LibrarySession {
    /// Runs what a command does, and tells of its failure.
    static func run(_ body: () throws -> Void) throws {
        Message.openStandardStreams()
        // A reader that has seen enough, such as head(1), is no failure.
        signal(SIGPIPE, SIG_IGN)
        do {
            try body()
        } catch let code as ExitCode {
            throw code
        } catch {
            Message.error(Message.printable("\(error)"))
            throw ExitCode(ExitStatus(error, signal: nil).rawValue)
        }
    }

    /// Reads the library, and warns of files that are no whole videos.
    static func catalogue(of folder: LibraryFolder) throws -> Catalogue {
        let catalogue = try Catalogue(of: folder)
        for (_, reason) in catalogue.unreadable {
            Message.warning(Message.printable("\(reason.message) It is left out."))
        }
        return catalogue
    }

    /// Says that there is nothing to show.
    static func tellEmpty(_ catalogue: Catalogue) {
        let folder = Message.printable(catalogue.folder.path)
        Message.note(
            catalogue.entries.isEmpty
                ? "there are no recordings in \(folder) yet; pagereel record without --output puts them there."
                : "none of the \(catalogue.entries.count) recordings in \(folder) is meant.")
    }
}
