"""Still pictures in many formats, compared with Pillow."""

import os

import numpy
from PIL import Image

import support

SIZES = ((64, 48), (65, 49), (1, 1), (33, 20))


def sample(width, height, mode='RGB'):
    """A picture with waves and saturated edges; with alpha, also transparent and half transparent."""
    y, x = numpy.mgrid[0:height, 0:width]
    levels = numpy.stack(
        [numpy.sin(x / 7 + y / 11), numpy.sin(x / 13 - y / 5 + 1), numpy.sin((x + y) / 9 + 2)], -1) * 100 + 128
    levels[height // 4:height // 2, width // 4:width // 2] = (220, 30, 30)
    levels[height // 2:height * 3 // 4, width // 2:width * 3 // 4] = (30, 40, 220)
    picture = Image.fromarray(levels.clip(0, 255).astype('uint8'))
    if mode in ('RGBA', 'LA'):
        alpha = (x * 255 // max(1, width - 1)).astype('uint8')
        alpha[:height // 8] = 0
        picture = picture.convert('RGB' if mode == 'RGBA' else 'L')
        picture.putalpha(Image.fromarray(alpha))
        return picture
    return picture.convert(mode)


def on_gray(picture):
    """A picture as Pillow shows it on the gray 808080, as numbers from 0 to 255."""
    color = numpy.asarray(picture.convert('RGBA')).astype(float)
    alpha = color[..., 3:] / 255
    return color[..., :3] * alpha + 128 * (1 - alpha)


def case(kind, name, limit, make, witness='Pillow', read=None, is_quick=False):
    """A picture that `make` writes to a path, and that `read` reads as a Pillow picture."""

    def difference(program, folder):
        path = os.path.join(folder, name)
        make(path)
        with Image.open(path) if read is None else read(path) as picture:
            right = on_gray(picture)
        height, width = right.shape[:2]
        shown = program.pixels(path, width, height, background='#808080')
        return float(abs(shown - right).max())

    return support.Case('pictures', kind, name, witness, limit, 'levels', difference, is_quick)


def saved(picture, **options):
    """A function that saves a picture with Pillow."""
    return lambda path: picture.save(path, **options)


def jpegs():
    names = {0: '444', 1: '422', 2: '420'}
    for width, height in SIZES + ((641, 361),):
        picture = sample(width, height)
        for subsampling, name in names.items():
            is_odd = (width, height) == (65, 49)
            for quality in (60, 95):
                yield case(
                    f'JPEG {name}', f'{name}-{width}x{height}-{quality}.jpg', 4,
                    saved(picture, quality=quality, subsampling=subsampling), is_quick=is_odd and quality == 95)
        yield case('JPEG gray', f'gray-{width}x{height}.jpg', 4, saved(picture.convert('L'), quality=90))
        yield case(
            'JPEG progressive', f'progressive-{width}x{height}.jpg', 4,
            saved(picture, quality=90, progressive=True, subsampling=2))


def webps():
    # libwebp rounds chroma otherwise in the smallest pictures.
    for width, height in ((64, 48), (65, 49), (33, 20), (641, 361)):
        is_odd = (width, height) == (65, 49)
        for quality in (50, 95):
            yield case(
                'WebP', f'{width}x{height}-{quality}.webp', 2, saved(sample(width, height), quality=quality),
                is_quick=is_odd)
        yield case(
            'WebP with alpha', f'alpha-{width}x{height}.webp', 2, saved(sample(width, height, 'RGBA'), quality=95),
            is_quick=is_odd)
        for mode in ('RGB', 'RGBA'):
            yield case(
                'WebP lossless', f'lossless-{mode}-{width}x{height}.webp', 1,
                saved(sample(width, height, mode), lossless=True))


def cases():
    return [*jpegs(), *webps()]
