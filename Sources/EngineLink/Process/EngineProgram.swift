private import Glibc

/// Locates the program `pagereel-engine`.
enum EngineProgram {
    static let name = "pagereel-engine"
    /// The folder beside another package's program with the files that the plugin `EngineFiles` brings:
    /// SwiftPM's name for the resources of the target `PageSampler`.
    private static let resources = "pagereel_PageSampler.resources"

    /// Finds the program.
    ///
    /// The search order is: `PAGEREEL_ENGINE`, the folder of this program (as built), the resources beside
    /// this program (as built by another package), `../libexec/pagereel` (as installed), and the same places
    /// relative to the `pagereel` on the PATH, for programs that use the library.
    ///
    /// - Throws: `missingComponent`; the message lists the places that were searched.
    static func find() throws(PageError) -> String {
        if let named = unsafe getenv("PAGEREEL_ENGINE").map({ unsafe String(cString: $0) }), !named.isEmpty {
            guard unsafe access(named, X_OK) == 0 else {
                throw PageError(
                    .missingComponent,
                    unsafe "\(named), which PAGEREEL_ENGINE names, cannot be run (\(String(cString: strerror(errno))))."
                )
            }
            return named
        }
        let programs = ["/proc/self/exe", ProgramPath.find("pagereel")].compactMap(\.self)
        let places = programs.compactMap(ProgramPath.folder(of:)).flatMap {
            ["\($0)/\(name)", "\($0)/\(resources)/\(name)", "\($0)/../libexec/pagereel/\(name)"]
        }
        guard let path = places.first(where: { unsafe access($0, X_OK) == 0 }) else {
            throw PageError(
                .missingComponent,
                "\(name), the program that shows pages, is missing; pagereel looked for it at "
                    + "\(places.joined(separator: ", ")). Build or install all of pagereel, copy the folder "
                    + "\(resources) from your package's build folder, or name the program in PAGEREEL_ENGINE.")
        }
        return path
    }
}
