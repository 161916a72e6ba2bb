import Foundation
import Glibc
import TestSupport
import Testing

@testable import Benchmark

@Suite("Processor time")
struct ProcessorUseTests {
    @Test("The CPU time of an ended process counts until it is reaped")
    func ended() throws {
        let folder = try TemporaryFolder()
        // The kernel names a process after its file.
        let shell = folder.path("countingshell")
        try FileManager.default.createSymbolicLink(atPath: shell, withDestinationPath: "/bin/sh")
        let script = "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done"
        let arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(shell), strdup("-c"), strdup(script), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        try unsafe #require(posix_spawn(&process, shell, nil, nil, arguments, environ) == 0)
        var information = unsafe siginfo_t()
        unsafe #expect(waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == 0)

        let used = try #require(ProcessorUse.look(below: getpid()).seconds["countingshell"])
        #expect(used > 0)

        var status: CInt = 0
        unsafe #expect(waitpid(process, &status, 0) == process)
        #expect(ProcessorUse.look(below: getpid()).seconds["countingshell"] == nil)
    }
}
