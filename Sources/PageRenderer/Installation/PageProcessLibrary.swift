private import CPageHost
package import EngineLink
private import Glibc

/// A library that is loaded into WebKit's web process.
package enum PageProcessLibrary: String {
    /// Gives the process the page's time.
    case time = "libPageProcess.so"
    /// Passes the page's sound to the recorder.
    case sound = "libPageSound.so"

    /// Finds the library.
    ///
    /// It is next to the program (or the library or tests that contain this code). In an
    /// installation it is in `lib/pagereel`, and the program is in `libexec/pagereel`.
    ///
    /// - Throws: `missingComponent` with the folders that were searched.
    package func find() throws(PageError) -> String {
        let places = Self.folders().flatMap { ["\($0)/\(rawValue)", "\($0)/../../lib/pagereel/\(rawValue)"] }
        guard let path = places.first(where: { unsafe access($0, R_OK) == 0 }) else {
            throw PageError(
                .missingComponent,
                "\(rawValue), which \(purpose), is missing; pagereel looked for it at "
                    + "\(places.joined(separator: " and ")). Build or install all of pagereel, or record with "
                    + "\(alternative).")
        }
        // The dynamic loader treats both as separators (ld.so(8)).
        guard !path.contains(where: { $0 == " " || $0 == ":" }) else {
            throw PageError(
                .missingComponent,
                "\(path) cannot be loaded into the page's process: its path must not contain spaces or colons. "
                    + "Move pagereel to another folder, or record with \(alternative).")
        }
        return path
    }

    private var purpose: String {
        switch self {
        case .time: "gives the page its virtual clock"
        case .sound: "records the page's sound"
        }
    }

    private var alternative: String {
        switch self {
        case .time: "--clock realtime"
        case .sound: "--page-audio off"
        }
    }

    private static func folders() -> [String] {
        var paths: [String] = []
        if let program = unsafe realpath("/proc/self/exe", nil) {
            unsafe paths.append(String(cString: program))
            unsafe free(program)
        }
        if let image = unsafe display_refresh_image(), let library = unsafe realpath(image, nil) {
            unsafe paths.append(String(cString: library))
            unsafe free(library)
        }
        var folders: [String] = []
        for path in paths {
            let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            if !folders.contains(folder) { folders.append(folder) }
        }
        return folders
    }
}
