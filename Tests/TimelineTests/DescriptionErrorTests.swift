import Frames
import Testing

@testable import Timeline

/// Error messages for descriptions, with their lines.
@Suite("Errors in descriptions")
struct DescriptionErrorTests {
    /// A description with an error in its second line.
    private static func clip(_ text: String) -> String { "video:\n  - {\(text)}\n  - {color: black}" }

    /// Mistakes in a clip, which is in line 2, with their messages.
    static let clips: [(String, String)] = [
        ("src: three.mp4, opactiy: 0.5", "A clip has no key 'opactiy'. Did you mean opacity?"),
        ("image: a.png", "A clip has no key 'image'. Did you mean src?"),
        ("src: three.mp4, transition: fade", "A clip has no key 'transition'. Did you mean then?"),
        ("text: Hello", "A clip has no key 'text'. Did you mean title?"),
        ("src: three.mp4, start: 1s", "A clip has no key 'start'. Did you mean in?"),
        (
            "src: three.mp4, color: black",
            "This clip needs exactly one of src, color, title and page, but has src and color."
        ),
        ("for: 2s", "This clip needs exactly one of src, color, title and page, but has none."),
        ("src: nothing.mp4", "There is no nothing.mp4."),
        ("src: music.wav", "music.wav has no pictures. List sounds under audio:."),
        ("src: page.html", "src cannot be a web page. Write page: page.html."),
        ("page: page.html, duration: 2s", "The page page.html was not found: /nowhere/page.html does not exist."),
        ("page: \"http://a/\"", "The page has no duration. Write, for example, duration: 6s."),
        ("page: \"http://a/\", for: 1s, deinterlace: auto", "A page is not interlaced. Remove deinterlace."),
        ("src: three.mp4, key: {blend: 0.1}", "A key needs an opaque color, like {color: '#00b140'}."),
        ("page: {src: \"http://a/\", sice: 1x1}, for: 1s", "A page has no key 'sice'. Did you mean size?"),
        (
            "page: {src: \"http://a/\", size: 10x10}, for: 1s",
            "size must be a size like 1280x720, each side from 16 to 4096, not '10x10'."
        ),
        ("page: {src: \"http://a/\", options: {unknown: 1}}, for: 1s", "There is no option unknown."),
        ("src: three.mp4, in: soon", "in must be a time like 1.5s, 1500ms, 45f or 00:01.5, not 'soon'."),
        ("src: three.mp4, in: 3s", "in is 3 s, but three.mp4 ends at 3 s."),
        ("src: three.mp4, out: 4s", "out is 4 s, but three.mp4 ends at 3 s."),
        ("src: three.mp4, in: 2s, out: 1s", "out is 1 s, but must be after in, which is 2 s."),
        ("src: three.mp4, for: 4s", "The clip needs 4 s of three.mp4, but only 3 s are available."),
        (
            "src: three.mp4, for: 2s, speed: 2",
            "The clip needs 2 s of three.mp4, but only 1.500 s are available at this position and speed."
        ),
        ("src: three.mp4, for: 1s, out: 2s", "for cannot be combined with out: both set the clip's end."),
        ("src: three.mp4, for: 1s, duration: 2s", "for and duration mean the same. Remove one of them."),
        (
            "src: three.mp4, speed: 0.01",
            "speed must be 0, which holds one picture, or a number from 0.05 to 20, not '0.01'."
        ),
        (
            "src: three.mp4, speed: 0, out: 1s",
            "A picture that is held has no end. Write for: instead of out."
        ),
        ("src: three.mp4, fit: fill", "There is no fit 'fill'. There are contain, cover, stretch, blur."),
        (
            "src: three.mp4, frame: [0, 0, 1]",
            "frame must be a list of four lengths, x, y, width and height, like [0, 0, 50%, 100%]."
        ),
        (
            "src: three.mp4, frame: [0, 0, 0, 50%]",
            "frame must be a list of four lengths, x, y, width and height, like [0, 0, 50%, 100%]; width and height must be greater than zero."
        ),
        ("src: three.mp4, opacity: 50%", "opacity must be a number from 0 to 1, not '50%'."),
        (
            "src: three.mp4, fade: [1s, 2s, 3s]",
            "fade must be a time like 0.5s for both ends, or two times for start and end, like [1s, 2s]."
        ),
        ("src: three.mp4, fade: 2s", "The fades take 60 and 60 frames, but the clip has 90."),
        ("src: three.mp4, transform: {rotat: 3}", "A transform has no key 'rotat'. Did you mean rotate?"),
        (
            "src: three.mp4, keyframes: [{opacity: 0}]",
            "The keyframe has no time. Write at: and the time from the clip's start."
        ),
        (
            "src: three.mp4, keyframes: [{at: 1s}]",
            "The keyframe changes nothing. Set opacity, scale, rotate, x or y."
        ),
        (
            "src: three.mp4, keyframes: [{at: 4s, x: 0}]",
            "The keyframe is at frame 120, but the clip has 90 frames."
        ),
        (
            "src: three.mp4, keyframes: [{at: 1s, x: 0}, {at: 1s, x: 1}]",
            "Keyframes must be in order of time, at least one frame apart. This one is at frame 30, the previous one at frame 30."
        ),
        (
            "src: three.mp4, motion: {zoom: [1, 2]}, keyframes: [{at: 1s, x: 0}]",
            "motion cannot be combined with keyframes: a motion consists of two keyframes."
        ),
        ("src: three.mp4, motion: {zoom: 2}", "zoom must be a list."),
        (
            "src: three.mp4, effects: [{blur: 4, tint: black}]",
            "An effect needs exactly one name and amount, like {blur: 4}. List each effect separately."
        ),
        ("src: three.mp4, effects: [{blur: 201}]", "blur must be a number from 0 to 200, not '201'."),
        ("src: three.mp4, audio: loud", "audio must be off, or {volume: -6dB, fade: [0.2s, 0.2s]}, not 'loud'."),
        (
            "src: three.mp4, audio: {fade: 2s}",
            "The sound's fades take 96000 and 96000 samples, but the sound has 144000."
        ),
        (
            "src: three.mp4, then: dissolv",
            "There is no transition 'dissolv'. There are fade, fade-black, fade-white, fade-through, wipe, slide, push, bounce-up, zoom, none, cut."
        ),
        ("src: three.mp4, then: {type: psuh}", "There is no transition 'psuh'. Did you mean push?"),
        ("src: three.mp4, then: {type: fade, direction: left}", "The transition fade does not support direction."),
        (
            "src: three.mp4, then: {type: push, direction: sideways}",
            "There is no direction 'sideways'. There are left, right, up, down."
        ),
        ("src: three.mp4, then: {duration: 1s}", "The transition has no type. Write, for example, type: fade."),
        (
            "src: three.mp4, then: {type: fade-through}",
            "fade-through needs a color: {type: fade-through, color: \"#ff8800\"}."
        ),
        (
            "src: three.mp4, then: {type: fade, duration: 4s}",
            "The transition from three.mp4 to #000000 takes 120 frames, but three.mp4 has 90. Shorten it to at most 90 frames (90f), or make the clip longer."
        ),
        (
            "src: logo.png, for: 5s, then: {type: fade, duration: 5s}",
            "The transition from logo.png to #000000 takes 150 frames, but #000000 has 120. Shorten it to at most 120 frames (120f)."
        ),
        (
            "src: logo.png, then: {type: fade, duration: 1ms}",
            "The transition after logo.png is shorter than a frame. Write then: none for a cut."
        ),
        ("src: logo.png, for: 1ms", "logo.png lasts 0.001 s, which is shorter than a frame at 30 fps."),
        ("src: logo.png, speed: 2", "A picture does not move, so it cannot have speed."),
        (
            "color: red",
            "color must be a color like \"#ff8800\", \"#ff880080\", black, white or transparent, not 'red'."
        ),
        ("color: black, for: 8000h", "With #000000, the timeline exceeds the limit of ten days."),
        (
            "color: black, frame: [0, 0, 2000%, 1]",
            "The picture's frame is 25600x1 pixels. Each side can have at most 16384."
        ),
        (
            "title: {text: A, size: 1000%}",
            "The title's font size is 7200 pixels. It must be from 1 to 4096 pixels."
        ),
        ("title: {text: A, padding: -1}", "padding must not be negative."),
        ("title: {text: A, shadow: {blur: 300}}", "blur must be at most 200 pixels."),
        (
            "title: {text: A, box: {radius: 3}}",
            "A title's box needs a color, like {color: \"#101418c0\"}."
        ),
        ("title: {text: A, outline: {with: 3}}", "An outline has no key 'with'. Did you mean width?"),
        ("title: ' '", "The title has no text. Write title: and the text."),
        ("title: {size: 12%}", "The title has no text. Write text: and the text."),
        ("title: {text: A, size: 0}", "size must be at least one pixel."),
        ("title: {text: A, align: middle}", "There is no align 'middle'. There are left, center, right."),
    ]

