internal import CGIO
internal import CWebKitGTK
package import EngineLink

/// A request of a page, on the page's clock.
package struct LoggedRequest: Sendable {
    /// When it began, in the page's time.
    package let begun: PageInstant
    /// When it began, in real time since the log began.
    let realTime: Duration
    fileprivate(set) var method: String
    fileprivate(set) var address: String
    fileprivate(set) var headers: [PageRequest.Header]
    fileprivate(set) var answer: PageRequest.Answer?
    fileprivate(set) var ended: PageInstant?
    fileprivate(set) var duration: Duration?
    fileprivate(set) var failure: String?
    fileprivate(set) var redirection: String?

    /// The request as it is reported.
    ///
    /// - Parameter beginning: When the page began to arrive.
    package func report(since beginning: PageInstant) -> PageRequest {
        var request = PageRequest(
            method: method, address: address, headers: headers, pageTime: beginning.duration(to: begun),
            realTime: realTime)
        request.answer = answer
        request.pageDuration = ended.map { begun.duration(to: $0) }
        request.duration = duration
        request.failure = failure
        request.redirection = redirection
        return request
    }
}

/// Records the requests of a page and their answers, for a report; the clock does not depend on it.
///
/// It knows what the view reports: the documents' requests, and not those of shared workers, service workers, WebSockets
/// and media that GStreamer loads.
@MainActor
package final class RequestLog {
    private weak var view: PageView?
    /// The requests that have not ended, by the memory address of WebKit's resource.
    private var open: [UInt: Entry] = [:]
    private var count = 0
    /// When the log began; the real times of requests count from here.
    package let began = SuspendingClock.now

    private struct Entry {
        var request: LoggedRequest
        let begun: SuspendingClock.Instant
        let number: Int
    }

    /// Begins a log.
    init(of view: PageView) { self.view = view }

    /// Ends the log.
    ///
    /// - Returns: The requests that have not ended, in order.
    package func end() -> [LoggedRequest] {
        defer { open = [:] }
        return open.values.sorted { $0.number < $1.number }.map(\.request)
    }

    /// Follows a request.
    ///
    /// - Parameters:
    ///   - resource: A `WebKitWebResource` that is being loaded.
    ///   - request: Its `WebKitURIRequest`.
    func watch(_ resource: UnsafeMutableRawPointer, for request: UnsafeMutableRawPointer?) {
        guard let request = unsafe request?.assumingMemoryBound(to: WebKitURIRequest.self) else { return }
        let name = UInt(bitPattern: resource)
        guard open[name] == nil else { return }
        unsafe begin(request, name)
        // The view may close before the request ends. The resource keeps this object alive until it is freed itself.
        let me = unsafe Unmanaged.passRetained(self).toOpaque()
        func connect(_ signal: String, _ callback: GCallback) {
            _ = unsafe recorder_connect(resource, signal, callback, me)
        }
        unsafe connect("sent-request", unsafeBitCast(onSent as Sent, to: GCallback.self))
        unsafe connect("notify::response", unsafeBitCast(onResponse as Notify, to: GCallback.self))
        unsafe connect("failed", unsafeBitCast(onFailure as Notify, to: GCallback.self))
        unsafe connect("failed-with-tls-errors", unsafeBitCast(onTLSFailure as TLSFailure, to: GCallback.self))
        unsafe connect("finished", unsafeBitCast(onEnd as End, to: GCallback.self))
        unsafe g_object_weak_ref(resource.assumingMemoryBound(to: GObject.self), forget, me)
    }

    private func begin(_ request: UnsafeMutablePointer<WebKitURIRequest>, _ name: UInt) {
        guard let view, view.isOpen else { return }
        let now = SuspendingClock.now
        let logged = unsafe LoggedRequest(
            begun: view.now, realTime: began.duration(to: now), method: Self.method(of: request),
            address: Self.address(of: request),
            headers: Self.headers(webkit_uri_request_get_http_headers(request)))
        count += 1
        open[name] = Entry(request: logged, begun: now, number: count)
    }

    // MARK: What becomes of a request

    /// Notes what WebKit sends, which has more headers than the page's request, or is for another address.
    fileprivate func sent(
        _ name: UInt, _ request: UnsafeMutablePointer<WebKitURIRequest>,
        after redirection: UnsafeMutablePointer<WebKitURIResponse>?
    ) {
        if let redirection = unsafe redirection {
            unsafe answered(name, by: redirection)
            open[name]?.request.redirection = unsafe Self.address(of: request)
            ended(name)
            unsafe begin(request, name)
        } else {
            open[name]?.request.headers = unsafe Self.headers(webkit_uri_request_get_http_headers(request))
        }
    }

    /// Notes the response of a document, whose request is the latest one for its address.
    func answered(with response: UnsafeMutablePointer<WebKitURIResponse>) {
        let uri = unsafe webkit_uri_response_get_uri(response).map { unsafe String(cString: $0) } ?? ""
        let address = PageAddress.withoutCredentials(uri)
        let asked = open.filter { $0.value.request.address == address && $0.value.request.answer == nil }
        guard let name = asked.max(by: { $0.value.number < $1.value.number })?.key else { return }
        unsafe answered(name, by: response)
    }

    fileprivate func answered(_ name: UInt, by response: UnsafeMutablePointer<WebKitURIResponse>) {
        // The first one has the time.
        guard let entry = open[name], entry.request.answer == nil else { return }
        let type = unsafe webkit_uri_response_get_mime_type(response).map { unsafe String(cString: $0) } ?? ""
        let headers = unsafe Self.headers(webkit_uri_response_get_http_headers(response))
        let status = unsafe Int(webkit_uri_response_get_status_code(response))
        // For a file WebKit knows the length; HTTP may not say it, and then it is 0 or -1 (ResourceResponseBase).
        let stated = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
        let length = unsafe webkit_uri_response_get_content_length(response)
        open[name]?.request.answer = PageRequest.Answer(
            status: status, type: type, bytes: status == 0 && length > 0 ? Int(exactly: length) : stated,
            headers: headers, wait: entry.begun.duration(to: .now))
    }

    fileprivate func failed(_ name: UInt, because failure: String) { open[name]?.request.failure = failure }

    fileprivate func ended(_ name: UInt) {
        guard var entry = open.removeValue(forKey: name), let view, view.isOpen else { return }
        entry.request.ended = view.now
        entry.request.duration = entry.begun.duration(to: .now)
        view.report(.requested(entry.request))
    }

    // MARK: Reading WebKit's objects

    private static func method(of request: UnsafeMutablePointer<WebKitURIRequest>) -> String {
        unsafe webkit_uri_request_get_http_method(request).map { unsafe String(cString: $0) } ?? "GET"
    }

    private static func address(of request: UnsafeMutablePointer<WebKitURIRequest>) -> String {
        unsafe webkit_uri_request_get_uri(request).map { unsafe PageAddress.withoutCredentials(String(cString: $0)) }
            ?? ""
    }

    private static func headers(_ headers: OpaquePointer?) -> [PageRequest.Header] {
        guard let headers = unsafe headers else { return [] }
        var result: [PageRequest.Header] = []
        var iterator = SoupMessageHeadersIter()
        unsafe soup_message_headers_iter_init(&iterator, headers)
        var name: UnsafePointer<CChar>?
        var value: UnsafePointer<CChar>?
        while unsafe soup_message_headers_iter_next(&iterator, &name, &value) != 0 {
            guard let name = unsafe name, let value = unsafe value else { continue }
            unsafe result.append(PageRequest.Header(String(cString: name), String(cString: value)))
        }
        return result
    }
}

