"""Films in many pixel formats, compared with arithmetic on the samples that were stored."""

import os
import subprocess

import numpy

import support

# Where a chroma sample is, as a share of the way from the first to the last pixel that it covers: right, down.
LOCATIONS = {'left': (0, 0.5), 'center': (0.5, 0.5), 'topleft': (0, 0)}


def planes(width, height, columns, rows, depth, has_alpha):
    """Luma and chroma with waves and edges, in steps of the depth."""
    step = 1 << (depth - 8)
    y, x = numpy.mgrid[0:height, 0:width]
    v, u = numpy.mgrid[0:-(-height // rows), 0:-(-width // columns)]
    luma = (128 + 60 * numpy.sin(x / 7 + y / 11)) * step
    blue = (128 + 60 * numpy.sin(u * columns / 9 + v * rows / 5)) * step
    red = (128 + 60 * numpy.sin(u * columns / 4 - v * rows / 13 + 1)) * step
    tall, wide = u.shape
    blue[tall // 4:tall // 2, wide // 4:wide // 2] = 40 * step
    red[tall // 2:tall * 3 // 4, wide // 2:wide * 3 // 4] = 200 * step
    alpha = [numpy.full((height, width), 256 * step - 1)] if has_alpha else []
    return [plane.round() for plane in (luma, blue, red, *alpha)]


def spread(plane, count, share, location, axis):
    """Interpolates samples for each pixel along one axis."""
    place = ((numpy.arange(count) - location * (share - 1)) / share).clip(0, plane.shape[axis] - 1)
    first = numpy.floor(place).astype(int)
    second = numpy.minimum(first + 1, plane.shape[axis] - 1)
    part = (place - first).reshape([count if a == axis else 1 for a in (0, 1)])
    return numpy.take(plane, first, axis) * (1 - part) + numpy.take(plane, second, axis) * part


def colors(stored, width, height, columns, rows, depth, location, is_full_range):
    """The colors of the samples (ITU-R BT.601)."""
    right, down = LOCATIONS[location]
    luma, blue, red = (plane / (1 << (depth - 8)) for plane in stored[:3])
    blue, red = (
        spread(spread(plane, width, columns, right, 1), height, rows, down, 0) - 128 for plane in (blue, red))
    if not is_full_range:
        luma, blue, red = (luma - 16) * 255 / 219, blue * 255 / 224, red * 255 / 224
    shown = numpy.stack([luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue], -1)
    return shown.clip(0, 255).round()


def case(pixel_format, columns, rows, depth, size, location='left', is_full_range=False, is_quick=False):
    width, height = size
    has_alpha = pixel_format.startswith('yuva')

    def difference(program, folder):
        stored = planes(width, height, columns, rows, depth, has_alpha)
        kind = 'uint8' if depth == 8 else '<u2'
        raw, path = os.path.join(folder, 'raw'), os.path.join(folder, 'film.mkv')
        with open(raw, 'wb') as file:
            file.write(b''.join(plane.astype(kind).tobytes() for plane in stored) * 3)
        tags = ('-colorspace', 'smpte170m', '-color_range', 'pc' if is_full_range else 'tv', '-chroma_sample_location',
                location)
        # Of the input too: since 7.0, ffmpeg converts pictures to what is stated of the output.
        support.ffmpeg(
            '-f', 'rawvideo', '-s', f'{width}x{height}', '-r', '30', '-pix_fmt', pixel_format, *tags, '-i', raw, '-c:v',
            'ffv1', *tags, path)
        shown = program.pixels(path, width, height, is_still=False)
        return float(
            abs(shown - colors(stored, width, height, columns, rows, depth, location, is_full_range)).max())

    name = f'{pixel_format}-{width}x{height}-{location}' + ('-full' if is_full_range else '')
    return support.Case(
        'films', f'chroma of {columns}x{rows} pixels, {"odd" if width % 2 else "even"} sizes', name, 'BT.601, numpy', 2,
        'levels', difference, is_quick)


def scaled(pixel_format, columns, rows, size, is_quick=False):
    """A film at twice its size, compared with a film of the right colors without chroma."""
    width, height = size

    def difference(program, folder):
        stored = planes(width, height, columns, rows, 8, False)
        right = colors(stored, width, height, columns, rows, 8, 'left', False).astype('uint8')
        shown = []
        for name, samples, stored_as in (
                ('yuv', b''.join(plane.astype('uint8').tobytes() for plane in stored), pixel_format),
                ('rgb', right.tobytes(), 'rgb24')):
            raw, path = os.path.join(folder, name), os.path.join(folder, f'{name}.mkv')
            with open(raw, 'wb') as file:
                file.write(samples * 3)
            support.ffmpeg(
                '-f', 'rawvideo', '-s', f'{width}x{height}', '-r', '30', '-pix_fmt', stored_as, '-i', raw, '-c:v', 'ffv1',
                *(['-pix_fmt', 'bgr0'] if name == 'rgb' else ['-colorspace', 'smpte170m']), path)
            shown.append(program.pixels(path, width * 2, height * 2, is_still=False))
        return float(abs(shown[0] - shown[1]).mean())

    return support.Case(
        'films', f'scaled, {"odd" if width % 2 else "even"} sizes', f'scaled-{pixel_format}-{width}x{height}',
        'the same in RGB', 1.5, 'levels on average', difference, is_quick)


# Container, codec options, and whether the tests check it.
CODECS = (
    ('mp4', ('libx264', '-bf', '3'), True), ('mp4', ('libx265',), False), ('mp4', ('mpeg4',), False),
    ('mkv', ('libx264',), True), ('mkv', ('ffv1',), False), ('webm', ('libvpx',), False),
    ('webm', ('libvpx-vp9',), False), ('mov', ('prores',), False), ('mov', ('png',), False), ('mov', ('qtrle',), False),
    ('mov', ('cfhd',), False), ('mov', ('jpeg2000',), False), ('ts', ('libx264',), True), ('ts', ('mpeg2video',), False),
    ('avi', ('mpeg4',), False), ('avi', ('mjpeg',), False), ('avi', ('huffyuv',), False), ('avi', ('utvideo',), False),
    ('flv', ('flv',), False), ('m3u8', ('libx264', '-g', '5', '-hls_time', '0.2', '-hls_list_size', '0'), True), ('ogv', ('libtheora', '-q:v', '8'), False), ('wmv', ('wmv2',), True),
    ('asf', ('msmpeg4',), False), ('mxf', ('mpeg2video',), True), ('y4m', None, True), ('nut', ('ffv1',), True),
    ('3gp', ('h263', '-s', '176x144'), False),
)


def numbered(container, codec, is_quick):
    """A film whose frames have different lightness, composed at its own frame rate."""
    count, step = 25, 7

    def lightness(path):
        """The lightness of each frame, in the middle."""
        run = subprocess.run(
            ['ffmpeg', '-v', 'error', '-i', path, '-vf', 'scale=160:120,format=yuv420p,crop=64:64', '-f', 'rawvideo',
             '-fps_mode', 'passthrough', '-'], capture_output=True, check=True, stdin=subprocess.DEVNULL)
        frames = numpy.frombuffer(run.stdout, 'uint8').reshape(-1, 64 * 64 * 3 // 2)
        return frames[:, :64 * 64].mean(1)

    def difference(program, folder):
        path = os.path.join(folder, f'film.{container}')
        raw = os.path.join(folder, 'raw')
        with open(raw, 'wb') as file:
            for number in range(count):
                file.write(bytes([30 + step * number]) * (160 * 120) + bytes([128]) * (160 * 120 // 2))
        options = () if codec is None else ('-c:v', *codec)
        support.ffmpeg(
            '-f', 'rawvideo', '-s', '160x120', '-r', '25', '-pix_fmt', 'yuv420p', '-i', raw, '-q:v', '2', *options, path)
        output = os.path.join(folder, 'composed.mkv')
        program.compose(
            'version: 1\ncanvas: {width: 160, height: 120, fps: 25}\n'
            f'video:\n  - {{src: {path}, fit: stretch}}\n', output)
        shown = lightness(output)
        if len(shown) != count:
            raise AssertionError(f'{len(shown)} frames of {count}')
        return float(abs((shown - 30) / step - numpy.arange(count)).max())

    name = f'{container}-{codec[0] if codec else "raw"}'
    return support.Case(
        'films', 'numbered frames', name, 'their numbers', 0.5, 'frames', difference, is_quick)


def cases():
    found = [
        scaled(f'yuv{name}p', columns, rows, size, is_quick=size[0] == 161 and name == '420')
        for size in ((160, 120), (161, 121)) for name, columns, rows in (('422', 2, 1), ('420', 2, 2))]
    found += [numbered(*codec) for codec in CODECS]
    for size in ((160, 120), (161, 121)):
        for columns, rows, name in ((1, 1, '444'), (2, 1, '422'), (2, 2, '420'), (1, 2, '440'), (4, 1, '411'),
                                    (4, 4, '410')):
            is_odd = size[0] % 2 == 1
            found.append(case(f'yuv{name}p', columns, rows, 8, size, is_quick=is_odd and name in ('420', '422')))
            if name in ('444', '422', '420'):
                for depth in (10, 12):
                    found.append(
                        case(f'yuv{name}p{depth}le', columns, rows, depth, size,
                             is_quick=is_odd and name == '420' and depth == 10))
                found.append(case(f'yuva{name}p', columns, rows, 8, size, is_quick=is_odd and name == '420'))
                found.append(case(f'yuv{name}p', columns, rows, 8, size, is_full_range=True))
        for location in ('center', 'topleft'):
            found.append(case('yuv420p', 2, 2, 8, size, location, is_quick=size[0] % 2 == 1))
    return found
