internal import CWebKitGTK
internal import EngineLink

/// The page's pending requests, which stop its virtual clock.
///
/// The page's own timeouts must not fire while the network works: a response takes no time for the
/// page.
@MainActor
final class PageRequests {
    private let clock: VirtualClock
    /// WebKit's resources by memory address, with the URL they load.
    private var underWay: [UInt: String] = [:]
    /// Pending requests that do not stop the clock at the moment.
    private var paused: Set<UInt> = []
    private var awaitsDocument = false

    /// Creates an empty list.
    init(clock: VirtualClock) { self.clock = clock }

    /// The pending requests.
    var addresses: [String] { underWay.values.sorted() }

    /// Stops the clock until the page's document begins to arrive.
    func awaitDocument() {
        guard !awaitsDocument else { return }
        awaitsDocument = true
        clock.hold()
    }

    /// Records that the document has begun to arrive or never will.
    func documentArrived() {
        guard awaitsDocument else { return }
        awaitsDocument = false
        clock.release()
    }

    /// Stops the clock until a resource has been loaded.
    ///
    /// - Parameter resource: A `WebKitWebResource` that is being loaded.
    func watch(_ resource: UnsafeMutableRawPointer) {
        let uri = unsafe webkit_web_resource_get_uri(resource.assumingMemoryBound(to: WebKitWebResource.self))
        let address = unsafe uri.map { unsafe PageAddress.withoutCredentials(String(cString: $0)) } ?? ""
        guard underWay.updateValue(address, forKey: UInt(bitPattern: resource)) == nil else { return }
        clock.hold()
        // The view may close before the request ends. The resource keeps this object alive until it
        // is freed itself.
        let me = unsafe Unmanaged.passRetained(self).toOpaque()
        unsafe recorder_connect(resource, "finished", unsafeBitCast(onEnd as End, to: GCallback.self), me)
        unsafe recorder_connect(
            resource, "notify::response", unsafeBitCast(onResponse as Response, to: GCallback.self), me)
        unsafe g_object_weak_ref(resource.assumingMemoryBound(to: GObject.self), forget, me)
    }

    /// Lets the clock run despite a pending request, until ``resume(_:)``.
    ///
    /// - Returns: The request for ``resume(_:)``; `nil` if no request has this address.
    func pause(_ address: String) -> UInt? {
        let address = PageAddress.withoutCredentials(address)
        guard let resource = underWay.first(where: { $0.value == address && !paused.contains($0.key) })?.key else {
            return nil
        }
        paused.insert(resource)
        clock.release()
        return resource
    }

    /// Lets a request stop the clock again, if it is still pending.
    func resume(_ resource: UInt) {
        guard paused.remove(resource) != nil else { return }
        clock.hold()
    }

    /// Records that a request has completed or failed.
    fileprivate func ended(_ resource: UInt) {
        guard underWay.removeValue(forKey: resource) != nil else { return }
        resume(resource)
        // A worker's time origin is when its script was requested.
        clock.setApart()
        clock.release()
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

/// Lets the clock run once an endless response has begun (HTML Standard, section 9.2: server-sent
/// events).
private func onResponse(
    resource: UnsafeMutableRawPointer?, property: UnsafeMutableRawPointer?, context: UnsafeMutableRawPointer?
) {
    let response = unsafe webkit_web_resource_get_response(resource?.assumingMemoryBound(to: WebKitWebResource.self))
    guard let type = unsafe webkit_uri_response_get_mime_type(response),
        unsafe String(cString: type) == "text/event-stream"
    else {
        return
    }
    unsafe onEnd(resource: resource, context: context)
}

private func forget(context: gpointer?, resource: UnsafeMutablePointer<GObject>?) {
    guard let context = unsafe context else { return }
    unsafe onEnd(resource: resource, context: context)
    unsafe Unmanaged<PageRequests>.fromOpaque(context).release()
}
