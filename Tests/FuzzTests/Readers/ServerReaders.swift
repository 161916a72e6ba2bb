import TestSupport

@testable import PageServer

extension FuzzReader {
    /// What a browser asks the page server.
    static let servers = [
        FuzzReader.text("request-path") { text in
            guard let path = RequestPath(text) else { return false }
            let again = RequestPath(RequestPath.encoded(path.parts, isFolder: path.isFolder))
            try require(
                again?.parts == path.parts && (again?.isFolder == path.isFolder || path.parts.isEmpty),
                "\(text) is \(again?.parts ?? []) when read again")
            for part in path.parts {
                try require(
                    !part.contains(0) && !part.contains(UInt8(ascii: "/")) && part != Array("..".utf8),
                    "\(text) has the part \(part)")
            }
            let served = try FuzzReader.served.get()
            if let found = try accepted({ try served.find(path.parts) }), case .file(let file) = found {
                try require(file.location.hasPrefix(Fixture.file("html")), "\(file.location) is outside")
            }
            return true
        },
        FuzzReader.text("byte-range") { text in
            var isPart = false
            for size in [0, 1, 1000, Int.max] {
                guard case .part(let range) = ByteRange(text, of: size) else { continue }
                isPart = true
                try require(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= size, "\(range) of \(size)")
            }
            return isPart
        },
        FuzzReader.text("page-name") { text in
            let served = try FuzzReader.served.get()
            let found = try accepted { try PageName(text).resolve(in: served) }
            guard let found else { return false }
            try require(found.file.hasPrefix(Fixture.file("html")), "\(found.file) is outside")
            try require(found.path.hasPrefix("/"), "\(found.path) is not a path")
            return true
        },
        FuzzReader("http-date") { bytes in
            guard bytes.count == 8 else { return .refused }
            let seconds = bytes.reduce(0) { $0 << 8 | Int($1) }
            let text = HTTPDate.text(seconds)
            try require(text.isEmpty || text.hasSuffix(" GMT"), "\(seconds) is \(text)")
            return text.isEmpty ? .refused : .accepted
        },
    ]

    private static let served = Result { try ServedFolder(Fixture.file("html")) }
}
