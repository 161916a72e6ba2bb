import Encoder
import FlyingFox
import Foundation
import Frames
package import PageServer
package import Timeline

/// Plays a timeline in a browser: serves its pictures, its sound and a page that shows them.
package final class TimelinePlayer: Sendable {
    private let server: LoopbackServer

    /// Begins to serve a timeline; pictures and sound are rendered when they are requested.
    ///
    /// - Parameters:
    ///   - plan: The timeline, with its pages recorded.
    ///   - name: The page's title.
    ///   - frames: The frames to play; not empty, within the timeline.
    ///   - server: A server that serves nothing else.
    ///   - onWarning: Called with each warning about a file, once, on any thread.
    package init(
        _ plan: TimelinePlan, name: String, frames: Range<Int>, on server: LoopbackServer,
        onWarning: @escaping @Sendable (String) -> Void
    ) async {
        self.server = server
        let description = PlayedTimeline(plan, name: name, frames: frames)
        let warnings = PlayerWarnings(onWarning)
        await server.serve(PlayerHandler(plan, description: description, warnings: warnings))
    }

    /// The address of the page.
    package var address: String { server.address }

    /// Waits until the server ends, which happens only by an error.
    ///
    /// - Throws: The server's error, or `CancellationError` if the task is canceled.
    package func run() async throws { try await server.run() }
}

/// Responds to the requests of a player's page.
struct PlayerHandler: HTTPHandler {
    private let plan: TimelinePlan
    private let description: PlayedTimeline
    private let pictures: PlayedPictures
    private let warnings: PlayerWarnings

    /// The only sources that the page may use: this server, and what its script makes.
    private static let policy =
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self'; "
        + "img-src data:; media-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"

    /// Serves a timeline.
    init(_ plan: TimelinePlan, description: PlayedTimeline, warnings: PlayerWarnings) {
        self.plan = plan
        self.description = description
        self.warnings = warnings
        pictures = PlayedPictures(ImageGenerator(plan), warnings: warnings)
    }

    func handleRequest(_ request: HTTPRequest) async -> HTTPResponse {
        var response: HTTPResponse
        do {
            response = try await answer(to: request)
        } catch {
            // The page shows the message.
            response = Self.file(Data("\(error)".utf8), "text/plain; charset=utf-8", status: .internalServerError)
        }
        // Other timelines may have had this port, or will.
        response.headers[.cacheControl] = "no-store"
        response.headers[HTTPHeader("X-Content-Type-Options")] = "nosniff"
        // Other websites cannot show the pictures or play the sound.
        response.headers[HTTPHeader("Cross-Origin-Resource-Policy")] = "same-origin"
        return response
    }

    private func answer(to request: HTTPRequest) async throws -> HTTPResponse {
        let path = request.target.path()
        switch path {
        case "/":
            var page = Self.file(Data(PackageResources.player_html), "text/html; charset=utf-8")
            page.headers[HTTPHeader("Content-Security-Policy")] = Self.policy
            return page
        case "/timeline.json":
            return Self.file(try JSONEncoder().encode(description), "application/json")
        case "/sound.wav" where description.hasSound:
            return .content(
                for: request, size: PlayedSound.size(of: plan), headers: [.contentType: "audio/wav"],
                chunk: PlayedSound.block * PlayedSound.sampleSize
            ) { PlayedSound(plan: plan, range: $0, warnings: warnings) }
        default:
            guard let (frame, format) = picture(at: path) else {
                return .refusal(.notFound, "The timeline has no such frame or sound.")
            }
            let file = try await pictures.file(ofFrame: frame, as: format)
            return Self.file(Data(file), format == .png ? "image/png" : "image/jpeg")
        }
    }

    /// The frame and format that `/frames/45.png` names; `nil` for anything else.
    private func picture(at path: String) -> (frame: Int, format: StillFormat)? {
        guard let match = path.wholeMatch(of: /\/frames\/([0-9]+)\.(png|jpg)/), let frame = Int(match.1),
            frame < plan.frameCount
        else { return nil }
        return (frame, match.2 == "png" ? .png : .jpeg)
    }

    private static func file(_ data: Data, _ type: String, status: HTTPStatusCode = .ok) -> HTTPResponse {
        var headers = HTTPHeaders()
        headers[.contentType] = type
        return HTTPResponse(statusCode: status, headers: headers, body: data)
    }
}

/// What the page has to know about a timeline, as `timeline.json`.
struct PlayedTimeline: Encodable {
    /// The page's title.
    let name: String
    /// The size of the pictures, in pixels.
    let width: Int
    let height: Int
    /// The number of frames in ``rateDenominator`` seconds.
    let rateNumerator: Int
    let rateDenominator: Int
    /// The first frame to play.
    let first: Int
    /// The last frame to play.
    let last: Int
    /// Whether there is a `sound.wav`.
    let hasSound: Bool

    /// Describes a timeline.
    init(_ plan: TimelinePlan, name: String, frames: Range<Int>) {
        self.name = name
        (width, height) = (plan.size.width, plan.size.height)
        (rateNumerator, rateDenominator) = (plan.frameRate.numerator, plan.frameRate.denominator)
        (first, last) = (frames.lowerBound, frames.upperBound - 1)
        hasSound = !plan.sounds.isEmpty
    }
}
