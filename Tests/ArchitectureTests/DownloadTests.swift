import Foundation
import TestSupport
import Testing

/// What the scripts download is checked against hashes in the repository, or by the signature of a key whose fingerprint
/// is in the repository.
///
/// apt and SwiftPM check by themselves: by the archive's signatures, and by the commits in Package.resolved.
@Suite("Downloads of the scripts")
struct DownloadTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("Every download is checked")
    func rule() throws {
        let scripts = Fixture.repository.appending(path: "scripts")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: scripts.path) where name.hasSuffix(".sh") {
            let text = try String(contentsOf: scripts.appending(path: name), encoding: .utf8)
                .replacing("\\\n", with: "").replacing(#/(?m)^ *#.*/#, with: "")
            let isSigned = text.contains("gpgv ") && text.contains(#/\bkey=[0-9A-F]{40}\n/#)
            for line in text.split(separator: "\n") {
                #expect(isSigned || !line.contains(#/\b(curl|wget) +-|\bgit clone\b|\bnpm \b/#), "\(name): \(line)")
                guard line.contains(#/\bpip (install|download)\b/#) else { continue }
                count += 1
                #expect(line.contains("--require-hashes"), "\(name): \(line)")
            }
        }
        #expect(count >= 2)
    }

    @Test("A Python package is installed only if its hash is the listed one")
    func hashes() async throws {
        let wheel = folder.path("witness-1.0-py3-none-any.whl")
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[1], "w") as wheel:
                info = "witness-1.0.dist-info/"
                wheel.writestr("witness.py", "answer = 42\\n")
                wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: witness\\nVersion: 1.0\\n")
                wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
                wheel.writestr(info + "RECORD", "")
            """
        try await Tool.run("python3", ["-c", script, wheel])
        let sum = String(decoding: try await Tool.run("sha256sum", [wheel]), as: UTF8.self).prefix(64)

        try list((sum.first == "0" ? "1" : "0") + sum.dropFirst())
        let failure = try await #require(throws: Tool.Failure.self) { try await install() }
        #expect(failure.standardError.contains("HASHES") && failure.standardError.contains("cannot install witness"))
        #expect(!FileManager.default.fileExists(atPath: folder.path(".build/python/witness")))

        try list(String(sum))
        let place = String(decoding: try await install(), as: UTF8.self).trimmingCharacters(in: .newlines)
        #expect(try String(contentsOfFile: place + "/witness.py", encoding: .utf8) == "answer = 42\n")
    }

    /// Makes a folder with a list of the wheel.
    private func list(_ hash: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("scripts/python"), withIntermediateDirectories: true)
        try "witness==1.0 --hash=sha256:\(hash)\n".write(
            toFile: folder.path("scripts/python/witness.txt"), atomically: true, encoding: .utf8)
    }

    /// Runs a copy of the script, which installs below its own folder, without a network.
    private func install() async throws -> [UInt8] {
        let copy = folder.path("scripts/install-python-package.sh")
        if !FileManager.default.fileExists(atPath: copy) {
            try FileManager.default.copyItem(
                atPath: Fixture.repository.appending(path: "scripts/install-python-package.sh").path, toPath: copy)
        }
        return try await Tool.run("env", ["PIP_NO_INDEX=1", "PIP_FIND_LINKS=\(folder.path)", "sh", copy, "witness"])
    }
}
