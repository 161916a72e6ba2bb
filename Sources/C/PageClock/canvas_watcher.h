#ifndef PAGEREEL_CANVAS_WATCHER_H
#define PAGEREEL_CANVAS_WATCHER_H

/// The script that watches WebGL on the `OffscreenCanvas`es of a document or worker.
///
/// WebKitGTK shows a canvas without `antialias` or `preserveDrawingBuffer` as it was before its last
/// picture (before GraphicsContextGLTextureMapperANGLE's buffers were swapped): what is drawn once
/// is never shown. Other ways to read the canvas are right. So `transferToImageBitmap()`, which has
/// the same fault, takes a copy here. Canvases of `transferControlToOffscreen()` cannot be mended
/// this way: they are noted.
///
/// \return An expression: a function of two functions. The first is called when a canvas that has no
/// context yet does not get one for WebGL (a second kind is refused by the HTML standard,
/// "offscreen-canvas-getcontext"), the second when a transferred canvas will be behind. To run
/// before the scripts of the page.
static inline const char *canvas_watcher(void) {
    return
        "((noteLack, noteDelay) => {"
        "    const type = globalThis.OffscreenCanvas;"
        "    if (typeof type?.prototype.getContext !== 'function') return;"
        "    const {getContext, transferToImageBitmap} = type.prototype;"
        "    const used = new WeakSet(), own = new WeakSet(), behind = new WeakSet();"
        "    const isBehind = context => {"
        "        const attributes = context.getContextAttributes();"
        "        return attributes && !attributes.antialias && !attributes.preserveDrawingBuffer;"
        "    };"
        "    type.prototype.getContext = new Proxy(getContext, {"
        "        apply(original, canvas, values) {"
        "            const context = Reflect.apply(original, canvas, values);"
        "            if (/^(experimental-)?webgl2?$/.test(values[0]) && !used.has(canvas)) {"
        "                if (!context) noteLack();"
        "                else if (isBehind(context)) own.has(canvas) ? behind.add(canvas) : noteDelay();"
        "            }"
        "            if (context) used.add(canvas);"
        "            return context;"
        "        },"
        "    });"
        "    type.prototype.transferToImageBitmap = new Proxy(transferToImageBitmap, {"
        "        apply(original, canvas, values) {"
        "            if (!behind.has(canvas) || !canvas.width || !canvas.height) {"
        "                return Reflect.apply(original, canvas, values);"
        "            }"
        "            const copy = new type(canvas.width, canvas.height);"
        "            Reflect.apply(getContext, copy, ['2d']).drawImage(canvas, 0, 0);"
        // It also clears the canvas.
        "            Reflect.apply(original, canvas, values).close();"
        "            return Reflect.apply(original, copy, []);"
        "        },"
        "    });"
        "    globalThis.OffscreenCanvas = new Proxy(type, {"
        "        construct(original, values, target) {"
        "            const canvas = Reflect.construct(original, values, target);"
        "            own.add(canvas);"
        "            return canvas;"
        "        },"
        "    });"
        "    type.prototype.constructor = globalThis.OffscreenCanvas;"
        "})";
}

#endif
