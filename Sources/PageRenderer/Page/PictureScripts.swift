/// The script that makes animated pictures keep their delays.
///
/// WebKit starts the timer of a picture's frame when it paints the frame. It decodes frames of at most 100 KiB only
/// after that, and does not know the delay of a frame that was never decoded (ImageFrameAnimator.cpp,
/// ScalableImageDecoder.cpp). So each frame of a GIF, WebP or AVIF lasts for one rendering update the first time the
/// animation runs. A picture whose frames are shorter than a rendering update is too slow all the time.
///
/// `decode()` on a picture that is moving starts the timer too, and decodes the next frame beforehand. It is answered
/// when that timer ends. So the script calls it once for each frame, while the picture is in view. It runs in every
/// frame, in the recorder's isolated world.
enum PictureScripts {
    /// Media types of pictures that may move; those in PNG know their delays.
    static let types: Set<String> = ["image/gif", "image/webp", "image/avif"]

    /// Tells the script which pictures have arrived; it looks for those that style sheets use.
    static func arrived(_ addresses: [String]) -> String {
        let list = addresses.map(PageScripts.literal).joined(separator: ",")
        return "globalThis.pagereelPictures?.arrived([\(list)])"
    }

    /// Runs at the start of each document.
    static let driver = """
        (() => {
            'use strict';
            if (globalThis.pagereelPictures) return;
            const elements = 'img,image';
            // Larger frames are decoded before they are painted.
            const mostPixels = 100 * 1024 / 4;
            const moves = /\\.(?:gif|webp|avif|a?png)(?:[?#]|$)|^data:image\\/(?:gif|webp|avif|a?png)/i;
            const isStill = /\\.(?:jpe?g|svgz?|bmp|ico)(?:[?#]|$)|^data:image\\/(?:jpeg|svg|bmp|x-icon)/i;
            const watched = new WeakSet(), inView = new Set(), driven = new Set();
            const brush = new OffscreenCanvas(1, 1).getContext('2d');

            const address = picture => {
                const text = picture.currentSrc ?? picture.href?.baseVal;
                try { return text ? new URL(text, document.baseURI).href : ''; } catch { return ''; }
            };
            const isLarge = picture => picture.naturalWidth * picture.naturalHeight > mostPixels;
            const isLoaded = picture => picture.complete !== false && picture.naturalWidth !== 0;

            // Decodes the first frame without starting the animation; false before the picture is loaded. Only then may
            // the engine be asked to decode: meanwhile it would paint nothing.
            const prepare = picture => {
                try { return brush.createPattern(picture, 'repeat') !== null; } catch { return false; }
            };
            const drive = async (picture, isUsed) => {
                const source = address(picture);
                if (!source || isStill.test(source) || isLarge(picture) && !moves.test(source)) return;
                if (driven.has(source)) {
                    // The engine may have stopped the animation meanwhile.
                    picture.decode().catch(() => {});
                    return;
                }
                if (!isLarge(picture) && !prepare(picture)) return;
                driven.add(source);
                let count = 0, last = 0, isOver = false;
                while (!isOver && isUsed() && address(picture) === source) {
                    let isAnswered = false;
                    const answer = picture.decode().then(() => { isAnswered = true; }, () => { isAnswered = true; });
                    for (let turn = 0; turn < 4; turn++) await null;
                    // A still picture, or the end of the last loop.
                    isOver = isAnswered;
                    if (isOver) break;
                    await answer;
                    const now = performance.now();
                    count = now === last ? count + 1 : 0;
                    last = now;
                    isOver = count > 50;
                }
                driven.delete(source);
                // It still moves, but this element no longer shows it. Other elements do not bring back what is over:
                // they would take turns without end.
                if (isOver) return;
                for (const other of inView) if (other !== picture && address(other) === source) return driveInView(other);
            };
            const driveInView = picture => drive(picture, () => inView.has(picture));

            const margin = 64;
            const isNear = picture => {
                if (!picture.getClientRects().length) return false;
                const {left, top, right, bottom} = picture.getBoundingClientRect();
                return right > -margin && bottom > -margin && left < innerWidth + margin && top < innerHeight + margin;
            };
            const show = picture => {
                inView.add(picture);
                if (isLoaded(picture)) driveInView(picture);
            };
            // Only the first of these comes surely before the engine paints the picture. It makes the page do its
            // layout, so it is for pictures that are known to move.
            const appear = picture => {
                if (isLoaded(picture) && picture.isConnected && moves.test(address(picture)) && isNear(picture)) show(picture);
            };
            const sizes = new ResizeObserver(entries => {
                for (const {target} of entries) if (isNear(target)) show(target);
            });
            const places = new IntersectionObserver(entries => {
                for (const {target, isIntersecting} of entries) {
                    if (isIntersecting) show(target); else inView.delete(target);
                }
            }, {rootMargin: `${margin}px`});
            const watch = picture => {
                if (!picture.decode || watched.has(picture)) return;
                watched.add(picture);
                sizes.observe(picture);
                places.observe(picture);
            };
            const look = root => {
                if (root.nodeType !== 1) return;
                const pictures = [...root.querySelectorAll(elements)];
                if (root.matches(elements)) pictures.push(root);
                for (const picture of pictures) {
                    watch(picture);
                    appear(picture);
                }
            };
            new MutationObserver(records => {
                for (const {addedNodes} of records) for (const node of addedNodes) look(node);
            }).observe(document, {childList: true, subtree: true});
            look(document.documentElement);
            // The window does not see this event.
            document.addEventListener('load', ({target}) => {
                if (inView.has(target)) driveInView(target); else if (watched.has(target)) appear(target);
            }, true);

            // Pictures of style sheets, and of elements that cannot decode.
            const pending = new Set(), known = new Set(), others = [];
            const texts = style => [style.backgroundImage, style.listStyleImage, style.borderImageSource, style.content,
                style.maskImage ?? style.webkitMaskImage];
            const uses = (element, source) => {
                if ([element.src, element.poster, element.data].includes(source)) return true;
                return [undefined, '::before', '::after'].some(pseudo => {
                    const style = getComputedStyle(element, pseudo);
                    return texts(style).some(text => text?.includes(source));
                });
            };
            const find = () => {
                for (const picture of document.querySelectorAll(elements)) {
                    if (pending.delete(address(picture))) appear(picture);
                }
                if (!pending.size) return;
                let count = 0;
                for (const element of document.querySelectorAll('*')) {
                    if (!pending.size || ++count > 5000) return;
                    for (const source of pending) {
                        if (!uses(element, source)) continue;
                        pending.delete(source);
                        // It may arrive again, as a data: URL does when this picture loads it.
                        known.add(source);
                        const picture = new Image();
                        picture.src = source;
                        others.push(picture);
                        picture.onload = () => drive(picture, () => true);
                    }
                }
            };
            globalThis.pagereelPictures = {
                arrived: sources => {
                    for (const source of sources) if (!known.has(source) && pending.size < 100) pending.add(source);
                    find();
                },
            };
        })();
        """
}
