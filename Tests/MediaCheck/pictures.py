"""Still pictures in many formats, compared with Pillow."""

import io
import os
import struct
import zlib

import numpy
from PIL import Image, ImageCms, ImageOps

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


def read_upright(path):
    """A file as Pillow reads it, upright and in sRGB."""
    with Image.open(path) as picture:
        picture.load()
        profile = picture.info.get('icc_profile')
        upright = ImageOps.exif_transpose(picture)
    if profile and upright.mode in ('RGB', 'RGBA'):
        alpha = upright.getchannel('A') if upright.mode == 'RGBA' else None
        upright = ImageCms.profileToProfile(
            upright.convert('RGB'), io.BytesIO(profile), ImageCms.createProfile('sRGB'))
        if alpha:
            upright.putalpha(alpha)
    return upright


def case(kind, name, limit, make, witness='Pillow', read=read_upright, is_quick=False, measure='max'):
    """A picture that `make` writes to a path, and that `read` reads as a Pillow picture.

    The difference is the largest (max), or the mean, for codecs that round otherwise than the witness.
    """

    def difference(program, folder):
        path = os.path.join(folder, name)
        make(path)
        right = on_gray(read(path))
        height, width = right.shape[:2]
        shown = program.pixels(path, width, height, background='#808080')
        return float(getattr(abs(shown - right), measure)())

    unit = 'levels' if measure == 'max' else 'levels on average'
    return support.Case('pictures', kind, name, witness, limit, unit, difference, is_quick)


def saved(picture, **options):
    """A function that saves a picture with Pillow."""
    # Pillow keeps the options in the picture while it saves, and several threads save the same one.
    return lambda path: picture.copy().save(path, **options)


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


def png_chunk(name, data):
    return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))


def write_gray_png(path, width, height, depth, transparent):
    """Writes a gray PNG of less than 8 bits, which Pillow cannot."""
    most = (1 << depth) - 1
    rows = b''
    for y in range(height):
        bits = ''.join(format((x + y) & most, f'0{depth}b') for x in range(width))
        bits += '0' * (-len(bits) % 8)
        rows += b'\0' + bytes(int(bits[place:place + 8], 2) for place in range(0, len(bits), 8))
    chunks = [png_chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, depth, 0, 0, 0, 0))]
    if transparent is not None:
        chunks.append(png_chunk(b'tRNS', struct.pack('>H', transparent)))
    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + b''.join(chunks))
        file.write(png_chunk(b'IDAT', zlib.compress(rows)) + png_chunk(b'IEND', b''))


