internal import CGIO
private import CPageClock
private import CPageHost
internal import CWebKitGTK
internal import EngineLink
private import FoundationEssentials
internal import Frames
private import Glibc

/// What a page's processes share with the recorder: memory for their clock or only their pictures, memory for
/// their sound, and GStreamer's registry.
///
/// The environment of those processes names it. This process's own environment does not change.
@MainActor
enum PageSharing {
    /// The memory shared with processes started from now on.
    private static var shared: (file: String, library: String, isClock: Bool)?
    /// The library with their audio sink, and the memory for its samples if they are recorded.
    private static var sound: (library: String, file: String?)?
    /// The number of files so far, by name.
    private static var counts: [String: Int] = [:]

    /// Creates the clock for page processes started from now on.
    ///
    /// - Throws: `missingComponent`, or `invalidPlan` if another page of this process has a
    ///   clock.
    static func startClock(
        _ time: VirtualTime, sound: SharedSound?, stops: ClockStops?
    ) throws(PageError) -> VirtualClock {
        guard shared?.isClock != true else {
            throw PageError(.invalidPlan, "Only one page per process can have a virtual clock at a time.")
        }
        let library = try PageProcessLibrary.time.find()
        try PageProcesses.check()
        let date = time.date ?? millisecondsNow()
        let page = try SharedClock(
            path: newFile("clock"), wallTime: date * 1000, seed: time.seed, hasDistinctDates: time.hasDistinctDates)
        share(page, library: library, isClock: true)
        if let seed = time.seed {
            // JavaScriptCore's own options (OptionsList.h). Each global object seeds Math.random
            // with this number, and a small seed gives results near 0. Hence the golden ratio, as
            // in Fibonacci hashing.
            unsafe environment_set_for_page("JSC_forceWeakRandomSeed", "true")
            unsafe environment_set_for_page(
                "JSC_forcedWeakRandomSeed", "\(UInt32(((seed &+ 1) &* 0x9e37_79b9_7f4a_7c15) >> 32))")
        }
        display_refresh_hold(nominalRefreshRate(for: time.refreshRate))
        return VirtualClock(
            page, network: time.waitsForNetwork ? shareNetworkRequests() : nil, sound: sound, date: date,
            refreshRate: time.refreshRate,
            patience: time.patience, stops: stops)
    }

    /// Tells the network process which addresses the page must not be redirected to.
    ///
    /// - Throws: `missingComponent`, because without the list nothing would be blocked.
    static func shareBlockedAddresses(_ filters: [String]) throws(PageError) {
        let file = try share(
            filters.map { "\($0)\n" }.joined(), "blocked-addresses", "The addresses that the page may not reach")
        unsafe environment_set_for_page(BLOCKED_ADDRESSES_VARIABLE, file)
    }

    /// Tells the network process which certificate authorities to trust besides the system's.
    ///
    /// - Parameter authorities: Their certificates in PEM form; `nil` for none.
    /// - Throws: `invalidPlan` if a certificate cannot be read, `missingComponent` if nothing would trust them.
    static func shareAuthorities(_ authorities: String?) throws(PageError) {
        let file = try share(authorities ?? "", "authorities", "The certificates of --ca-file")
        unsafe environment_set_for_page(AUTHORITIES_VARIABLE, file)
        guard authorities != nil else { return }
        _ = try PageProcessLibrary.time.find()
        var error: UnsafeMutablePointer<GError>?
        let certificates = unsafe g_tls_certificate_list_new_from_file(file, &error)
        defer { unsafe g_list_free_full(certificates, g_object_unref) }
        if let error = unsafe error {
            defer { unsafe g_error_free(error) }
            throw PageError(
                .invalidPlan,
                unsafe "The certificates of --ca-file cannot be used: \(String(cString: error.pointee.message)).")
        }
        guard unsafe certificates != nil else {
            throw PageError(.invalidPlan, "The file of --ca-file has no certificate.")
        }
    }

