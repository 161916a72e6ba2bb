private import CPageClock
private import CPageHost
internal import CWebKitGTK
internal import EngineLink
internal import Frames
private import Glibc

/// What a page's processes have in common with this one: the clock that they
/// live by, or the memory of their pictures alone.
///
/// Their environment names it. It is theirs only: this process's own does not
/// change.
@MainActor
enum PageSharing {
    /// What is shared with processes that are started now.
    private static var shared: (file: String, library: String, isClock: Bool)?
    private static var count = 0

    /// Makes a clock that the page's processes started from now on live by.
    ///
    /// - Throws: A missing component, or `invalidOption` if another page of
    ///   this process has a clock.
    static func startClock(_ time: VirtualTime) throws(PageError) -> VirtualClock {
        guard shared?.isClock != true else {
            throw PageError(.invalidOption, "One process gives one page at a time a virtual clock.")
        }
        let library = try PageProcessLibrary.find()
        try PageProcesses.check()
        let date = time.date ?? millisecondsNow()
        let page = try SharedClock(path: newFile(), wallTime: date * 1000, seed: time.seed)
        share(page, library: library, isClock: true)
        if let seed = time.seed {
            // JavaScriptCore's own options (OptionsList.h): each global object
            // begins Math.random with this number, and near 0 if it is small
            // (hence the golden ratio, as in Fibonacci hashing).
            environment_set_for_page("JSC_forceWeakRandomSeed", "true")
            environment_set_for_page(
                "JSC_forcedWeakRandomSeed", "\(UInt32(((seed &+ 1) &* 0x9e37_79b9_7f4a_7c15) >> 32))")
        }
        display_refresh_hold(nominalRefreshRate(for: time.refreshRate))
        return VirtualClock(
            page, network: time.waitsForNetwork ? shareNetworkRequests() : nil, date: date,
            refreshRate: time.refreshRate,
            patience: time.patience)
    }

    /// The pending requests of the network process, which all pages of this
    /// process share.
    private static var networkRequests: NetworkRequests?

    private static func shareNetworkRequests() -> NetworkRequests? {
        if networkRequests == nil, let made = NetworkRequests(path: "\(PageEnvironment.runtimeFolder)/network") {
            networkRequests = made
            environment_set_for_page(NETWORK_REQUESTS_VARIABLE, made.path)
        }
        return networkRequests
    }

    /// The refreshes per second that WebKit is told of.
    ///
    /// A frame of another origin, which nobody has touched, gets animation
    /// frames at half of that rate only: at 60 one every 30 ms, and otherwise
    /// at twice the interval (AnimationFrameRate.cpp). Told of three times
    /// the rate, WebKit finds each refresh late enough for it.
    private static func nominalRefreshRate(for rate: FrameRate) -> UInt32 {
        rate.numerator <= 30 * rate.denominator ? 60 : UInt32(3 * rate.numerator / rate.denominator)
    }

    /// Lets pages live in real time again.
    static func endClock() {
        stopSharing()
        for name in ["JSC_forceWeakRandomSeed", "JSC_forcedWeakRandomSeed"] { environment_inherit_for_page(name) }
        display_refresh_run()
    }

    /// Gives a page that lives in real time the library that draws it faster,
    /// and shares the memory of its pictures.
    ///
    /// - Returns: What is shared while it lives; `nil` where another page
    ///   shares something or the library is missing, which costs only speed.
    static func sharePictures() -> SharedClock? {
        guard shared == nil, let library = try? PageProcessLibrary.find(),
            let page = try? SharedClock(path: newFile(), wallTime: 0, seed: nil, isEngaged: false)
        else { return nil }
        share(page, library: library, isClock: false)
        return page
    }

    /// Shares nothing with processes that are started from now on.
    static func endSharing(_ page: SharedClock) {
        if shared?.file == page.path { stopSharing() }
    }

    private static func share(_ page: SharedClock, library: String, isClock: Bool) {
        shared = (page.path, library, isClock)
        environment_set_for_page(PAGE_CLOCK_VARIABLE, page.path)
        // Tiles painted by the processor. WebKit would give some of them to
        // OpenGL, whichever is idle, and the two differ in the edges: no
        // picture would come out the same twice. And the library takes what is
        // put into a picture for a tile's bytes, which OpenGL's painters would
        // have in another order.
        environment_set_for_page("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1")
        let user = getenv("LD_PRELOAD").map { String(cString: $0) }
        environment_set_for_page("LD_PRELOAD", [library, user].compactMap(\.self).joined(separator: ":"))
    }

    private static func stopSharing() {
        shared = nil
        for name in [PAGE_CLOCK_VARIABLE, "WEBKIT_SKIA_ENABLE_CPU_RENDERING", "LD_PRELOAD"] {
            environment_inherit_for_page(name)
        }
    }

    /// A name for what is shared; the last page's may not be gone yet.
    private static func newFile() -> String {
        count += 1
        return "\(PageEnvironment.runtimeFolder)/clock-\(count)"
    }

    /// Lets the sandbox of a context reach what is shared.
    static func show(to context: UnsafeMutablePointer<WebKitWebContext>) {
        guard let shared else { return }
        webkit_web_context_add_path_to_sandbox(context, shared.file, 0)
        webkit_web_context_add_path_to_sandbox(context, shared.library, 1)
    }

    /// Sets the time zone of processes started from now on; the user's if `nil`.
    static func setTimeZone(_ name: String?) {
        if let name { environment_set_for_page("TZ", name) } else { environment_inherit_for_page("TZ") }
    }

    private static func millisecondsNow() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
