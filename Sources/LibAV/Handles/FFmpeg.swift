import CLibAV
package import Files

/// FFmpeg's libraries in this process.
package enum FFmpeg {
    /// Debian's packages of the libraries; they bring the others along.
    package static let packages = ["libavformat\(LIBAVFORMAT_VERSION_MAJOR)", "libswscale\(LIBSWSCALE_VERSION_MAJOR)"]

    /// Why they cannot be loaded; nothing if they are loaded.
    private static let failure: String? = libav_load().map { String(cString: $0) }

    /// Makes sure that the libraries are loaded and quiet.
    ///
    /// Called before something new begins; the first call loads them, which takes
    /// some 25 ms.
    ///
    /// - Throws: ``FileError/Code/missingComponent``.
    package static func load() throws(FileError) {
        if let failure {
            throw FileError(
                .missingComponent,
                "FFmpeg cannot be loaded: \(failure). Install the version that pagereel was built with: "
                    + "apt-get install \(packages.joined(separator: " "))")
        }
        LibAVLog.shared.forget()
    }
}