def gray_png(width, height, depth, transparent):
    """The picture of `write_gray_png` (PNG specification, third edition, 11.2.2 and 11.3.1.1)."""
    most = (1 << depth) - 1
    y, x = numpy.mgrid[0:height, 0:width]
    values = (x + y) & most
    gray = (values * 255 // most).astype('uint8')
    alpha = numpy.where(values == transparent, 0, 255).astype('uint8')
    return Image.merge('LA', [Image.fromarray(gray), Image.fromarray(alpha)])


def pngs():
    for width, height in ((64, 48), (33, 20)):
        for mode in ('1', 'L', 'LA', 'P', 'RGB', 'RGBA', 'I;16'):
            picture = sample(width, height, 'L' if mode == 'I;16' else mode)
            read = read_upright
            if mode == 'I;16':
                levels = numpy.asarray(picture)
                deep = Image.fromarray(levels.astype('uint16') * 257)
                yield case(
                    'PNG', f'16-{width}x{height}.png', 1, saved(deep), 'the original',
                    lambda path, picture=picture: picture)
                continue
            yield case('PNG', f'{mode}-{width}x{height}.png', 1, saved(picture), read=read)
        for depth in (1, 2, 4):
            for transparent in dict.fromkeys((None, 0, 1, (1 << depth) - 1)):
                yield case(
                    'PNG of few bits', f'gray{depth}-{transparent}-{width}x{height}.png', 1,
                    lambda path, a=(width, height, depth, transparent): write_gray_png(path, *a), 'its specification',
                    lambda path, a=(width, height, depth, transparent): gray_png(*a),
                    is_quick=transparent is not None and width == 33)
        yield case(
            'PNG', f'transparent-color-{width}x{height}.png', 1,
            saved(sample(width, height, 'P'), transparency=3))


def tiffs():
    for width, height in ((64, 48), (33, 20)):
        for compression in ('raw', 'tiff_lzw', 'tiff_adobe_deflate', 'packbits', 'jpeg', 'group4'):
            for mode in ('1',) if compression == 'group4' else ('L', 'RGB') if compression == 'jpeg' else (
                    '1', 'L', 'P', 'RGB', 'RGBA', 'CMYK'):
                yield case(
                    'TIFF', f'{compression}-{mode}-{width}x{height}.tiff', 4 if compression == 'jpeg' else 1,
                    saved(sample(width, height, mode), compression=compression),
                    is_quick=width == 33 and mode in ('RGB', 'RGBA'))
        picture = sample(width, height, 'RGBA')
        for byte_order in '<>':
            for tiles in (False, True):
                for is_premultiplied in (False, True):
                    kind = ('tiles' if tiles else 'strip') + ('-premultiplied' if is_premultiplied else '')
                    yield case(
                        'TIFF with alpha', f'{kind}-{"little" if byte_order == "<" else "big"}-{width}x{height}.tiff', 2,
                        lambda path, a=(picture, byte_order, tiles, is_premultiplied): write_tiff(path, *a),
                        'the original', lambda path, picture=picture: picture, is_quick=width == 33)


def write_tiff(path, picture, order, has_tiles, is_premultiplied):
    """Writes RGB and alpha in tiles or in a strip (TIFF 6.0, 15 and 18)."""
    width, height = picture.size
    values = numpy.asarray(picture).astype(int)
    if is_premultiplied:
        values = numpy.concatenate([(values[..., :3] * values[..., 3:] + 127) // 255, values[..., 3:]], -1)
    parts = [values]
    if has_tiles:
        padded = numpy.zeros((-(-height // 16) * 16, -(-width // 16) * 16, 4), int)
        padded[:height, :width] = values
        parts = [
            padded[y:y + 16, x:x + 16] for y in range(0, padded.shape[0], 16) for x in range(0, padded.shape[1], 16)]
    data, places = b'', []
    for part in parts:
        places.append(8 + len(data))
        data += part.astype('uint8').tobytes()
    lengths = [part.size for part in parts]
    entries = {256: [width], 257: [height], 258: [8] * 4, 259: [1], 262: [2], 277: [4],
               338: [1 if is_premultiplied else 2]}
    entries |= {322: [16], 323: [16], 324: places, 325: lengths} if has_tiles else {
        273: places, 278: [height], 279: lengths}
    directory, start = b'', 8 + len(data)
    rest, rest_start = b'', start + 2 + 12 * len(entries) + 4
    for tag in sorted(entries):
        values = struct.pack(f'{order}{len(entries[tag])}I', *entries[tag])
        place = values
        if len(values) > 4:
            place = struct.pack(f'{order}I', rest_start + len(rest))
            rest += values
        directory += struct.pack(f'{order}HHI', tag, 4, len(entries[tag])) + place
    with open(path, 'wb') as file:
        file.write((b'II' if order == '<' else b'MM') + struct.pack(f'{order}HI', 42, start) + data)
        file.write(struct.pack(f'{order}H', len(entries)) + directory + struct.pack(f'{order}I', 0) + rest)


def with_orientation(orientation):
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


def orientations():
    picture = sample(33, 20)
    for orientation in range(1, 9):
        exif = with_orientation(orientation)
        for ending, options, limit, measure in (
                ('jpg', {'quality': 95, 'subsampling': 0}, 4, 'max'), ('png', {}, 1, 'max'), ('tiff', {}, 1, 'max'),
                ('webp', {'lossless': True}, 1, 'max'), ('avif', {'quality': 95, 'subsampling': '4:4:4'}, 2, 'mean')):
            yield case(
                f'orientation, {ending}', f'{orientation}.{ending}', limit, saved(picture, exif=exif, **options),
                measure=measure, is_quick=orientation in (5, 6) and ending in ('tiff', 'avif'))


def profile(primaries, gamma=2.2):
    """An ICC profile of an RGB device (ICC.1:2001-04) with the white D50."""

    def fixed(*numbers):
        return b''.join(struct.pack('>i', round(number * 65536)) for number in numbers)

    tags = {b'wtpt': b'XYZ \0\0\0\0' + fixed(0.9642, 1, 0.8249)}
    for name, xyz in zip((b'rXYZ', b'gXYZ', b'bXYZ'), primaries):
        tags[name] = b'XYZ \0\0\0\0' + fixed(*xyz)
    curve = b'curv\0\0\0\0' + struct.pack('>IHH', 1, round(gamma * 256), 0)
    tags |= {name: curve for name in (b'rTRC', b'gTRC', b'bTRC')}
    tags[b'desc'] = b'desc\0\0\0\0' + struct.pack('>I', 5) + b'test\0' + b'\0' * 78 + b'\0'
    tags[b'cprt'] = b'text\0\0\0\0none\0\0\0\0'
    data, table, place = b'', b'', 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        content += b'\0' * (-len(content) % 4)
        table += struct.pack('>4sII', name, place + len(data), len(content))
        data += content
    header = struct.pack(
        '>I4sI4s4s4s12s4s4sI4s4sQI12s', place + len(data), b'\0' * 4, 0x02400000, b'mntr', b'RGB ', b'XYZ ',
        struct.pack('>6H', 2020, 1, 1, 0, 0, 0), b'acsp', b'\0' * 4, 0, b'\0' * 4, b'\0' * 4, 0, 0,
        fixed(0.9642, 1, 0.8249))
    return header + b'\0' * (128 - len(header)) + struct.pack('>I', len(tags)) + table + data


# Display P3's primaries, adapted to D50.
P3 = ((0.51512, 0.2412, -0.00105), (0.29198, 0.69225, 0.04189), (0.1571, 0.06657, 0.78407))


def profiles():
    wide = profile(P3)
    for mode in ('RGB', 'RGBA'):
        picture = sample(33, 20, mode)
        for ending, options, limit, measure in (
                ('png', {}, 2, 'max'), ('tiff', {}, 2, 'max'), ('webp', {'lossless': True}, 2, 'max'),
                ('jpg', {'quality': 95, 'subsampling': 0}, 6, 'max'),
                ('avif', {'quality': 95, 'subsampling': '4:4:4'}, 2, 'mean')):
            if ending == 'jpg' and mode == 'RGBA':
                continue
            if ending == 'tiff' and mode == 'RGBA':
                # libtiff multiplies colors by alpha first, and the profile's curve is steep near black.
                limit = 8
            yield case(
                f'ICC profile, {ending}', f'profile-{mode}.{ending}', limit,
                saved(picture, icc_profile=wide, **options), measure=measure, is_quick=ending in ('tiff', 'avif'))


def others():
    for width, height in ((64, 48), (65, 49)):
        size = f'{width}x{height}'
        for mode in ('1', 'L', 'RGB'):
            yield case('PBM, PGM, PPM', f'{mode}-{size}.ppm', 1, saved(sample(width, height, mode)))
        for mode in ('L', 'P', 'RGB', 'RGBA'):
            for compression in (None, 'tga_rle'):
                yield case(
                    'TGA', f'{mode}-{compression}-{size}.tga', 1,
                    saved(sample(width, height, mode), compression=compression))
            if mode != 'P':
                yield case(
                    'JPEG 2000', f'{mode}-{size}.jp2', 1, saved(sample(width, height, mode), irreversible=False))
            if mode in ('RGB', 'RGBA'):
                yield case('QOI', f'{mode}-{size}.qoi', 1, saved(sample(width, height, mode)))
        for mode in ('1', 'L', 'P', 'RGB'):
            yield case('BMP', f'{mode}-{size}.bmp', 1, saved(sample(width, height, mode)))
        for subsampling in ('4:4:4', '4:2:2', '4:2:0'):
            # libheif 1.15 repeats chroma samples; later versions interpolate.
            picture = sample(width, height)
            yield case(
                f'AVIF {subsampling}', f'{subsampling.replace(":", "")}-{size}.avif', 2 if subsampling == '4:4:4' else 5,
                saved(picture, quality=90, subsampling=subsampling), 'the original',
                lambda path, picture=picture: picture, measure='mean', is_quick=width == 65)
        yield case(
            'AVIF with alpha', f'alpha-{size}.avif', 1,
            saved(sample(width, height, 'RGBA'), quality=90, subsampling='4:4:4'), measure='mean', is_quick=width == 65)
        yield case('AVIF', f'gray-{size}.avif', 1, saved(sample(width, height, 'L'), quality=90), measure='mean')
    for mode in ('RGB', 'RGBA', 'P'):
        for kind in ('png', 'bmp'):
            yield case(
                'ICO', f'{mode}-{kind}.ico', 1,
                saved(sample(64, 64, mode), sizes=[(16, 16), (64, 64), (32, 32)], bitmap_format=kind), is_quick=True)


def encoded(picture, command, *options):
    """A function that saves a picture as PNG and encodes it with a program."""

    def make(path):
        original = os.path.join(os.path.dirname(path), 'original.png')
        picture.copy().save(original)
        support.run(command, original, *(option.replace('OUTPUT', path) for option in options))

    return make


def libraries():
    """Formats that Pillow does not read, compared with what was encoded."""
    for width, height in ((64, 48), (65, 49)):
        for mode in ('L', 'RGB', 'RGBA'):
            picture = sample(width, height, mode)
            name = f'{mode}-{width}x{height}'
            yield case(
                'JPEG XL lossless', f'{name}.jxl', 1, encoded(picture, 'cjxl', 'OUTPUT', '-d', '0'), 'the original',
                lambda path, picture=picture: picture, is_quick=width == 65)
            yield case(
                'JPEG XL', f'lossy-{name}.jxl', 3, encoded(picture, 'cjxl', 'OUTPUT', '-d', '0.5'), 'the original',
                lambda path, picture=picture: picture, measure='mean')
            for chroma in ('444', '420'):
                yield case(
                    f'HEIC {chroma}', f'{chroma}-{name}.heic', 2 if chroma == '444' else 6,
                    encoded(picture, 'heif-enc', '-q', '95', '-p', f'chroma={chroma}', '-o', 'OUTPUT'), 'the original',
                    lambda path, picture=picture: picture, measure='mean', is_quick=width == 65 and mode != 'L')


def graphics():
    for scale in (1, 3):
        y, x = numpy.mgrid[0:40 * scale, 0:60 * scale]
        levels = numpy.full((40 * scale, 60 * scale, 3), 128, 'uint8')
        levels[10 * scale:20 * scale, 5 * scale:30 * scale] = (200, 30, 40)
        inside = (y >= 15 * scale) & (x >= 20 * scale)
        levels[inside] = (levels[inside] // 2 + numpy.array((0, 0, 127.5)).round()).astype('uint8')
        text = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" width="{}" height="{}">'
            '<rect x="5" y="10" width="25" height="10" fill="#c81e28"/>'
            '<rect x="20" y="15" width="40" height="25" fill="#00f" fill-opacity="0.5"/></svg>'
        ).format(60 * scale, 40 * scale)
        yield case(
            'SVG', f'{scale}.svg', 2, lambda path, text=text: write(path, text), 'arithmetic',
            lambda path, levels=levels: Image.fromarray(levels), is_quick=True)


def write(path, text):
    with open(path, 'w') as file:
        file.write(text)


def cases():
    return [
        *jpegs(), *webps(), *pngs(), *tiffs(), *orientations(), *profiles(), *others(), *libraries(), *graphics()]
