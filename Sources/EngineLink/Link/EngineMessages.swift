package import Frames

/// What the command asks of an engine.
package enum EngineRequest: Sendable, Codable {
    /// Prepare to show pages; the first request, once.
    case begin(EngineSetup)
    /// Show a page as planned, once; answered by take events.
    case take(TakePlan)
    /// End the take as a person would; frames so far are kept.
    case interrupt
    /// Try out something; answered by ``EngineReport/probed(_:)``.
    case probe(EngineProbe)

    /// Whether it waits for ``begin(_:)``.
    package var needsDisplay: Bool {
        switch self {
        case .probe(.confine), .probe(.findClockLibrary): false
        default: true
        }
    }
}

/// What an engine tells the command.
package enum EngineReport: Sendable, Codable {
    /// What happens in a take.
    case take(TakeEvent)
    /// What came of a probe.
    case probed(ProbeAnswer)
}

/// What pages of an engine are shown on.
package struct EngineSetup: Sendable, Codable {
    /// The display, such as `:1`.
    package let display: String
    /// The file that holds the display's key.
    package let authorityFile: String
    /// A folder that only this engine uses, and that its owner removes.
    package let runtimeFolder: String
    /// The size of the pictures in device pixels.
    package let pixelSize: PixelSize
    /// Device pixels for each CSS pixel.
    package let scale: Int
    /// Whether the pictures have transparency.
    package let hasAlpha: Bool
    /// How many slots of shared memory there are for pictures.
    package let slotCount: Int

    /// Describes a setup.
    package init(
        display: String, authorityFile: String, runtimeFolder: String, pixelSize: PixelSize, scale: Int,
        hasAlpha: Bool, slotCount: Int
    ) {
        self.display = display
        self.authorityFile = authorityFile
        self.runtimeFolder = runtimeFolder
        self.pixelSize = pixelSize
        self.scale = scale
        self.hasAlpha = hasAlpha
        self.slotCount = slotCount
    }
}

/// Something that an engine tries out.
package enum EngineProbe: Sendable, Codable {
    /// Confine a process as the page's is.
    case confine
    /// Find the library of the page's clock.
    case findClockLibrary
    /// Show a page in real time and ask it something.
    ///
    /// - Parameters:
    ///   - file: The page, of one color at its upper left.
    ///   - color: That color as a number, blue in its lowest byte.
    ///   - question: The body of a function that returns a text.
    ///   - patience: How long all of it may take.
    case show(file: String, color: UInt32, isConfined: Bool, question: String, patience: Duration)
    /// Test the virtual clock in one way to make pictures.
    case testClock(EngineVariant, PageOptions)
}

/// What came of a probe.
package enum ProbeAnswer: Sendable, Codable {
    /// It works.
    case works
    /// Whether the page's picture has its color, and what the page answered.
    case shown(isDrawn: Bool, answer: String)
    /// How exact the virtual clock is.
    case verdict(EngineVerdict)
    /// It does not work.
    case failed(PageError)
}
