import Foundation
import TestSupport

/// The table of time-related calls in docs/engines.md.
struct TimeCalls {
    /// Calls that `libPageProcess.so` replaces, to answer or to refuse them.
    var replaced: Set<String> = []
    /// Calls that are not replaced, for the reason in the table.
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

    /// Imports that look like time-related calls but are missing in the table.
    func unknown(among imports: Set<String>) -> Set<String> {
        imports.filter { Self.isSuspect($0) }.subtracting(replaced).subtracting(real)
    }

    /// Whether a name of the C or C++ library is related to time.
    private static func isSuspect(_ name: String) -> Bool {
        guard !harmless.contains(name) else { return false }
        // The C++ library's classes; its functions call the C library's, which are replaced there.
        guard !name.hasPrefix("_Z") else { return false }
        return name.contains(
            #/time|clock|sleep|wait|poll|select|alarm|aio_|lio_|mq_|mmsg|sockopt|syscall|auxval|rusage/#.ignoresCase())
    }

    /// Functions with such a name that neither tell the time nor depend on it.
    private static let harmless: Set<String> = [
        // Times of the calendar, and of files.
        "__gmtime_r", "__strftime_l", "__timezone", "__wcsftime_l", "ctime", "ctime_r", "difftime", "gmtime",
        "gmtime_r",
        "localtime", "localtime_r", "mktime", "strftime", "strptime", "timegm", "timezone", "asctime", "asctime_r",
        "utime", "utimes", "utimensat", "futimens", "futimes", "lutimes", "wcsftime", "strftime_l",
        // Waits without a timeout.
        "pthread_barrier_wait", "pthread_cond_wait", "sem_wait", "sem_trywait", "wait", "wait3", "wait4", "waitid",
        "waitpid", "sigwait", "sigwaitinfo",
        // Setup and inspection of waits.
        "epoll_create", "epoll_create1", "epoll_ctl", "getsockopt", "mq_getattr", "pthread_condattr_setclock",
        "sendmmsg", "sched_rr_get_interval",
    ]
}
