import Foundation
import PackagePlugin

/// Brings the engine to packages that depend on this one, as resources beside their programs.
///
/// A package gets only what its products link. The engine is a program, and its two libraries are loaded into the page's
/// process, so nothing links them. In this package itself they are products.
@main
struct EngineFiles: BuildToolPlugin {
    /// The targets that are loaded into the page's process.
    private static let libraries = ["PageProcess", "PageSound"]

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        if case .root = context.package.origin { return [] }
        let folder = context.pluginWorkDirectoryURL
        let engine = try context.tool(named: "pagereel-engine").url
        let copy = folder.appending(path: "pagereel-engine")
        let copying = Command.buildCommand(
            displayName: "Copying pagereel-engine", executable: URL(filePath: "/bin/cp"),
            arguments: [engine.path, copy.path], inputFiles: [engine], outputFiles: [copy])
        let clang = try context.tool(named: "clang").url
        return try [copying]
            + Self.libraries.map { name in
                guard let library = try context.package.targets(named: [name]).first as? ClangSourceModuleTarget else {
                    throw Failure(description: "the target \(name) is missing")
                }
                return try Self.command(building: library, in: folder, with: clang)
            }
    }

    /// The command that builds a shared library, with what Package.swift says about its target.
    private static func command(building target: ClangSourceModuleTarget, in folder: URL, with clang: URL)
        throws -> Command
    {
        let files = target.sourceFiles.map(\.url)
        let sources = files.filter { $0.pathExtension == "c" }
        let output = folder.appending(path: "lib\(target.name).so")
        let packages = target.recursiveTargetDependencies.compactMap { ($0 as? SystemLibraryTarget)?.pkgConfig }
        var arguments = ["-shared", "-fPIC", "-fblocks", "-O2", "-o", output.path]
        arguments += target.preprocessorDefinitions.map { "-D\($0)" }
        arguments += target.headerSearchPaths.map { "-I\(target.directoryURL.appending(path: $0).path)" }
        if let headers = target.publicHeadersDirectoryURL { arguments.append("-I\(headers.path)") }
        arguments += try packages.flatMap { try flags(of: $0, "--cflags") } + sources.map(\.path)
        arguments += try packages.flatMap { try flags(of: $0, "--libs") } + target.linkedLibraries.map { "-l\($0)" }
        return .buildCommand(
            displayName: "Building \(output.lastPathComponent)", executable: clang, arguments: arguments,
            inputFiles: files, outputFiles: [output])
    }

    /// The flags of a system library.
    ///
    /// `SystemLibraryTarget` has properties for them, which are empty in SwiftPM 6.3.
    private static func flags(of package: String, _ kind: String) throws -> [String] {
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pkg-config", kind, package]
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "pkg-config does not find \(package); run scripts/install-dependencies.sh")
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Something in the package is not as this plugin expects it.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
