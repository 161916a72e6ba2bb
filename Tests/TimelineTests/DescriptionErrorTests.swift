import Frames
import Testing

@testable import Timeline

/// What is wrong in a description, and in which line.
@Suite("Mistakes in descriptions")
struct DescriptionErrorTests {
    /// A description whose second line is the one with the mistake.
    private static func clip(_ text: String) -> String { "video:\n  - {\(text)}\n  - {color: black}" }

    @Test(
        "A clip's mistakes are told with their line and what to do",
        arguments: [
            ("src: three.mp4, opactiy: 0.5", "A clip has no 'opactiy'. Did you mean opacity?"),
            (
                "src: three.mp4, color: black",
                "This clip needs one of src, color, title and page, and has src and color."
            ),
            ("for: 2s", "This clip needs one of src, color, title and page, and has none."),
            ("src: nothing.mp4", "There is no nothing.mp4."),
            ("src: music.wav", "music.wav has no pictures. A sound stands below audio:."),
            ("src: page.html", "src is a file of pictures; a web page is written page: page.html."),
            ("page: page.html, duration: 2s", "There is no page page.html: /nowhere/page.html does not exist."),
            ("page: \"http://a/\"", "How long is the page shown? Write duration: 6s beside page:."),
            ("page: {src: \"http://a/\", sice: 1x1}, for: 1s", "A page has no 'sice'. Did you mean size?"),
            (
                "page: {src: \"http://a/\", size: 10x10}, for: 1s",
                "size is a size like 1280x720, each side from 16 to 4096, not '10x10'."
            ),
            ("page: {src: \"http://a/\", options: {unknown: 1}}, for: 1s", "There is no option unknown."),
            ("src: three.mp4, in: soon", "in is a time like 1.5s, 1500ms, 45f or 00:01.5, not 'soon'."),
            ("src: three.mp4, in: 3s", "in is 3 s, and three.mp4 lasts 3 s."),
            ("src: three.mp4, out: 4s", "out is 4 s, and three.mp4 lasts 3 s."),
            ("src: three.mp4, in: 2s, out: 1s", "out is 1 s; it comes after in, which is 2 s."),
            ("src: three.mp4, for: 4s", "4 s of three.mp4 are asked for, and there are 3 s."),
            (
                "src: three.mp4, for: 2s, speed: 2",
                "2 s of three.mp4 are asked for, and there are 1.500 s from there on at this speed."
            ),
            ("src: three.mp4, for: 1s, out: 2s", "for and out exclude each other: both say where the clip ends."),
            ("src: three.mp4, for: 1s, duration: 2s", "for and duration are two words for one thing; leave one out."),
            ("src: three.mp4, speed: 0", "speed is a number from 0.05 to 20, not '0'."),
            ("src: three.mp4, fit: fill", "There is no fit 'fill'. There are contain, cover, stretch, blur."),
            (
                "src: three.mp4, frame: [0, 0, 1]",
                "frame is a list of four lengths, x, y, width and height, like [0, 0, 50%, 100%]."
            ),
            (
                "src: three.mp4, frame: [0, 0, 0, 50%]",
                "frame is a list of four lengths, x, y, width and height, like [0, 0, 50%, 100%]; width and height are greater than zero."
            ),
            ("src: three.mp4, opacity: 50%", "opacity is a number from 0 to 1, not '50%'."),
            (
                "src: three.mp4, fade: [1s, 2s, 3s]",
                "fade is a time like 0.5s for both ends, or two times for beginning and end, like [1s, 2s]."
            ),
            ("src: three.mp4, fade: 2s", "The fades take 60 and 60 frames, and there are 90."),
            ("src: three.mp4, transform: {rotat: 3}", "A transform has no 'rotat'. Did you mean rotate?"),
            (
                "src: three.mp4, keyframes: [{opacity: 0}]",
                "The key frame has no time: write at: and the time from the clip's beginning."
            ),
            (
                "src: three.mp4, keyframes: [{at: 1s}]",
                "The key frame changes nothing: it names none of opacity, scale, rotate, x and y."
            ),
            ("src: three.mp4, keyframes: [{at: 4s, x: 0}]", "The key frame is at frame 120, and there are 90 frames."),
            (
                "src: three.mp4, keyframes: [{at: 1s, x: 0}, {at: 1s, x: 1}]",
                "Key frames stand in the order of their times, at least a frame apart; this one is at frame 30, the one before at frame 30."
            ),
            (
                "src: three.mp4, motion: {zoom: [1, 2]}, keyframes: [{at: 1s, x: 0}]",
                "motion and keyframes exclude each other; a motion is two key frames."
            ),
            ("src: three.mp4, motion: {zoom: 2}", "zoom is a list."),
            (
                "src: three.mp4, effects: [{blur: 4, tint: black}]",
                "An effect is one name with its amount, like {blur: 4}; write another item for another one."
            ),
            ("src: three.mp4, effects: [{blur: 201}]", "blur is a number from 0 to 200, not '201'."),
            ("src: three.mp4, audio: loud", "audio is off, or {volume: -6dB, fade: [0.2s, 0.2s]}, not 'loud'."),
            (
                "src: three.mp4, audio: {fade: 2s}",
                "The sound's fades take 96000 and 96000 samples, and there are 144000."
            ),
            (
                "src: three.mp4, then: dissolv",
                "There is no transition 'dissolv'. There are fade, fade-black, fade-white, fade-through, wipe, slide, push, bounce-up, zoom, none, cut."
            ),
            ("src: three.mp4, then: {type: psuh}", "There is no transition 'psuh'. Did you mean push?"),
            ("src: three.mp4, then: {type: fade, direction: left}", "The transition fade has no direction."),
            (
                "src: three.mp4, then: {type: push, direction: sideways}",
                "There is no direction 'sideways'. There are left, right, up, down."
            ),
            ("src: three.mp4, then: {duration: 1s}", "The transition has no type: write type: fade."),
            (
                "src: three.mp4, then: {type: fade-through}",
                "fade-through needs a colour: {type: fade-through, color: \"#ff8800\"}."
            ),
            (
                "src: three.mp4, then: {type: fade, duration: 4s}",
                "The transition after three.mp4 takes 120 frames; the clip has 90. Give it a duration of 90 frames (90f) at most, or make the clip longer."
            ),
            (
                "src: logo.png, for: 5s, then: {type: fade, duration: 5s}",
                "The transition from logo.png to #000000 takes 150 frames, and #000000 has 120. Give it a duration of 120 frames (120f) at most."
            ),
            (
                "src: logo.png, then: {type: fade, duration: 1ms}",
                "The transition after logo.png is shorter than a frame. Write then: none for a cut."
            ),
            ("src: logo.png, for: 1ms", "logo.png lasts 0.001 s, which is no frame at 30 frames a second."),
            ("src: logo.png, speed: 2", "A picture does not move and has no speed."),
            (
                "color: red",
                "color is a colour like \"#ff8800\", \"#ff880080\", black, white or transparent, not 'red'."
            ),
            ("color: black, for: 8000h", "With #000000 the timeline is longer than ten days."),
            (
                "color: black, frame: [0, 0, 2000%, 1]",
                "The picture's frame would have 25600x1 pixels; 16384 a side are the most."
            ),
            (
                "title: {text: A, size: 1000%}",
                "The title's letters would be 7200 pixels high; from 1 to 4096 are drawn."
            ),
            ("title: ' '", "The title has no text: write title: and what it says."),
            ("title: {text: A, size: 0}", "size is the height of the letters, at least one pixel."),
            ("title: {text: A, align: middle}", "There is no align 'middle'. There are left, center, right."),
        ])
    func clips(text: String, message: String) {
        #expect(Descriptions.mistake(in: Self.clip(text)) == "line 2: \(message)")
    }

