import TestSupport

extension SmallDisk {
    /// A page that starts and then shows noise, which does not compress.
    static let noisyPage = TestPage.html(
        body: "<canvas id=c width=1280 height=720></canvas>",
        script: """
            const context = c.getContext('2d'), image = context.createImageData(1280, 720);
            const words = new Uint32Array(image.data.buffer);
            let seed = 1;
            const draw = () => {
                for (let i = 0; i < words.length; i++) {
                    seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5; words[i] = seed | 0xff000000;
                }
                context.putImageData(image, 0, 0);
                requestAnimationFrame(draw);
            };
            draw();
            send('start');
            """)
}
