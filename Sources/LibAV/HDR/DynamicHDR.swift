package import CLibAV

/// Metadata that changes the light of single scenes.
package enum DynamicHDR: String, Sendable, CaseIterable {
    case dolbyVision = "Dolby Vision"
    case hdr10Plus = "HDR10+"
    case vivid = "HDR Vivid"

    /// Returns the kinds that a picture or its stream has.
    package static func kinds(of frame: borrowing MediaFrame, in stream: UnsafePointer<AVStream>) -> Set<DynamicHDR> {
        func has(_ kind: AVFrameSideDataType) -> Bool { unsafe av_frame_get_side_data(frame.raw, kind) != nil }
        var (kinds, size): (Set<DynamicHDR>, Int) = ([], 0)
        let isStated = unsafe recorder_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size) != nil
        if isStated || has(AV_FRAME_DATA_DOVI_METADATA) || has(AV_FRAME_DATA_DOVI_RPU_BUFFER) {
            kinds.insert(.dolbyVision)
        }
        if has(AV_FRAME_DATA_DYNAMIC_HDR_PLUS) { kinds.insert(.hdr10Plus) }
        if has(AV_FRAME_DATA_DYNAMIC_HDR_VIVID) { kinds.insert(.vivid) }
        return kinds
    }

    /// Returns Dolby Vision's profile if a stream's pictures are not in usual colors without its metadata.
    ///
    /// Source: "Dolby Vision Profiles and Levels", table 1: the base layer of profile 5 has Dolby's own color space, as
    /// has that of later profiles whose compatibility is 0.
    package static func soleProfile(of stream: UnsafePointer<AVStream>) -> Int? {
        var size = 0
        guard let data = unsafe recorder_stream_side_data(stream, AV_PKT_DATA_DOVI_CONF, &size),
            size >= MemoryLayout<AVDOVIDecoderConfigurationRecord>.size
        else { return nil }
        let record = unsafe UnsafeRawPointer(data).loadUnaligned(as: AVDOVIDecoderConfigurationRecord.self)
        let isSole = record.dv_profile == 5 || record.dv_profile >= 8 && record.dv_bl_signal_compatibility_id == 0
        return isSole ? Int(record.dv_profile) : nil
    }
}