    @Test(
        "Mistakes elsewhere are told with their lines, too",
        arguments: [
            ("", "line 1: The file is empty. A timeline has video:, a list of clips."),
            ("vidoe: []", "line 1: A timeline has no 'vidoe'. Did you mean video?"),
            ("version: 2\nvideo: [{color: black}]", "line 1: This is version 2 of descriptions; version 1 is read."),
            ("video: []", "line 1: There are no clips: video: is a list like [{src: film.mp4}]."),
            ("video: film.mp4", "line 1: video is a list."),
            (
                "canvas: {width: 641}\nvideo: []",
                "line 1: The canvas' width is 641; video needs an even one, 640 or 642."
            ),
            (
                "canvas:\n  fps: 200",
                "line 2: fps is a frame rate from 1 to 120, like 30, 29.97 or 30000/1001, not '200'."
            ),
            (
                "canvas: {background: \"#00000080\"}",
                "line 1: The canvas' background is opaque; leave the colour's last two digits out."
            ),
            ("defaults:\n  still: 0s", "line 2: still is longer than nothing."),
            ("video:\n- color: black\n  color: white", "line 2: color is there more than once."),
            (
                "video:\n- {color: black",
                "line 3: This cannot be read as YAML: while parsing a flow mapping, did not find expected ',' or '}'."
            ),
            (
                "defaults: {transition: fade, still: 10f}\nvideo: [{color: black}, {color: white}]",
                "line 2: The default transition after #000000 takes 15 frames; the clip has 10. Give it a duration of 10 frames (10f) at most, or make the clip longer."
            ),
            (
                "video:\n- {color: black, for: 20f, then: {type: fade, duration: 11f}}\n- {color: white, for: 20f, then: {type: fade, duration: 11f}}\n- {color: black}",
                "line 3: The transition after #ffffff takes 11 frames; the clip has 20, of which the transition before takes 11. Give it a duration of 9 frames (9f) at most, or make the clip longer."
            ),
            ("video: [{color: black}]\noverlays:\n- {src: logo.png, then: fade}", "line 3: An overlay has no 'then'."),
            (
                "video: [{color: black}]\noverlays:\n- {src: logo.png, at: 4s}",
                "line 3: The overlay begins at frame 120, and the timeline ends with frame 119."
            ),
            (
                "video: [{color: black}]\noverlays:\n- {src: logo.png, at: 3s, for: 2s}",
                "line 3: The overlay would end with frame 149, and the timeline ends with frame 119. Write for: end, or a shorter time."
            ),
            (
                "video: [{color: black}]\noverlays:\n- {src: logo.png, anchor: bottom-rigth}",
                "line 3: There is no anchor 'bottom-rigth'. Did you mean bottom-right?"
            ),
            (
                "video: [{color: black}]\noverlays:\n- {src: logo.png, margin: 3, frame: [0, 0, 9, 9]}",
                "line 3: margin and frame exclude each other: both say where the overlay is."
            ),
            ("video: [{color: black}]\naudio:\n- {src: silent.mp4}", "line 3: silent.mp4 has no sound."),
            (
                "video: [{color: black}]\naudio:\n- {volume: 1}",
                "line 3: The sound has no file: write src: and its name."
            ),
            (
                "video: [{color: black}]\naudio:\n- {src: music.wav, volume: 30dB}",
                "line 3: volume is a volume like -6dB, 50% or 0.5, of at most 24dB, not '30dB'."
            ),
            (
                "video: [{color: black}]\naudio:\n- {src: music.wav, for: 2s}",
                "line 3: 2 s of music.wav are asked for, and there are 1.250 s. Write loop: true, or a shorter time."
            ),
            (
                "video: [{color: black}]\naudio:\n- {src: music.wav, for: 5s, loop: true}",
                "line 3: The sound would end with sample 239999, and the timeline ends with sample 191999. Write for: video, or a shorter time."
            ),
            (
                "video: [{color: black}]\naudio:\n- {src: music.wav, loop: {crossfade: 700ms}}",
                "line 3: The loop's cross-fade of 0.700 s is longer than half of music.wav, of which 1.250 s are played."
            ),
            (
                "video: [{color: black}]\naudio:\n- {src: music.wav, fade: 1s}",
                "line 3: The fades take 48000 and 48000 samples, and there are 60000."
            ),
            (
                "video: [{color: black}]\naudio:\n- {src: music.wav, duck: {threshold: 3dB}}",
                "line 3: threshold is decibels from -60dB to 0dB, not '3dB'."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {file: out.avi}",
                "line 3: 'out.avi' does not say what kind of file it is; .mp4, .m4v, .mkv, .webm or .mov, .gif, .png, .jpg, .webp and .otio are written."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {file: out.png}",
                "line 3: A picture needs its time, like at: 3.2s, or sheet: {columns: 5, every: 1s}; with %05d in its name there is one for each frame."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {file: out.png, at: 4s}",
                "line 3: at is frame 120, and the timeline ends with frame 119."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {file: out.mp4, at: 1s}",
                "line 3: This kind of output has no at. It may have width, height, fps, from, for, quality, codec."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {file: out.webm, codec: h264}",
                "line 3: A .webm file holds vp9, av1, not h264."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {file: a.gif}\n- {file: a.gif}",
                "line 4: a.gif is written twice, here and in line 3."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {file: a.gif, fps: 60}",
                "line 3: a.gif asks for 60 frames a second, and the canvas has 30."
            ),
            (
                "canvas: {fps: 60}\nvideo: [{color: black}]\noutputs: [{file: a.gif, fps: 60}]",
                "line 3: Players show no GIF faster than 50 frames a second; 60 are asked for."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {motionphoto: A.jpg}",
                "line 3: Phones know a Motion Photo by a name that ends in .MP.jpg; write motionphoto: A.MP.jpg."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {livephoto: A, from: 3s, for: 2s}",
                "line 3: The part would end with frame 149, and the timeline ends with frame 119."
            ),
            (
                "video: [{color: black}]\noutputs:\n- {livephoto: A, for: 1s, still: 1s}",
                "line 3: still is frame 30, and the part has the frames 0 to 29."
            ),
        ])
    func elsewhere(text: String, message: String) {
        #expect(Descriptions.mistake(in: text) == message)
    }

    @Test("The last clip gives way to nothing")
    func last() {
        #expect(
            Descriptions.mistake(in: "video:\n- {color: black, then: fade}")
                == "line 2: This is the last clip; there is nothing that it could give way to.")
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
