import EngineLink
import Files
import Foundation
import Glibc
import PageServer
import Subprocess
import SystemPackage

// The check of a page, or of a file of cases, whenever one of their files changes (`--watch`).

extension CheckCommand {
    /// Checks until a signal comes.
    ///
    /// - Throws: ``FileError`` if a folder cannot be watched.
    @MainActor
    func watch() async throws -> ExitStatus {
        let signals = StopSignals()
        await signals.start()
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let written = try WrittenFiles()
        let outputs = [expectations.failures, storyboards.storyboard, archiving.har] + expectations.reports
        let ignored = Set(outputs.compactMap { $0.map { ($0 as NSString).lastPathComponent } } + Self.redirections)
        // The names of changed files that have not been looked at.
        var changed: Set<String> = []
        let watch = try FolderWatch(folders, includingSubfolders: true, ignoring: ignored) {
            changed.formUnion($0.map(\.name))
            change.yield()
        }
        defer { withExtendedLifetime(watch) {} }
        await signals.run(interrupt: { change.finish() }) {
            await checkOnce(listing: written)
            tellFolders()
            for await _ in changes {
                // Editors write several files, or one in several steps.
                try? await Task.sleep(for: .milliseconds(100))
                changed.subtract(written.names)
                guard !changed.isEmpty else { continue }
                changed = []
                await checkOnce(listing: written)
                tellFolders()
            }
        }
        return signals.status ?? .interrupted
    }

    /// The names of the files to which this command's texts go, if they go to files.
    private static var redirections: [String] {
        [Message.resultDescriptor, Message.errorDescriptor].compactMap {
            // A descriptor that is closed has no file.
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        }.map { ($0 as NSString).lastPathComponent }
    }

    private func tellFolders() {
        guard !messages.quiet else { return }
        Message.note("watching \(folders.sorted().joined(separator: ", ")); Ctrl-C ends it.")
    }

    /// Checks once, in a child process.
    ///
    /// - Parameter written: Receives the names of files that the check writes.
    private func checkOnce(listing written: WrittenFiles) async {
        let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--watch" }
        do {
            _ = try await Subprocess.run(
                .path("/proc/self/exe"), arguments: Arguments(Array(arguments)),
                environment: .inherit.updating(written.environment), input: .none,
                output: .fileDescriptor(
                    FileDescriptor(rawValue: Message.resultDescriptor), closeAfterSpawningProcess: false),
                error: .fileDescriptor(
                    FileDescriptor(rawValue: Message.errorDescriptor), closeAfterSpawningProcess: false))
        } catch {
            Message.error("The check could not be run (\(error)).")
        }
    }

    /// The folders of the page and of the files that are added to it.
    private var folders: Set<String> {
        var files = pageOptions.initialScripts + pageOptions.scripts + pageOptions.styles
        if let steps = pageOptions.stepsFile { files.append(steps) }
        if hasCases {
            files.append(page)
            files += casesPages
        } else if serve.serve == nil {
            files += pages.compactMap { page in
                // A page that is missing fails the check, and may come; another address that cannot be read only fails it.
                (try? PageAddress(page).file) ?? (page.contains("://") ? nil : page)
            }
        }
        let folders = files.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        return Set(folders + [serve.serve].compactMap { $0.map { URL(fileURLWithPath: $0).path } })
    }

    /// The pages of a file of cases that are local files.
    private var casesPages: [String] {
        let cases = (try? CasesFile(path: page).cases()) ?? []
        return cases.map(\.page).filter { $0.hasPrefix("/") }
    }
}

/// The files of steps that checks have written, so that `--watch` does not take them for changes of the page.
final class WrittenFiles: Sendable {
    /// The variable with the list's path for the processes that check.
    private static let variable = "PAGEREEL_WRITTEN_FILES"

    private let folder: LockedFolder
    /// A file with a name in each line.
    private var list: String { "\(folder.path)/written" }

    /// Makes an empty list.
    ///
    /// - Throws: ``FileError/Code/missingComponent`` if there is no temporary folder.
    init() throws(FileError) {
        let parent = FileManager.default.temporaryDirectory.path
        do throws(SystemError) {
            folder = try LockedFolder(in: parent, prefix: "pagereel-watch-")
        } catch {
            throw FileError(
                .missingComponent, "Files cannot be watched: there is no temporary folder in \(parent) (\(error.text))."
            )
        }
    }

    /// What a process that checks needs in its environment.
    var environment: [Environment.Key: String?] {
        [Environment.Key(stringLiteral: Self.variable): list]
    }

    /// The names of all files so far.
    var names: Set<String> {
        // No check has written a file yet.
        let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        return Set(text.split(separator: "\n").map(String.init))
    }

    /// Adds files to the list of the command that watches, if there is one.
    static func note(_ paths: [String]) {
        guard let path = unsafe getenv(variable), !paths.isEmpty else { return }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        // Short lines of several processes that append are kept apart.
        let lines = Array((paths.map { ($0 as NSString).lastPathComponent }.joined(separator: "\n") + "\n").utf8)
        _ = unsafe write(descriptor, lines, lines.count)
        close(descriptor)
    }
}
