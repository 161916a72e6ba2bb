import CLibAV
import Glibc

/// What a libav function answered when it failed.
package struct LibAVError: Error, CustomStringConvertible {
    /// The C code: negative, an errno or one of libav's own four letters.
    package let code: CInt
    /// The C function that returned it.
    package let function: String
    /// The last line that libav itself logged about it, often empty.
    package let detail: String

    package init(code: CInt, function: String) {
        self.code = code
        self.function = function
        detail = LibAVLog.shared.takeLastError()
    }

    /// The text that libav has for the code.
    package var text: String {
        var buffer = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        // A code without a text still gives "Error number … occurred".
        av_strerror(code, &buffer, buffer.count)
        return buffer.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { String(cString: $0) } ?? "error \(code)"
        }
    }

    package var description: String {
        detail.isEmpty ? "\(function): \(text)" : "\(function): \(text) (\(detail))"
    }

    /// Whether the answer was this errno.
    package func isPOSIX(_ errno: CInt) -> Bool { code == recorder_averror(errno) }
}

/// Passes a libav result on, or throws what it stands for.
///
/// - Parameters:
///   - function: The C function's name.
///   - code: What it returned; negative means failure.
@discardableResult
package func check(_ function: String, _ code: CInt) throws(LibAVError) -> CInt {
    guard code < 0 else { return code }
    throw LibAVError(code: code, function: function)
}

/// Passes memory that libav allocated on, or throws that there was none.
///
/// - Parameters:
///   - function: The C function's name.
///   - pointer: What it returned.
package func checkAllocated<Pointer>(_ function: String, _ pointer: Pointer?) throws(LibAVError) -> Pointer {
    guard let pointer else { throw LibAVError(code: recorder_averror(ENOMEM), function: function) }
    return pointer
}
