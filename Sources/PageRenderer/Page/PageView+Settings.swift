internal import CGIO
internal import CWebKitGTK
internal import EngineLink
internal import Frames
private import Glibc

// Configures a view before it loads its page.

extension PageView {
    /// Creates an ephemeral context in which the page's processes start.
    static func makeContext(
        _ options: PageOptions, for address: PageAddress
    ) -> UnsafeMutablePointer<WebKitWebContext> {
        // Ephemeral: no cookie, cache or storage outlives the recording.
        let context: UnsafeMutablePointer<WebKitWebContext> = unsafe webkit_web_context_new_ephemeral()
        unsafe webkit_web_context_set_sandbox_enabled(context, options.isSandboxed ? 1 : 0)
        if options.isSandboxed {
            unsafe PageSharing.show(to: context)
            if let file = address.file, !address.isServed {
                unsafe Sandbox.showFolder(of: file, besides: PageEnvironment.runtimeFolder, to: context)
            }
        }
        // Without a cache in memory, each use of a picture would be loaded and animated by itself.
        unsafe webkit_web_context_set_cache_model(context, WEBKIT_CACHE_MODEL_DOCUMENT_BROWSER)
        unsafe webkit_web_context_set_spell_checking_enabled(context, 0)
        // By default, a page started by cron would have the language "C".
        let languages = options.languages.isEmpty ? [preferredLanguage] : options.languages
        do {
            var list: [UnsafeMutablePointer<CChar>?] = unsafe languages.map { unsafe strdup($0) } + [nil]
            unsafe list.withUnsafeMutableBufferPointer { list in
                unsafe list.withMemoryRebound(to: UnsafePointer<CChar>?.self) { languages in
                    unsafe webkit_web_context_set_preferred_languages(context, languages.baseAddress)
                }
            }
            unsafe list.forEach { unsafe free($0) }
        }
        let data = unsafe webkit_web_context_get_website_data_manager(context)
        unsafe webkit_website_data_manager_set_tls_errors_policy(
            data, options.acceptsBadCertificates ? WEBKIT_TLS_ERRORS_POLICY_IGNORE : WEBKIT_TLS_ERRORS_POLICY_FAIL)
        if let proxies = options.proxies { unsafe set(proxies, in: data) }
        return unsafe context
    }

    /// Makes requests go through proxies, and through no others.
    private static func set(_ proxies: ProxySettings, in data: UnsafeMutablePointer<WebKitWebsiteDataManager>?) {
        guard !proxies.uris.isEmpty else {
            return unsafe webkit_website_data_manager_set_network_proxy_settings(
                data, WEBKIT_NETWORK_PROXY_MODE_NO_PROXY, nil)
        }
        var hosts: [UnsafeMutablePointer<CChar>?] = unsafe proxies.ignoredHosts.map { unsafe strdup($0) } + [nil]
        defer { unsafe hosts.forEach { unsafe free($0) } }
        let settings = unsafe hosts.withUnsafeMutableBufferPointer { hosts in
            unsafe hosts.withMemoryRebound(to: UnsafePointer<CChar>?.self) { hosts in
                unsafe webkit_network_proxy_settings_new(nil, hosts.baseAddress)
            }
        }
        defer { unsafe webkit_network_proxy_settings_free(settings) }
        for (scheme, uri) in proxies.uris {
            unsafe webkit_network_proxy_settings_add_proxy_for_scheme(settings, scheme, uri)
        }
        unsafe webkit_website_data_manager_set_network_proxy_settings(
            data, WEBKIT_NETWORK_PROXY_MODE_CUSTOM, settings)
    }

    /// The language of the environment (`LC_ALL`, `LANG`), or English.
    private static var preferredLanguage: String {
        let names = unsafe g_get_language_names()?.pointee.map { unsafe String(cString: $0) } ?? "C"
        let tag = names.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 }
        return tag.isEmpty || tag == ["C"] || String(tag) == "POSIX" ? "en-US" : String(tag)
    }

    /// Sets the page's permissions and how it is painted.
    func applySettings() {
        let settings = unsafe webkit_web_view_get_settings(webView)
        if options.scale.zoom != 1 { unsafe webkit_web_view_set_zoom_level(webView, options.scale.zoom) }
        if let userAgent = options.userAgent { unsafe webkit_settings_set_user_agent(settings, userAgent) }
        unsafe webkit_settings_set_enable_page_cache(settings, 0)
        // There is no user to click, so videos that the page starts must play.
        unsafe webkit_settings_set_media_playback_requires_user_gesture(settings, 0)
        // Without a camera, the engine declines by itself, and nobody learns of it. With mock devices it
        // asks on every machine, the request is denied and reported, and real devices stay out of reach.
        unsafe webkit_settings_set_enable_mock_capture_devices(settings, 1)
        unsafe webkit_settings_set_enable_fullscreen(settings, 1)
        // With this setting, `window.open` of a signal reaches the policy callback; every other
        // window is declined there.
        unsafe webkit_settings_set_javascript_can_open_windows_automatically(settings, 1)
        unsafe webkit_settings_set_hardware_acceleration_policy(
            settings,
            options.rendering == .composited
                ? WEBKIT_HARDWARE_ACCELERATION_POLICY_ALWAYS : WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
        // The compositor redraws only what has changed. Without a graphics card each pixel costs
        // about 20 ns. On a transparent background, unchanged parts would be lost (2.50).
        unsafe Self.setFeature("UseDamagingInformationForCompositing", !options.isTransparent, in: settings)
        unsafe Self.setFeature("AllowWebGLInWorkers", true, in: settings)
        // A page with a virtual clock renders at each refresh.
        if clock != nil { unsafe Self.setFeature("PreferPageRenderingUpdatesNear60FPS", false, in: settings) }
    }

    /// Switches a feature of the engine that has no dedicated property; unknown features are ignored.
    private static func setFeature(_ name: String, _ isOn: Bool, in settings: UnsafeMutablePointer<WebKitSettings>?) {
        let features = unsafe webkit_settings_get_all_features()
        defer { unsafe webkit_feature_list_unref(features) }
        for index in unsafe 0..<webkit_feature_list_get_length(features) {
            let feature = unsafe webkit_feature_list_get(features, index)
            guard let identifier = unsafe webkit_feature_get_identifier(feature),
                unsafe String(cString: identifier) == name
            else {
                continue
            }
            unsafe webkit_settings_set_feature_enabled(settings, feature, isOn ? 1 : 0)
        }
    }

    /// Removes the view's background for transparent recordings.
    func showThrough() {
        guard options.isTransparent else { return }
        var nothing = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 0)
        unsafe webkit_web_view_set_background_color(webView, &nothing)
    }
}
