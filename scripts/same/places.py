"""The folders, files and server that a case uses."""

import base64
import contextlib
import http.server
import os
import shlex
import shutil
import struct
import subprocess
import textwrap
import threading

from files import digest, read, write
from materials import CRONTAB, MATERIALS, PLAYER, ROOT

STAND_INS = {"../bin/crontab": CRONTAB, "../bin/xdg-open": PLAYER}


def make_materials(folder):
    """Make the files that each case finds in `made/`."""
    os.makedirs(folder)
    for name, arguments in MATERIALS.items():
        subprocess.run(["ffmpeg", "-v", "error", "-nostdin", *shlex.split(arguments), "-flags", "+bitexact", name],
                       cwd=folder, check=True)
    film = os.path.join(folder, "film.mp4")
    write(os.path.join(folder, "turned.mp4"), turned(read(film)))
    write(os.path.join(folder, "upright.jpg"), on_its_side(read(os.path.join(folder, "photo.jpg"))))
    write(os.path.join(folder, "cut-off.png"), read(os.path.join(folder, "wide.png"))[:1000])


def turned(movie):
    """Rotate an MP4 by 90° through the matrix of its first track (ISO 14496-12, 8.3)."""
    matrix = movie.index(b"tkhd") + 44
    quarter = struct.pack(">9i", 0, 0x10000, 0, -0x10000, 0, 0, 180 << 16, 0, 0x40000000)
    return movie[:matrix] + quarter + movie[matrix + len(quarter):]


def on_its_side(picture):
    """Set a JPEG's orientation to 6: rotate by 90° to display (Exif 2.3, 4.6.4)."""
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01" + struct.pack(">HHIHHI", 0x112, 3, 1, 6, 0, 0)
    return picture[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + picture[2:]


class Handler(http.server.BaseHTTPRequestHandler):
    """A site with a page that shows its request, the same behind a password, a redirect and an image."""

    SHOWN = ("User-Agent", "Accept", "Accept-Language", "Cookie", "X-Test", "Authorization")

    def do_GET(self):
        if self.path == "/page" or self.path == "/secret" and self.is_authorized():
            self.answer(200, self.page())
        elif self.path == "/secret":
            self.answer(401, "", {"WWW-Authenticate": 'Basic realm="secret"'})
        elif self.path == "/moved":
            self.answer(302, "", {"Location": "/page"})
        elif self.path == "/picture.svg":
            self.answer(200, "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'>"
                        "<rect width='40' height='40' fill='red'/></svg>", {"Content-Type": "image/svg+xml"})
        else:
            self.answer(404, "nothing here")

    def is_authorized(self):
        return self.headers["Authorization"] == "Basic " + base64.b64encode(b"me:word").decode()

    def page(self):
        lines = "\n".join(f"{name}: {self.headers[name]}" for name in self.SHOWN if self.headers[name])
        return (f"<!doctype html><meta charset='utf-8'><title>{self.headers['Cookie']} {self.headers['X-Test']}</title>"
                f"<img src='picture.svg'><pre style='font: 10px DejaVu Sans Mono; white-space: pre-wrap'>{lines}</pre>")

    def answer(self, status, text, headers=None):
        body = text.encode()
        self.send_response(status)
        for name, value in ({"Content-Type": "text/html", "Content-Length": str(len(body))} | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def site():
    """Run the server on a free port and yield its address. Ephemeral ports have five digits, so lengths stay equal."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def set_up(case, folder, materials):
    """Make a case's working folder and, beside it, the home folder, the stubs and the folder for temporary files.

    Temporary files must not be below the pages' folder, which the sandbox exposes read-only.
    """
    work = os.path.join(folder, "work")
    shutil.copytree(os.path.join(ROOT, "fixtures"), os.path.join(work, "fixtures"))
    shutil.copytree(materials, os.path.join(work, "made"))
    for name in ("home", "tmp"):
        os.makedirs(os.path.join(folder, name))
    for name, text in (STAND_INS | case.files).items():
        write(os.path.normpath(os.path.join(work, name)), textwrap.dedent(text).encode())
    for name in STAND_INS:
        os.chmod(os.path.join(work, name), 0o755)
    return work


def files_in(folder, work):
    """Return a digest of each file, and mark empty folders, by path relative to the working folder.

    Skips the caches of WebKit, fonts and Mesa, whose names and contents vary from run to run.
    """
    found = {}
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if os.path.join(parent, name) != os.path.join(folder, "cache")]
        for name in names:
            path = os.path.join(parent, name)
            found[os.path.relpath(path, work)] = os.readlink(path) if os.path.islink(path) else digest(read(path))
        if not folders and not names:
            found[os.path.relpath(parent, work) + "/"] = "empty"
    return found
