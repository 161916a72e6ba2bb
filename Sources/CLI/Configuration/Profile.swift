/// A named set of options.
struct Profile: Sendable {
    /// Where a profile comes from.
    enum Source: Sendable, Equatable {
        /// Part of pagereel.
        case builtIn
        /// A configuration file, with the line.
        case file(String, line: Int?)
    }

    /// The name for `--profile`.
    let name: String
    /// The settings.
    let settings: [WrittenSetting]
    /// Where it comes from.
    let source: Source

    /// The built-in profiles.
    ///
    /// Names say what the video is. Videos for phones have a phone's width in
    /// CSS pixels and its pixel ratio; `4k` has the layout of `1080p` at twice
    /// the pixel ratio.
    static let builtIn = [
        Profile("720p", width: 1280, height: 720),
        Profile("1080p", width: 1920, height: 1080),
        Profile("4k", width: 1920, height: 1080, scale: 2),
        Profile("phone", width: 390, height: 844, scale: 3, userAgent: safariOnPhone),
        Profile("tablet", width: 820, height: 1180, scale: 2, userAgent: safariOnTablet),
        Profile("square", width: 540, height: 540, scale: 2),
        Profile("story", width: 360, height: 640, scale: 3),
    ]

    // WebKitGTK 2.50 is the engine of Safari 26. Pages must not expect another
    // engine.
    private static let safariOnPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        + "Version/26.0 Mobile/15E148 Safari/604.1"
    /// Safari on a tablet requests desktop pages.
    private static let safariOnTablet =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        + "Version/26.0 Safari/605.1.15"

    /// Creates a profile of a configuration file.
    init(name: String, settings: [WrittenSetting], source: Source) {
        self.name = name
        self.settings = settings
        self.source = source
    }

    private init(_ name: String, width: Int, height: Int, scale: Int = 1, userAgent: String? = nil) {
        var settings = [
            WrittenSetting(option: "size", texts: ["\(width)x\(height)"]),
            WrittenSetting(option: "scale", texts: ["\(scale)"]),
        ]
        if let userAgent { settings.append(WrittenSetting(option: "user-agent", texts: [userAgent])) }
        self.init(name: name, settings: settings, source: .builtIn)
    }
}
