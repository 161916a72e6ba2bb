private import CWebKitGTK

/// The script that notices functions whose results only compositing shows at their time.
///
/// It runs in the page's own world, in every frame of a page that is not composited. docs/rendering.md
/// lists the functions and what painting gets wrong.
enum LayerScripts {
    /// The message handler that receives the first use of such a function, as text for users.
    static let handler = "pagereelLayers"

    /// The event at which the script looks again for canvases that have been added to the document since.
    static let lookEvent = "pagereel-layers"

    /// Runs at the start of each document.
    ///
    /// Canvases count once they are part of a document: what is drawn from them onto a 2D canvas is right
    /// when painted.
    static let watcher = """
        (() => {
            const mark = Symbol.for('pagereel.layers');
            // document.open() runs this again; it has erased the window's listeners, and nothing else (HTML, 8.6.1).
            if (document[mark]) return document[mark]();
            const handler = window.webkit.messageHandlers.\(handler);
            let waiting = [];
            let isTold = false;
            const tell = what => {
                if (isTold) return;
                isTold = true;
                handler.postMessage(what);
            };
            const look = () => {
                if (isTold) return;
                waiting = waiting.filter(({canvas, what}) => {
                    const it = canvas.deref();
                    if (it?.isConnected) tell(what);
                    return it;
                });
            };
            const noteCanvas = (canvas, what) => {
                if (canvas.isConnected) tell(what);
                else waiting.push({canvas: new WeakRef(canvas), what});
            };
            const notice = (type, name, use) => {
                const property = Object.getOwnPropertyDescriptor(type?.prototype ?? {}, name);
                if (typeof property?.value !== 'function') return;
                property.value = new Proxy(property.value, {
                    apply(original, receiver, values) {
                        const result = Reflect.apply(original, receiver, values);
                        if (!isTold) use(receiver, values, result);
                        return result;
                    },
                });
                Object.defineProperty(type.prototype, name, property);
            };
            notice(globalThis.HTMLCanvasElement, 'getContext', (canvas, [kind], context) => {
                if (context && /^(experimental-)?webgl2?$/.test(kind)) noteCanvas(canvas, 'WebGL');
            });
            notice(globalThis.HTMLVideoElement, 'requestVideoFrameCallback', () => tell('requestVideoFrameCallback'));
            const transition = Object.getOwnPropertyDescriptor(Document.prototype, 'startViewTransition');
            if (typeof transition?.value === 'function') {
                // Without layers it does not move (WebKitGTK 2.50) or ends the page's process (2.54), so the page
                // gets a transition that is skipped (CSS View Transitions, 6.1).
                transition.value = new Proxy(transition.value, {
                    apply(original, receiver, [options]) {
                        tell('a view transition');
                        const update = typeof options === 'function' ? options : options?.update;
                        const done = Promise.resolve().then(() => update?.()).then(() => {});
                        const ready = done.then(() => { throw new DOMException('Skipped', 'AbortError'); });
                        ready.catch(() => {});
                        done.catch(() => {});
                        return {updateCallbackDone: done, ready, finished: done, skipTransition() {}};
                    },
                });
                Object.defineProperty(Document.prototype, 'startViewTransition', transition);
            }
            \(decoders)
            // A navigation's own, of a style sheet that cannot be read.
            const skip = ({viewTransition}) => {
                if (!viewTransition) return;
                tell('a view transition');
                viewTransition.skipTransition();
            };
            const listen = () => {
                for (const name of ['pageswap', 'pagereveal']) addEventListener(name, skip, true);
                addEventListener('\(lookEvent)', look, true);
            };
            Object.defineProperty(document, mark, {value: listen});
            listen();
        })();
        """

    /// Notices decoders of WebCodecs; empty for WebKitGTK 2.50, which paints their pictures.
    ///
    /// In 2.54, both functions end the process of a page that is not composited. So the page gets no decoder until then.
    private static let decoders =
        webkit_get_minor_version() < 52
        ? ""
        : """
        for (const [owner, name, answer] of [
            [globalThis.VideoDecoder, 'isConfigSupported', new Promise(() => {})],
            [globalThis.VideoDecoder?.prototype, 'configure', undefined],
        ]) {
            const property = Object.getOwnPropertyDescriptor(owner ?? {}, name);
            if (typeof property?.value !== 'function') continue;
            property.value = new Proxy(property.value, {
                apply() {
                    tell('a video decoder');
                    return answer;
                },
            });
            Object.defineProperty(owner, name, property);
        }
        """
}
