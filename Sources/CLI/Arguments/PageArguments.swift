import ArgumentParser
import EngineLink
import Glibc
import Notation
import Recorder

/// How the page is shown.
struct PageArguments: ParsableArguments {
    @Option(help: "Visible area in CSS pixels, each side from 16 to 4096. (default: 1280x720)", transform: pageSize)
    var size = PageOptions().size

    @Option(help: "Device pixel ratio, 1 to 4; the video has size × scale pixels. (default: 1)", transform: pageScale)
    var scale = 1

    @Option(help: "The browser's name, sent and shown to the page.")
    var userAgent: String?

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp("A header for the page's request, 'Name: value'; repeatable.", valueName: "field"),
        transform: headerField)
    var headers: [HeaderField] = []

    @Option(
        name: .customLong("cookie"),
        help: ArgumentHelp("A cookie for the page's host, 'name=value'; repeatable.", valueName: "cookie"),
        transform: cookie)
    var cookies: [String] = []

    @Option(
        help: ArgumentHelp(
            "Answer when the server asks who is there; better in the environment as PAGEREEL_AUTH.",
            valueName: "user:password"))
    var auth: String?

    @Flag(inversion: .prefixedNo, help: "Accept a certificate that cannot be trusted.")
    var insecure = false

    @Option(
        name: .customLong("script"),
        help: ArgumentHelp("JavaScript to run in the page; repeatable.", valueName: "file"),
        completion: .file(extensions: ["js"]))
    var scripts: [String] = []

    @Option(
        name: .customLong("style"),
        help: ArgumentHelp("CSS to add to the page; repeatable.", valueName: "file"),
        completion: .file(extensions: ["css"]))
    var styles: [String] = []

    @Option(
        name: .customLong("do"),
        help: ArgumentHelp("Clicks, texts and other steps, each at its time (YAML).", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var stepsFile: String?

    @Option(help: ArgumentHelp("Begin only once something matches.", valueName: "css-selector"))
    var waitFor: String?

    @Option(
        name: .customLong("language"),
        help: ArgumentHelp("Language the page is asked for, like zh-CN; repeatable.", valueName: "tag"),
        transform: languageTag)
    var languages: [String] = []

    @Flag(inversion: .prefixedNo, help: "Tell the page that dark colours are preferred.")
    var dark = false

    @Flag(
        inversion: .prefixedNo,
        help: "Confine the page's process, or do not, for pages that you trust.")
    var sandbox = true

    @Option(
        help: ArgumentHelp(
            "Limit the page's memory, for example 800M or 4G; none for no limit. (default: half of the machine's)",
            valueName: "size"),
        transform: memoryLimit)
    var maxMemory: MemoryLimit?

    @Option(
        name: .customLong("block"),
        help: ArgumentHelp(
            "Block requests whose URL contains this; * matches anything; repeatable.", valueName: "pattern"),
        transform: blockedAddress)
    var blockedAddresses: [String] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Let a page from the public network reach this machine and private networks.")
    var allowLocal = false

    /// What the arguments mean.
    ///
    /// - Throws: ``FileError`` for an unreadable script or style sheet.
    private func options() throws -> PageOptions {
        var options = PageOptions()
        options.size = size
        options.scale = scale
        options.userAgent = userAgent
        options.headers = headers
        options.cookies = cookies
        options.credentials = try credentials()
        options.acceptsBadCertificates = insecure
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

    /// Puts what was given into a plan.
    ///
    /// - Throws: ``FileError`` for a file that cannot be read, and
    ///   ``YAMLError`` for steps that are none.
    func apply(to plan: inout TakePlan) throws {
        plan.options = try options()
        plan.awaitedElement = waitFor
        if let stepsFile { plan.steps = try StepsReader.steps(in: stepsFile) }
    }

    /// Reads the credentials here and not while parsing: the parser would
    /// show a wrong value, which may be a password.
    private func credentials() throws -> Credentials? {
        let environment = getenv("PAGEREEL_AUTH").map { String(cString: $0) }
        guard let text = auth ?? environment else { return nil }
        guard let credentials = Credentials(text) else {
            let source = auth == nil ? "PAGEREEL_AUTH" : "--auth"
            throw RecordingError(.invalidPlan, "\(source) is written user:password.")
        }
        return credentials
    }
}

private func headerField(_ text: String) throws -> HeaderField {
    guard let field = HeaderField(text) else { throw ValidationError("a header is written 'Name: value'.") }
    return field
}

private func cookie(_ text: String) throws -> String {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex,
        !text.utf8.contains(where: { $0 < 32 || $0 == 127 })
    else { throw ValidationError("a cookie is written 'name=value'.") }
    return text
}

private func blockedAddress(_ text: String) throws -> String {
    guard PageOptions.canBlock(text) else {
        throw ValidationError(
            "a pattern is part of a URL in ASCII without spaces, for example ads.example or */track?*.")
    }
    return text
}

private func languageTag(_ text: String) throws -> String {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else {
        throw ValidationError("a language is written like en, de-AT or zh-CN.")
    }
    return text
}
