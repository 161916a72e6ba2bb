internal import CWebKitGTK
internal import EngineLink
private import Glibc

/// Requests that stopped the page's virtual clock for too long, and no longer do.
package struct LeftRequests: Sendable {
    /// The addresses of the requests without a complete response, the oldest first.
    ///
    /// May be empty, for example if only requests of a shared worker or service worker stopped the clock.
    package let addresses: [String]
    /// Whether the clock also runs during all later requests.
    package let areAll: Bool
    /// Whether requests followed one another without a break.
    package let areEndless: Bool
}

/// The page's pending requests, which may stop its virtual clock.
///
/// The page's own timeouts must not fire while the network works: a response takes no time for the
/// page.
@MainActor
package final class PageRequests {
    /// The clock that they stop; `nil` if none does.
    private let clock: VirtualClock?
    /// The clock that stands still until the document arrives; `nil` in real time.
    private let documentClock: VirtualClock?
    /// WebKit's resources by memory address.
    private var underWay: [UInt: Request] = [:]
    /// All pending requests, by memory address.
    private var open: [UInt: Request] = [:]
    /// Pending requests that do not stop the clock at the moment.
    private var paused: Set<UInt> = []
    private var awaitsDocument = false
    private var left = Left()

    /// A pending request.
    private struct Request {
        let address: String
        var begun: SuspendingClock.Instant
    }

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - clock: The page's clock; `nil` in real time.
    ///   - stopsForAll: Whether all requests stop it, and not only the one for the page's document, without which there is
    ///     no page whose time could pass.
    init(stopping clock: VirtualClock?, stopsForAll: Bool) {
        documentClock = clock
        self.clock = stopsForAll ? clock : nil
    }

    /// Whether requests stop a clock.
    var stopClock: Bool { clock != nil }

    /// The addresses of requests without a complete answer, the oldest first, whether they stop the clock or not.
    package var unanswered: [String] {
        open.values.sorted { $0.begun < $1.begun }.map(\.address) + [clock?.network.endlessPicture].compactMap(\.self)
    }

    /// Stops the clock until the page's document begins to arrive.
    func awaitDocument() {
        guard !awaitsDocument else { return }
        awaitsDocument = true
        documentClock?.hold()
    }

    /// Records that the document has begun to arrive or never will.
    func documentArrived() {
        guard awaitsDocument else { return }
        awaitsDocument = false
        documentClock?.release()
    }

    /// Stops the clock until a resource has been loaded, unless its response is never read.
    ///
    /// - Parameters:
    ///   - resource: A `WebKitWebResource` that is being loaded.
    ///   - request: Its `WebKitURIRequest`.
    func watch(_ resource: UnsafeMutableRawPointer, for request: UnsafeMutableRawPointer?) {
        guard unsafe !Self.isBeacon(request) else { return }
        let uri = unsafe webkit_web_resource_get_uri(resource.assumingMemoryBound(to: WebKitWebResource.self))
        let address = unsafe uri.map { unsafe PageAddress.withoutCredentials(String(cString: $0)) } ?? ""
        let request = Request(address: address, begun: SuspendingClock.now)
        let name = UInt(bitPattern: resource)
        guard open.updateValue(request, forKey: name) == nil else { return }
        if left.all || left.addresses.contains(Self.key(address)) {
            clock?.network.leave(name, begun: request.begun)
        } else {
            underWay[name] = request
            clock?.network.begin()
        }
        // The view may close before the request ends. The resource keeps this object alive until it
        // is freed itself.
        let me = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe recorder_connect(resource, "finished", unsafeBitCast(onEnd as End, to: GCallback.self), me)
        unsafe recorder_connect(
            resource, "notify::response", unsafeBitCast(onResponse as Response, to: GCallback.self), me)
        unsafe g_object_weak_ref(resource.assumingMemoryBound(to: GObject.self), forget, me)
    }

    /// Whether nothing waits for the response: a beacon (Beacon, section 3.1) or a ping (PingLoader.cpp).
    ///
    /// `is_awaited` in requests.c decides the same.
    private static func isBeacon(_ request: UnsafeMutableRawPointer?) -> Bool {
        guard let request = unsafe request?.assumingMemoryBound(to: WebKitURIRequest.self),
            let method = unsafe webkit_uri_request_get_http_method(request), unsafe strcmp(method, "POST") == 0,
            let headers = unsafe webkit_uri_request_get_http_headers(request),
            let caching = unsafe soup_message_headers_get_one(headers, "Cache-Control")
        else { return false }
        return unsafe strcmp(caching, "max-age=0") == 0
    }

    /// Lets the clock run despite a pending request, until ``resume(_:)``.
    ///
    /// - Returns: The request for ``resume(_:)``; `nil` if no request has this address.
    func pause(_ address: String) -> UInt? {
        let address = PageAddress.withoutCredentials(address)
        guard
            let resource = underWay.first(where: { $0.value.address == address && !paused.contains($0.key) })?.key
        else { return nil }
        paused.insert(resource)
        clock?.network.end()
        return resource
    }

    /// Lets a request stop the clock again, as if it had just begun, if it is still pending.
    func resume(_ resource: UInt) {
        guard paused.remove(resource) != nil else { return }
        underWay[resource]?.begun = SuspendingClock.now
        clock?.network.begin()
    }

    /// Lets the clock run without the requests that have been pending for too long, and without later ones to the
    /// same addresses.
    ///
    /// - Parameters:
    ///   - limit: How long a request may stop the clock, in real time, also if the page has needed some time meanwhile.
    ///   - length: How long requests have stopped it without a break. If it is twice the limit, they follow one another
    ///     without end, and none stops the clock anymore; neither does one if this has happened before with others.
    /// - Returns: What is left; `nil` if nothing is.
    package func leave(pendingFor limit: Duration, after length: Duration) -> LeftRequests? {
        guard !left.all else { return nil }
        let isEndless = length >= max(limit, NetworkRequests.limit) * 2
        let now = SuspendingClock.now
        let old = underWay.filter { entry in
            !paused.contains(entry.key) && (isEndless || entry.value.begun.duration(to: now) >= limit)
        }
        guard isEndless || !old.isEmpty else { return nil }
        for (resource, request) in old {
            underWay[resource] = nil
            left.addresses.insert(Self.key(request.address))
            clock?.network.end()
            clock?.network.leave(resource, begun: request.begun)
        }
        left.times += 1
        if isEndless || left.times >= Self.mostTimes {
            left.all = true
            clock?.network.endForGood()
        }
        let addresses = old.values.sorted { $0.begun < $1.begun }.map(\.address)
        return LeftRequests(addresses: addresses, areAll: left.all, areEndless: isEndless)
    }

    /// How often requests are left before no request stops the clock.
    private static let mostTimes = 3

    /// The requests that no longer stop the clock.
    private struct Left {
        /// The addresses, without queries: a page that polls changes those.
        var addresses: Set<String> = []
        /// How often requests were left.
        var times = 0
        /// Whether no request stops the clock anymore.
        var all = false
    }

    private static func key(_ address: String) -> String { String(address.prefix { !"?#".contains($0) }) }

    /// Lets the clock run once an endless response has begun.
    ///
    /// These are server-sent events (HTML Standard, section 9.2) and a camera's pictures in a frame. In an `<img>`,
    /// WebKit reports the pictures as complete.
    fileprivate func responded(_ resource: UInt, type: String) {
        let isPicture = open[resource].map { $0.address == clock?.network.endlessPicture } == true
        if isPicture || type == "text/event-stream" { ended(resource) }
    }

    /// Records that a request has completed or failed.
    fileprivate func ended(_ resource: UInt) {
        open[resource] = nil
        clock?.network.forget(resource)
        guard underWay.removeValue(forKey: resource) != nil else { return }
        resume(resource)
        // A worker's time origin is when its script was requested.
        clock?.setApart()
        clock?.network.end()
    }
}

