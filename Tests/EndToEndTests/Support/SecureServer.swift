import Foundation
import Subprocess
import TestSupport

/// An HTTPS server with a self-signed certificate, or one of an authority: openssl's test server.
enum SecureServer {
    /// A certificate authority of a test.
    struct Authority {
        /// Its certificate, in PEM form.
        let file: String
        private let key: String

        /// Creates its key and certificate in a folder.
        init(in folder: TemporaryFolder) async throws {
            (file, key) = (folder.path("authority.pem"), folder.path("authority-key.pem"))
            try await Tool.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=Test Authority",
                    "-keyout", key, "-out", file,
                ])
        }

        /// The arguments with which openssl has a certificate signed.
        fileprivate var arguments: [String] { ["-CA", file, "-CAkey", key] }
    }

    /// Serves the files of a folder over TLS during the closure.
    ///
    /// - Parameters:
    ///   - authority: The authority that signs the server's certificate (default: the server itself).
    ///   - subject: For what the certificate is.
    ///   - body: Receives the server's address, with a final slash.
    static func serving<Result: Sendable>(
        _ folder: TemporaryFolder, signedBy authority: Authority? = nil, for subject: String = "IP:127.0.0.1",
        _ body: (String) async throws -> Result
    ) async throws -> Result {
        let key = folder.path("key.pem")
        let certificate = folder.path("certificate.pem")
        try await Tool.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                "-addext", "subjectAltName=\(subject)", "-keyout", key, "-out", certificate,
            ] + (authority?.arguments ?? []))
        return try await Subprocess.run(
            .name("env"),
            arguments: [
                "--chdir=\(folder.path)", "openssl", "s_server", "-accept", "127.0.0.1:0", "-key", key,
                "-cert", certificate, "-WWW",
            ], input: .none, output: .sequence, error: .discarded
        ) { execution in
            // Port 0 lets the kernel choose; the server then prints “ACCEPT 127.0.0.1:PORT”.
            var printed = ""
            for try await buffer in execution.standardOutput {
                unsafe printed += buffer.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
                if printed.contains("ACCEPT"), printed.hasSuffix("\n") { break }
            }
            let port = printed.split(whereSeparator: \.isNewline).last?.split(separator: ":").last ?? ""
            defer { try? execution.send(signal: .kill) }
            return try await body("https://127.0.0.1:\(port)/")
        }.closureResult
    }
}
