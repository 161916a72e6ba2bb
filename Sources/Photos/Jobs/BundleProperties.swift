/// A bundle's `metadata.plist`, as macOS's Photos writes it.
///
/// It states the version of the bundle's format.
enum BundleProperties {
    static let name = "metadata.plist"

    static let bytes = Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        	<key>PFVideoComplementMetadataVersionKey</key>
        	<string>1</string>
        </dict>
        </plist>

        """.utf8)
}
