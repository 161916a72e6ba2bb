import Foundation
import TestSupport

/// The table of docs/engines.md that says what becomes of each call by which a process can tell the time.
struct TimeCalls {
    /// Calls that `libPageProcess.so` has to take the place of, be it to answer or to refuse them.
    var replaced: Set<String> = []
    /// Calls that stay as they are, for the reason that the table gives.
    var real: Set<String> = []

    init() throws {
        let page = try String(
            contentsOf: Fixture.repository.appendingPathComponent("docs/engines.md"), encoding: .utf8)
        for row in page.split(separator: "\n") where row.hasPrefix("| `") {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = cells[0].matches(of: #/`(\w+)`/#).map { String($0.1) }
            switch cells[1] {
            case "the page's time", "refused": replaced.formUnion(names)
            case "real": real.formUnion(names)
            default: break
            }
        }
    }

    /// The imports that look like calls that tell the time, sleep or wait, and that the table does not name.
    func unknown(among imports: Set<String>) -> Set<String> {
        imports.filter { Self.isSuspect($0) }.subtracting(replaced).subtracting(real)
    }

    /// Whether a name of the C or C++ library has to do with time.
    private static func isSuspect(_ name: String) -> Bool {
        guard !harmless.contains(name) else { return false }
        // The C++ library's classes; its functions call the C library's, which are replaced there.
        guard !name.hasPrefix("_Z") else { return false }
        return name.contains(
            #/time|clock|sleep|wait|poll|select|alarm|aio_|lio_|mq_|mmsg|sockopt|syscall|auxval|rusage/#.ignoresCase())
    }

    /// What has such a name and neither tells the time nor ends with it.
    private static let harmless: Set<String> = [
        // Times of the calendar, and of files.
        "__gmtime_r", "__strftime_l", "__timezone", "__wcsftime_l", "ctime", "ctime_r", "difftime", "gmtime",
        "gmtime_r",
        "localtime", "localtime_r", "mktime", "strftime", "strptime", "timegm", "timezone", "asctime", "asctime_r",
        "utime", "utimes", "utimensat", "futimens", "futimes", "lutimes", "wcsftime", "strftime_l",
        // Waits without a time-out.
        "pthread_barrier_wait", "pthread_cond_wait", "sem_wait", "sem_trywait", "wait", "wait3", "wait4", "waitid",
        "waitpid", "sigwait", "sigwaitinfo",
        // What is set up for a wait, or looked at.
        "epoll_create", "epoll_create1", "epoll_ctl", "getsockopt", "mq_getattr", "pthread_condattr_setclock",
        "sendmmsg", "sched_rr_get_interval",
    ]
}
