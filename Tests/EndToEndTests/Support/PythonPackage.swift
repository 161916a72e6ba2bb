import Foundation
import Subprocess
import TestSupport

/// A Python package that `scripts/install-python-package.sh` installs for the tests.
enum PythonPackage: String {
    case opentimelineio
    case kubernetesValidate = "kubernetes-validate"
    case pillow
    case haralyzer

    /// Runs a script that imports the package, and returns its standard output.
    ///
    /// - Parameters:
    ///   - modules: A folder with other modules that the script imports.
    ///   - environment: More variables.
    func run(
        _ script: String, _ arguments: [String], modules: String? = nil, environment: [Environment.Key: String?] = [:]
    ) async throws -> Data {
        let installer = Fixture.repository.appendingPathComponent("scripts/install-python-package.sh").path
        let folder = String(decoding: try await Tool.run("sh", [installer, rawValue]), as: UTF8.self)
        let path = [folder.trimmingCharacters(in: .newlines), modules].compactMap(\.self).joined(separator: ":")
        return Data(
            try await Tool.run(
                "python3", ["-c", script] + arguments,
                environment: .inherit.updating(environment.merging(["PYTHONPATH": path]) { $1 })))
    }
}