    /// Writes a text where the network process reads it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The file's name.
    ///   - subject: What the text is, as the beginning of a message.
    /// - Returns: The file's path.
    private static func share(_ text: String, _ name: String, _ subject: String) throws(PageError) -> String {
        let path = "\(PageEnvironment.runtimeFolder)/\(name)"
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw PageError(
                .missingComponent,
                "\(subject) cannot be written to \(PageEnvironment.runtimeFolder). Free some space there, or set TMPDIR "
                    + "to another folder.")
        }
        return path
    }

    /// The pending requests of the network process, which all pages of this process share.
    private static var networkRequests: NetworkRequests?

    private static func shareNetworkRequests() -> NetworkRequests? {
        // Without it, the view's own reports tell of the page's requests.
        if networkRequests == nil, let made = try? NetworkRequests(path: "\(PageEnvironment.runtimeFolder)/network") {
            networkRequests = made
            unsafe environment_set_for_page(NETWORK_REQUESTS_VARIABLE, made.path)
        }
        networkRequests?.forgetPictures()
        return networkRequests
    }

    /// The refresh rate reported to WebKit, per second.
    ///
    /// A frame of another origin without user interaction gets animation frames at half the refresh
    /// rate: one every 30 ms at 60, or else at twice the interval (AnimationFrameRate.cpp). With
    /// three times the rate reported, WebKit finds each refresh late enough for such a frame.
    private static func nominalRefreshRate(for rate: FrameRate) -> UInt32 {
        rate.numerator <= 30 * rate.denominator ? 60 : UInt32(3 * rate.numerator / rate.denominator)
    }

    /// Returns to real time for pages opened from now on.
    static func endClock() {
        stopSharing()
        for name in ["JSC_forceWeakRandomSeed", "JSC_forcedWeakRandomSeed"] {
            unsafe environment_inherit_for_page(name)
        }
        display_refresh_run()
    }

    /// Preloads the library that speeds up drawing into a real-time page, and shares the memory of
    /// its pictures.
    ///
    /// - Returns: The shared memory, which lives as long as the page. `nil` if another page already
    ///   shares memory or the library is missing, which only costs speed.
    static func sharePictures() -> SharedClock? {
        guard shared == nil, let library = try? PageProcessLibrary.time.find(),
            let page = try? SharedClock(path: newFile("clock"), wallTime: 0, seed: nil, isEngaged: false)
        else { return nil }
        share(page, library: library, isClock: false)
        return page
    }

    /// Stops sharing memory with processes started from now on.
    static func endSharing(_ page: SharedClock) {
        if shared?.file == page.path { stopSharing() }
    }

    private static func share(_ page: SharedClock, library: String, isClock: Bool) {
        shared = (page.path, library, isClock)
        unsafe environment_set_for_page(PAGE_CLOCK_VARIABLE, page.path)
        // Tiles painted by the CPU. Otherwise WebKit gives some tiles to OpenGL, whichever is idle.
        // The two differ at edges, so no picture would be reproducible. The library also expects a
        // tile's bytes in the CPU painter's order, which differs from OpenGL's.
        unsafe environment_set_for_page("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1")
        let user = unsafe getenv("LD_PRELOAD").map { unsafe String(cString: $0) }
        unsafe environment_set_for_page("LD_PRELOAD", [library, user].compactMap(\.self).joined(separator: ":"))
    }

    private static func stopSharing() {
        shared = nil
        for name in [PAGE_CLOCK_VARIABLE, "WEBKIT_SKIA_ENABLE_CPU_RENDERING", "LD_PRELOAD"] {
            unsafe environment_inherit_for_page(name)
        }
    }

    /// Gives processes started from now on the recorder's audio sink.
    ///
    /// A page that is not recorded with its sound has the sink too: probing the machine's devices
    /// takes time that differs from run to run.
    ///
    /// - Parameters:
    ///   - isRecorded: Whether the samples are recorded.
    ///   - waits: Whether the page's time waits while samples are not collected.
    /// - Returns: The memory for the samples; `nil` if they are not recorded.
    /// - Throws: `missingComponent` if there is no sink, or no memory for the samples.
    static func shareSound(isRecorded: Bool, waits: Bool) throws(PageError) -> SharedSound? {
        let library = try PageProcessLibrary.sound.find()
        let page = isRecorded ? try SharedSound(path: newFile("sound"), waits: waits) : nil
        sound = (library, page?.path)
        unsafe environment_set_for_page(PAGE_SOUND_LIBRARY_VARIABLE, library)
        if let page { unsafe environment_set_for_page(PAGE_SOUND_VARIABLE, page.path) }
        return page
    }

    /// Gives processes started from now on no audio sink.
    static func endSound() {
        sound = nil
        for name in [PAGE_SOUND_VARIABLE, PAGE_SOUND_LIBRARY_VARIABLE] { unsafe environment_inherit_for_page(name) }
    }

    /// GStreamer's registry for the page's processes.
    private static var mediaRegistry: String?

    /// Gives processes started from now on a complete registry of GStreamer, which they do not change.
    static func shareMediaRegistry(_ file: String) {
        mediaRegistry = file
        unsafe environment_set_for_page("GST_REGISTRY", file)
        unsafe environment_set_for_page("GST_REGISTRY_UPDATE", "no")
    }

    /// The name of the shared memory.
    ///
    /// It is unique because the last page's may still exist.
    private static func newFile(_ name: String) -> String {
        counts[name, default: 0] += 1
        return "\(PageEnvironment.runtimeFolder)/\(name)-\(counts[name, default: 0])"
    }

    /// Gives the sandbox of a context access to what is shared.
    static func show(to context: UnsafeMutablePointer<WebKitWebContext>) {
        if let mediaRegistry { unsafe webkit_web_context_add_path_to_sandbox(context, mediaRegistry, 1) }
        guard let shared else { return }
        unsafe webkit_web_context_add_path_to_sandbox(context, shared.file, 0)
        unsafe webkit_web_context_add_path_to_sandbox(context, shared.library, 1)
        guard let sound else { return }
        unsafe webkit_web_context_add_path_to_sandbox(context, sound.library, 1)
        if let file = sound.file { unsafe webkit_web_context_add_path_to_sandbox(context, file, 0) }
    }

    /// Sets the time zone of processes started from now on (default: the user's).
    static func setTimeZone(_ name: String?) {
        if let name { unsafe environment_set_for_page("TZ", name) } else { unsafe environment_inherit_for_page("TZ") }
    }

    private static func millisecondsNow() -> Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }
}
