"""Numbers of frames in pictures: eight columns, of which white ones are the bits (film.html)."""

import io
import subprocess

from PIL import Image

COLUMNS = 8


def number(picture):
    """The number that a picture shows."""
    width, height = picture.size
    grey = picture.convert("L")
    bits = [grey.getpixel((round(width * (column + 0.5) / COLUMNS), height // 2)) > 128 for column in range(COLUMNS)]
    return sum(bit << (COLUMNS - 1 - index) for index, bit in enumerate(bits))


def of_png(data):
    """The number in a picture of a browser."""
    return number(Image.open(io.BytesIO(data)))


def of_movie(path, width=320, height=180):
    """The numbers of all frames of a movie, as ffmpeg decodes them."""
    pixels = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-"],
        check=True, capture_output=True).stdout
    size = width * height
    return [number(Image.frombytes("L", (width, height), pixels[start:start + size]))
            for start in range(0, len(pixels), size)]
