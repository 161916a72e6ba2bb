import Files
import Foundation

@testable import Photos

/// Expected bytes of a Live Photo's parts; Golden/README.md describes their origin.
enum Golden {
    static let identifier = "0A1B2C3D-4E5F-4A6B-8C7D-9E0F1A2B3C4D"

    static func bytes(_ name: String) throws -> [UInt8] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "Golden/\(name).hex")
        return try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isWhitespace).map {
            guard let byte = UInt8($0, radix: 16) else { throw FileError(.internalFailure, "\($0) is no byte") }
            return byte
        }
    }
}
