import CLibAV
package import Frames

/// Encodes the texts of a track for a file.
///
/// Use from one thread at a time.
package final class SubtitleEncoder {
    /// The codec context, from which a muxer takes the stream's parameters; its time base is a millisecond.
    package let codec: CodecContext
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var count = 0
    /// Whether the encoder leaves characters as they are that WebVTT has to escape.
    private var needsEscapes = false
    /// Whether braces are escaped as in a script, which the encoder leaves as they are.
    private let hasEscapedBraces: Bool

    /// Opens an encoder.
    ///
    /// - Parameters:
    ///   - name: libavcodec's name: `mov_text`, `subrip`, `webvtt` or `ass`.
    ///   - track: The track whose texts are encoded.
    package init(_ name: String, for track: SubtitleTrack) throws(LibAVError) {
        hasEscapedBraces = track.isStyled && name != "ass"
        guard let codec = try CodecContext.encoder(named: name) else {
            throw LibAVError(code: recorder_averror_invalid_data(), function: "avcodec_find_encoder_by_name(\(name))")
        }
        unsafe codec.raw.pointee.time_base = AVRational(num: 1, den: 1000)
        let header = Array((track.script.isEmpty ? Self.usualScript : track.script).utf8)
        // libavcodec frees the header with its own allocator.
        let memory = try unsafe checkAllocated("av_mallocz", av_mallocz(header.count + 1))
        unsafe memory.copyMemory(from: header, byteCount: header.count)
        unsafe codec.raw.pointee.subtitle_header = memory.assumingMemoryBound(to: UInt8.self)
        unsafe codec.raw.pointee.subtitle_header_size = CInt(header.count)
        try codec.open()
        self.codec = codec
        if name == "webvtt" {
            needsEscapes = try encode(SubtitleCue(markup: "&", start: .zero, end: .seconds(1))) == [38]
        }
    }

    /// Encodes a text.
    package func encode(_ cue: SubtitleCue) throws(LibAVError) -> [UInt8] {
        var markup = hasEscapedBraces ? cue.markup.withoutEscapedBraces : cue.markup
        if needsEscapes { markup = Self.escaped(markup) }
        let event = "\(count),\(cue.placement)\(markup)"
        count += 1
        let milliseconds = max(0, (cue.end - cue.start).wholeNanoseconds / 1_000_000)
        let size = unsafe buffer.withUnsafeMutableBufferPointer { bytes in
            unsafe recorder_encode_subtitle(
                codec.raw, bytes.baseAddress, CInt(bytes.count), event, UInt32(clamping: milliseconds))
        }
        try check("avcodec_encode_subtitle", size)
        return Array(buffer[..<Int(size)])
    }

    /// Escapes the characters of the text, not of its instructions, for WebVTT.
    private static func escaped(_ markup: String) -> String {
        var (escaped, isInstruction, rest) = ("", false, markup[...])
        while let character = rest.first {
            if rest.hasPrefix("{\\") { isInstruction = true }
            if character == "}" { isInstruction = false }
            rest = rest.dropFirst()
            switch character {
            case "&" where !isInstruction: escaped += "&amp;"
            case "<" where !isInstruction: escaped += "&lt;"
            case ">" where !isInstruction: escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// The sections of a script before its events, with one style.
    package static let usualScript = script(style: usualStyle, size: PixelSize(width: 384, height: 288))

    // The font that libavcodec's encoders take for granted, so that they write none.
    private static let usualStyle =
        "Default,Arial,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,1"

    /// The sections of a script before its events.
    ///
    /// - Parameters:
    ///   - style: The fields of a style, as in libass's documentation of the format, separated by commas.
    ///   - size: The size of the pictures to which lengths refer.
    package static func script(style: String, size: PixelSize) -> String {
        """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: \(size.width)
        PlayResY: \(size.height)
        ScaledBorderAndShadow: yes

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
        Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, \
        MarginV, Encoding
        Style: \(style)

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text

        """
    }
}

extension CodecContext {
    /// Decodes a packet of subtitles.
    ///
    /// - Returns: The events: numbers, placement and text, as fields separated by commas.
    package func decodeSubtitles(_ packet: borrowing Packet) throws(LibAVError) -> [String] {
        var subtitle = unsafe AVSubtitle()
        var isComplete: CInt = 0
        try unsafe check("avcodec_decode_subtitle2", avcodec_decode_subtitle2(raw, &subtitle, &isComplete, packet.raw))
        guard isComplete != 0 else { return [] }
        defer { unsafe avsubtitle_free(&subtitle) }
        return unsafe (0..<Int(subtitle.num_rects)).compactMap { index in
            unsafe subtitle.rects[index]?.pointee.ass.map { unsafe String(cString: $0) }
        }
    }

    /// The sections of a script before its events, from a decoder of subtitles.
    package var subtitleScript: String {
        let bytes = unsafe UnsafeBufferPointer(
            start: raw.pointee.subtitle_header, count: Int(raw.pointee.subtitle_header_size))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
