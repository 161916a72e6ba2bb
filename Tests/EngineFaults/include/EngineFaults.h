// Loaded only by LD_PRELOAD: nothing to include.
