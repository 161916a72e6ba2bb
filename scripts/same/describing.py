"""Describe files as lines of text."""

import collections
import json
import os
import re
import struct
import subprocess
import tempfile

from files import digest, read

# Longer texts are described by a hash.
MOST_LINES = 300


FILMS = {".mp4", ".m4v", ".mov", ".mkv", ".webm", ".gif"}
TEXTS = {".html", ".plist", ".yaml", ".txt", ".json", ".jsonl", ".otio"}
STILL_PICTURES = {".png", ".jpg", ".webp"}

# Keys of ffprobe that are irrelevant or redundant.
UNSAID = {
    "filename", "codec_long_name", "codec_tag", "format_long_name", "probe_score", "nb_programs", "nb_read_frames",
    "nb_read_packets", "index"}

# An image embedded in a page.
PICTURE_IN_TEXT = re.compile(r"(?<=base64,)[A-Za-z0-9+/=]{100,}")

# Keys of ffprobe that describe an image.
PICTURE_KEYS = ("codec_name", "width", "height", "pix_fmt", "color_range", "color_space", "color_transfer")


def indented(lines):
    return ["    " + line for line in lines]


def describe_changes(work, before, after, mask):
    """Describe the new, changed and deleted files of a case."""
    parts = []
    for name in sorted(before.keys() | after.keys(), key=mask):
        path = os.path.join(work, name)
        if before.get(name) == after.get(name) or name.endswith("/") and name not in after and os.path.isdir(path):
            continue
        if name not in after:
            lines = [f"gone: {mask(name)}"]
        elif name.endswith("/"):
            lines = [f"new: {mask(name)}, an empty folder"]
        else:
            word = "changed" if name in before else "new"
            lines = [f"{word}: {mask(name)}", *indented(describe_file(path, mask))]
        parts.append("\n".join(lines) + "\n")
    return parts


def describe_file(path, mask):
    status = os.lstat(path)
    lines = [f"mode {status.st_mode & 0o7777:o}"]
    if os.path.islink(path):
        return lines + [f"link to {mask(os.readlink(path))}"]
    ending = os.path.splitext(path)[1].lower()
    if ending in TEXTS:
        return lines + describe_text(read(path).decode(errors="backslashreplace"), mask)
    lines.append(f"{status.st_size} bytes")
    try:
        if ending in FILMS:
            return lines + describe_film(path, mask)
        if ending in STILL_PICTURES:
            return lines + describe_picture(path, mask)
    except subprocess.CalledProcessError as error:
        lines.append(f"{error.cmd[0]} cannot read it: {mask(error.stderr.decode().strip())}")
    return lines + [f"sha256 {digest(read(path))}"]


def describe_text(text, mask):
    """Return the lines of a text, of a JSON document or of JSON lines; of a long text, its hash."""
    lines = json_lines(text, mask)
    if lines is None:
        lines = PICTURE_IN_TEXT.sub(lambda found: digest(found[0].encode()), mask(text)).split("\n")
        if lines[-1]:
            lines.append("(no line break at the end)")
        else:
            lines.pop()
    if len(lines) > MOST_LINES:
        return [f"{len(lines)} lines, sha256 {digest(chr(10).join(lines).encode())}"]
    return lines


def json_lines(text, mask):
    """Return a JSON document or JSON lines with one item per line; None for other texts."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    for documents in ([text], text.splitlines()):
        try:
            values = [json.loads(document) for document in documents]
        except ValueError:
            continue
        return [mask(line) for value in values for line in json.dumps(
            mask.without_volatile(value), indent=1, ensure_ascii=False).split("\n")]
    return None


def describe_film(path, mask):
    """Describe a video: ffprobe's output, and hashes of its packets and of its decoded contents."""
    found = json.loads(tool("ffprobe", "-show_format", "-show_streams", "-show_chapters", "-of", "json", path))
    lines = facts(found["format"], mask)
    for stream in found["streams"]:
        lines.append(f"stream {stream['index']}")
        lines += indented(facts(stream, mask))
    for chapter in found["chapters"]:
        lines.append(f"chapter {chapter['id']}")
        lines += indented(facts(chapter, mask))
    if path.endswith(".gif"):
        lines.append(f"loops {gif_loops(read(path))}")
    return lines + describe_packets(path) + describe_decoded(path, found["streams"])


