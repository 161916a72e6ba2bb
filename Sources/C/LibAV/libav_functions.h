// The libav functions that pagereel calls, with their libraries. pagereel is not linked to
// FFmpeg, so a function missing from this list is an undefined reference when the program is
// linked.
#ifndef PAGEREEL_LIBAV_FUNCTIONS_H
#define PAGEREEL_LIBAV_FUNCTIONS_H

#include "libav.h"

#define LIBAV_FUNCTIONS(X) \
    X(AVFILTER, av_buffersink_get_frame) \
    X(AVFILTER, av_buffersrc_write_frame) \
    X(AVFILTER, avfilter_get_by_name) \
    X(AVFILTER, avfilter_graph_alloc) \
    X(AVFILTER, avfilter_graph_config) \
    X(AVFILTER, avfilter_graph_free) \
    X(AVFILTER, avfilter_graph_get_filter) \
    X(AVFILTER, avfilter_graph_parse2) \
    X(AVFILTER, avfilter_inout_free) \
    X(AVFILTER, avfilter_version) \
    X(AVUTIL, av_buffer_ref) \
    X(AVUTIL, av_buffer_unref) \
    X(AVUTIL, av_calloc) \
    X(AVUTIL, av_channel_layout_default) \
    X(AVUTIL, av_channel_layout_from_mask) \
    X(AVUTIL, av_channel_layout_uninit) \
    X(AVUTIL, av_cpu_count) \
    X(AVUTIL, av_dict_count) \
    X(AVUTIL, av_dict_free) \
    X(AVUTIL, av_dict_get) \
    X(AVUTIL, av_dict_set) \
    X(AVUTIL, av_dict_set_int) \
    X(AVUTIL, av_frame_alloc) \
    X(AVUTIL, av_frame_copy) \
    X(AVUTIL, av_frame_copy_props) \
    X(AVUTIL, av_frame_free) \
    X(AVUTIL, av_frame_get_buffer) \
    X(AVUTIL, av_frame_get_side_data) \
    X(AVUTIL, av_frame_make_writable) \
    X(AVUTIL, av_frame_ref) \
    X(AVUTIL, av_frame_remove_side_data) \
    X(AVUTIL, av_frame_unref) \
    X(AVUTIL, av_free) \
    X(AVUTIL, av_get_pix_fmt_name) \
    X(AVUTIL, av_hwdevice_ctx_create) \
    X(AVUTIL, av_hwframe_ctx_alloc) \
    X(AVUTIL, av_hwframe_ctx_init) \
    X(AVUTIL, av_hwframe_get_buffer) \
    X(AVUTIL, av_hwframe_transfer_data) \
    X(AVUTIL, av_get_pix_fmt) \
    X(AVUTIL, av_image_get_buffer_size) \
    X(AVUTIL, av_log_format_line) \
    X(AVUTIL, av_log_set_callback) \
    X(AVUTIL, av_mallocz) \
    X(AVUTIL, av_opt_set) \
    X(AVUTIL, av_opt_set_double) \
    X(AVUTIL, av_opt_set_int) \
    X(AVUTIL, av_pix_fmt_desc_get) \
    X(AVUTIL, av_reduce) \
    X(AVUTIL, av_rescale_q) \
    X(AVUTIL, av_rescale_q_rnd) \
    X(AVUTIL, av_strerror) \
    X(AVUTIL, av_version_info) \
    X(AVUTIL, avutil_version) \
    X(AVCODEC, av_new_packet) \
    X(AVCODEC, av_packet_alloc) \
    X(AVCODEC, avcodec_decode_subtitle2) \
    X(AVCODEC, avcodec_default_get_buffer2) \
    X(AVCODEC, avcodec_encode_subtitle) \
    X(AVCODEC, av_packet_free) \
    X(AVCODEC, av_packet_get_side_data) \
    X(AVCODEC, av_packet_new_side_data) \
    X(AVCODEC, av_packet_rescale_ts) \
    X(AVCODEC, av_packet_unref) \
    X(AVCODEC, avcodec_alloc_context3) \
    X(AVCODEC, avcodec_descriptor_get) \
    X(AVCODEC, avcodec_find_decoder) \
    X(AVCODEC, avcodec_find_decoder_by_name) \
    X(AVCODEC, avcodec_find_encoder_by_name) \
    X(AVCODEC, avcodec_flush_buffers) \
    X(AVCODEC, avcodec_free_context) \
    X(AVCODEC, avcodec_get_name) \
    X(AVCODEC, avcodec_open2) \
    X(AVCODEC, avcodec_parameters_copy) \
    X(AVCODEC, avcodec_parameters_from_context) \
    X(AVCODEC, avcodec_parameters_to_context) \
    X(AVCODEC, avcodec_receive_frame) \
    X(AVCODEC, avcodec_receive_packet) \
    X(AVCODEC, avcodec_send_frame) \
    X(AVCODEC, avcodec_send_packet) \
    X(AVCODEC, avcodec_version) \
    X(AVCODEC, avsubtitle_free) \
    X(AVFORMAT, av_find_best_stream) \
    X(AVFORMAT, av_guess_sample_aspect_ratio) \
    X(AVFORMAT, av_interleaved_write_frame) \
    X(AVFORMAT, av_read_frame) \
    X(AVFORMAT, av_seek_frame) \
    X(AVFORMAT, av_write_frame) \
    X(AVFORMAT, av_write_trailer) \
    X(AVFORMAT, avformat_alloc_context) \
    X(AVFORMAT, avformat_alloc_output_context2) \
    X(AVFORMAT, avformat_close_input) \
    X(AVFORMAT, avformat_find_stream_info) \
    X(AVFORMAT, avformat_free_context) \
    X(AVFORMAT, avformat_index_get_entries_count) \
    X(AVFORMAT, avformat_index_get_entry) \
    X(AVFORMAT, avformat_index_get_entry_from_timestamp) \
    X(AVFORMAT, avformat_init_output) \
    X(AVFORMAT, avformat_new_stream) \
    X(AVFORMAT, avformat_open_input) \
    X(AVFORMAT, avformat_seek_file) \
    X(AVFORMAT, avformat_version) \
    X(AVFORMAT, avformat_write_header) \
    X(AVFORMAT, av_probe_input_buffer2) \
    X(AVFORMAT, avio_alloc_context) \
    X(AVFORMAT, avio_closep) \
    X(AVFORMAT, avio_context_free) \
    X(AVFORMAT, avio_open) \
    X(AVFORMAT, avio_seek) \
    X(SWRESAMPLE, swr_alloc_set_opts2) \
    X(SWRESAMPLE, swr_convert) \
    X(SWRESAMPLE, swr_free) \
    X(SWRESAMPLE, swr_get_out_samples) \
    X(SWRESAMPLE, swr_init) \
    X(SWRESAMPLE, swr_set_matrix) \
    X(SWRESAMPLE, swresample_version) \
    X(SWSCALE, sws_alloc_context) \
    X(SWSCALE, sws_freeContext) \
    X(SWSCALE, sws_getCoefficients) \
    X(SWSCALE, sws_getContext) \
    X(SWSCALE, sws_init_context) \
    X(SWSCALE, sws_scale) \
    X(SWSCALE, sws_scale_frame) \
    X(SWSCALE, sws_setColorspaceDetails) \
    X(SWSCALE, swscale_version)

// include/libav.h documents the versions.
#if RECORDER_CODEC_PARAMETERS_HOLD_SIDE_DATA
#define LIBAV_FUNCTIONS_OF_VERSION(X) \
    X(AVCODEC, av_packet_side_data_get) \
    X(AVCODEC, av_packet_side_data_new)
#else
#define LIBAV_FUNCTIONS_OF_VERSION(X) \
    X(AVFORMAT, av_stream_get_side_data) \
    X(AVFORMAT, av_stream_new_side_data)
#endif

#endif
