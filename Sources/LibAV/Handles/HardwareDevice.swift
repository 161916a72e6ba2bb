package import CLibAV
package import Frames
import Glibc

/// A hardware encoder's device and its pool of frames; owns both C handles.
///
/// Use from one thread at a time.
@safe package struct HardwareDevice: ~Copyable {
    private let device: UnsafeMutablePointer<AVBufferRef>
    /// The frame pool; an encoder takes its own reference to it.
    package let frames: UnsafeMutablePointer<AVBufferRef>

    private init(device: UnsafeMutablePointer<AVBufferRef>, frames: UnsafeMutablePointer<AVBufferRef>) {
        unsafe (self.device, self.frames) = (device, frames)
    }

    /// Opens the first VAAPI device for NV12 pictures of one even size.
    package init(vaapi size: PixelSize) throws(LibAVError) {
        var buffer: UnsafeMutablePointer<AVBufferRef>?
        try unsafe check(
            "av_hwdevice_ctx_create", av_hwdevice_ctx_create(&buffer, AV_HWDEVICE_TYPE_VAAPI, nil, nil, 0))
        let device = try unsafe checkAllocated("av_hwdevice_ctx_create", buffer)
        guard let frames = unsafe av_hwframe_ctx_alloc(device) else {
            unsafe av_buffer_unref(&buffer)
            throw LibAVError(code: recorder_averror(ENOMEM), function: "av_hwframe_ctx_alloc")
        }
        let opened = unsafe HardwareDevice(device: device, frames: frames)
        unsafe frames.pointee.data.withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { context in
            unsafe context.pointee.format = AV_PIX_FMT_VAAPI
            unsafe context.pointee.sw_format = AV_PIX_FMT_NV12
            unsafe context.pointee.width = CInt(size.width)
            unsafe context.pointee.height = CInt(size.height)
            // Enough for the frames that the encoder holds back and the one being filled.
            unsafe context.pointee.initial_pool_size = 20
        }
        try unsafe check("av_hwframe_ctx_init", av_hwframe_ctx_init(frames))
        self = opened
    }

    deinit {
        var frames: UnsafeMutablePointer<AVBufferRef>? = unsafe frames
        unsafe av_buffer_unref(&frames)
        var device: UnsafeMutablePointer<AVBufferRef>? = unsafe device
        unsafe av_buffer_unref(&device)
    }

    /// Uploads a picture to the device's memory.
    package func upload(_ picture: borrowing MediaFrame) throws(LibAVError) -> MediaFrame {
        let uploaded = try MediaFrame()
        try unsafe check("av_hwframe_get_buffer", av_hwframe_get_buffer(frames, uploaded.raw, 0))
        try unsafe check("av_hwframe_transfer_data", av_hwframe_transfer_data(uploaded.raw, picture.raw, 0))
        try unsafe check("av_frame_copy_props", av_frame_copy_props(uploaded.raw, picture.raw))
        return uploaded
    }
}
