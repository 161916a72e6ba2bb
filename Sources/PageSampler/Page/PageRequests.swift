internal import CWebKitGTK
internal import EngineLink

/// The requests of a page that are under way, which hold its virtual time.
///
/// The page's own time-outs must not fire while the network works: however
/// long an answer takes, for the page it takes no time.
@MainActor
final class PageRequests {
    private let clock: VirtualClock
    /// WebKit's resources by where they are in memory, with what they load.
    private var underWay: [UInt: String] = [:]
    /// Pending requests that do not hold time at the moment.
    private var paused: Set<UInt> = []
    private var awaitsDocument = false

    /// Watches nothing yet.
    init(clock: VirtualClock) { self.clock = clock }

    /// The pending requests.
    var addresses: [String] { underWay.values.sorted() }

    /// Holds the time until the page's document begins to arrive.
    func awaitDocument() {
        guard !awaitsDocument else { return }
        awaitsDocument = true
        clock.hold()
    }

    /// Notes that the document begins to arrive, or never will.
    func documentArrived() {
        guard awaitsDocument else { return }
        awaitsDocument = false
        clock.release()
    }

    /// Holds the time until a resource has been loaded.
    ///
    /// - Parameter resource: A `WebKitWebResource` that is being loaded.
    func watch(_ resource: UnsafeMutableRawPointer) {
        let uri = webkit_web_resource_get_uri(resource.assumingMemoryBound(to: WebKitWebResource.self))
        let address = uri.map { PageAddress.withoutCredentials(String(cString: $0)) } ?? ""
        guard underWay.updateValue(address, forKey: UInt(bitPattern: resource)) == nil else { return }
        clock.hold()
        // The view may close before the resource ends: the resource keeps
        // this object for as long as it lives itself.
        let me = Unmanaged.passRetained(self).toOpaque()
        recorder_connect(resource, "finished", unsafeBitCast(onEnd as End, to: GCallback.self), me)
        recorder_connect(resource, "notify::response", unsafeBitCast(onResponse as Response, to: GCallback.self), me)
        g_object_weak_ref(resource.assumingMemoryBound(to: GObject.self), forget, me)
    }

    /// Stops a pending request from holding time until ``resume(_:)``.
    ///
    /// - Returns: The request for ``resume(_:)``; `nil` if none has this address.
    func pause(_ address: String) -> UInt? {
        let address = PageAddress.withoutCredentials(address)
        guard let resource = underWay.first(where: { $0.value == address && !paused.contains($0.key) })?.key else {
            return nil
        }
        paused.insert(resource)
        clock.release()
        return resource
    }

    /// Lets a request hold time again, if it is still pending.
    func resume(_ resource: UInt) {
        guard paused.remove(resource) != nil else { return }
        clock.hold()
    }

    /// Notes that a request has been answered or has failed.
    fileprivate func ended(_ resource: UInt) {
        guard underWay.removeValue(forKey: resource) != nil else { return }
        resume(resource)
        // A worker counts its time from when its script was asked for.
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
    guard let context else { return }
    let requests = Unmanaged<PageRequests>.fromOpaque(context)
    let name = UInt(bitPattern: resource)
    MainActor.assumeIsolated { requests.takeUnretainedValue().ended(name) }
}

/// Stops holding time for an endless response once it has begun (HTML Standard, section 9.2:
/// server-sent events).
private func onResponse(
    resource: UnsafeMutableRawPointer?, property: UnsafeMutableRawPointer?, context: UnsafeMutableRawPointer?
) {
    let response = webkit_web_resource_get_response(resource?.assumingMemoryBound(to: WebKitWebResource.self))
    guard let type = webkit_uri_response_get_mime_type(response), String(cString: type) == "text/event-stream" else {
        return
    }
    onEnd(resource: resource, context: context)
}

private func forget(context: gpointer?, resource: UnsafeMutablePointer<GObject>?) {
    guard let context else { return }
    onEnd(resource: resource, context: context)
    Unmanaged<PageRequests>.fromOpaque(context).release()
}
