import Foundation
import Glibc
import Subprocess
import TestSupport

/// A desktop that logs the notifications it receives.
enum Desktop {
    /// Whether the user has a name (passwd(5)); D-Bus refuses others, as in some containers.
    static var isPossible: Bool { unsafe getpwuid(getuid()) != nil }

    /// Runs a bus with a desktop during the closure, and returns the notifications.
    static func showing(_ body: @escaping (String) async throws -> Void) async throws -> String {
        let program = URL(fileURLWithPath: Pagereel.executable).deletingLastPathComponent()
            .appendingPathComponent("NotificationStandIn").path
        let shown = Console()
        var options = PlatformOptions()
        options.processGroupID = 0
        _ = try await Subprocess.run(
            .name("dbus-run-session"), arguments: ["--", program], platformOptions: options, input: .none,
            output: .sequence, error: .discarded
        ) { execution in
            var hasBegun = false
            for try await buffer in execution.standardOutput {
                unsafe shown.append(buffer.withUnsafeBytes { unsafe Array($0) })
                guard !hasBegun, let end = shown.text.firstIndex(of: "\n") else { continue }
                hasBegun = true
                // The pipe buffers the notifications.
                do { try await body(String(shown.text[..<end])) } catch {
                    try? execution.send(signal: .terminate, toProcessGroup: true)
                    throw error
                }
                try execution.send(signal: .terminate, toProcessGroup: true)
            }
        }
        return shown.text
    }
}
