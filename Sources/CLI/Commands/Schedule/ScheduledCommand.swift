import ArgumentParser
import EngineLink
import Files
import Foundation
import Notation
import PageServer

/// A command to run later: checked as if it started now, and independent of the working folder.
struct ScheduledCommand {
    /// The absolute path of this program.
    let program: String
    /// The names of the command, such as `batch run`.
    let names: [String]
    /// Its arguments.
    let arguments: [String]
    /// The working folder, if the arguments have paths in it; `nil` if their paths are absolute.
    let folder: String?
    /// A name derived from what the command makes, or what of.
    let defaultName: String
    /// Whether the page's address has a token.
    let hasSecret: Bool
    /// Whether `--quiet` or `--verbose` is given.
    let choosesMessages: Bool
    /// The names of files that no earlier run may have made, possibly with strftime(3) conversions.
    let newFiles: [String]
    /// A sentence for each variable of the shell that the job will not have.
    let warnings: [String]

    /// Checks a command line.
    ///
    /// - Parameters:
    ///   - words: The command and its arguments, as typed.
    ///   - folder: The absolute path of the working folder.
    ///   - program: The absolute path of this program.
    ///   - environment: The shell's variables.
    /// - Throws: The errors of the command.
    init(
        _ words: [String], folder: String, program: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        // People type the program's name, too.
        let words = Array(words.dropFirst(words.first?.fileName == "pagereel" ? 1 : 0))
        let command = try Self.parse(words)
        guard !command.inputs.contains(PageAddress.standardInput) else {
            throw CommandError(
                .usage, "A scheduled command has no standard input (-). Name a file, or a page's address.")
        }
        try Self.refuseSecrets(in: command)
        newFiles = try command.rehearse()
        self.program = program
        let input = command.inputs.first ?? ""
        if let recording = command as? RecordCommand {
            names = ["record"]
            arguments = try Self.absoluteArguments(of: recording, in: folder)
            self.folder = nil
            // The replaced arguments must be valid, too.
            _ = try Self.parse(names + arguments)
        } else {
            let isBatch = command is BatchRunCommand
            names = isBatch ? ["batch", "run"] : Array(words.prefix(1))
            arguments = Array(words.dropFirst(isBatch && words.dropFirst().first == "run" ? 2 : 1))
            self.folder = folder
        }
        defaultName = ScheduleName.suggestion(output: command.nameGiver, page: input)
        hasSecret = ShownAddress.text(input) != input
        choosesMessages = command.choosesMessages
        let mails = command.settingsOfGroups.contains { $0.facts.name == "mail-on-failure" && !$0.texts.isEmpty }
        warnings =
            ShellVariables(of: command, in: environment).warnings
            + (mails ? [FailureMail.warning(path: environment["PATH"] ?? "")].compactMap(\.self) : [])
    }

    private static func parse(_ words: [String]) throws -> any SchedulableCommand {
        var command: (any ParsableCommand)?
        do {
            command = try Pagereel.parseAsRoot(words)
        } catch  where Pagereel.exitCode(for: error) != .success {
            let unknown =
                UnknownCommand.find(in: words, of: Pagereel.self) ?? UnknownOption.find(in: words, of: Pagereel.self)
            throw CommandError(
                .usage,
                "Invalid command: "
                    + (unknown.map { "\($0)" } ?? UsageError.mistake(error, in: words, of: Pagereel.self)))
        } catch {
            // The parser throws for --help, too.
        }
        guard let command = command as? any SchedulableCommand else {
            throw CommandError(
                .usage,
                "The arguments after the two dashes are no command that can be scheduled. Those are record, batch, "
                    + "check, stills, images and compose.")
        }
        return command
    }

    // MARK: Secrets

    /// Rejects passwords and the like, which every user can see with ps while the command runs.
    private static func refuseSecrets(in command: any SchedulableCommand) throws {
        let settings = command.writtenSettings
        func refuse(_ what: String, _ key: String) throws -> Never {
            throw CommandError(
                .usage,
                "\(what) would be readable in the job, and with ps for every user. Put it into a configuration file "
                    + "that only you can read (chmod 600), like 'defaults: {\(key)}', and pass --config FILE"
                    + (key.hasPrefix("auth") ? "; or set PAGEREEL_AUTH in the job's environment." : "."))
        }
        if settings["auth"] != nil { try refuse("The password of --auth", "auth: user:password") }
        for input in command.inputs where PageAddress.withoutCredentials(input) != input {
            try refuse("The password in the page's address", "auth: user:password")
        }
        for option in Secrets.namedOptions {
            for value in settings[option] ?? [] {
                guard let (name, sign) = Secrets.name(in: value, of: option) else { continue }
                try refuse("The value of --\(option) '\(name)'", "\(option): \"\(name)\(sign) …\"")
            }
        }
    }

    // MARK: Absolute paths

    private static func absoluteArguments(of command: RecordCommand, in folder: String) throws -> [String] {
        let server = try command.serve.start()
        let page =
            server.map { absolutePage(command.page, from: $0, in: folder) } ?? absolutePage(command.page, in: folder)
        let options = command.settingsOfGroups.filter(\.isTyped).flatMap { setting in
            let option = setting.facts
            guard option.kind != .flag else { return setting.arguments }
            guard option.namesFile else { return setting.texts.flatMap(option.words) }
            let folder = option.isTemplate ? folder.escaping(["%": "%%"]) : folder
            return setting.texts.flatMap { option.words(option.isFileName($0) ? absolute($0, in: folder) : $0) }
        }
        return page.hasPrefix("-") ? options + ["--", page] : [page] + options
    }

    private static func absolute(_ path: String, in folder: String) -> String {
        if path.hasPrefix("/") { return path }
        let relative = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
        return (folder.hasSuffix("/") ? folder : folder + "/") + relative
    }

    /// Keeps the page's path in the served folder, and makes the path of a file absolute.
    private static func absolutePage(_ page: String, from server: PageServer, in folder: String) -> String {
        let path = absolute(page, in: folder)
        // A page that is no file of the folder stays as it is.
        guard let served = try? server.page(path), served == (try? server.page(page)) else { return page }
        return path
    }

    /// Symbolic links stay in the path, since they may change until then.
    private static func absolutePage(_ page: String, in folder: String) -> String {
        // What is no page is refused elsewhere.
        guard let address = try? PageAddress(page), let file = address.file, !page.lowercased().hasPrefix("file:")
        else { return page }
        let path = absolute(page, in: folder)
        // A folder's name can contain a character that begins a query; then the path is no address.
        return (try? PageAddress(path))?.file == file ? path : address.uri
    }
}

extension SchedulableCommand {
    /// The typed options with all their values.
    fileprivate var writtenSettings: [String: [String]] {
        var settings = Dictionary(
            settingsOfGroups.filter(\.isTyped).map { ($0.facts.name, $0.texts) }, uniquingKeysWith: +)
        if let batch = self as? BatchRunCommand {
            for setting in batch.batch.rows.templates { settings[setting.option] = setting.texts }
        }
        return settings
    }
}
