private import CPageClock

/// Something that a page relies on and that it does not get.
///
/// docs/limits.md names each.
enum MissingFeature: String, CaseIterable {
    case webGPU = "WebGPU"
    case workerWebGL = "WebGL in a worker"
    case delayedWebGL = "delayed WebGL"
    case transparentVideo = "transparent video"
    case distinctIDs = "distinct ids"
    case blendedLayers = "blended layers"
    case fadedLayers = "faded layers"
    case maskedLayers = "masked layers"
    case pixelatedLayers = "pixelated layers"
    case reflectedLayers = "reflected layers"

    /// What the page wanted, why it is not in the recording, and what to do; whole sentences.
    var warning: String {
        switch self {
        case .webGPU:
            "The page asked for WebGPU (navigator.gpu), which WebKitGTK does not have. If something is missing from "
                + "the recording, make the page use WebGL."
        case .workerWebGL:
            "A worker of the page asked for WebGL, which WebKitGTK has in documents only, from 2.54 on. If something is "
                + "missing from the recording, make the page draw in the document."
        case .delayedWebGL:
            "The page draws by WebGL on a canvas of transferControlToOffscreen(), without antialiasing. WebKit shows it "
                + "a picture late, and not at all if it is drawn once. Set antialias or preserveDrawingBuffer in "
                + "getContext()."
        case .transparentVideo:
            "The page plays a video with transparency, which is opaque in the recording. WebKitGTK shows only VP8's, "
                + "with GStreamer's plugin codecalpha: install gstreamer1.0-plugins-bad, and record with --rendering "
                + "composited."
        case .distinctIDs:
            "Elements of the page share an id that was made from the date, though each read of the date was 1 ms later. "
                + "Some content may be in the wrong place. Number the ids, or use --clock realtime."
        case .blendedLayers:
            Self.isComposited("uses mix-blend-mode on, over or around a layer, such as a canvas")
                + "WebKit then blends no layer, or each by itself, so the colors may be wrong. " + Self.paintingAdvice
        case .fadedLayers:
            Self.isComposited("has an element with opacity and overflow around layers")
                + "WebKit then fades each layer by itself, so one that covers another may show it through. "
                + Self.paintingAdvice
        case .maskedLayers:
            Self.isComposited("has an element with a mask around layers")
                + "WebKit then masks each layer by itself, so one that covers another may show it through. "
                + Self.paintingAdvice
        case .pixelatedLayers:
            Self.isComposited("scales a layer, such as a canvas, with image-rendering: pixelated")
                + "WebKit then smooths it. Draw it at the size at which it is shown. " + Self.paintingAdvice
        case .reflectedLayers:
            Self.isComposited("masks the reflection of a layer (-webkit-box-reflect)")
                + "WebKit then shows all of the reflection. " + Self.paintingAdvice
        }
    }

    private static func isComposited(_ what: String) -> String { "The page \(what), and is composited. " }

    private static let paintingAdvice =
        "Record it with --rendering painted, if the page then shows the rest (docs/rendering.md)."

    /// The message handler that receives the names of features that the page asked for.
    static let handler = "pagereelMissing"

    /// Notices elements with the same id that contains the current time; runs in the recorder's isolated world.
    static let idObserver = """
        (() => {
            let isPosted = false;
            const isShared = ({id}) => {
                const time = /\\d{13}/.exec(id)?.[0];
                return time && Math.abs(time - Date.now()) < 60_000
                    && document.querySelectorAll('#' + CSS.escape(id)).length > 1;
            };
            new MutationObserver(records => {
                for (const {addedNodes} of isPosted ? [] : records) {
                    for (const node of addedNodes) {
                        if (node.nodeType !== 1 || ![node, ...node.querySelectorAll('[id]')].some(isShared)) continue;
                        isPosted = true;
                        window.webkit.messageHandlers.\(handler).postMessage('\(Self.distinctIDs.rawValue)');
                        return;
                    }
                }
            }).observe(document, {childList: true, subtree: true});
        })();
        """

    /// Notices what the page asks for; runs at the start of each document, in the page's own world.
    ///
    /// A missing feature is still `undefined`, and `in` finds none. What can be mended is (canvas_watcher.h).
    static let observer = """
        (() => {
            const handler = window.webkit.messageHandlers.\(handler);
            const watch = (prototype, property, feature) => {
                let isPosted = false;
                Object.setPrototypeOf(prototype, new Proxy(Object.getPrototypeOf(prototype), {
                    get(target, name, receiver) {
                        if (name === property && !isPosted) {
                            isPosted = true;
                            handler.postMessage(feature);
                        }
                        return Reflect.get(target, name, receiver);
                    },
                }));
            };
            if (!('gpu' in navigator)) watch(Navigator.prototype, 'gpu', '\(Self.webGPU.rawValue)');
            \(unsafe String(cString: canvas_watcher()))(
                () => {}, () => handler.postMessage('\(Self.delayedWebGL.rawValue)'));
        })();
        """
}
