/// Media types by file name extension.
enum MediaType {
    /// The value of the `Content-Type` header for a file.
    ///
    /// Only plain text gets a charset. The header would override the declaration in a page or a
    /// style sheet; JSON, modules and subtitles are always UTF-8.
    static func of(_ name: [UInt8]) -> String {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return unknown }
        let ending = String(decoding: name[name.index(after: dot)...], as: UTF8.self).lowercased()
        return byEnding[ending] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    /// Media types from IANA's registry; scripts and fonts from the WHATWG MIME Sniffing Standard.
    private static let byEnding = [
        "html": "text/html", "htm": "text/html", "xhtml": "application/xhtml+xml", "css": "text/css",
        "js": "text/javascript", "mjs": "text/javascript", "wasm": "application/wasm",
        "json": "application/json", "map": "application/json", "geojson": "application/geo+json",
        "webmanifest": "application/manifest+json", "xml": "application/xml", "pdf": "application/pdf",
        "txt": "text/plain; charset=utf-8", "md": "text/markdown; charset=utf-8", "csv": "text/csv; charset=utf-8",
        "vtt": "text/vtt",
        "svg": "image/svg+xml", "png": "image/png", "apng": "image/apng", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "jxl": "image/jxl", "bmp": "image/bmp",
        "ico": "image/vnd.microsoft.icon",
        "woff": "font/woff", "woff2": "font/woff2", "ttf": "font/ttf", "otf": "font/otf",
        "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm", "ogv": "video/ogg", "mov": "video/quicktime",
        "mkv": "video/matroska", "m3u8": "application/vnd.apple.mpegurl", "ts": "video/mp2t",
        "mp3": "audio/mpeg", "m4a": "audio/mp4", "aac": "audio/aac", "ogg": "audio/ogg", "oga": "audio/ogg",
        "opus": "audio/ogg", "wav": "audio/wav", "flac": "audio/flac", "weba": "audio/webm",
    ]
}