    @Test("Errors in a clip name the line and what to do", arguments: clips)
    func inClips(text: String, message: String) {
        #expect(Descriptions.mistake(in: Self.clip(text)) == "line 2: \(message)")
    }

    /// Other mistakes, with their lines.
    static let others: [(String, String)] = [
        ("", "line 1: The file is empty. Write video: and a list of clips."),
        ("clips: []", "line 1: A timeline has no key 'clips'. Did you mean video?"),
        (
            "video: [{color: black, for: 1s}]\naudio: [{file: a.mp3}]",
            "line 2: A sound has no key 'file'. Did you mean src?"
        ),
        (
            "video: [{color: black, for: 1s}]\noverlays: [{src: a.png, position: top}]",
            "line 2: An overlay has no key 'position'. Did you mean anchor?"
        ),
        (
            "video: [{color: black, for: 1s}]\noverlays: [{src: a.png, start: 1s}]",
            "line 2: An overlay has no key 'start'. Did you mean in or at?"
        ),
        ("vidoe: []", "line 1: A timeline has no key 'vidoe'. Did you mean video?"),
        (
            "version: 2\nvideo: [{color: black}]",
            "line 1: Version 2 of descriptions is not supported. Use version 1."
        ),
        ("video: []", "line 1: The timeline has no clips. Write video: and a list like [{src: film.mp4}]."),
        ("video: film.mp4", "line 1: video must be a list."),
        (
            "canvas: {width: 641}\nvideo: []",
            "line 1: The canvas's width is 641, but video needs an even number. Use 640 or 642."
        ),
        (
            "canvas:\n  fps: 200",
            "line 2: fps must be a frame rate from 1 to 120, like 30, 29.97 or 30000/1001, not '200'."
        ),
        (
            "canvas: {background: \"#00000080\"}",
            "line 1: The canvas's background must be opaque. Remove the color's last two digits."
        ),
        ("defaults:\n  still: 0s", "line 2: still must be longer than 0 s."),
        ("video:\n- color: black\n  color: white", "line 2: color is there more than once."),
        (
            "video:\n- {color: black",
            "line 3: This cannot be read as YAML: while parsing a flow mapping, did not find expected ',' or '}'."
        ),
        (
            "defaults: {transition: fade, still: 10f}\nvideo: [{color: black}, {color: white}]",
            "line 2: The default transition from #000000 to #ffffff takes 15 frames, but #000000 has 10. Shorten it to at most 10 frames (10f), or make the clip longer."
        ),
        (
            "video:\n- {color: black, for: 20f, then: {type: fade, duration: 11f}}\n- {color: white, for: 20f, then: {type: fade, duration: 11f}}\n- {color: black}",
            "line 3: The transition from #ffffff to #000000 takes 11 frames, but #ffffff has 20, of which the previous transition takes 11. Shorten it to at most 9 frames (9f), or make the clip longer."
        ),
        (
            "video: [{color: black}]\noverlays:\n- {src: logo.png, then: fade}",
            "line 3: An overlay has no key 'then'."
        ),
        (
            "video: [{color: black}]\noverlays:\n- {src: logo.png, at: 4s}",
            "line 3: The overlay begins at frame 120, but the timeline ends with frame 119."
        ),
        (
            "video: [{color: black}]\noverlays:\n- {src: logo.png, at: 3s, for: 2s}",
            "line 3: The overlay ends with frame 149, but the timeline ends with frame 119. Write for: end, or a shorter time."
        ),
        (
            "video: [{color: black}]\noverlays:\n- {src: logo.png, anchor: bottom-rigth}",
            "line 3: There is no anchor 'bottom-rigth'. Did you mean bottom-right?"
        ),
        (
            "video: [{color: black}]\noverlays:\n- {src: logo.png, margin: 3, frame: [0, 0, 9, 9]}",
            "line 3: margin cannot be combined with frame: both position the overlay."
        ),
        ("video: [{color: black}]\naudio:\n- {src: silent.mp4}", "line 3: silent.mp4 has no sound."),
        (
            "video: [{color: black}]\naudio:\n- {volume: 1}",
            "line 3: The sound has no file. Write src: and its name."
        ),
        (
            "video: [{color: black}]\naudio:\n- {src: music.wav, volume: 30dB}",
            "line 3: volume must be a volume like -6dB, 50% or 0.5, at most 24dB, not '30dB'."
        ),
        (
            "video: [{color: black}]\naudio:\n- {src: music.wav, for: 2s}",
            "line 3: The sound needs 2 s of music.wav, but only 1.250 s are available. Write loop: true, or a shorter time."
        ),
        (
            "video: [{color: black}]\naudio:\n- {src: music.wav, for: 5s, loop: true}",
            "line 3: The sound ends with sample 239999, but the timeline ends with sample 191999. Write for: video, or a shorter time."
        ),
        (
            "video: [{color: black}]\naudio:\n- {src: music.wav, loop: {crossfade: 700ms}}",
            "line 3: The loop's cross-fade of 0.700 s is longer than half of music.wav, of which 1.250 s are played."
        ),
        (
            "video: [{color: black}]\naudio:\n- {src: music.wav, fade: 1s}",
            "line 3: The fades take 48000 and 48000 samples, but the sound has 60000."
        ),
        (
            "video: [{color: black}]\naudio:\n- {src: music.wav, duck: {threshold: 3dB}}",
            "line 3: threshold must be decibels from -60dB to 0dB, not '3dB'."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.avi}",
            "line 3: 'out.avi' has no supported extension. Use .mp4, .m4v, .mkv, .webm, .mov, .wav, .flac, .m4a, .mp3, .opus, .gif, .apng, .webp, .png, .jpg, .srt, .vtt, .ass or .otio."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.png}",
            "line 3: A picture needs a time, like at: 3.2s, or --at 3.2s beside -o. For a contact sheet, write sheet: {columns: 5, every: 1s}; for all frames, put %05d into the name."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.png, at: 4s}",
            "line 3: at is frame 120, but the timeline ends with frame 119."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.mp4, at: 1s}",
            "line 3: This kind of output does not support at. Supported: width, height, fps, from, for, quality, bitrate, bits-per-pixel, codec, keyframe-interval, codec-profile, level, pixel-format, tune, max-bitrate, buffer-size, pixel-aspect, hdr, audio-codec, audio-bitrate, audio-rate, audio-channels, loudness."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.wav, width: 320}",
            "line 3: This kind of output does not support width. Supported: from, for, audio-bitrate, audio-rate, audio-channels, loudness."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.wav, audio-codec: flac}",
            "line 3: audio-codec is a setting of videos. The name of a file with sound alone decides its codec."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.opus, audio-rate: 44100}",
            "line 3: Opus has no sample rate of 44100 Hz, only 8000, 12000, 16000, 24000, 48000."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.mov, audio-codec: flac}",
            "line 3: A .mov file cannot contain sound in FLAC, only AAC (aac), PCM (pcm). For FLAC, name the output .mkv."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.mp4, loudness: loud}",
            "line 3: loudness must be a loudness like -14 LUFS, from -50 to -5, not 'loud'."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.mp4, codec: copy, quality: 20}",
            "line 3: quality is a setting of the encoder, and codec: copy encodes no pictures. Remove quality, or write codec: auto, which encodes what cannot be copied."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.mp4, codec: copy, hdr: convert}",
            "line 3: codec: copy leaves HDR pictures as they are. Remove hdr: convert, or write codec: auto, which encodes what cannot be copied."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.mp4, codec: cpy}",
            "line 3: There is no codec 'cpy'. Did you mean copy?"
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: out.webm, codec: h264}",
            "line 3: A .webm file cannot hold h264. Supported: vp9, av1."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: a.gif}\n- {file: a.gif}",
            "line 4: a.gif is listed twice, here and in line 3."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: a.gif, loops: 0}",
            "line 3: loops must be a whole number from 1 to 65535, not '0'."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {file: a.gif, fps: 60}",
            "line 3: a.gif cannot have 60 fps, because the canvas has 30 fps."
        ),
        (
            "canvas: {fps: 60}\nvideo: [{color: black}]\noutputs: [{file: a.gif, fps: 60}]",
            "line 3: Players show a.gif with at most 50 fps, not 60."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {motionphoto: A.jpg}",
            "line 3: A Motion Photo's name must end in .MP.jpg, which phones look for. Write motionphoto: A.MP.jpg."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {livephoto: A, from: 3s, for: 2s}",
            "line 3: The part ends with frame 149, but the timeline ends with frame 119."
        ),
        (
            "video: [{color: black}]\noutputs:\n- {livephoto: A, for: 1s, still: 1s}",
            "line 3: still is frame 30, but the part has frames 0 to 29."
        ),
    ]

    @Test("Errors elsewhere name their lines", arguments: others)
    func elsewhere(text: String, message: String) {
        #expect(Descriptions.mistake(in: text) == message)
    }

    static let last = "line 2: The last clip cannot have a transition. Remove then."

    @Test("The last clip cannot have a transition")
    func lastClip() {
        #expect(Descriptions.mistake(in: "video:\n- {color: black, then: fade}") == Self.last)
        #expect(Descriptions.mistake(in: "video:\n- {color: black, then: none}") == nil)
        #expect(Descriptions.mistake(in: "defaults: {transition: fade}\nvideo:\n- {color: black}") == nil)
    }

    @Test("JSON is read as well")
    func json() throws {
        let plan = try Descriptions.plan(
            ##"{"canvas": {"width": 64, "height": 48}, "video": [{"color": "#fff", "for": "10f"}]}"##)
        #expect(plan.frameCount == 10)
        #expect(plan.size.width == 64)
    }
}
