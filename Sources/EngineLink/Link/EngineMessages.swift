package import Frames

/// A request of the command to an engine.
package enum EngineRequest: Sendable, Codable {
    /// Prepare to show pages; the first request, once.
    case begin(EngineSetup)
    /// Show a page as planned, once; answered by take events.
    case take(TakePlan)
    /// End the take as the user would; frames so far are kept.
    case interrupt
    /// Run a probe; answered by ``EngineReport/probed(_:)``.
    case probe(EngineProbe)

    /// Whether the request has to wait for ``begin(_:)``.
    package var needsDisplay: Bool {
        switch self {
        case .probe(.confine), .probe(.findClockLibrary): false
        default: true
        }
    }
}

/// A report of an engine to the command.
package enum EngineReport: Sendable, Codable {
    /// An event of a take.
    case take(TakeEvent)
    /// The result of a probe.
    case probed(ProbeAnswer)
}

/// The display on which an engine shows pages.
package struct EngineSetup: Sendable, Codable {
    /// The display, such as `:1`.
    package let display: String
    /// The path of the display's X authority file.
    package let authorityFile: String
    /// A folder that only this engine uses and that its owner removes.
    package let runtimeFolder: String
    /// The size of the pictures in device pixels.
    package let pixelSize: PixelSize
    /// The device pixel ratio.
    package let scale: Int
    /// Whether the page's process is expected to run in the sandbox.
    package let isSandboxed: Bool
    /// Whether the pictures have transparency.
    package let hasAlpha: Bool
    /// The number of picture slots in shared memory.
    package let slotCount: Int

    /// Describes a setup.
    package init(
        display: String, authorityFile: String, runtimeFolder: String, pixelSize: PixelSize, scale: Int,
        isSandboxed: Bool, hasAlpha: Bool, slotCount: Int
    ) {
        self.display = display
        self.authorityFile = authorityFile
        self.runtimeFolder = runtimeFolder
        self.pixelSize = pixelSize
        self.scale = scale
        self.isSandboxed = isSandboxed
        self.hasAlpha = hasAlpha
        self.slotCount = slotCount
    }
}

/// A test that an engine runs.
package enum EngineProbe: Sendable, Codable {
    /// Start a process in a sandbox like the page's.
    case confine
    /// Find the library of the page's virtual clock.
    case findClockLibrary
    /// Read the versions of the engine's libraries.
    case readVersions
    /// Show a page in real time and query it.
    ///
    /// - Parameters:
    ///   - file: The page; its upper left corner has a single color.
    ///   - color: That color as a number, with blue in the lowest byte.
    ///   - question: The body of a function that returns a string.
    ///   - patience: The timeout of the whole probe.
    case show(file: String, color: UInt32, isConfined: Bool, question: String, patience: Duration)
    /// Test the virtual clock with one engine variant.
    case testClock(EngineVariant, PageOptions)
}

/// The result of a probe.
package enum ProbeAnswer: Sendable, Codable {
    /// The probe succeeded.
    case works
    /// The versions of WebKitGTK, GStreamer and libsoup.
    case versions([LibraryVersion])
    /// Whether the picture has the expected color, and the string that the page returned.
    case shown(isDrawn: Bool, answer: String)
    /// The result of the virtual clock's self-test.
    case verdict(EngineVerdict)
    /// The probe failed.
    case failed(PageError)
}
