internal import CPageClock
internal import EngineLink
private import Frames
private import Glibc

/// Owner of the shared memory that lists the network process's pending requests.
///
/// WebKit's view reports a page's own requests (``PageRequests``), but not those
/// of shared workers and service workers. Any thread may read the list.
@safe final class NetworkRequests: @unchecked Sendable {
    /// The file, for `NETWORK_REQUESTS_VARIABLE`.
    var path: String { file.path }

    private let file: SharedFile<network_requests>
    private var raw: UnsafeMutablePointer<network_requests> { unsafe file.contents }

    /// The longest time, in real time, that one request can stop the page's clock.
    ///
    /// There is a limit because a script may not be waiting for the response.
    static let limit = Duration.seconds(2)

    /// Creates the file.
    ///
    /// - Parameter path: A path that does not exist yet.
    /// - Throws: `missingComponent` if the file cannot be created.
    init(path: String) throws(PageError) {
        file = try SharedFile(path: path, name: "The list of the page's requests")
        unsafe network_requests_set_up(raw)
    }

    /// Whether the network process lists its requests, and none is pending.
    ///
    /// Requests for media do not count.
    var areNone: Bool { unsafe network_requests_are_none(raw) }

    /// Whether a WebSocket, server-sent events or a camera's pictures may bring something at any time.
    var areLive: Bool { unsafe network_requests_are_live(raw) }

    /// The address of a picture that never ends, without credentials, if there was one since ``forgetPictures()``.
    ///
    /// WebKit reports such a request as complete, but the document's load event waits for it.
    var endlessPicture: String? {
        var address = [CChar](repeating: 0, count: Int(NETWORK_PICTURE))
        guard unsafe network_requests_copy_picture(raw, &address) else { return nil }
        return String(decoding: address.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Forgets the picture of an earlier page.
    func forgetPictures() { unsafe network_requests_forget_picture(raw) }

    /// How many pending requests are still within the limit.
    var waiting: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let now = Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
        return unsafe Int(network_requests_count(raw, now - Int64(Self.limit.wholeNanoseconds / 1000), now))
    }
}
