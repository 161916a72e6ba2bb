import EngineLink
import Files
import Foundation
import Subprocess
import SystemPackage

/// Runs `pagereel check --watch`: checks again whenever a file of the page
/// changes, until a signal.
@MainActor
struct WatchingSession {
    let command: CheckCommand

    /// Checks until a signal comes.
    ///
    /// - Throws: ``FileError`` if a folder cannot be watched.
    func run() async throws -> ExitStatus {
        let signals = StopSignals()
        await signals.start()
        let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let name = (command.expectations.failures as NSString).lastPathComponent
        let watch = try FolderWatch(folders, includingSubfolders: true, ignoring: name) { _ in change.yield() }
        defer { withExtendedLifetime(watch) {} }
        await signals.run(interrupt: { change.finish() }) {
            await check()
            tellFolders()
            for await _ in changes {
                // Editors write several files, or one in several steps.
                try? await Task.sleep(for: .milliseconds(100))
                await check()
                tellFolders()
            }
        }
        return signals.status ?? .interrupted
    }

    private func tellFolders() {
        guard !command.messages.quiet else { return }
        Message.note("watching \(folders.sorted().joined(separator: ", ")); Ctrl-C ends it.")
    }

    /// Checks once, in a child process.
    private func check() async {
        let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--watch" }
        do {
            _ = try await Subprocess.run(
                .path("/proc/self/exe"), arguments: Arguments(Array(arguments)), input: .none,
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
        let page = command.pageOptions
        var files = page.initialScripts + page.scripts + page.styles
        if let steps = page.stepsFile { files.append(steps) }
        if CasesFile.isName(command.page) {
            files.append(command.page)
            files += casesPages
            // An address that cannot be read fails the check itself.
        } else if command.serve.serve == nil, let file = try? PageAddress(command.page).file {
            files.append(file)
        }
        let folders = files.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        return Set(folders + [command.serve.serve].compactMap { $0.map { URL(fileURLWithPath: $0).path } })
    }

    /// The pages of a file of cases that are local files.
    private var casesPages: [String] {
        let cases = (try? CasesFile(path: command.page).cases()) ?? []
        return cases.map(\.page).filter { $0.hasPrefix("/") }
    }
}
