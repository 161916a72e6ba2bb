/// An option that other programs have, and what this program has for it.
struct ForeignOption {
    /// The names in other programs, without dashes; single letters for short ones.
    let names: [String]
    /// The option that a command must have for the advice to apply.
    let counterpart: String
    /// What to write, as a sentence.
    let advice: String

    private init(_ names: String, _ counterpart: String, _ advice: String) {
        self.names = names.split(separator: " ").map(String.init)
        self.counterpart = counterpart
        self.advice = advice
    }

    /// Returns the advice for an option of another program.
    ///
    /// - Parameters:
    ///   - name: Its name, without dashes.
    ///   - options: The options of the command, without dashes.
    /// - Returns: A sentence; `nil` if the command has nothing for it.
    static func advice(for name: String, among options: [String]) -> String? {
        let name = name.lowercased() == name || name.count == 1 ? name : name.lowercased()
        return all.first { $0.names.contains(name) && options.contains($0.counterpart) }?.advice
    }

    /// Options of browsers, of tools that drive them, of curl, wget, ffmpeg and mail programs.
    ///
    /// Of several for one name, the first whose counterpart the command has is meant.
    private static let all = [
        ForeignOption("wait delay sleep wait-for-timeout", "at", "Take the still later: --at 3s."),
        ForeignOption(
            "wait delay sleep wait-for-timeout", "do", "Let a step wait: --do FILE, with '- wait: 3s' in the file."),
        ForeignOption("timeout", "start-timeout", "Use --start-timeout for loading and the start."),
        ForeignOption(
            "wait-for-selector wait-for-element wait-until selector-timeout", "wait-for",
            "Use --wait-for with a CSS selector; pending requests delay the page without an option."),
        ForeignOption(
            "viewport viewport-size window-size resolution dimensions geometry screen-size width height W s", "size",
            "Use --size 1280x720."),
        ForeignOption("device emulate emulate-device mobile", "profile", "Use --profile phone or --profile tablet."),
        ForeignOption(
            "device-scale-factor scale-factor pixel-ratio device-pixel-ratio dpr retina hidpi", "scale",
            "Use --scale 2."),
        ForeignOption("framerate frame-rate frames-per-second r", "fps", "Use --fps 30."),
        ForeignOption("crf", "quality", "Use --quality 20."),
        ForeignOption("vcodec video-codec c:v", "codec", "Use --codec h264."),
        ForeignOption("video-bitrate b:v", "bitrate", "Use --bitrate 2M."),
        ForeignOption("virtual-time-budget length time seconds video-length t", "duration", "Use --duration 5s."),
        ForeignOption("virtual-time-budget", "until", "Use --until 5s."),
        ForeignOption("url uri input html i", "size", "Write the page without an option, as the first argument."),
        ForeignOption("overwrite-output force f y", "overwrite", "Use --overwrite."),
        ForeignOption("color-scheme prefers-color-scheme theme dark-mode", "dark", "Use --dark for dark colors."),
        ForeignOption("lang locale accept-language accept-lang", "language", "Use --language en."),
        ForeignOption("tz time-zone timezone-id", "timezone", "Use --timezone Asia/Shanghai."),
        ForeignOption(
            "ignore-https-errors ignore-certificate-errors ignore-ssl-errors accept-insecure-certs allow-insecure "
                + "no-check-certificate k",
            "insecure", "Use --insecure, for certificates that are not trusted."),
        ForeignOption(
            "cacert ca-cert ca-bundle ca-certificate ca cafile root-cert capath", "ca-file",
            "Use --ca-file FILE, with certificates in PEM form."),
        ForeignOption(
            "headers http-header extra-header extra-headers extra-http-headers H", "header",
            "Use --header 'Name: value'."),
        ForeignOption("ua A", "user-agent", "Use --user-agent TEXT."),
        ForeignOption(
            "user username password http-auth http-user http-password basic-auth credentials u", "auth",
            "Set PAGEREEL_AUTH=user:password in the environment, or use --auth."),
        ForeignOption(
            "cookies cookie-jar cookie-file load-cookies storage-state load-storage user-data-dir b", "state",
            "Use --state FILE, with cookies.txt or a file of --save-state."),
        ForeignOption("save-storage save-cookies c", "save-state", "Use --save-state FILE."),
        ForeignOption("css stylesheet style-sheet inject-css user-style-sheet", "style", "Use --style FILE."),
        ForeignOption(
            "js javascript inject inject-js run-script evaluate execute", "script",
            "Use --script FILE, or --init-script FILE before the page's own scripts."),
        ForeignOption(
            "proxy proxy-server http-proxy https-proxy", "size",
            "Set the proxy in the environment, like https_proxy=http://host:8080."),
        ForeignOption(
            "headless headed no-gui disable-gpu", "size", "No window is ever opened; leave this option out."),
        ForeignOption(
            "screenshot screenshots", "duration", "'pagereel stills' takes pictures, and --poster makes one of a video."
        ),
        ForeignOption("element clip", "selector", "Use --selector with a CSS selector."),
        ForeignOption("omit-background", "transparent", "Use --transparent."),
        ForeignOption("no-audio mute mute-audio an", "page-audio", "Use --page-audio off."),
        ForeignOption("music soundtrack audio-file sound bgm voiceover", "audio", "Use --audio FILE."),
        ForeignOption(
            "audio-loop loop-audio stream-loop", "audio", "A soundtrack repeats by itself; leave this option out."),
        ForeignOption("volume", "audio-volume", "Use --audio-volume 0.5, or --page-volume for the page's own sound."),
        ForeignOption("fade fade-out", "audio-fade-out", "Use --audio-fade-out 2s; 'pagereel compose' fades pictures."),
        ForeignOption("loop repeat", "loops", "Use --loops 1 for an animated picture that plays once."),
        ForeignOption("thumbnail thumb cover preview-image", "poster", "Use --poster FILE."),
        ForeignOption(
            "subtitles subtitle burn-captions burn-subtitles burn closed-captions srt", "captions",
            "Use --captions en for the page's captions; 'pagereel compose' adds and draws files of subtitles."),
        ForeignOption(
            "watermark logo overlay title intro outro", "captions",
            "'pagereel compose' puts pictures and titles over a video."),
        ForeignOption("crop aspect aspect-ratio square portrait vertical", "profile", "Use --profile square or story."),
        ForeignOption("1080p 720p 4k hd fullhd", "profile", "Use --profile 720p, 1080p or 4k."),
        ForeignOption(
            "steps actions action click interact interactions script-file scenario flow", "do",
            "Use --do FILE, with the steps in the file."),
        ForeignOption("cursor show-cursor mouse show-mouse pointer", "show-pointer", "Use --show-pointer."),
        ForeignOption("zoom", "do", "Use --do FILE, with a step '- zoom: ELEMENT' in the file."),
        ForeignOption("env variable set", "var", "Use --var name=value."),
        ForeignOption(
            "vf filter filter-complex filter_complex", "fps",
            "Use --size and --fps; 'pagereel compose' crops, fades and combines films."),
        ForeignOption("pix-fmt pix_fmt", "pixel-format", "Use --pixel-format yuv420p."),
        ForeignOption(
            "junit tap reporter report-file output-junit junitxml", "report",
            "Use --report junit.xml, or --report check.tap."),
        ForeignOption("json", "failures", "Use --format json, or --report check.json."),
        ForeignOption(
            "threshold max-diff-pixels max-diff-pixel-ratio max-diff failure-threshold fuzz", "allow",
            "Use --allow PERCENT of the pixels, and --tolerance for their colors."),
        ForeignOption(
            "media emulate-media media-type print forced-colors high-contrast", "style",
            "A page is shown as on a screen; docs/limits.md says what can show its print styles."),
        ForeignOption("fullpage", "full-page", "Use --full-page."),
        ForeignOption("mask", "ignore", "Use --ignore X,Y,WxH."),
        ForeignOption("update-snapshots", "update", "Use --update."),
        ForeignOption("baseline reference snapshots", "compare", "Use --compare FOLDER."),
        ForeignOption("dry-run simulate no-act", "page-audio", "'pagereel check' tries a page without recording it."),
        ForeignOption("list", "cron", "'crontab -l' lists the schedules."),
        ForeignOption("at when every interval", "cron", "Use --cron '0 6 * * 1'."),
        ForeignOption(
            "resume continue skip-existing", "journal",
            "The same command goes on where it stopped; leave this option out."),
        ForeignOption(
            "workers worker concurrency parallel parallelism max-workers threads-number j", "jobs", "Use --jobs 2."),
        ForeignOption("output-dir output-file output-path outdir outfile out dest O", "output", "Use --output, or -o."),
        ForeignOption(
            "format type output-format file-format", "output", "The output's name says the format, like -o video.webm."),
        ForeignOption("silent no-progress loglevel", "quiet", "Use --quiet."),
        ForeignOption("debug", "verbose", "Use --verbose."),
        ForeignOption("exclude block-url blocked-urls blacklist", "block", "Use --block PATTERN."),
        ForeignOption("mail mailto mail-to email notify-email", "mail-on-failure", "Use --mail-on-failure ADDRESS."),
        ForeignOption("V", "quiet", "'pagereel --version' shows the version."),
    ]
}
