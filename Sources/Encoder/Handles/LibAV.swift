import CLibAV
import CLibAVLoading

/// FFmpeg's libraries in this process.
enum LibAV {
    /// Debian's packages of the libraries; they bring the others along.
    static let packages = ["libavformat\(LIBAVFORMAT_VERSION_MAJOR)", "libswscale\(LIBSWSCALE_VERSION_MAJOR)"]

    /// Why they cannot be loaded; nothing if they are loaded.
    private static let failure: String? = libav_load().map { String(cString: $0) }

    /// Makes sure that the libraries are loaded and quiet.
    ///
    /// Called before something new begins; the first call loads them, which takes
    /// some 25 ms.
    ///
    /// - Throws: ``EncoderError/Code/missingComponent``.
    static func begin() throws(EncoderError) {
        if let failure {
            throw EncoderError(
                .missingComponent,
                "FFmpeg cannot be loaded: \(failure). Install the version that pagereel was built with: "
                    + "apt-get install \(packages.joined(separator: " "))")
        }
        LibAVLog.shared.forget()
    }
}
