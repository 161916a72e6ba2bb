import ArgumentParser
import EngineLink
import Foundation
import Frames
import Glibc
import Notation

/// Options for the page.
struct PageArguments: ConfigurableTable {
    @Setting(
        "size", "Visible area in CSS pixels, each side 16 to 4096. (default: 1280x720)",
        .size(sides: PageOptions.sideRange))
    var size = PageOptions().size

    @Setting(
        "scale", "Device pixel ratio, 1 to 4, like 2 or 1.5; the video has size × scale pixels. (default: 1)",
        .deviceScale, as: "scale")
    var scale = DeviceScale.one

    @Setting("user-agent", "User agent string.", .text, .detail)
    var userAgent: String?

    @Setting(
        "header", "HTTP header for the request for the page itself, 'Name: value'; repeatable.", .text, as: "field",
        .detail, .notRepeated)
    private var headerTexts: [String]

    @Setting(
        "cookie", "Cookie for the page's host, 'name=value'; repeatable.", .text, as: "cookie", .detail, .notRepeated)
    var cookies: [String]

    @Setting(
        "state",
        "Cookies and local storage that the page has before it loads, from a file of --save-state, Playwright or curl.",
        .text, as: "file", .files(["json", "txt"]), .detail)
    var stateFile: String?

    @Setting(
        "auth", "HTTP credentials; prefer the PAGEREEL_AUTH environment variable.", .text, as: "user:password", .detail,
        .notRepeated)
    var auth: String?

    @Setting(
        "ca-file", "Trust the certificate authorities of this file too, in PEM form.", .text, as: "file",
        .files(["pem", "crt"]), .detail)
    var authoritiesFile: String?

    @Setting("insecure", "Accept untrusted certificates.", .detail)
    var insecure = false

    @Setting(
        "init-script", "JavaScript file to run before the page's own scripts; repeatable.", .text, as: "file",
        .files(["js"]), .detail)
    var initialScripts: [String]

    @Setting(
        "script", "JavaScript file to run once the page is parsed; repeatable.", .text, as: "file", .files(["js"]),
        .detail)
    var scripts: [String]

    @Setting("style", "CSS file to add to the page; repeatable.", .text, as: "file", .files(["css"]))
    var styles: [String]

    @Setting(
        "do", "YAML file of steps, such as clicks, typing and waiting, that use the page like a person.", .text,
        as: "file",
        .files(["yaml", "yml"]))
    var stepsFile: String?

    @Setting(
        "show-pointer", "Show the pointer of --do, which then moves and types like a person.", .detail,
        .requires("do"))
    var showPointer = false

    @Setting(
        "var", "Value of {{name}} in the file of --do, 'name=value'; repeatable.", .text, as: "assignment", .detail,
        .notRepeated, .requires("do"))
    var assignments: [String]

    @Setting(
        "wait-for", "Start only once an element matches; stills count their times from then.", .text,
        as: "css-selector")
    var waitFor: String?

    @Setting("language", "Preferred language, like zh-CN; repeatable.", .languageTag, as: "tag", .detail)
    var languages: [String]

    @Setting("dark", "Tell the page that the user prefers dark colors.", .detail)
    var dark = false

    @Setting("reduced-motion", "Tell the page that the user prefers less motion.", .detail)
    var reducedMotion = false

    @Setting(
        "sandbox", "Confine the page's process; turn this off only for pages that you trust.", .detail)
    var sandbox = true

    @Setting(
        "max-memory",
        "Memory limit for the page, like 800M or 4G, or none. (default: half of the machine's or container's memory)",
        .memoryLimit, as: "size", .detail)
    var maxMemory: MemoryLimit?

    @Setting(
        "block", "Block requests whose URL contains the pattern; * matches any characters; repeatable.",
        .blockedAddress, as: "pattern", .detail)
    var blockedAddresses: [String]

    @Setting("allow-local", "Let a page from the public network reach this machine and private networks.", .detail)
    var allowLocal = false

    /// The headers; without those that are not valid, which ``validate()`` refuses.
    var headers: [HeaderField] { headerTexts.compactMap { HeaderField($0) } }

    func validate() throws {
        // A form must not judge these values: its message would show them.
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
        options.certificateAuthorities = try authoritiesFile.map(AuthoritiesFile.read)
        options.acceptsBadCertificates = insecure
        options.proxies = try ProxySettings(environment: ProcessInfo.processInfo.environment)
        options.initialScripts = try initialScripts.map { try TextFile.read($0, as: "script") }
        options.scripts = try scripts.map { try TextFile.read($0, as: "script") }
        options.styles = try styles.map { try TextFile.read($0, as: "style sheet") }
        options.languages = languages
        options.prefersDark = dark
        options.prefersReducedMotion = reducedMotion
        options.isSandboxed = sandbox
        options.blockedAddresses = blockedAddresses
        options.allowsLocalNetwork = allowLocal
        if let maxMemory { options.memoryLimit = maxMemory.bytes }
        return options
    }

    /// Sets the given options in a plan.
    ///
    /// - Parameter signsIn: Whether the plan is a login, which needs no state of its page.
    /// - Throws: ``FileError`` for an unreadable file, ``YAMLError`` for
    ///   invalid steps.
    func apply(to plan: inout TakePlan, signsIn: Bool = false) throws {
        plan.options = try options()
        if let stateFile {
            let file = try StateFile(path: stateFile)
            plan.options.state = file.state
            plan.warnings += file.warnings(for: signsIn ? nil : plan.page)
        }
        plan.awaitedElement = waitFor
        var pointer: ShownPointer?
        if let stepsFile { (plan.steps, pointer) = try StepsReader.read(stepsFile, variables: variables()) }
        switch pointer {
        case .shown(let style)?: plan.pointer = style
        case .hidden?: break
        case nil: plan.pointer = showPointer ? PointerStyle() : nil
        }
    }

    /// Parses the values of variables in steps.
    ///
    /// ArgumentParser must not: it would show an invalid one, which may be a password.
    private func variables() throws -> [String: String] {
        try assignments.reduce(into: [:]) { variables, assignment in
            let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw PageError(.invalidPlan, "--var is written name=value.")
            }
            variables[String(parts[0])] = String(parts[1])
        }
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
            throw PageError(.invalidPlan, "\(source) is written user:password.")
        }
        return credentials
    }
}

private func isCookie(_ text: String) -> Bool {
    text.contains("=") && !text.hasPrefix("=") && !text.utf8.contains { $0 < 32 || $0 == 127 }
}

extension Form where Value == String {
    /// A language tag (RFC 5646).
    fileprivate static var languageTag: Form {
        .text("a language is written like en, de-AT or zh-CN.") { text in
            !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        }
    }

    /// A pattern of addresses.
    fileprivate static var blockedAddress: Form {
        .text(
            "a pattern is part of a URL in ASCII without spaces, for example ads.example or */track?*.",
            where: PageOptions.canBlock)
    }
}
