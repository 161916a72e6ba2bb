import TestSupport

/// Small pages written by tests of scripts.
enum TestPage {
    /// Options that keep a recording cheap.
    static let small = ["--size", "320x180"]

    /// A page whose script runs once the page is loaded and has been painted.
    ///
    /// The script has `send(signal)` for the message handler, `go(signal)` for a navigation, and `after(ms, action)`.
    static func html(title: String = "Test page", head: String = "", body: String = "", script: String) -> String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(title)</title>\(head)</head>
        <body style="margin: 0; background: #123456">\(body)
        <script>
        const send = message => window.webkit.messageHandlers.pagereel.postMessage(message);
        const go = signal => { location.href = 'pagereel://' + signal; };
        const after = (milliseconds, action) => setTimeout(action, milliseconds);
        addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => {
        \(script)
        })));
        </script></body></html>
        """
    }

    /// A page that records itself for some milliseconds.
    static func timed(_ milliseconds: Int, title: String = "Test page", head: String = "", body: String = "") -> String
    {
        html(title: title, head: head, body: body, script: "send('start'); after(\(milliseconds), () => send('stop'));")
    }

    /// A page that starts, never stops, and counts on its console: “tick 1”, “tick 2”, 20 per
    /// second.
    ///
    /// With `--verbose` the lines are on standard error, so a test can wait for a moment of the
    /// recording.
    static let endless = html(
        body: "<div id=box style='width: 40px; height: 40px; background: white'></div>",
        script: """
            send('start');
            let tick = 0;
            setInterval(() => {
                console.log('tick ' + ++tick + '.');
                box.style.marginLeft = (tick % 200) + 'px';
            }, 50);
            """)

    /// A page whose script runs at its start and draws a bar code with `show`; `elapsed` is the
    /// time since then.
    ///
    /// It must be served, because it uses fixtures/html/clock/clock.js.
    static func barCode(body: String = "", script: String) -> String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test page</title></head>
        <body style="margin: 0; background: #808080">\(body)<script src="/fixtures/clock/clock.js"></script>
        <script>
        const show = barCode();
        const after = (milliseconds, action) => setTimeout(action, milliseconds);
        start(() => {
        const origin = performance.now();
        const elapsed = () => performance.now() - origin;
        \(script)
        });
        </script></body></html>
        """
    }

    /// A page whose title, and so the recording's, is the value of an expression once it has
    /// loaded.
    static func reporting(_ expression: String, milliseconds: Int = 200, body: String = "") -> String {
        html(
            body: body,
            script: "document.title = \(expression); send('start'); after(\(milliseconds), () => send('stop'));")
    }
}