private typealias End = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
private typealias Response =
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
    ) -> Void

private func onEnd(resource: UnsafeMutableRawPointer?, context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    let requests = unsafe Unmanaged<PageRequests>.fromOpaque(context)
    let name = UInt(bitPattern: resource)
    MainActor.assumeIsolated { unsafe requests.takeUnretainedValue().ended(name) }
}

private func onResponse(
    resource: UnsafeMutableRawPointer?, property: UnsafeMutableRawPointer?, context: UnsafeMutableRawPointer?
) {
    let response = unsafe webkit_web_resource_get_response(resource?.assumingMemoryBound(to: WebKitWebResource.self))
    guard let context = unsafe context, let type = unsafe webkit_uri_response_get_mime_type(response) else { return }
    let (name, text) = (UInt(bitPattern: resource), unsafe String(cString: type))
    let requests = unsafe Unmanaged<PageRequests>.fromOpaque(context)
    MainActor.assumeIsolated { unsafe requests.takeUnretainedValue().responded(name, type: text) }
}

private func forget(context: gpointer?, resource: UnsafeMutablePointer<GObject>?) {
    guard let context = unsafe context else { return }
    unsafe onEnd(resource: resource, context: context)
    unsafe Unmanaged<PageRequests>.fromOpaque(context).release()
}
