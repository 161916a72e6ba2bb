public import Frames
private import Glibc

/// Options for showing a page.
public struct PageOptions: Sendable, Codable {
    /// How WebKit renders the page.
    public enum Rendering: String, Sendable, CaseIterable, Codable {
        /// Painted; warns if the page needs compositing.
        case auto
        /// Composited from layers, as on a screen; 3D transforms are rendered correctly.
        case composited
        /// Painted as one picture, updating only what changes.
        ///
        /// Many times faster; 3D transforms are flattened.
        case painted
    }

    /// The size of the viewport, in CSS pixels; each side from 16 to 4096.
    public var size = PixelSize(width: 1280, height: 720)
    /// The device pixel ratio, from 1 to 4.
    public var scale = DeviceScale.one
    /// How WebKit renders the page.
    public var rendering = Rendering.auto
    /// Whether the default background is transparent; pictures have an alpha channel then.
    public var isTransparent = false
    /// The `User-Agent` (default: WebKit's).
    public var userAgent: String?
    /// Header fields added to the request for the page.
    public var headers: [HeaderField] = []
    /// Cookies set for the page's host before loading, in the syntax of `Set-Cookie`: `name=value; Path=/`.
    public var cookies: [String] = []
    /// The cookies of any hosts, and the local storage, that the page has before it loads.
    ///
    /// ``cookies`` replace cookies of the same name, domain and path.
    public var state: PageState?
    /// Whether the page's cookies and local storage are read when the take has ended as planned.
    public var savesState = false
    /// The proxies for requests (default: those of the environment that GLib knows).
    public var proxies: ProxySettings?
    /// The HTTP credentials for the page's host.
    public var credentials: Credentials?
    /// The certificates of authorities that are trusted besides the system's, in PEM form (RFC 7468).
    public var certificateAuthorities: String?
    /// Whether invalid TLS certificates are accepted.
    public var acceptsBadCertificates = false
    /// Scripts that run in each document of the page before its own first script, in order.
    ///
    /// Documents in frames do not get them, as they may belong to others.
    public var initialScripts: [String] = []
    /// Scripts that run in the page once its document has been parsed.
    public var scripts: [String] = []
    /// A JSON object that the page's documents read as `window.pagereelData`, before their first script.
    ///
    /// Documents of other origins than the page's, and frames, do not get it.
    public var data: String?
    /// Style sheets added to the page.
    public var styles: [String] = []
    /// The preferred languages, best first: `zh-CN`.
    public var languages: [String] = []
    /// Whether the page is told that the user prefers a dark color scheme.
    public var prefersDark = false
    /// Whether the page is told that the user prefers less motion.
    public var prefersReducedMotion = false
    /// Whether the page's console is reported, and each of its errors; their number and the first always are.
    ///
    /// If so, the page's `console` functions are wrapped, because WebKit logs no messages of
    /// ephemeral sessions.
    public var reportsConsole = false
    /// Whether the source frame of each signal is traced.
    ///
    /// If so, scripts in every frame report links, forms and messages.
    public var tracesSignals = false
    /// Whether the page's requests, its long frames and the stops of its clock are reported.
    public var reportsActivity = false
    /// Whether the page's process is sandboxed with bubblewrap.
    public var isSandboxed = true
    /// The memory limit of the page's processes together, in bytes; `nil` for no limit.
    public var memoryLimit: Int? = defaultMemoryLimit
    /// Patterns of URLs that the page must not request; `*` matches anything.
    public var blockedAddresses: [String] = []
    /// Whether a page from the public network may access this machine and private networks.
    public var allowsLocalNetwork = false
    /// Whether the page's own sound is recorded.
    public enum Sound: String, Sendable, Codable {
        /// It is not recorded.
        case off
        /// It is recorded if all of pagereel is installed; a warning says if not.
        case ifPossible
        /// It is recorded, or the take fails.
        case required
    }

    /// Whether the page's own sound is recorded.
    public var sound = Sound.off
    /// The virtual time of the page; `nil` for real time.
    public var virtualTime: VirtualTime?
    /// The page's time zone, such as `Asia/Shanghai` (default: the machine's).
    public var timeZone: String?
    /// The addresses that are signals.
    public var signalAddresses = SignalAddresses()

    /// The range of the viewport's sides, in CSS pixels.
    public static let sideRange = 16...4096
    /// The most device pixels of a view that is as tall as its page: the largest texture of Mesa's software renderer, in
    /// which WebKit composites.
    package static let tallestPage = 16_384

    /// Half of the memory of this machine or container, in bytes.
    public static let defaultMemoryLimit = MachineMemory.size / 2

    /// Whether a string is a valid pattern for ``blockedAddresses``.
    ///
    /// WebKit accepts only ASCII.
    public static func canBlock(_ pattern: String) -> Bool {
        !pattern.isEmpty && pattern.utf8.allSatisfy { 0x21...0x7e ~= $0 } && pattern.contains { $0 != "*" }
    }

    /// Creates default options.
    public init() {}

    /// The picture's size in device pixels.
    public var pixelSize: PixelSize { scale.pixels(of: size) }
}

/// The name and value of an HTTP header field.
public struct HeaderField: Sendable, Hashable, Codable {
    /// The field's name, such as `Authorization`.
    public let name: String
    /// The field's value.
    public let value: String

    /// Parses `Name: value`; `nil` if the name is not a token (RFC 9110, section 5.1) or the value
    /// contains control characters.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = text[..<colon]
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        let isToken = name.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
        }
        guard !name.isEmpty, isToken, !value.utf8.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) else {
            return nil
        }
        self.name = String(name)
        self.value = String(value)
    }
}

/// A user name and a password.
///
/// They never appear in descriptions. Only the engine's process may encode them.
public struct Credentials: Sendable, Codable, CustomStringConvertible, CustomReflectable {
    package let user: String
    package let password: String

    /// Parses `user:password`; `nil` without a colon or a user name.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        user = String(text[..<colon])
        password = String(text[text.index(after: colon)...])
    }

    /// A description that reveals nothing.
    public var description: String { "(hidden)" }

    /// A mirror that reveals nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Settings of a page's virtual time.
public struct VirtualTime: Sendable, Hashable, Codable {
    /// The initial time of the page's wall clock, in milliseconds since 1970 (default: now).
    public var date: Int64?
    /// The seed of the page's random numbers (default: a random seed).
    public var seed: UInt64?
    /// Whether the page reads another millisecond from its wall clock each time, because it made the same
    /// id from the same date twice.
    package var hasDistinctDates = false
    /// Whether virtual time stops while requests are pending.
    public var waitsForNetwork = true
    /// The refresh rate of the page's display.
    public var refreshRate = FrameRate.thirty
    /// The timeout, in real time, for the page to become idle.
    public var patience = Duration.seconds(15)

    /// Creates default settings.
    public init() {}
}

/// The memory of this machine, or of the container that this process runs in.
package enum MachineMemory {
    /// The size of the memory, in bytes.
    package static var size: Int {
        let installed = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let limits = limits.compactMap { Int(ProcessFile.text(of: $0).prefix { $0 != "\n" }) }
        return limits.reduce(installed) { min($0, $1) }
    }

    /// The memory limit of the control group, version 2 and version 1 (Linux,
    /// Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst).
    private static let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
}
