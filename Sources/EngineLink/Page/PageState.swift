/// The cookies and the local storage that a page has before it loads, or had at its end.
///
/// Encoded as JSON, it is Playwright's storage state. The values never appear in descriptions.
public struct PageState: Sendable, Codable, CustomStringConvertible, CustomReflectable {
    /// The cookies, of any domains.
    public var cookies: [Cookie]
    /// The local storage of each origin.
    public var origins: [Origin]

    /// Creates a state.
    public init(cookies: [Cookie] = [], origins: [Origin] = []) {
        self.cookies = cookies
        self.origins = origins
    }

    /// Decodes a state; a missing list is empty.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        cookies = try values.decodeIfPresent([Cookie].self, forKey: .cookies) ?? []
        origins = try values.decodeIfPresent([Origin].self, forKey: .origins) ?? []
    }

    /// The numbers of cookies and origins.
    public var description: String { "\(cookies.count) cookies, local storage of \(origins.count) origins" }

    /// A mirror that reveals nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Adds another state, whose origins replace those of the same name.
    package mutating func add(_ other: PageState) {
        cookies += other.cookies
        for origin in other.origins {
            origins.removeAll { $0.origin == origin.origin }
            origins.append(origin)
        }
    }

    /// A cookie (RFC 6265).
    public struct Cookie: Sendable, Codable, CustomStringConvertible, CustomReflectable {
        /// When a cookie is sent with requests that other sites cause.
        public enum SameSite: String, Sendable, Codable {
            /// Never.
            case strict = "Strict"
            /// With navigations.
            case lax = "Lax"
            /// Always.
            case none = "None"
        }

        /// The name.
        public let name: String
        /// The value.
        public let value: String
        /// The host; with a dot before it, also the hosts below it.
        public let domain: String
        /// The folder of the addresses to which it is sent.
        public let path: String
        /// When it expires, in seconds since 1970; -1 for a cookie of the session.
        public let expires: Double
        /// Whether scripts cannot read it.
        public let isHTTPOnly: Bool
        /// Whether it is sent over https only.
        public let isSecure: Bool
        /// When it is sent with requests that other sites cause; `nil` for the engine's default.
        public let sameSite: SameSite?

        private enum CodingKeys: String, CodingKey {
            case name, value, domain, path, expires
            case isHTTPOnly = "httpOnly"
            case isSecure = "secure"
            case sameSite
        }

        /// Creates a cookie.
        public init(
            name: String, value: String, domain: String, path: String = "/", expires: Double = -1,
            isHTTPOnly: Bool = false, isSecure: Bool = false, sameSite: SameSite? = nil
        ) {
            self.name = name
            self.value = value
            self.domain = domain
            self.path = path
            self.expires = expires
            self.isHTTPOnly = isHTTPOnly
            self.isSecure = isSecure
            self.sameSite = sameSite
        }

        /// Decodes a cookie; only name, value and domain are required.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                name: try values.decode(String.self, forKey: .name),
                value: try values.decode(String.self, forKey: .value),
                domain: try values.decode(String.self, forKey: .domain),
                path: try values.decodeIfPresent(String.self, forKey: .path) ?? "/",
                expires: try values.decodeIfPresent(Double.self, forKey: .expires) ?? -1,
                isHTTPOnly: try values.decodeIfPresent(Bool.self, forKey: .isHTTPOnly) ?? false,
                isSecure: try values.decodeIfPresent(Bool.self, forKey: .isSecure) ?? false,
                sameSite: try values.decodeIfPresent(SameSite.self, forKey: .sameSite))
        }

        /// The cookie's name and domain.
        public var description: String { "\(name) of \(domain)" }

        /// A mirror that hides the value.
        public var customMirror: Mirror { Mirror(self, children: ["name": name, "domain": domain]) }

        /// Whether the cookie has expired.
        ///
        /// - Parameter time: The time to compare with, in seconds since 1970.
        package func hasExpired(at time: Double) -> Bool { expires >= 0 && expires <= time }
    }

    /// The local storage of an origin.
    public struct Origin: Sendable, Codable, CustomStringConvertible, CustomReflectable {
        /// An item of the storage.
        public struct Item: Sendable, Hashable, Codable, CustomStringConvertible, CustomReflectable {
            /// The key.
            public let name: String
            /// The value.
            public let value: String

            /// Creates an item.
            public init(name: String, value: String) {
                self.name = name
                self.value = value
            }

            /// The item's key.
            public var description: String { name }

            /// A mirror that hides the value.
            public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
        }

        /// The origin as scripts see it, such as `https://example.com`.
        public let origin: String
        /// The items.
        public let localStorage: [Item]

        /// Creates the storage of an origin.
        public init(origin: String, localStorage: [Item]) {
            self.origin = origin
            self.localStorage = localStorage
        }

        /// Decodes an origin; a missing list is empty.
        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            origin = try values.decode(String.self, forKey: .origin)
            localStorage = try values.decodeIfPresent([Item].self, forKey: .localStorage) ?? []
        }

        /// The origin and the number of its items.
        public var description: String { "\(localStorage.count) items of \(origin)" }

        /// A mirror that hides the values.
        public var customMirror: Mirror { Mirror(self, children: ["origin": origin]) }
    }
}
