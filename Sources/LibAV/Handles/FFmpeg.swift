import CLibAV
package import Files

/// FFmpeg's libraries, which are loaded on first use.
package enum FFmpeg {
    /// The Debian packages to install; they depend on the other libraries' packages.
    package static let packages = ["libavformat\(LIBAVFORMAT_VERSION_MAJOR)", "libswscale\(LIBSWSCALE_VERSION_MAJOR)"]

    /// The Debian package of libavcodec.
    package static let codecPackage = "libavcodec\(LIBAVCODEC_VERSION_MAJOR)"

    /// Why the libraries cannot be loaded; `nil` if they are loaded.
    private static let failure: String? = unsafe libav_load().map { unsafe String(cString: $0) }

    /// Loads the libraries and clears their log.
    ///
    /// Call this before starting a new task. The first call loads the libraries, which takes
    /// about 25 ms.
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

    /// Why libavfilter cannot be loaded; `nil` if it is loaded.
    private static let filterFailure: String? = unsafe libav_load_filters().map { unsafe String(cString: $0) }

    /// Loads libavfilter, which only the sound of pages and HDR films need.
    ///
    /// - Throws: ``FileError/Code/missingComponent``.
    package static func loadFilters() throws(FileError) {
        guard let filterFailure else { return }
        throw FileError(
            .missingComponent,
            "FFmpeg's filters cannot be loaded: \(filterFailure). Install them: apt-get install "
                + "libavfilter\(LIBAVFILTER_VERSION_MAJOR)")
    }

    /// The release of FFmpeg that the libraries belong to, such as `5.1.9-0+deb12u1`; call ``load()`` first.
    package static var release: String { unsafe String(cString: av_version_info()) }

    /// The version of each loaded library, by the file name before `.so`; call ``load()`` first.
    package static var versions: [(soname: String, version: String)] {
        var versions = [
            ("libavcodec", avcodec_version()), ("libavformat", avformat_version()), ("libavutil", avutil_version()),
            ("libswresample", swresample_version()), ("libswscale", swscale_version()),
        ]
        if filterFailure == nil { versions.append(("libavfilter", avfilter_version())) }
        return versions.map { ($0, text(of: $1)) }
    }

    /// libavcodec's version, such as `59.37.100`; call ``load()`` first.
    package static var codecVersion: String { text(of: avcodec_version()) }

    private static func text(of version: UInt32) -> String {
        "\(version >> 16).\(version >> 8 & 0xff).\(version & 0xff)"
    }

    /// The error of a libavcodec that was built without an encoder.
    ///
    /// - Parameter encoder: The missing encoder, as the end of a sentence.
    package static func missing(_ encoder: String) -> FileError {
        FileError(
            .missingComponent,
            "libavcodec has no \(encoder). Install Debian's libavcodec, which has it: apt-get install "
                + "\(codecPackage)")
    }
}
