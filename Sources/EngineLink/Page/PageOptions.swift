public import Frames

/// How a page is shown.
public struct PageOptions: Sendable, Codable {
    /// How WebKit makes the page's picture.
    public enum Rendering: String, Sendable, CaseIterable, Codable {
        /// Painted, and watched for what would have to be composited.
        case auto
        /// Layers, put together as on a screen; 3D comes out right.
        case composited
        /// One picture, of which only what changes is painted anew: many
        /// times faster; 3D comes out flat.
        case painted
    }

    /// The visible area in CSS pixels; each side from 16 to 4096.
    public var size = PixelSize(width: 1280, height: 720)
    /// Device pixels for each CSS pixel, which the page sees as
    /// `devicePixelRatio`; from 1 to 4.
    public var scale = 1
    /// How WebKit makes the page's picture.
    public var rendering = Rendering.auto
    /// Whether the page's background is transparent where the page paints
    /// none; pictures have transparency then.
    public var isTransparent = false
    /// The `User-Agent` to send and show to the page; WebKit's if missing.
    public var userAgent: String?
    /// Header fields added to the request for the page itself.
    public var headers: [HeaderField] = []
    /// Cookies set for the page's host before it is loaded, each as in a
    /// `Set-Cookie` field: `name=value; Path=/`.
    public var cookies: [String] = []
    /// What to answer when the page's host asks who is there.
    public var credentials: Credentials?
    /// Whether a certificate that cannot be trusted is accepted.
    public var acceptsBadCertificates = false
    /// Scripts run in the page once its document is parsed.
    public var scripts: [String] = []
    /// Style sheets added to the page.
    public var styles: [String] = []
    /// Languages the page is asked for, the best first: `zh-CN`.
    public var languages: [String] = []
    /// Whether the page is told that its user prefers dark colors.
    public var prefersDark = false
    /// Whether console messages and uncaught errors are reported.
    ///
    /// While this is set, the page's `console` functions are wrapped:
    /// WebKit itself writes no messages of a session that it forgets.
    public var reportsConsole = false
    /// Whether it is found out from which of its frames a page sends
    /// signals.
    ///
    /// While this is set, scripts in every frame tell of links, forms and
    /// messages.
    public var tracesSignals = false
    /// Whether the page's process is confined by bubblewrap.
    public var isSandboxed = true
    /// The most memory that the page's processes may use together, in bytes; no
    /// limit without it.
    public var memoryLimit: Int? = defaultMemoryLimit
    /// Patterns of URLs that the page's requests may not contain; `*` matches
    /// anything.
    public var blockedAddresses: [String] = []
    /// Whether a page from the public network may reach this machine and private
    /// networks.
    public var allowsLocalNetwork = false
    /// The page's own time; without it the page lives in real time.
    public var virtualTime: VirtualTime?
    /// The page's time zone, such as `Asia/Shanghai`; the machine's without.
    public var timeZone: String?
    /// Which addresses are signals.
    public var signalAddresses = SignalAddresses()

    /// Accepted lengths of each side of the visible area, in CSS pixels.
    public static let sideRange = 16...4096
    /// Accepted device pixel ratios.
    ///
    /// GTK knows whole numbers only.
    public static let scaleRange = 1...4

    /// Half of the memory that this machine or container has, in bytes.
    public static let defaultMemoryLimit = MachineMemory.size / 2

    /// Whether a text can be one of ``blockedAddresses``.
    ///
    /// WebKit takes ASCII only.
    public static func canBlock(_ pattern: String) -> Bool {
        !pattern.isEmpty && pattern.utf8.allSatisfy { 0x21...0x7e ~= $0 } && pattern.contains { $0 != "*" }
    }

    /// Makes options with every default.
    public init() {}

    /// The picture's size in device pixels.
    public var pixelSize: PixelSize {
        PixelSize(width: size.width * scale, height: size.height * scale)
    }
}

/// A name and value of an HTTP header.
public struct HeaderField: Sendable, Hashable, Codable {
    /// The field's name, such as `Authorization`.
    public let name: String
    /// The field's value.
    public let value: String

    /// Reads `Name: value`; `nil` if the name is no token (RFC 9110, 5.1)
    /// or the value would break out of its line.
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
/// Neither is ever described. Encoding them is for the engine's process alone.
public struct Credentials: Sendable, Codable, CustomStringConvertible, CustomReflectable {
    package let user: String
    package let password: String

    /// Reads `user:password`; `nil` without a colon or a user.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return nil }
        user = String(text[..<colon])
        password = String(text[text.index(after: colon)...])
    }

    /// A text that gives nothing away.
    public var description: String { "(hidden)" }

    /// A mirror that gives nothing away.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
