private import CSystemCalls
private import Files
package import Frames
private import Glibc

/// Picture memory that the command and an engine share.
///
/// The command creates it, and the engine draws into it. Each slot is a memory file
/// (memfd_create(2)) of fixed size.
package final class SharedFrames: Sendable {
    /// The size of every picture, in pixels.
    package let size: PixelSize
    /// Whether the pictures have transparency.
    package let hasAlpha: Bool
    /// The memory files in slot order; owned by this object.
    package let descriptors: [CInt]

    /// The address at which each slot is mapped.
    private let addresses: [UInt]
    private let slotSize: Int

    /// The number of slots.
    package var count: Int { descriptors.count }

    /// Creates the slots of a recording.
    ///
    /// - Parameter count: The number of slots.
    /// - Throws: `missingComponent` if there are too few descriptors or too little memory.
    package convenience init(size: PixelSize, hasAlpha: Bool, count: Int) throws(PageError) {
        let slotSize = PixelBuffer.byteCount(of: size)
        var descriptors: [CInt] = []
        for _ in 0..<count {
            let descriptor = unsafe shared_memory_create("pagereel-frame", slotSize)
            guard descriptor >= 0 else {
                let reason = SystemError.last.text
                for descriptor in descriptors { close(descriptor) }
                throw Self.failure(reason)
            }
            descriptors.append(descriptor)
        }
        try self.init(owning: descriptors, size: size, hasAlpha: hasAlpha)
    }

    /// Maps slots.
    ///
    /// - Parameter descriptors: Memory files; takes ownership and sets `FD_CLOEXEC`.
    /// - Throws: `missingComponent` if there is too little memory.
    package init(owning descriptors: [CInt], size: PixelSize, hasAlpha: Bool) throws(PageError) {
        self.size = size
        self.hasAlpha = hasAlpha
        self.descriptors = descriptors
        slotSize = PixelBuffer.byteCount(of: size)
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var addresses: [UInt] = []
        for descriptor in descriptors {
            let memory = unsafe mmap(nil, slotSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
            guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
                let reason = SystemError.last.text
                for address in addresses { unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), slotSize) }
                for descriptor in descriptors { close(descriptor) }
                throw Self.failure(reason)
            }
            addresses.append(UInt(bitPattern: memory))
        }
        self.addresses = addresses
    }

    deinit {
        for address in addresses { unsafe munmap(UnsafeMutableRawPointer(bitPattern: address), slotSize) }
        for descriptor in descriptors { close(descriptor) }
    }

    /// A pool of all slots, for the side that draws.
    package func pool() -> PixelBufferPool {
        unsafe PixelBufferPool(size: size, hasAlpha: hasAlpha, memory: (0..<count).map(memory), owner: self)
    }

    /// The slot that holds a picture of ``pool()``.
    package func slot(of pixels: PixelBuffer) -> Int? {
        let address = unsafe pixels.withBytes { UInt(bitPattern: $0.baseAddress) }
        return addresses.firstIndex(of: address)
    }

    /// The picture in a slot, for the side that reads.
    ///
    /// - Parameter onRelease: Called when the picture is no longer in use.
    package func picture(in slot: Int, onRelease: @escaping @Sendable () -> Void) -> PixelBuffer {
        unsafe PixelBuffer(size: size, hasAlpha: hasAlpha, memory: memory(of: slot)) { [self] _ in
            withExtendedLifetime(self) { onRelease() }
        }
    }

    private func memory(of slot: Int) -> UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(
            start: UnsafeMutableRawPointer(bitPattern: addresses[slot]), count: slotSize)
    }

    private static func failure(_ reason: String) -> PageError {
        PageError(.missingComponent, "The shared memory for the page's pictures could not be created (\(reason)).")
    }
}
