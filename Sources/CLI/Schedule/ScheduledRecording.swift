import ArgumentParser
import EngineLink
import Foundation
import Recorder

/// A recording that is to be made later, from another folder: checked as if it
/// began now, with every path absolute.
struct ScheduledRecording {
    /// The program and its arguments.
    let program: String
    let arguments: [String]
    /// A name for it, made of the output's or the page's.
    let defaultName: String
    /// Whether it was said how much it shall say.
    let choosesMessages: Bool

    /// Checks a command line.
    ///
    /// - Parameters:
    ///   - words: `record` and its arguments.
    ///   - folder: Absolute path of the folder that relative ones begin in.
    ///   - program: Absolute path of this program.
    /// - Throws: What `pagereel record` would say to it.
    init(_ words: [String], folder: String, program: String) throws {
        guard words.first == "record" else {
            throw ScheduleError(
                .usage, "What is to be scheduled stands behind two dashes: -- record page.html -o '%F.mp4'")
        }
        let command = try Self.parse(words)
        let server = try command.serve.start()
        _ = try command.plan(output: command.newOutput(), from: server)
        let declared = DeclaredArguments()
        let absolute = declared.replacing(in: Array(words.dropFirst())) { path, kind in
            switch kind {
            case .path: Self.absolute(path, in: folder)
            case .template: Self.absolute(path, in: folder.replacing("%", with: "%%"))
            case .flag, .value: path
            }
        } page: {
            // In a folder that is served it is a path of that folder.
            server == nil ? Self.absolutePage($0, in: folder) : $0
        }
        self.program = program
        arguments = ["record"] + absolute
        // The same recording, as far as it can be told.
        _ = try Self.parse(arguments)
        defaultName = ScheduleName.suggestion(output: command.output?.template ?? "", page: command.page)
        choosesMessages = command.messages.quiet || command.messages.verbose
    }

    private static func parse(_ words: [String]) throws -> RecordCommand {
        var command: (any ParsableCommand)?
        do {
            command = try Pagereel.parseAsRoot(words)
        } catch  where Pagereel.exitCode(for: error) != .success {
            throw ScheduleError(.usage, "This recording could not be made: \(Pagereel.message(for: error))")
        } catch {
            // The parser throws the help, too.
        }
        guard let recording = command as? RecordCommand else {
            throw ScheduleError(.usage, "What stands behind the two dashes is no recording.")
        }
        return recording
    }

    private static func absolute(_ path: String, in folder: String) -> String {
        if path.hasPrefix("/") { return path }
        let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        return (folder.hasSuffix("/") ? folder : folder + "/") + relative
    }

    /// Links on the way stay in the path: they may lead elsewhere by then.
    private static func absolutePage(_ page: String, in folder: String) -> String {
        guard let address = try? PageAddress(page), let file = address.file, !page.lowercased().hasPrefix("file:")
        else { return page }
        let path = absolute(page, in: folder)
        // A folder's name can have what begins a query in it.
        return (try? PageAddress(path))?.file == file ? path : address.description
    }
}