def facts(section, mask):
    """Return a section of ffprobe's output as lines."""
    lines = []
    for key, value in section.items():
        if key == "tags":
            lines += [mask(f"tag {name}: {text}") for name, text in value.items()]
        elif key == "disposition":
            lines.append(f"{key}: {' '.join(name for name, is_set in value.items() if is_set)}")
        elif key not in UNSAID:
            lines.append(f"{key}: {value}")
    return lines


def gif_loops(contents):
    """Return how often a GIF repeats; 0 means forever."""
    extension = contents.find(b"NETSCAPE2.0\x03\x01")
    return struct.unpack_from("<H", contents, extension + 13)[0] if extension >= 0 else "not at all"


def describe_packets(path):
    """Describe the packets of each stream: their number, the number of keyframes, and a hash of times and sizes."""
    said = tool("ffprobe", "-show_entries", "packet=stream_index,pts,dts,duration,size,flags", "-of", "csv=p=0", path)
    packets = collections.defaultdict(list)
    for line in said.decode().split():
        index, rest = line.split(",", 1)
        packets[index].append(rest)
    return [
        f"packets of {index}: {len(lines)}, {sum('K' in line for line in lines)} key, "
        f"sha256 {digest(chr(10).join(lines).encode())}" for index, lines in sorted(packets.items())]


def describe_decoded(path, streams):
    """Describe each stream's decoded frames: their number, and hashes of times and of pixels or samples."""
    # FFmpeg's own VP9 decoder ignores transparency.
    is_transparent = any(stream.get("tags", {}).get("alpha_mode") == "1" for stream in streams)
    decoder = ["-c:v", "libvpx-vp9"] if is_transparent and streams[0]["codec_name"] == "vp9" else []
    said = tool("ffmpeg", "-nostdin", "-copyts", *decoder, "-i", path, "-map", "0", "-c", "copy", "-c:v", "rawvideo",
                "-c:a", "pcm_s16le", "-fps_mode", "passthrough", "-f", "framehash", "-hash", "sha256", "-")
    times, contents = collections.defaultdict(list), collections.defaultdict(list)
    for line in said.decode().splitlines():
        if not line.startswith("#"):
            index, _, time_shown, duration, _, hashed = (word.strip() for word in line.split(","))
            times[index].append(f"{time_shown} {duration}")
            contents[index].append(hashed)
    return [
        f"decoded {index}: {len(times[index])} frames, times {digest(chr(10).join(times[index]).encode())}, "
        f"contents {digest(chr(10).join(contents[index]).encode())}" for index in sorted(times)]


def describe_picture(path, mask):
    """Describe an image: its size, pixels and metadata."""
    found = json.loads(tool("ffprobe", "-show_streams", "-of", "json", path))["streams"][0]
    pixels = tool("ffmpeg", "-nostdin", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", "-")
    lines = [", ".join(f"{key} {found[key]}" for key in PICTURE_KEYS if key in found), f"pixels {digest(pixels)}"]
    contents = read(path)
    if contents.startswith(b"\xff\xd8"):
        lines += describe_jpeg(contents, mask)
    elif contents.startswith(b"\x89PNG"):
        lines.append(f"chunks {' '.join(png_chunks(contents))}")
    return lines


def png_chunks(contents):
    """Yield the names and lengths of a PNG's chunks, except the pixel data."""
    place = 8
    while place + 8 <= len(contents):
        length, name = struct.unpack_from(">I4s", contents, place)
        if name != b"IDAT":
            yield f"{name.decode()}:{length}"
        place += 12 + length


def describe_jpeg(contents, mask):
    """Describe the segments before a JPEG's pixels, and a video appended to it, if any."""
    lines, place = [], 2
    while contents[place + 1] != 0xda:
        length, = struct.unpack_from(">H", contents, place + 2)
        segment = contents[place + 4:place + 2 + length]
        lines.append(f"segment {contents[place + 1]:02x}: {len(segment)} bytes, {digest(mask.identifiers(segment))}")
        if segment.startswith(b"http://ns.adobe.com/xap/"):
            lines += indented(describe_text(segment.split(b"\0", 1)[1].decode(errors="backslashreplace"), mask))
        place += 2 + length
    behind = contents[place:].partition(b"\xff\xd9")[2]
    if behind:
        lines.append(f"behind it {len(behind)} bytes")
        with tempfile.NamedTemporaryFile(suffix=".mp4") as film:
            film.write(behind)
            film.flush()
            lines += indented(describe_film(film.name, mask))
    return lines


def tool(name, *arguments):
    """Return the output of an FFmpeg program."""
    return subprocess.run([name, "-v", "error", *arguments], check=True, capture_output=True).stdout
