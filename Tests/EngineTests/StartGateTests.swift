import EngineLink
import Testing

@testable import pagereel_engine

@Suite("The start gate")
struct StartGateTests {
    private func gate(
        _ start: RecordingStart = .signal, addresses: SignalAddresses = SignalAddresses(), element: String? = nil
    ) -> StartGate {
        StartGate(start, addresses: addresses, element: element)
    }

    @Test("By default the gate waits for the start signal")
    func signal() throws {
        var gate = gate()
        #expect(!gate.isOpen)
        #expect(gate.awaitsSignal)
        #expect(
            gate.description
                == "the page's start signal (a navigation to pagereel://start, or the message 'start')")
        gate.loaded()
        gate.foundElement()
        #expect(!gate.isOpen)
        gate.signalled()
        #expect(gate.isOpen)
        #expect(!gate.awaitsSignal)
        #expect(gate.description.isEmpty)
    }

    @Test("The custom start address is named")
    func ownAddress() throws {
        let gate = gate(addresses: SignalAddresses(start: "https://app.example/YourStartURL"))
        #expect(gate.description.contains("a navigation to https://app.example/YourStartURL"))
    }

    @Test("The gate can wait for the loaded page instead")
    func load() throws {
        var gate = gate(.load)
        #expect(!gate.awaitsSignal)
        #expect(gate.description == "the page to be loaded and painted")
        gate.signalled()
        #expect(!gate.isOpen)
        gate.loaded()
        #expect(gate.isOpen)
    }

    @Test("The element is awaited as well, in any order", arguments: [true, false])
    func element(elementFirst: Bool) throws {
        var gate = gate(.load, element: "#chart.ready")
        #expect(
            gate.description == "an element that matches #chart.ready and the page to be loaded and painted")
        if elementFirst { gate.foundElement() } else { gate.loaded() }
        #expect(!gate.isOpen)
        if elementFirst { gate.loaded() } else { gate.foundElement() }
        #expect(gate.isOpen)
    }

    @Test("A met condition stays met")
    func staysOpen() throws {
        var gate = gate(element: "h1")
        gate.signalled()
        gate.signalled()
        #expect(!gate.isOpen)
        #expect(!gate.awaitsSignal)
        gate.foundElement()
        #expect(gate.isOpen)
        gate.foundElement()
        #expect(gate.isOpen)
    }
}
