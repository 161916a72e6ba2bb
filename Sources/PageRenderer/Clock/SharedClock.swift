internal import CPageClock
private import CPageHost
internal import EngineLink
private import Synchronization

/// Owner of the shared memory from which a page's processes read their time.
///
/// Any thread may read and advance it.
@safe final class SharedClock: @unchecked Sendable {
    /// The file, for ``PAGE_CLOCK_VARIABLE``.
    var path: String { file.path }

    /// The file, locked while the recorder lives; the page's processes notice when it does not.
    private let file: SharedFile<page_clock>
    private var raw: UnsafeMutablePointer<page_clock> { unsafe file.contents }
    /// Held while time advances.
    private let moving = Mutex(())

    /// The clock's initial value, in microseconds.
    ///
    /// It is constant, so that every run computes with the same floating-point numbers. It is far
    /// from 0, which some code takes for "never".
    ///
    /// WebKit adds a timer's interval to the time in seconds, as a 64-bit float. If the sum is
    /// rounded up, a repeating timer fires up to 0.5 µs later each time; if it is rounded down, it
    /// does not drift. Rounding depends on the interval and on the exponent of the time. In this
    /// range (2^22 to 2^23 s) the most common intervals round down: 4, 5, 10, 16, 17, 20, 33, 50,
    /// 60 and 100 ms. 125 ms and its multiples are always exact. The time in milliseconds is beyond
    /// 2^32, so no 32-bit counter of it overflows within the next 16 days.
    static let start: Int64 = 5_000_000_000_000

    /// Creates the file and the clock, which stands still.
    ///
    /// - Parameters:
    ///   - path: A new file in the recorder's private folder.
    ///   - wallTime: The initial time of the page's wall clock, in microseconds since 1970.
    ///   - seed: The seed of the page's random numbers (default: random).
    ///   - hasDistinctDates: Whether the page reads another millisecond from its wall clock each time.
    ///   - isEngaged: Whether the page uses the clock. If not, only the memory of its pictures is
    ///     shared.
    /// - Throws: `missingComponent` if the file cannot be created.
    init(path: String, wallTime: Int64, seed: UInt64?, hasDistinctDates: Bool = false, isEngaged: Bool = true)
        throws(PageError)
    {
        file = try SharedFile(path: path, name: "The page's clock", isLocked: true)
        unsafe raw.pointee.is_locked = 1
        unsafe page_clock_set_up(raw, Self.start, wallTime - Self.start)
        if let seed { unsafe page_clock_set_seed(raw, seed) }
        if hasDistinctDates { unsafe page_clock_make_dates_distinct(raw) }
        unsafe shared_pictures_tell(raw)
        if isEngaged { unsafe page_clock_engage(raw) }
    }

    deinit {
        end()
        unsafe shared_pictures_forget(raw)
    }

    /// Ends the page's processes.
    func end() { unsafe page_clock_end(raw) }

    /// The page's current time.
    var now: PageInstant { unsafe PageInstant(microseconds: page_clock_now(raw)) }

    /// The page's date and time, in seconds since 1970.
    var wallTime: Double { unsafe Double(page_clock_now(raw) + raw.pointee.wall_offset) / 1_000_000 }

    /// The `CLOCK_MONOTONIC` of the page's processes, in seconds.
    var monotonicTime: Double { unsafe Double(page_clock_now(raw)) / 1_000_000 }

    /// When the next thread of the page is due to wake; `nil` if no thread is waiting for a time.
    var nextDeadline: PageInstant? {
        let deadline = unsafe page_clock_next_deadline(raw, page_clock_now(raw))
        return deadline == Int64.max ? nil : PageInstant(microseconds: deadline)
    }

    /// The inode numbers of the page's picture memory, for tests.
    var pictureFiles: Set<UInt64> {
        Set((0..<PAGE_CLOCK_PICTURES).map { unsafe page_clock_picture_file(raw, $0) }).subtracting([0])
    }

