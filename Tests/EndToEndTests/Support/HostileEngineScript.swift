/// A program in Python that takes the engine's place and speaks its protocol.
enum HostileEngineScript {
    /// The program.
    ///
    /// - Parameter script: What it does once it has a take, with the functions of ``beginning``.
    static func text(_ script: String) -> String { beginning + script + "\n" }

    /// It greets the command and waits for the take.
    private static let beginning = """
        #!/usr/bin/env python3
        import json, os, socket, struct, subprocess
        link = socket.socket(fileno=3)
        def send(kind, payload=b""):
            link.sendall(struct.pack("<IB", len(payload), kind) + payload)
        def report(event):
            send(3, json.dumps({"event": {"_0": event}}).encode())
        def frame(index):
            send(4, struct.pack("<qI", index, 0))
        def start():
            report({"loading": {}})
            report({"started": {"_0": "painted"}})
            frame(0)
        def hear(limit=None):
            link.settimeout(limit)
            try:
                return link.recv(65536)
            except socket.timeout:
                return b"nothing"
            finally:
                link.settimeout(None)
        def ignore():
            while hear():
                pass
        def heartbeats():
            while True:
                send(5)
        def progress(time):
            report({"progress": {"_0": {
                "time": [0, time * 10**18], "frames": 1, "repeated": 0, "bytes": 0, "isPaused": False, "title": "page"}}})
        def finish(frames):
            send(3, json.dumps({"ended": {"_0": {
                "outcome": {"reason": {"_0": "duration"}}, "frames": frames, "repeated": 0, "title": "page",
                "rendering": "painted", "renderingReason": "it lies", "pageTime": [0, 0], "heardStreams": 0}}}).encode())
        send(1, struct.pack("<I", 1) + b"2.50.6")
        data = b""
        while b'"take"' not in data:
            data += link.recv(65536)

        """
}
