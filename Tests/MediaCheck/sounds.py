"""Sounds of many formats, played ten times in a row and compared with the noise that was encoded."""

import os
import wave

import numpy

import support

RATE = 48_000
# Extension, ffmpeg's options, and whether decoded samples equal the original's.
FORMATS = (
    ('wav', ('-c:a', 'pcm_s16le'), True), ('wav', ('-c:a', 'pcm_s24le'), True), ('wav', ('-c:a', 'pcm_f32le'), True),
    ('aiff', (), True), ('au', (), True), ('caf', ('-c:a', 'pcm_s16le'), True), ('caf', ('-c:a', 'alac'), True),
    ('flac', (), True), ('oga', ('-c:a', 'flac'), True), ('mkv', ('-c:a', 'flac'), True), ('m4a', ('-c:a', 'alac'), True),
    ('wv', (), True), ('tta', (), True), ('mov', ('-c:a', 'pcm_s16le'), True), ('mkv', ('-c:a', 'pcm_s16le'), True),
    ('ogg', ('-c:a', 'libvorbis'), False), ('opus', ('-c:a', 'libopus'), False), ('webm', ('-c:a', 'libopus'), False),
    ('mp4', ('-c:a', 'libopus'), False), ('m4a', ('-c:a', 'aac'), False), ('mov', ('-c:a', 'aac'), False),
    ('mp3', ('-c:a', 'libmp3lame'), False), ('mp4', ('-c:a', 'libmp3lame'), False),
)
LENGTHS = (12_000, 24_001, 96_411)


def noise(count):
    """Noise that encoders keep: without what is above 8 kHz."""
    spectrum = numpy.fft.rfft(numpy.random.default_rng(count).normal(size=count))
    spectrum[numpy.fft.rfftfreq(count, 1 / RATE) > 8_000] = 0
    samples = numpy.fft.irfft(spectrum, count)
    return (samples / abs(samples).max() * 20_000).round().astype('<i2')


def heard(path):
    """The left channel of a WAV file, in steps of 16 bits."""
    raw = f'{path}.raw'
    support.ffmpeg('-i', path, '-f', 's32le', raw)
    return numpy.fromfile(raw, '<i4').reshape(-1, 2)[:, 0] / 65_536


def offset(played, original):
    """By how many samples a round is late, by correlation."""
    spectrum = numpy.fft.rfft(played) * numpy.conj(numpy.fft.rfft(original))
    late = int(numpy.fft.irfft(spectrum, len(original)).argmax())
    return min(late, len(original) - late)


def case(ending, options, is_exact, length):
    rounds = 10

    def difference(program, folder):
        original = noise(length)
        source, path = os.path.join(folder, 'original.wav'), os.path.join(folder, f'sound.{ending}')
        with wave.open(source, 'wb') as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(original.tobytes())
        support.ffmpeg('-i', source, *options, path)
        output = os.path.join(folder, 'played.wav')
        frames = -(-rounds * length * 25 // RATE)
        program.compose(
            'version: 1\ncanvas: {width: 16, height: 16, fps: 25}\n'
            f'video:\n  - {{color: "#fff", duration: {frames}f}}\n'
            f'audio:\n  - {{src: {path}, loop: true}}\n', output)
        played = heard(output)[:rounds * length].reshape(rounds, length)
        if is_exact:
            return float(abs(played - original).max() > 1)
        # All rounds are the same, but for rounding to 24 bits.
        if abs(played - played[0]).max() > 0.01:
            return float(length)
        return float(max(offset(part, original) for part in played))

    codec = options[1] if options else ending
    return support.Case(
        'sounds', 'lossless, ten times' if is_exact else 'lossy, ten times', f'{ending}-{codec}-{length}',
        'what was encoded', 0, 'samples', difference, length == 12_000 and ending in ('ogg', 'caf', 'm4a', 'mp3'))


def cases():
    return [case(*kind, length) for kind in FORMATS for length in LENGTHS]
