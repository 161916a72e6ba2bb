private import CSubreaper
import Foundation
import Frames
import Glibc
import Recorder

/// Runs a program and measures it together with all its descendants.
///
/// The CPU time is what the kernel sums when processes are reaped. This process adopts descendants
/// whose parent has ended, so it must not start other programs meanwhile. The program's standard
/// input closes once it has printed its end mark and its processes have been measured, so it can
/// wait for that before they end.
struct MeasuredProgram {
    /// The program's exit status was not 0.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let path: String
    let arguments: [String]
    /// A part of the line that the program prints when frames begin.
    let startMark: String
    /// A part of the line that it prints when they are done.
    let endMark: String

    /// The interval between memory measurements, in milliseconds.
    private static let interval: CInt = 500

    /// Runs the program until it and all its descendants have ended.
    func run() throws -> Measurement {
        guard become_subreaper() == 0 else { throw Self.failure("prctl") }
        let output = try TemporaryFile()
        let errors = try Pipe.open()
        let looked = try Pipe.open()
        let machineBefore = ProcessorUse.ofMachine
        let begun = ContinuousClock.now
        let process = try start(input: looked.output, output: output.descriptor, errors: errors.input)
        close(looked.output)
        close(errors.input)

        var watch = Watch(process: process, startMark: startMark, endMark: endMark)
        try watch.follow(errors.output, interval: Self.interval, holding: looked.input)
        close(errors.output)
        let (status, processor) = Self.waitForAll(process)

        var measurement = watch.measurement(begun: begun, processor: processor)
        let busy = ProcessorUse.ofMachine - machineBefore
        measurement.othersShare = max(0, busy - processor) / begun.duration(to: .now).inSeconds
        measurement.output = output.text
        guard status == 0 else {
            throw Failure(description: "\(path) \(arguments.joined(separator: " ")): status \(status)\n\(watch.text)")
        }
        guard measurement.parts[.frames] != nil || startMark.isEmpty else {
            throw Failure(description: "\(path) never said \"\(startMark)\":\n\(watch.text)")
        }
        return measurement
    }

    private func start(input: CInt, output: CInt, errors: CInt) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        var argv: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe argv.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, path, &actions, nil, &argv, environ)
        guard code == 0 else { throw Failure(description: unsafe "\(path): \(String(cString: strerror(code)))") }
        return process
    }

    /// Waits for all descendants.
    ///
    /// - Returns: The first process's exit status, or 128 plus the signal that killed it, and the
    ///   CPU seconds of all.
    private static func waitForAll(_ first: pid_t) -> (status: CInt, processor: Double) {
        var exit: CInt = 0
        var seconds = 0.0
        while true {
            var status: CInt = 0
            var usage = rusage()
            let process = unsafe wait4(-1, &status, 0, &usage)
            if process < 0 {
                if errno == EINTR { continue }
                return (exit, seconds)
            }
            for time in [usage.ru_utime, usage.ru_stime] {
                seconds += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
            }
            if process == first { exit = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f }
        }
    }

    static func failure(_ function: String) -> Failure {
        Failure(description: unsafe "\(function): \(String(cString: strerror(errno)))")
    }
}