private typealias Object = UnsafeMutableRawPointer
private typealias End = @convention(c) (Object?, Object?) -> Void
private typealias Notify = @convention(c) (Object?, Object?, Object?) -> Void
private typealias Sent = @convention(c) (Object?, Object?, Object?, Object?) -> Void
private typealias TLSFailure = @convention(c) (Object?, Object?, GTlsCertificateFlags, Object?) -> Void

/// Runs a method of the log on the main actor, where GLib emits signals.
private func withLog<Lent>(
    _ context: Object?, _ resource: Object?, lending lent: Lent, _ body: @MainActor (RequestLog, UInt, Lent) -> Void
) {
    guard let context = unsafe context else { return }
    let log = unsafe Unmanaged<RequestLog>.fromOpaque(context)
    let name = UInt(bitPattern: resource)
    nonisolated(unsafe) let lent = lent
    MainActor.assumeIsolated { unsafe body(log.takeUnretainedValue(), name, lent) }
}

private func onSent(resource: Object?, request: Object?, redirection: Object?, context: Object?) {
    guard let request = unsafe request?.assumingMemoryBound(to: WebKitURIRequest.self) else { return }
    let response = unsafe redirection?.assumingMemoryBound(to: WebKitURIResponse.self)
    unsafe withLog(context, resource, lending: (request, response)) { log, name, lent in
        unsafe log.sent(name, lent.0, after: lent.1)
    }
}

private func onResponse(resource: Object?, property: Object?, context: Object?) {
    guard
        let response = unsafe webkit_web_resource_get_response(
            resource?.assumingMemoryBound(to: WebKitWebResource.self))
    else { return }
    unsafe withLog(context, resource, lending: response) { unsafe $0.answered($1, by: $2) }
}

private func onFailure(resource: Object?, error: Object?, context: Object?) {
    let message = unsafe error?.assumingMemoryBound(to: GError.self).pointee.message
    let text = unsafe message.map { unsafe String(cString: $0) } ?? "It failed without a reason."
    unsafe withLog(context, resource, lending: text) { $0.failed($1, because: $2) }
}

private func onTLSFailure(resource: Object?, certificate: Object?, errors: GTlsCertificateFlags, context: Object?) {
    unsafe withLog(context, resource, lending: ()) { log, name, _ in
        log.failed(name, because: "The server's TLS certificate cannot be trusted.")
    }
}

private func onEnd(resource: Object?, context: Object?) {
    unsafe withLog(context, resource, lending: ()) { log, name, _ in log.ended(name) }
}

private func forget(context: gpointer?, resource: UnsafeMutablePointer<GObject>?) {
    guard let context = unsafe context else { return }
    unsafe onEnd(resource: resource, context: context)
    unsafe Unmanaged<RequestLog>.fromOpaque(context).release()
}
