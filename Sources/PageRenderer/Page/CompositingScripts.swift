private import CWebKitGTK

/// The script that finds what WebKit's compositor shows wrong, in a composited page.
///
/// The compositor fades each layer of a clipped group by itself, smooths all that it scales, and does not mask
/// reflections. Up to 2.52 it does not blend layers; from 2.54 on, it blends and masks each layer of a group by itself
/// (docs/rendering.md). WebKit does not tell which elements have a layer, so the script looks for what gives them one
/// (RenderLayerCompositor.cpp, requiresCompositingLayer).
enum CompositingScripts {
    /// Whether the compositor draws with Skia, as from WebKitGTK 2.54 on.
    private static let drawsWithSkia = webkit_get_minor_version() >= 54

    /// Returns the raw values of the ``MissingFeature``s that the page now shows wrong, separated by commas.
    static let faults = """
        const drawsWithSkia = \(drawsWithSkia);
        const found = new Set();
        const hints = /(?:^|,)\\s*(?:transform|translate|rotate|scale|opacity|filter|perspective|(?:-webkit-)?backdrop-filter)\\s*(?:,|$)/;
        const isOther = (value, initial) => value !== undefined && value !== initial;
        const overlap = (one, other) => one.left < other.right && other.left < one.right
            && one.top < other.bottom && other.top < one.bottom;
        const inspect = root => {
            const moving = new Set((root.getAnimations?.() ?? []).filter(({effect}) => effect?.getKeyframes?.().some(frame =>
                ['transform', 'translate', 'rotate', 'scale', 'opacity', 'filter'].some(name => name in frame))
            ).map(({effect}) => effect.target));
            const hasLayer = (element, style) => ['canvas', 'video'].includes(element.localName) || moving.has(element)
                || hints.test(style.willChange) || isOther(style.backdropFilter ?? style.webkitBackdropFilter, 'none')
                || style.transform !== 'none' && (style.transform.startsWith('matrix3d')
                    || element.computedStyleMap?.().get('transform')?.is2D === false);
            // CSS Compositing and Blending, 3.1: what an element blends with ends at such a group.
            const isGroup = style => style.opacity < 1 || style.isolation === 'isolate' || hints.test(style.willChange)
                || isOther(style.transform, 'none') || isOther(style.filter, 'none') || isOther(style.clipPath, 'none')
                || isOther(style.maskImage, 'none') || isOther(style.mixBlendMode, 'normal')
                || ['fixed', 'sticky'].includes(style.position) || style.position !== 'static' && style.zIndex !== 'auto';
            const hasBackground = style => style.backgroundImage !== 'none'
                || !/^rgba\\(.*, 0\\)$/.test(style.backgroundColor);
            const paints = (element, style) => style.visibility !== 'hidden' && (hasBackground(style)
                || /^(?:canvas|video|img|svg|iframe|object|embed|input|textarea|select|progress|meter)$/.test(element.localName)
                || isOther(style.boxShadow, 'none') || parseFloat(style.borderTopWidth) > 0
                || [...element.childNodes].some(({nodeType, data}) => nodeType === 3 && data.trim()));
            const layers = [], blended = [], faded = [], masked = [];
            for (const element of root.querySelectorAll('*')) {
                if (element.shadowRoot) inspect(element.shadowRoot);
                if (element.contentDocument) inspect(element.contentDocument);
                const style = element.ownerDocument.defaultView?.getComputedStyle(element);
                const box = element.getBoundingClientRect();
                if (!style || box.width === 0 || box.height === 0 || style.visibility === 'hidden') continue;
                if (hasLayer(element, style)) {
                    layers.push({element, box});
                    const isPixelated = ['pixelated', 'crisp-edges'].includes(style.imageRendering);
                    const width = element.videoWidth ?? element.naturalWidth ?? element.width;
                    if (isPixelated && width && Math.abs(box.width * devicePixelRatio - width) >= 1) {
                        found.add('\(MissingFeature.pixelatedLayers.rawValue)');
                    }
                    if (/gradient|url/.test(style.webkitBoxReflect)) {
                        found.add('\(MissingFeature.reflectedLayers.rawValue)');
                    }
                }
                if (isOther(style.mixBlendMode, 'normal')) blended.push({element, box});
                if (style.opacity > 0 && style.opacity < 1 && style.overflow !== 'visible') faded.push(element);
                if (isOther(style.maskImage, 'none')) masked.push(element);
            }
            // Whether something in an element covers one of the layers in it, and so has a layer too.
            const isUngrouped = element => {
                const inner = layers.filter(it => it.element !== element && element.contains(it.element));
                return inner.length > 0 && [...element.querySelectorAll('*')].some(other => {
                    const style = getComputedStyle(other);
                    const covered = inner.filter(it => !it.element.contains(other) && !other.contains(it.element)
                        && (style.zIndex > 0 || it.element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING));
                    if (!covered.length || !paints(other, style)) return false;
                    const box = other.getBoundingClientRect();
                    return covered.some(it => overlap(it.box, box));
                });
            };
            for (const {element, box} of blended) {
                let group = element.parentElement;
                while (group && !isGroup(group.ownerDocument.defaultView.getComputedStyle(group))) group = group.parentElement;
                if (drawsWithSkia ? isUngrouped(element) : layers.some(it => element.contains(it.element)
                    || it.element !== group && (group ?? root).contains(it.element) && overlap(it.box, box))) {
                    found.add('\(MissingFeature.blendedLayers.rawValue)');
                }
            }
            if (faded.some(isUngrouped)) found.add('\(MissingFeature.fadedLayers.rawValue)');
            if (drawsWithSkia && masked.some(isUngrouped)) found.add('\(MissingFeature.maskedLayers.rawValue)');
        };
        inspect(document);
        return [...found].join();
        """
}
