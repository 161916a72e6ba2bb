internal import EngineLink
private import Glibc

/// The programs that WebKit starts.
enum HelperPrograms {
    /// The programs that every page needs.
    private static let names = ["WebKitNetworkProcess", "WebKitWebProcess"]

    /// Checks that the programs exist, because WebKit aborts this process if one is missing.
    ///
    /// - Throws: `missingComponent` with the missing program.
    static func check() throws(PageError) {
        // Debian installs them beside the library; other layouts are not checked.
        guard let library = LoadedLibraries.file(named: "libwebkit2gtk-4.1"),
            let folder = ProgramPath.folder(of: library).map({ "\($0)/webkit2gtk-4.1" }),
            unsafe access(folder, X_OK) == 0
        else { return }
        for name in names where unsafe access("\(folder)/\(name)", X_OK) != 0 {
            throw PageError(
                .missingComponent,
                unsafe "\(folder)/\(name), a part of WebKitGTK, cannot be run (\(String(cString: strerror(errno)))). Install "
                    + "it again with: apt-get install --reinstall libwebkit2gtk-4.1-0")
        }
    }
}
