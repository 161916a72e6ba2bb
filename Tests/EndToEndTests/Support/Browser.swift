import Foundation
import Subprocess
import TestSupport

/// A headless Chromium with one page, driven by the DevTools protocol.
final class Browser {
    /// An error that Chromium reports, or its end.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let send: (String) async throws -> Void
    private let receive: () async throws -> [UInt8]?
    private var received: [UInt8] = []
    private var lastNumber = 0
    /// The connection to the page; `nil` before it is attached to.
    private var session: String?

    private init(send: @escaping (String) async throws -> Void, receive: @escaping () async throws -> [UInt8]?) {
        self.send = send
        self.receive = receive
    }

    /// Runs a browser with an empty page during the closure.
    ///
    /// - Parameter folder: The place for the browser's profile.
    static func running(in folder: TemporaryFolder, _ body: (Browser) async throws -> Void) async throws {
        // The protocol's pipes are descriptors 3 and 4.
        let command = """
            exec chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
            --autoplay-policy=no-user-gesture-required --user-data-dir='\(folder.path("profile"))' \
            --remote-debugging-pipe about:blank 3<&0 4>&1 </dev/null >/dev/null
            """
        _ = try await Subprocess.run(
            .name("sh"), arguments: ["-c", command], environment: .inherit.updating(["HOME": folder.path]),
            input: .inputWriter, output: .sequence, error: .discarded
        ) { execution in
            var output = execution.standardOutput.makeAsyncIterator()
            let browser = Browser {
                _ = try await execution.standardInputWriter.write($0 + "\0")
            } receive: {
                try await output.next().map { unsafe $0.withUnsafeBytes { unsafe Array($0) } }
            }
            do {
                try await browser.attach()
                try await body(browser)
            } catch {
                try? execution.send(signal: .kill)
                throw error
            }
            try await browser.call("Browser.close")
        }
    }

    /// Loads an address.
    func open(_ address: String) async throws {
        let result = try await call("Page.navigate", ["url": address])
        if let text = result["errorText"] { throw Failure(description: "\(address): \(text)") }
        try await wait(until: "document.readyState === 'complete'")
    }

    /// The value of an expression, or of the promise that it is.
    @discardableResult
    func evaluate(_ expression: String) async throws -> Any? {
        let result = try await call(
            "Runtime.evaluate",
            ["expression": expression, "awaitPromise": true, "returnByValue": true, "userGesture": true])
        if let exception = result["exceptionDetails"] { throw Failure(description: "\(expression): \(exception)") }
        return (result["result"] as? [String: Any])?["value"]
    }

    /// Waits until a condition of the page's script holds; the limit only bounds a failing test.
    func wait(until condition: String) async throws {
        try await evaluate(
            """
            new Promise((done, fail) => {
                const look = () => { if (\(condition)) done(); else requestAnimationFrame(look); };
                look();
                setTimeout(() => fail(new Error(document.body?.innerText)), 120000);
            })
            """)
    }

    /// Presses and releases a key, as DOM events name it.
    func press(_ key: String) async throws {
        let text = key.count == 1 ? ["text": key] : [:]
        try await call("Input.dispatchKeyEvent", ["type": "keyDown", "key": key].merging(text) { $1 })
        try await call("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
    }

    /// Gives the window a size in CSS pixels.
    func resize(width: Int, height: Int) async throws {
        try await call(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    }

    private func attach() async throws {
        let target = try await call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? ""
        let attached = try await call("Target.attachToTarget", ["targetId": target, "flatten": true])
        session = attached["sessionId"] as? String
    }

    /// Calls a method of the protocol, and returns its result.
    @discardableResult
    private func call(_ method: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        lastNumber += 1
        var message: [String: Any] = ["id": lastNumber, "method": method, "params": parameters]
        if let session, !method.hasPrefix("Browser.") { message["sessionId"] = session }
        try await send(String(decoding: JSONSerialization.data(withJSONObject: message), as: UTF8.self))
        while true {
            let answer = try await nextMessage()
            guard answer["id"] as? Int == lastNumber else { continue }
            if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    private func nextMessage() async throws -> [String: Any] {
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = Data(received[..<end])
                received.removeFirst(end + 1)
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            guard let bytes = try await receive() else { throw Failure(description: "Chromium ended") }
            received += bytes
        }
    }
}
