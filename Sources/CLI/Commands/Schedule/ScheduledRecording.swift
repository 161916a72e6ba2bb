import ArgumentParser
import EngineLink
import Foundation
import Notation
import PageServer

/// A recording to make later, from another folder: checked as if it started
/// now, with absolute paths.
struct ScheduledRecording {
    let program: String
    let arguments: [String]
    /// A name derived from the output's or the page's.
    let defaultName: String
    /// Whether the page's address has a password or a token.
    let hasSecret: Bool
    /// Whether `--quiet` or `--verbose` is given.
    let choosesMessages: Bool

    /// Checks a command line.
    ///
    /// - Parameters:
    ///   - words: `record` and its arguments.
    ///   - folder: The absolute path of the folder that relative paths start
    ///     from.
    ///   - program: The absolute path of this program.
    /// - Throws: The errors of `pagereel record`.
    init(_ words: [String], folder: String, program: String) throws {
        guard words.first == "record" else {
            throw CommandError(
                .usage, "Put the recording after two dashes: -- record page.html -o '%F.mp4'")
        }
        let command = try Self.parse(words)
        let server = try command.serve.start()
        _ = try command.plan(output: command.newOutput(), from: server)
        let page =
            server.map { Self.absolutePage(command.page, from: $0, in: folder) }
            ?? Self.absolutePage(command.page, in: folder)
        let options = command.settingsOfGroups.filter(\.isTyped).flatMap { setting in
            let option = setting.facts
            guard option.kind != .flag else { return setting.arguments }
            guard option.namesFile else { return setting.texts.flatMap(option.words) }
            let folder = option.isTemplate ? folder.escaping(["%": "%%"]) : folder
            return setting.texts.flatMap { option.words(Self.absolute($0, in: folder)) }
        }
        self.program = program
        arguments = ["record"] + (page.hasPrefix("-") ? options + ["--", page] : [page] + options)
        // The replaced arguments must be valid, too.
        _ = try Self.parse(arguments)
        defaultName = ScheduleName.suggestion(output: command.file.output?.template ?? "", page: command.page)
        hasSecret = ShownAddress.text(command.page) != command.page
        choosesMessages = command.messages.quiet || command.messages.verbose
    }

    private static func parse(_ words: [String]) throws -> RecordCommand {
        var command: (any ParsableCommand)?
        do {
            command = try Pagereel.parseAsRoot(words)
        } catch  where Pagereel.exitCode(for: error) != .success {
            throw CommandError(
                .usage, "Invalid recording: \(UsageError.mistake(error, in: words, of: Pagereel.self))")
        } catch {
            // The parser throws for --help, too.
        }
        guard let recording = command as? RecordCommand else {
            throw CommandError(.usage, "The arguments after the two dashes are not a recording.")
        }
        guard recording.page != PageAddress.standardInput else {
            throw CommandError(
                .usage, "A scheduled recording has no standard input (-). Name a file or an address as the page.")
        }
        return recording
    }

    private static func absolute(_ path: String, in folder: String) -> String {
        if path.hasPrefix("/") { return path }
        let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        return (folder.hasSuffix("/") ? folder : folder + "/") + relative
    }

    /// Keeps the page's path in the served folder, and makes the path of a file absolute.
    private static func absolutePage(_ page: String, from server: PageServer, in folder: String) -> String {
        let path = absolute(page, in: folder)
        guard let served = try? server.page(path), served == (try? server.page(page)) else { return page }
        return path
    }

    /// Symbolic links stay in the path, since they may change until then.
    private static func absolutePage(_ page: String, in folder: String) -> String {
        guard let address = try? PageAddress(page), let file = address.file, !page.lowercased().hasPrefix("file:")
        else { return page }
        let path = absolute(page, in: folder)
        // A folder's name can contain a character that begins a query.
        return (try? PageAddress(path))?.file == file ? path : address.uri
    }
}
