// A program that uses this library names sizes, pictures, colours and
// soundtracks as well: one import gives it all of them.
@_exported public import Composition
@_exported public import Encoder
@_exported public import Frames
