import ArgumentParser
import EngineLink
import Foundation
import Frames
import Glibc
import Notation

/// Options for the page.
struct PageArguments: ParsableArguments {
    @Option(
        help: "Visible area in CSS pixels, each side 16 to 4096. (default: 1280x720)",
        transform: reading(.size(sides: PageOptions.sideRange)))
    var size = PageOptions().size

    @Option(
        help: ArgumentHelp(
            "Device pixel ratio, 1 to 4, like 2 or 1.5; the video has size × scale pixels. (default: 1)",
            valueName: "scale"),
        transform: reading(.deviceScale))
    var scale = DeviceScale.one

    @Option(help: ArgumentHelp("User agent string.", visibility: .detail))
    var userAgent: String?

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "HTTP header for the request for the page itself, 'Name: value'; repeatable.", valueName: "field",
            visibility: .detail))
    private var headerTexts: [String] = []

    @Option(
        name: .customLong("cookie"),
        help: ArgumentHelp(
            "Cookie for the page's host, 'name=value'; repeatable.", valueName: "cookie", visibility: .detail))
    var cookies: [String] = []

    @Option(
        help: ArgumentHelp(
            "HTTP credentials; prefer the PAGEREEL_AUTH environment variable.",
            valueName: "user:password", visibility: .detail))
    var auth: String?

    @Flag(inversion: .prefixedNo, help: ArgumentHelp("Accept untrusted certificates.", visibility: .detail))
    var insecure = false

    @Option(
        name: .customLong("init-script"),
        help: ArgumentHelp(
            "JavaScript file to run before the page's own scripts; repeatable.", valueName: "file", visibility: .detail),
        completion: .file(extensions: ["js"]))
    var initialScripts: [String] = []

    @Option(
        name: .customLong("script"),
        help: ArgumentHelp(
            "JavaScript file to run once the page is parsed; repeatable.", valueName: "file", visibility: .detail),
        completion: .file(extensions: ["js"]))
    var scripts: [String] = []

    @Option(
        name: .customLong("style"),
        help: ArgumentHelp("CSS file to add to the page; repeatable.", valueName: "file"),
        completion: .file(extensions: ["css"]))
    var styles: [String] = []

    @Option(
        name: .customLong("do"),
        help: ArgumentHelp(
            "YAML file of clicks, typing, key presses and scrolling, each at a time of the page.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var stepsFile: String?

    @Option(
        help: ArgumentHelp(
            "Start only once an element matches; stills count their times from then.", valueName: "css-selector"),
        transform: cssSelector)
    var waitFor: String?

    @Option(
        name: .customLong("language"),
        help: ArgumentHelp("Preferred language, like zh-CN; repeatable.", valueName: "tag", visibility: .detail),
        transform: reading("a language is written like en, de-AT or zh-CN.", where: isLanguageTag))
    var languages: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Tell the page that the user prefers dark colors.", visibility: .detail))
    var dark = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Confine the page's process; turn this off only for pages that you trust.", visibility: .detail))
    var sandbox = true

    @Option(
        help: ArgumentHelp(
            "Memory limit for the page, like 800M or 4G, or none. (default: half of the machine's or container's memory)",
            valueName: "size", visibility: .detail),
        transform: reading(.memoryLimit))
    var maxMemory: MemoryLimit?

    @Option(
        name: .customLong("block"),
        help: ArgumentHelp(
            "Block requests whose URL contains the pattern; * matches any characters; repeatable.",
            valueName: "pattern", visibility: .detail),
        transform: reading(
            "a pattern is part of a URL in ASCII without spaces, for example ads.example or */track?*.",
            where: PageOptions.canBlock))
    var blockedAddresses: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Let a page from the public network reach this machine and private networks.", visibility: .detail))
    var allowLocal = false

    /// The headers; without those that are not valid, which ``validate()`` refuses.
    var headers: [HeaderField] { headerTexts.compactMap { HeaderField($0) } }

    func validate() throws {
        // ArgumentParser must not judge these values: it would show them.
        if headers.count < headerTexts.count { throw ValidationError("--header is written 'Name: value'.") }
        if !cookies.allSatisfy(isCookie) { throw ValidationError("--cookie is written 'name=value'.") }
        var request = PageOptions()
        (request.headers, request.cookies) = (headers, cookies)
        if let mistake = request.requestMistake { throw ValidationError(mistake) }
    }

    /// The size of the page's frames, in device pixels.
    var pixelSize: PixelSize {
        var options = PageOptions()
        (options.size, options.scale) = (size, scale)
        return options.pixelSize
    }

    /// Converts the arguments to page options.
    ///
    /// - Throws: ``FileError`` for an unreadable script or style sheet, ``PageError`` for an invalid proxy.
    private func options() throws -> PageOptions {
        var options = PageOptions()
        options.size = size
        options.scale = scale
        options.userAgent = userAgent
        options.headers = headers
        options.cookies = cookies
        options.credentials = try credentials()
        options.acceptsBadCertificates = insecure
        options.proxies = try ProxySettings(environment: ProcessInfo.processInfo.environment)
        options.initialScripts = try initialScripts.map { try TextFile.read($0, as: "script") }
        options.scripts = try scripts.map { try TextFile.read($0, as: "script") }
        options.styles = try styles.map { try TextFile.read($0, as: "style sheet") }
        options.languages = languages
        options.prefersDark = dark
        options.isSandboxed = sandbox
        options.blockedAddresses = blockedAddresses
        options.allowsLocalNetwork = allowLocal
        if let maxMemory { options.memoryLimit = maxMemory.bytes }
        return options
    }

    /// Sets the given options in a plan.
    ///
    /// - Throws: ``FileError`` for an unreadable file, ``YAMLError`` for
    ///   invalid steps.
    func apply(to plan: inout TakePlan) throws {
        plan.options = try options()
        plan.awaitedElement = waitFor
        if let stepsFile { plan.steps = try StepsReader.steps(in: stepsFile) }
    }

    /// Parses the credentials.
    ///
    /// ArgumentParser must not: it would show an invalid value, which may be a
    /// password.
    private func credentials() throws -> Credentials? {
        let environment = unsafe getenv("PAGEREEL_AUTH").map { unsafe String(cString: $0) }
        guard let text = auth ?? environment else { return nil }
        guard let credentials = Credentials(text) else {
            let source = auth == nil ? "PAGEREEL_AUTH" : "--auth"
            throw RecordingError(.invalidPlan, "\(source) is written user:password.")
        }
        return credentials
    }
}

private func isCookie(_ text: String) -> Bool {
    text.contains("=") && !text.hasPrefix("=") && !text.utf8.contains { $0 < 32 || $0 == 127 }
}

private func isLanguageTag(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
}
