import Dispatch
import Foundation
import Glibc
internal import Synchronization

/// A line that processes of a user stand in, to have something one after the
/// other, first come, first served.
///
/// Each has a numbered file in a folder and holds the kernel's lock on it; it
/// waits for the locks on all lower numbers. A process that ends, however it
/// does, leaves its place to the next, and a file that nobody holds is removed
/// by whoever waited for it.
package struct WaitingLine: Sendable {
    private let name: String

    /// Names a line.
    ///
    /// - Parameter name: One part of a path.
    package init(_ name: String) { self.name = name }

    /// A place in the line, until it is let go of.
    package final class Place: Sendable {
        private let descriptor: CInt
        private let path: String

        fileprivate init(owning descriptor: CInt, path: String) {
            self.descriptor = descriptor
            self.path = path
        }

        deinit {
            // First the name, so that nobody comes to wait for what is over.
            unlink(path)
            close(descriptor)
        }
    }

    /// Goes to the end of the line.
    ///
    /// - Returns: The place, and the files of those before it.
    /// - Throws: ``NamedLockError/unusable(_:reason:)``.
    package func join() throws(NamedLockError) -> (place: Place, before: [String]) {
        let folder = try "\(LockFolder.make())/\(name).line"
        if mkdir(folder, 0o700) != 0 && errno != EEXIST { throw Self.unusable(folder) }
        // Numbers are given out one at a time.
        let gate = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard gate >= 0 else { throw Self.unusable(folder) }
        defer { close(gate) }
        while flock(gate, LOCK_EX) != 0 {
            guard errno == EINTR else { throw Self.unusable(folder) }
        }
        let taken = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { Int($0) }
        let number = (taken.max() ?? 0) + 1
        let path = "\(folder)/\(number)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.unusable(path) }
        let place = Place(owning: descriptor, path: path)
        // Nobody else knows of it yet.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw Self.unusable(path) }
        return (place, taken.sorted().map { "\(folder)/\($0)" })
    }

    /// Waits until all that were before a place are gone.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled;
    ///   ``NamedLockError/unusable(_:reason:)``.
    package static func wait(for before: [String]) async throws {
        for path in before.reversed() {
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0 && errno == ENOENT { continue }
            guard descriptor >= 0 else { throw unusable(path) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                close(descriptor)
            } else {
                try await waitForLock(on: descriptor)
            }
            // Its process ended without a word, or has just removed it.
            unlink(path)
        }
    }

    /// Waits for the lock in a thread of its own, which closes the descriptor
    /// when it has it; who no longer waits leaves the thread behind.
    private static func waitForLock(on descriptor: CInt) async throws {
        let waiter = Waiter()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.set(continuation)
                Thread.detachNewThread {
                    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
                    close(descriptor)
                    waiter.resume(with: .success(()))
                }
            }
        } onCancel: {
            waiter.resume(with: .failure(CancellationError()))
        }
    }

    /// Who waits, resumed once.
    private final class Waiter: Sendable {
        private enum State {
            case idle
            case waiting(CheckedContinuation<Void, any Error>)
            case done(Result<Void, any Error>)
        }

        private let state = Mutex(State.idle)

        func set(_ continuation: CheckedContinuation<Void, any Error>) {
            let result: Result<Void, any Error>? = state.withLock { state in
                if case .done(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }

        func resume(with result: Result<Void, any Error>) {
            let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
                defer { if case .done = state {} else { state = .done(result) } }
                if case .waiting(let continuation) = state { return continuation }
                return nil
            }
            continuation?.resume(with: result)
        }
    }

    private static func unusable(_ path: String) -> NamedLockError {
        .unusable(path, reason: String(cString: strerror(errno)))
    }
}
