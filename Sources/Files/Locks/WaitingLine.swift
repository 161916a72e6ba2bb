import Dispatch
import Foundation
import Glibc
internal import Synchronization

/// A queue in which a user's processes take turns, first come, first served.
///
/// Each process locks (`flock(2)`) a numbered file in a folder, and waits for the locks on all
/// lower numbers. When a process ends, in whatever way, the kernel releases its lock and the
/// next process proceeds. If that process was killed and left its file behind, the next one removes it.
package struct WaitingLine: Sendable {
    private let name: String

    /// Creates a queue.
    ///
    /// - Parameter name: The queue's name, a single path component.
    package init(_ name: String) { self.name = name }

    /// A place in the queue; deallocating it leaves the queue.
    package final class Place: Sendable {
        private let descriptor: CInt
        private let path: String

        fileprivate init(owning descriptor: CInt, path: String) {
            self.descriptor = descriptor
            self.path = path
        }

        deinit {
            // Removes the name first, so that no process starts waiting for a released lock.
            unsafe unlink(path)
            close(descriptor)
        }
    }

    /// Joins the end of the queue.
    ///
    /// - Returns: The place, and the files of the places before it.
    /// - Throws: ``NamedLockError/unusable(_:reason:)``.
    package func join() throws(NamedLockError) -> (place: Place, before: [String]) {
        let folder = try "\(LockFolder.make())/\(name).line"
        if unsafe mkdir(folder, 0o700) != 0 && errno != EEXIST { throw .unusable(folder) }
        // A lock on the folder ensures that each number is assigned once.
        let gate = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard gate >= 0 else { throw .unusable(folder) }
        defer { close(gate) }
        while flock(gate, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .unusable(folder) }
        }
        let taken: [Int]
        do throws(SystemError) {
            taken = try folder.names().compactMap { Int($0) }
        } catch {
            throw .unusable(folder, reason: error.text)
        }
        let number = (taken.max() ?? 0) + 1
        let path = "\(folder)/\(number)"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .unusable(path) }
        let place = Place(owning: descriptor, path: path)
        // No other process knows this new file yet.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .unusable(path) }
        return (place, taken.sorted().map { "\(folder)/\($0)" })
    }

    /// Waits until all places before this one are gone.
    ///
    /// - Parameter before: The files of those places, from ``join()``.
    /// - Throws: `CancellationError` as soon as the task is canceled;
    ///   ``NamedLockError/unusable(_:reason:)``.
    package static func wait(for before: [String]) async throws {
        for path in before.reversed() {
            let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0 && errno == ENOENT { continue }
            guard descriptor >= 0 else { throw NamedLockError.unusable(path) }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                close(descriptor)
            } else {
                try await waitForLock(on: descriptor)
            }
            // Its process was killed, or has just removed the file.
            unsafe unlink(path)
        }
    }

    /// Waits for a lock on a separate thread, which then closes the descriptor.
    ///
    /// If the task is canceled, the thread keeps waiting.
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

    /// A waiting task, resumed exactly once.
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
}
