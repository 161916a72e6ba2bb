import Foundation
import TestSupport
import Testing

/// A fault of the engine, injected by Tests/EngineFaults.
struct EngineFault: Sendable {
    let name: String
    /// The recorder's name for it.
    let words: String

    /// The page's event loop bypasses `libPageProcess.so`, which then cannot pass it what other threads dispatch.
    static let polling = EngineFault(name: "polling", words: "the page does not start")
    // How many frames are right by chance depends on the machine's speed.
    static let workerClock = EngineFault(name: "worker-clock", words: "wrong frames of worker in ")
    static let unpreloaded = EngineFault(name: "unpreloaded", words: "does not load libPageProcess.so")
    static let latePictures = EngineFault(name: "late-pictures", words: "shows the frame before its own")
    /// The same, except faults of composited pictures.
    static let latePaintings = EngineFault(name: "late-painted", words: "shows the frame before its own")
    /// The kernel's timers, if the engine uses them.
    static let kernelTimers = EngineFault(name: "timerfd", words: "is not exact with WebKitGTK")
    /// The engine's threads name themselves late.
    static let slowNames = EngineFault(name: "slow-names", words: "")
    /// The page gets wheel events late.
    static let slowEvents = EngineFault(name: "slow-events", words: "")

    /// An environment that injects the fault into the recorder's engine.
    ///
    /// The sandbox hides the library from the page's process, so it must run outside.
    ///
    /// - Parameter cache: The folder for self-test results.
    func environment(cache: String) -> [String: String] {
        let library = URL(fileURLWithPath: Pagereel.tests).appendingPathComponent("libEngineFaults.so").path
        return [
            "PATH": Pagereel.systemPath, "LD_PRELOAD": library, "PAGEREEL_TEST_FAULT": name, "XDG_CACHE_HOME": cache,
        ]
    }

    /// Whether WebKit's library calls a function of the C library.
    static func engineCalls(_ function: String) -> Bool {
        let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
        let names = ["libwebkit2gtk-4.1.so.0", "libjavascriptcoregtk-4.1.so.0"]
        return folders.flatMap { folder in names.map { "\(folder)/\($0)" } }.contains { path in
            guard let library = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
                return false
            }
            // As in the string table of its symbols.
            return library.range(of: Data([0] + function.utf8 + [0])) != nil
        }
    }
}

extension EngineFault: CustomTestStringConvertible {
    var testDescription: String { name }
}
