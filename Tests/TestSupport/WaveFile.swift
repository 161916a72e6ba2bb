package import Foundation

/// Creates wave files with exact samples.
package enum WaveFile {
    /// Samples of a sine at 48 kHz.
    package static func tone(_ hertz: Double, amplitude: Double = 0.5, count: Int) -> [Float] {
        let step = 2 * Double.pi * hertz / 48_000
        return (0..<count).map { Float(amplitude * sin(step * Double($0))) }
    }

    /// A wave file of 32-bit floating-point samples (WAVE_FORMAT_IEEE_FLOAT).
    ///
    /// - Parameter channels: The samples of each channel, all of the same length.
    package static func data(_ channels: [[Float]], sampleRate: Int = 48_000) -> Data {
        let count = channels[0].count
        var data = Data()
        func number(_ value: Int, bytes: Int) {
            for index in 0..<bytes { data.append(UInt8(value >> (8 * index) & 0xff)) }
        }
        let frame = channels.count * 4
        data.append(contentsOf: "RIFF".utf8)
        number(36 + count * frame, bytes: 4)
        data.append(contentsOf: "WAVEfmt ".utf8)
        number(16, bytes: 4)
        number(3, bytes: 2)
        number(channels.count, bytes: 2)
        number(sampleRate, bytes: 4)
        number(sampleRate * frame, bytes: 4)
        number(frame, bytes: 2)
        number(32, bytes: 2)
        data.append(contentsOf: "data".utf8)
        number(count * frame, bytes: 4)
        var samples = [Float](repeating: 0, count: count * channels.count)
        for (channel, values) in channels.enumerated() {
            for index in 0..<count { samples[index * channels.count + channel] = values[index] }
        }
        unsafe samples.withUnsafeBytes { unsafe data.append(contentsOf: $0) }
        return data
    }
}
