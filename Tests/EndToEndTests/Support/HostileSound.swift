import Testing

/// A script whose sound is hard to record.
struct HostileSound: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Whether some of its streams are not recorded.
    var isRefused = false
    let script: String

    static let all = [
        HostileSound(
            testDescription: "more streams than are recorded", isRefused: true,
            script: """
                for (let index = 0; index < 80; index++) {
                    const context = new AudioContext();
                    const tone = new OscillatorNode(context, {frequency: 200 + index});
                    tone.connect(context.destination);
                    tone.start();
                }
                """),
        HostileSound(
            testDescription: "samples that are not numbers",
            script: """
                const context = new AudioContext();
                const buffer = context.createBuffer(2, 44100, 44100);
                for (let index = 0; index < 44100; index++) {
                    buffer.getChannelData(0)[index] = [NaN, Infinity, -Infinity, 1e30][index % 4];
                    buffer.getChannelData(1)[index] = index % 2 ? 1e38 : -1e38;
                }
                const source = new AudioBufferSourceNode(context, {buffer, loop: true});
                source.connect(context.destination);
                source.start();
                """),
        HostileSound(
            testDescription: "384 kHz",
            script: """
                const context = new AudioContext({sampleRate: 384000});
                const tone = new OscillatorNode(context);
                tone.connect(context.destination);
                tone.start();
                """),
        HostileSound(
            testDescription: "32 channels",
            script: """
                const context = new AudioContext();
                const merger = new ChannelMergerNode(context, {numberOfInputs: 32});
                for (let index = 0; index < 32; index++) {
                    const tone = new OscillatorNode(context, {frequency: 100 + 10 * index});
                    tone.connect(merger, 0, index);
                    tone.start();
                }
                merger.connect(context.destination);
                """),
        HostileSound(
            testDescription: "contexts that open and close",
            script: """
                const again = () => {
                    const context = new AudioContext();
                    const tone = new OscillatorNode(context);
                    tone.connect(context.destination);
                    tone.start();
                    setTimeout(() => { context.close(); again(); }, 20);
                };
                again();
                """),
    ]
}
