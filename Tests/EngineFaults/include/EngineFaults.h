// Loaded by LD_PRELOAD only: nothing to include.
