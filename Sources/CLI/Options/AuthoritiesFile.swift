import EngineLink
import Files
import Foundation
import Frames

/// A file with the certificates of authorities.
enum AuthoritiesFile {
    /// Reads the certificates in PEM form (RFC 7468); what is between them may be text in any encoding.
    ///
    /// The engine judges the certificates themselves.
    ///
    /// - Throws: ``FileError`` with `unreadableInput`.
    static func read(_ path: String) throws -> String {
        let text = String(decoding: try TextFile.bytes(of: path, as: "certificate file"), as: UTF8.self)
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw FileError(
                .unreadableInput,
                "The certificate file \(path) has no certificate in PEM form, which begins with '-----BEGIN "
                    + "CERTIFICATE-----'. 'openssl x509 -inform DER -in FILE -out FILE.pem' converts one in DER form.")
        }
        return text
    }
}