    /// Whether a process of the page uses this clock.
    var isInUse: Bool { unsafe page_clock_is_in_use(raw) }

    /// Whether the page's main thread is outside its event loop.
    var isAway: Bool { unsafe page_clock_is_away(raw) }

    /// When the page's main thread began to poll the time; `nil` unless it now sleeps until time
    /// advances.
    var spinningSince: PageInstant? {
        let since = unsafe page_clock_spinning_since(raw)
        return since == 0 ? nil : PageInstant(microseconds: since)
    }

    /// The number of time-related system calls that bypassed the preloaded library, and the number
    /// of the last such call.
    var unseenCalls: (count: Int, last: Int) {
        unsafe (Int(page_clock_unseen_calls(raw)), Int(page_clock_unseen_call(raw)))
    }

    /// Whether a wait whose deadline has passed has not ended yet, though all threads may sleep.
    var isWaking: Bool { unsafe page_clock_is_waking(raw) }

    /// Whether a worker of the page has asked for WebGL and not got it.
    var lacksWorkerWebGL: Bool { unsafe page_clock_lacks_worker_webgl(raw) }

    /// Whether a worker of the page draws by WebGL on a canvas that is shown late.
    var hasDelayedWebGL: Bool { unsafe page_clock_has_delayed_webgl(raw) }

    /// Whether the page needs a display refresh to show something.
    var isDisplayHeld: Bool { unsafe page_clock_is_display_held(raw) }

    /// Counts a display refresh: until it ends or time advances, the page may show its changes.
    func countRefresh(endsAtPicture: Bool, isComposited: Bool) {
        unsafe page_clock_count_refresh(raw, endsAtPicture, isComposited)
    }

    /// Lets the page's main thread go on with its tasks, if it waits for a picture.
    ///
    /// - Returns: Whether it was waiting.
    func releaseTask() -> Bool { unsafe page_clock_release_task(raw) }

    /// Ends a refresh, whose picture is complete: the page's tasks and workers go on.
    func endRefresh() { unsafe page_clock_end_refresh(raw) }

    /// Makes the page show its pending changes.
    func releaseDisplay() { unsafe page_clock_release_display(raw) }

    /// Lets the page's compositor compose; the rest of the page must be idle.
    ///
    /// - Returns: Whether it was waiting.
    func grantComposition() -> Bool { unsafe page_clock_grant_composition(raw) }

    /// Announces whether ``awaitArrival(after:for:)`` will be called.
    func setAwaited(_ isAwaited: Bool) { unsafe page_clock_set_awaited(raw, isAwaited) }

    /// Counts a return of this process's main thread to its event loop, as the page's main thread counts its own.
    func noteArrival() { unsafe page_clock_note_arrival(raw) }

    /// How often the page's main thread or this process's has returned to its event loop.
    var arrivals: UInt32 { unsafe page_clock_arrivals(raw) }

    /// Waits until the page's main thread or this process's returns to its event loop.
    ///
    /// - Parameters:
    ///   - known: An earlier value of ``arrivals``; returns at once if it has changed since.
    ///   - microseconds: The longest wait, less than a second.
    /// - Returns: Whether one returned.
    func awaitArrival(after known: UInt32, for microseconds: Int) -> Bool {
        unsafe page_clock_await_arrival(raw, known, microseconds)
    }

    /// Lets the threads that render sound go on, once each; the page must be idle.
    ///
    /// - Returns: Whether any was waiting.
    func giveTurn() -> Bool { unsafe page_clock_give_turn(raw) }

    /// Advances the time by a number of microseconds.
    func move(by length: Int64) {
        moving.withLock { _ in _ = unsafe page_clock_move_to(raw, page_clock_now(raw) + length) }
    }

    /// Advances the time to an instant, rounded down to the microsecond.
    ///
    /// - Returns: Whether some thread of the page was woken.
    func move(to instant: PageInstant) -> Bool {
        moving.withLock { _ in unsafe page_clock_move_to(raw, instant.microseconds) }
    }
}
