// Loaded by LD_PRELOAD alone: nothing to include.
