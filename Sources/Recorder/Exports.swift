// Users of this library name pages, sizes and soundtracks too: one import gives
// them all.
@_exported public import Encoder
@_exported public import EngineLink
@_exported public import Frames
