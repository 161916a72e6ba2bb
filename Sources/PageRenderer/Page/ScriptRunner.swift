internal import CWebKitGTK

/// Runs the recorder's scripts in the page without a user gesture.
///
/// WebKit's API to run a script pretends that the user asked for it, and then removes the page's transient activation
/// (WebKitWebView.cpp: `ForceUserGesture::Yes`, `RemoveTransientActivation::Yes`). So a page that was clicked could not
/// request fullscreen, or play sound, once the recorder had looked at it.
///
/// Instead a script of the recorder's world asks for scripts: it posts messages, each of which is answered with the body
/// of a function. The next message carries the result. WebKit lets scripts of that world evaluate text in every
/// document, whatever its content security policy says (ContentSecurityPolicy.cpp, didCreateWindowProxy). A document in
/// which scripts are disabled never asks; the caller then uses the API.
@MainActor
@safe final class ScriptRunner {
    /// The message handler, in the recorder's world, that receives the requests for scripts.
    static let handler = "pagereelScripts"

    /// How many scripts can run at the same time.
    private static let mostScripts = 8

    /// The first message of a document.
    private static let greeting = "new"

    /// Runs at the start of each document of the top frame.
    ///
    /// A message is the number of the script and its result, which begins with `+`, or with `-` if it is an error.
    static let listener = """
        (() => {
            'use strict';
            const handler = window.webkit.messageHandlers.\(handler);
            const AsyncFunction = (async () => {}).constructor;
            const serve = async message => {
                for (;;) {
                    const text = await handler.postMessage(message);
                    // document.open() has started a second listener, which replaces this one.
                    if (text === undefined) return;
                    const end = text.indexOf(' '), number = text.slice(0, end);
                    try {
                        message = `${number} +${await new AsyncFunction(text.slice(end + 1))()}`;
                    } catch (error) { message = `${number} -${error}`; }
                }
            };
            serve('\(greeting)');
            for (let count = 1; count < \(mostScripts); count++) serve('');
        })();
        """

    /// An unanswered message, of whose two objects one reference each is held.
    @safe private struct Request {
        let message: UnsafeMutablePointer<JSCValue>
        let reply: OpaquePointer

        func release() {
            unsafe webkit_script_message_reply_unref(reply)
            unsafe g_object_unref(UnsafeMutableRawPointer(message))
        }
    }

    private var requests: [Request] = []
    /// The scripts under way, by their numbers.
    private var answers: [Int: ScriptAnswer] = [:]
    private var count = 0
    /// The number of the current document's first script.
    private var firstOfDocument = 1

    isolated deinit { reset() }

    /// Starts a script, the body of an async function.
    ///
    /// - Parameter onAnswer: Called once if this returns `true`, otherwise never.
    /// - Returns: Whether the document has asked for a script.
    func start(_ body: String, onAnswer: @escaping ScriptAnswer) -> Bool {
        guard let request = requests.popLast() else { return false }
        count += 1
        answers[count] = onAnswer
        let text = unsafe jsc_value_new_string(jsc_value_get_context(request.message), "\(count) \(body)")
        unsafe webkit_script_message_reply_return_value(request.reply, text)
        unsafe g_object_unref(text.map { UnsafeMutableRawPointer($0) })
        request.release()
        return true
    }

    /// Forgets the current document; its scripts fail.
    func reset() {
        for request in requests { request.release() }
        requests = []
        firstOfDocument = count + 1
        let ended = answers.sorted { $0.key < $1.key }
        answers = [:]
        for (_, answer) in ended { answer(.failure(ScriptError(message: "the document was replaced"))) }
    }

    /// Receives a result and a request for the next script.
    func receive(_ value: UnsafeMutablePointer<JSCValue>, replyTo request: OpaquePointer) {
        guard let text = unsafe jsc_value_to_string(value) else { return }
        let message = unsafe String(cString: text)
        unsafe g_free(text)
        // A `javascript:` address replaces the document without a navigation.
        if message == Self.greeting { reset() }
        let parts = message.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let number = parts.first.flatMap { Int($0) }
        // The document before this one may end a script after it was replaced, and asks for another.
        if let number, number < firstOfDocument { return }
        unsafe g_object_ref(UnsafeMutableRawPointer(value))
        unsafe requests.append(
            Request(message: value, reply: webkit_script_message_reply_ref(request)))
        guard parts.count == 2, let number, let answer = answers.removeValue(forKey: number),
            let kind = parts[1].first
        else { return }
        let result = String(parts[1].dropFirst())
        answer(kind == "+" ? .success(result) : .failure(ScriptError(message: result)))
    }
}
