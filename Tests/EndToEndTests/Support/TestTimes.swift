import Foundation
import Glibc
import Synchronization
import Testing

/// A list of how long tests take without waiting for their turn, to find the slow ones.
///
/// PAGEREEL_TEST_TIMES names the file. Each line is a test case: seconds, a tab, its identifier.
enum TestTimes {
    private static let file = Mutex(
        ProcessInfo.processInfo.environment["PAGEREEL_TEST_TIMES"].flatMap { path in
            let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            return descriptor < 0 ? nil : FileHandle(fileDescriptor: descriptor)
        })

    /// Adds a test case.
    static func note(_ test: Test, _ time: Duration) {
        file.withLock { file in
            let seconds = time.formatted(.units(allowed: [.seconds], width: .narrow, fractionalPart: .show(length: 1)))
            file?.write(Data("\(seconds)\t\(test.id)\n".utf8))
        }
    }
}
