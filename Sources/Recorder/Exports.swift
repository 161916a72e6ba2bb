// A program that uses this library names pages, sizes and soundtracks as
// well: one import gives it all of them.
@_exported public import Encoder
@_exported public import EngineLink
@_exported public import Frames
