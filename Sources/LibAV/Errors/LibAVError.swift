import CLibAV
package import Files
import Glibc

/// The error of a failed libav function.
package struct LibAVError: Error, CustomStringConvertible {
    /// The negative return code: an `errno` or one of libav's four-character tags.
    package let code: CInt
    /// The C function that failed.
    package let function: String
    /// The last error that libav logged; often empty.
    package let detail: String

    package init(code: CInt, function: String) {
        self.code = code
        self.function = function
        detail = LibAVLog.shared.takeLastError()
    }

    /// libav's message for the code.
    package var text: String {
        var buffer = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        // Unknown codes still produce "Error number … occurred".
        unsafe av_strerror(code, &buffer, buffer.count)
        return unsafe buffer.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe String(cString: $0) } ?? "error \(code)"
        }
    }

    /// What users read.
    ///
    /// The function's name would tell them nothing; failures that they may report have it (``FileError/failure(_:_:)``).
    package var description: String { detail.isEmpty ? text : "\(text) (\(detail))" }

    /// Whether the code stands for the given `errno`.
    package func isPOSIX(_ errno: CInt) -> Bool { code == recorder_averror(errno) }
}

/// Returns a libav function's result, or throws if it is negative.
///
/// - Parameters:
///   - function: The C function's name.
///   - code: Its result; negative means failure.
@discardableResult
package func check(_ function: String, _ code: CInt) throws(LibAVError) -> CInt {
    guard code < 0 else { return code }
    throw LibAVError(code: code, function: function)
}

/// Returns the result of a call of libav, or throws its failure as an unexpected one.
///
/// - Parameters:
///   - what: The encoder, decoder or converter that failed, as the start of a sentence.
///   - call: The call.
package func attempt<Output: ~Copyable>(
    _ what: @autoclosure () -> String, _ call: @autoclosure () throws(LibAVError) -> Output
) throws(FileError) -> Output {
    do throws(LibAVError) {
        return try call()
    } catch {
        throw .failure(what(), error)
    }
}

/// Returns memory allocated by libav, or throws `ENOMEM` if it is `nil`.
///
/// - Parameters:
///   - function: The C function's name.
///   - pointer: Its result.
package func checkAllocated<Pointer>(_ function: String, _ pointer: Pointer?) throws(LibAVError) -> Pointer {
    guard let pointer else { throw LibAVError(code: recorder_averror(ENOMEM), function: function) }
    return pointer
}
