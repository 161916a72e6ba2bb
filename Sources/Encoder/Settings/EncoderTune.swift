/// What an encoder optimizes for, named as the encoders name it.
public enum EncoderTune: String, Sendable, CaseIterable {
    /// Filmed pictures.
    case film
    /// Drawn pictures with flat areas.
    case animation
    /// Filmed pictures whose grain is kept.
    case grain
    /// Pictures that stand still, as in slide shows.
    case stillimage
    /// A measured quality: the peak signal-to-noise ratio, or the structural similarity.
    case psnr, ssim
    /// Little work for the decoder.
    case fastdecode
    /// No frames held back by the encoder, for live video.
    case zerolatency
    /// Pages and slides: text, flat areas, sharp edges.
    case screen
    /// Visual quality, as opposed to a measured one.
    case vq
    /// High quality, low latency and ultra-low latency of hardware encoders.
    case hq, ll, ull
}

extension VideoEncoderName {
    /// The tunes that the encoder has.
    package var tunes: [EncoderTune] {
        switch self {
        case .x264: [.film, .animation, .grain, .stillimage, .psnr, .ssim, .fastdecode, .zerolatency]
        case .x265: [.animation, .grain, .psnr, .ssim, .fastdecode, .zerolatency]
        case .svtAV1: [.vq, .psnr]
        case .aomAV1: [.psnr, .ssim, .screen]
        case .vpxVP9: [.psnr, .ssim, .screen, .film]
        case .h264NVENC, .hevcNVENC, .av1NVENC: [.hq, .ll, .ull]
        case .prores, .ffv1, .h264VAAPI, .hevcVAAPI, .vp9VAAPI, .av1VAAPI: []
        }
    }
}
