/// Something that pages use and that WebKitGTK does not have.
///
/// docs/limits.md names each.
enum MissingFeature: String, CaseIterable {
    case webGPU = "WebGPU"
    case transparentVideo = "transparent video"

    /// What the page wanted, why it is not in the recording, and what to do; whole sentences.
    var warning: String {
        switch self {
        case .webGPU:
            "The page asked for WebGPU (navigator.gpu), which WebKitGTK does not have. If something is missing from "
                + "the recording, make the page use WebGL."
        case .transparentVideo:
            "The page plays a transparent video (VP8 or VP9 with alpha), which is opaque in the recording: GStreamer's "
                + "plugin codecalpha is missing. Install gstreamer1.0-plugins-bad."
        }
    }

    /// The message handler that receives the names of features that the page asked for.
    static let handler = "pagereelMissing"

    /// Notices what the page asks for; runs at the start of each document, in the page's own world.
    ///
    /// Nothing changes for the page: a feature is still `undefined`, and `in` finds none.
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
        })();
        """
}
