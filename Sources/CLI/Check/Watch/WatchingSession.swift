import EngineLink
import Foundation
import Recorder
import Subprocess
import SystemPackage

/// One run of `pagereel check --watch`: checks, and again whenever a file of
/// the page has changed, until a signal ends it.
@MainActor
struct WatchingSession {
    private let command: CheckCommand

    /// Prepares to run a command.
    init(_ command: CheckCommand) { self.command = command }

    /// Runs it until a signal comes.
    func run() async -> ExitStatus {
        let (changes, change) = AsyncStream.makeStream(of: ExitStatus?.self, bufferingPolicy: .bufferingNewest(1))
        let watcher = SignalWatcher { change.yield(ExitStatus(signal: $0)) }
        await watcher.start()
        let name = (command.expectations.failures as NSString).lastPathComponent
        let watch: FileWatch
        do {
            watch = try FileWatch(folders, ignoring: name) { change.yield(nil) }
        } catch {
            Message.error(error.description)
            return ExitStatus(error, signal: nil)
        }
        defer { withExtendedLifetime((watcher, watch)) {} }
        var next = changes.makeAsyncIterator()
        repeat {
            await check()
            if !command.messages.quiet {
                Message.note("watching \(folders.sorted().joined(separator: ", ")); Ctrl-C ends it.")
            }
            guard let event = await next.next() else { break }
            if let status = event { return status }
            // An editor writes several files, or one in several steps.
            try? await Task.sleep(for: .milliseconds(100))
        } while true
        return .interrupted
    }

    /// Checks once, in a process of its own.
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

    /// The folders of the page and of all that goes into it.
    private var folders: Set<String> {
        var files = command.pageOptions.scripts + command.pageOptions.styles
        if let steps = command.pageOptions.stepsFile { files.append(steps) }
        if CasesFile.isName(command.page) {
            files.append(command.page)
            files += casesPages
        } else if command.serve.serve == nil, let file = try? PageAddress(command.page).file {
            files.append(file)
        }
        let folders = files.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        return Set(folders + [command.serve.serve].compactMap { $0.map { URL(fileURLWithPath: $0).path } })
    }

    /// The pages of a file of cases, as far as they are files.
    private var casesPages: [String] {
        let cases = (try? CasesFile(path: command.page).cases()) ?? []
        return cases.map(\.page).filter { $0.hasPrefix("/") }
    }
}
